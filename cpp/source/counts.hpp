// count(i in D :: P) and sum(i in D :: e): how many indices satisfy P, and what e adds up to.
//
// Each is a ghost variable. The ghosts of a count keep a queue of all indices, in which those that are counted stand at
// the places from 0 on: a step that makes P true or false at an index has it change places with the first one behind
// them, or with the last one of them. Invariants say so. That is enough for the laws of counting: that two members
// count 2, that nobody is left out if all are counted, that none counts 0.
#pragma once

#include "source/diagnostic.hpp"
#include "source/syntax_tree.hpp"

namespace plato {

// Puts ghost variables in the place of these expressions and declares them, with their invariants, in `tree.counts`.
// What steps do to them is said later, when it is known what steps change. Assertions about them are cuts.
void expand_counts(SyntaxTree& tree, Diagnostics& diagnostics);

}   // namespace plato
