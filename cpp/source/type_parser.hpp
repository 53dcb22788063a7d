// Types and enumerations of a Plato program.
#pragma once

#include "source/syntax_tree.hpp"
#include "source/token_stream.hpp"

namespace plato {

SyntaxType parse_type(TokenStream& tokens, SyntaxTree& tree);

// Whether `enum NAME {` is here. The word is a name anywhere else.
bool at_enumeration(const TokenStream& tokens);

// enum NAME { name, … }
void parse_enumeration(TokenStream& tokens, SyntaxTree& tree);

}   // namespace plato
