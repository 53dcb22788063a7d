// See proved.hpp.

#include "pipeline/proved.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/shown_name.hpp"
#include "text/source_window.hpp"

namespace plato {
namespace {

// A satisfiable DIMACS file's model in the format of the SAT competitions, or the definitions of an SMT-LIB file's.
std::string model_text(const Proved& proved) {
  if (proved.answer != Proved::Answer::sat || !proved.smt_model.empty()) return proved.smt_model;
  std::string text = "v";
  for (const long literal : proved.model) text += fmt::format(" {}", literal);
  return text + " 0\n";
}

// The message, with its code at the end of its first line.
std::string marked(const Proved& proved) {
  std::string text = proved.message;
  return text.insert(std::min(text.find('\n'), text.size()), code_mark(proved.code.value()));
}

}   // namespace

Proved unreadable(const FileError& error) {
  return {.answer = Proved::Answer::unreadable,
          .code = MessageCode::unreadable_file,
          .is_limit = error.is_limit,
          .message = error.message};
}

Proved unknown(std::string message, MessageCode code) {
  return {.answer = Proved::Answer::unknown, .code = code, .message = std::move(message)};
}

Proved bad_input(const TextError& error, std::string_view text) {
  return {.answer = Proved::Answer::bad_input,
          .code = error.code,
          .message = error.message,
          .line = error.line,
          .column = error.column,
          .window = source_window(text, error.line, error.column)};
}

std::string describe(const std::string& path, const Proved& proved) {
  const std::string place = proved.question_line == 0 ? path : fmt::format("{}:{}", path, proved.question_line);
  const std::string shown = shown_name(place);
  switch (proved.answer) {
    case Proved::Answer::unsat:
    case Proved::Answer::sat:
      return fmt::format("{} {}\n{}{}", proved.answer == Proved::Answer::sat ? "sat" : "unsat", shown,
                         describe(place, *proved.kernel), model_text(proved));
    case Proved::Answer::uncertified:
      return fmt::format("uncertified {}: {}{}\nthe assertions that Z3 needed:\n{}", shown, proved.message,
                         code_mark(proved.code.value()), proved.needed);
    case Proved::Answer::unknown: return fmt::format("unknown {}: {}\n", shown, marked(proved));
    case Proved::Answer::bad_input:
      return fmt::format("error {}:{}:{}: {}\n{}", shown, proved.line, proved.column, marked(proved), proved.window);
    case Proved::Answer::unreadable: return describe_unreadable({proved.message, proved.is_limit});
  }
  return {};
}

}   // namespace plato
