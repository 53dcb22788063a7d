// The words of a Plato program, each with its place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/diagnostic.hpp"

namespace plato {

struct Token {
  enum class Kind : std::uint8_t { name, keyword, number, symbol, end };
  Kind kind = Kind::end;
  bool is_primed = false;   // a name followed by '
  std::string_view text;    // without the prime
  std::size_t offset = 0;   // of its first byte in the file
  SourceRange where;

  bool is(std::string_view word) const { return (kind == Kind::keyword || kind == Kind::symbol) && text == word; }
};

// All tokens of the text, the last one of kind `end`. The text may be any bytes: those that belong to no token are
// reported (a run of them once) and left out. Comments are `// …` and `/* … */`, and may hold any bytes.
std::vector<Token> read_tokens(std::string_view text, Diagnostics& diagnostics);

bool is_keyword(std::string_view word);

// What a token is, for a message: quoted, and cut if it is long.
std::string describe(const Token& token);

}   // namespace plato
