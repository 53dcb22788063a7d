// x := new(): a number that was not handed out before.
#pragma once

#include "source/diagnostic.hpp"
#include "source/syntax_tree.hpp"

namespace plato {

// x := new() is x, new := new, new + 1, with a variable `new` of the program, and allocated(e) says that e is below it.
// Does nothing if something else is called `new`.
void expand_new(SyntaxTree& tree, Diagnostics& diagnostics);

// A rely of all threads that statements keep, whatever they do; also part of guarantees, where they are stated.
void add_rely(SyntaxTree& tree, ExpressionIndex rely);

}   // namespace plato
