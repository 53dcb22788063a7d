// Which identifiers individually declared threads have.
#pragma once

#include <vector>

#include "source/syntax_tree.hpp"

namespace plato {

// Of each thread; 0 for families. They are numbered 1, 2, … unless they say otherwise. If a family says which
// identifiers are its own, which are usually 1, 2, … too, they are numbered -1, -2, ….
std::vector<Integer> thread_identifiers(const SyntaxTree& tree);

}   // namespace plato
