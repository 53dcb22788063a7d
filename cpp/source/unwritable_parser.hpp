// x unwritable by others when e: short for a rely, that no other thread changes x where e holds.
#pragma once

#include "source/syntax_tree.hpp"
#include "source/token_stream.hpp"

namespace plato {

// Whether such a declaration begins here: the words are keywords only after a place.
bool at_unwritable(const TokenStream& tokens);

// The rely. A name as the index of a map stands for all indices: a[i] unwritable by others when e.
ExpressionIndex parse_unwritable(TokenStream& tokens, SyntaxTree& tree);

}   // namespace plato
