// The most general client of procedures: what a file means that has procedures and no threads.
#pragma once

#include "source/syntax_tree.hpp"

namespace plato {

// Adds a family of any number of threads that call the procedures for ever, in any order, with any arguments for which
// what they require holds. Does nothing if there is a thread, or no procedure.
void add_general_client(SyntaxTree& tree);

}   // namespace plato
