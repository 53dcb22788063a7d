// Statements of a Plato program, with recovery at the next statement.
#pragma once

#include <vector>

#include "source/syntax_tree.hpp"
#include "source/token_stream.hpp"

namespace plato {

// Whether a statement may begin here.
bool at_statement(const TokenStream& tokens);

// One statement; what cannot be read is reported and skipped, and the answer is 0. `depth` counts the statements around
// it.
SyntaxIndex parse_statement(TokenStream& tokens, SyntaxTree& tree, std::uint32_t depth);

// Goes on after the next ';', or before a '}' or a word that begins a statement or a declaration.
void skip_to_statement(TokenStream& tokens, std::size_t from);

}   // namespace plato
