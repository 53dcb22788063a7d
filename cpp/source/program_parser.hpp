// From the text of a program to its syntax tree. The grammar is in docs/language.md.
#pragma once

#include <string_view>

#include "source/diagnostic.hpp"
#include "source/syntax_tree.hpp"

namespace plato {

// Any bytes; mistakes are reported, and the tree has what could be read.
SyntaxTree parse_program(std::string_view text, Diagnostics& diagnostics);

}   // namespace plato
