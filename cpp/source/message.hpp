// A message about a place of a source file: what is wrong with a program as written, and why it is not proved.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "messages/message_code.hpp"
#include "source/source_range.hpp"

namespace plato {

// A related place: the first declaration, the clause that is broken, the loop that says too little.
struct RelatedPlace {
  SourceRange where;
  std::string text;
};

struct Message {
  MessageCode code;
  SourceRange where{};
  std::string text{};   // one lower-case line that can be read alone, without its position
  std::vector<RelatedPlace> related{};
  std::vector<std::string> notes{};   // what else is known
  std::vector<std::string> help{};    // what to do about it
};

// `file:line:column: kind: text [code]` with the line of the source, then the related places, notes and help.
std::string render(const Message& message, std::string_view kind, std::string_view file, std::string_view source);

// The first line alone, with the line of the source; without a place, `file: kind: text`.
std::string message_at(const SourceRange& where, std::string_view kind, std::string_view text, std::string_view file,
                       std::string_view source);

}   // namespace plato
