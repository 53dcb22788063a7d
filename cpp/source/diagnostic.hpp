// What is wrong with a program as written, for people.
//
// Stages collect diagnostics and go on where they can, so that one run reports several mistakes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "source/message.hpp"
#include "source/source_range.hpp"

namespace plato {

struct Diagnostic {
  MessageCode code;
  SourceRange where;
  std::string message;   // one lower-case line that can be read alone, without its position
  std::string help;      // what to do about it; may be empty
  // Another place that the message mentions, such as the first declaration; line 0 if there is none.
  SourceRange other_place{};
  std::string other_message{};
};

using Diagnostics = std::vector<Diagnostic>;

Message message_of(const Diagnostic& diagnostic);

// By position; of several at one place only the first stays, since the others follow from it.
void sort_diagnostics(Diagnostics& diagnostics);

// `file:line:column: error: …` with the line of the source and the help, for each of the first ones, and how many more
// there are.
inline constexpr std::size_t most_shown = 50;
std::string render(const Diagnostics& diagnostics, std::string_view file, std::string_view text);

// The most similar of the names, or nothing if none is similar: "; did you mean 'count'?" is built from it.
std::string most_similar(std::string_view name, const std::vector<std::string>& names);

}   // namespace plato
