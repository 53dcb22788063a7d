// Statements that are short for others: `x += e` and `for`.
#pragma once

#include "source/syntax_tree.hpp"

namespace plato {

// Puts what they are short for in their place. The variable of a `for` becomes a local variable of its thread or
// procedure, 0 at first, unless that declares it.
void expand_sugar(SyntaxTree& tree);

}   // namespace plato
