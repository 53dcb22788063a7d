// Words and signs of other languages, and what is written here in their place.
#pragma once

#include <string>
#include <string_view>

#include "source/program_lexer.hpp"

namespace plato {

// What to write in the place of a word that begins a statement elsewhere: "elif"; empty if there is nothing to say.
std::string help_for_statement(std::string_view word);

// What to write in the place of a name that means a value elsewhere: "null".
std::string help_for_value(std::string_view name);

// What to write in the place of tokens at which the parser is stuck: `x++`, `x = 1`, `a and b`.
std::string help_for_tokens(const Token& before, const Token& here, const Token& next);

}   // namespace plato
