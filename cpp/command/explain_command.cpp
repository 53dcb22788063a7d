// What a message means, by its code.

#include "command/commands.hpp"
#include "messages/message_code.hpp"
#include "messages/message_page.hpp"
#include "text/shown_name.hpp"

namespace plato {

ExitCode explain(AnswerStream& answers, const std::string& code) {
  if (code.empty()) {
    std::vector<const MessagePage*> all;
    for (const MessagePage& page : message_pages()) all.push_back(&page);
    answers.print("the codes of messages; 'plato explain CODE' says more:\n" + list_pages(all));
    return ExitCode::certified;
  }
  if (const MessagePage* page = find_page(code)) {
    answers.print(page->text);
    return ExitCode::certified;
  }
  const std::vector<const MessagePage*> similar = similar_pages(code);
  answers.print("error: there is no message with the code '" + shown_name(code) + "'" + code_mark(MessageCode::usage) +
                "\n" +
                (similar.empty() ? "  help: 'plato explain' lists all codes\n"
                                 : "  help: perhaps one of these is meant:\n" + list_pages(similar)));
  return ExitCode::bad_input;
}

}   // namespace plato
