// See proved.hpp.

#include "pipeline/proved.hpp"

#include <fmt/format.h>

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

}   // namespace

Proved unreadable(const FileError& error) {
  return {.answer = Proved::Answer::unreadable, .is_limit = error.is_limit, .message = error.message};
}

Proved unknown(std::string message) { return {.answer = Proved::Answer::unknown, .message = std::move(message)}; }

Proved bad_input(const TextError& error, std::string_view text) {
  return {.answer = Proved::Answer::bad_input,
          .message = error.message,
          .line = error.line,
          .column = error.column,
          .window = source_window(text, error.line, error.column)};
}

std::string describe(const std::string& path, const Proved& proved) {
  const std::string shown = shown_name(path);
  switch (proved.answer) {
    case Proved::Answer::unsat:
    case Proved::Answer::sat:
      return fmt::format("{} {}\n{}{}", proved.answer == Proved::Answer::sat ? "sat" : "unsat", shown,
                         describe(path, *proved.kernel), model_text(proved));
    case Proved::Answer::uncertified:
      return fmt::format("uncertified {}: {}\nthe assertions that Z3 needed:\n{}", shown, proved.message,
                         proved.needed);
    case Proved::Answer::unknown: return fmt::format("unknown {}: {}\n", shown, proved.message);
    case Proved::Answer::bad_input:
      return fmt::format("error {}:{}:{}: {}\n{}", shown, proved.line, proved.column, proved.message, proved.window);
    case Proved::Answer::unreadable: return describe_unreadable({proved.message, proved.is_limit});
  }
  return {};
}

}   // namespace plato
