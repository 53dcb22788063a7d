// How many actions of a procedure with a specification are still to come at its loops and cuts.
//
// The proof starts anew there, from what is asserted; without the number it would know nothing of the actions before.
// Which numbers are possible is found by running the statements on sets of numbers. Where they depend on one of the
// procedure's own truth values, as in `while (!ok) { ok := cas(…); }`, that is found, too.
#pragma once

#include <set>

#include "core/core_program.hpp"
#include "core/lower_expressions.hpp"

namespace plato {

// Adds the numbers to the loop invariants and cuts of procedures with a specification, and of those that they run as
// their own, unless a thread runs them, too: it has no such number.
void assert_pending_actions(const CheckedProgram& program, const SymbolNumbers& numbers, CoreProgram& core);

// Adds them to these cuts alone, which the bodies of procedures with a specification were given later.
void assert_pending_actions(CoreProgram& core, const std::set<StatementId>& cuts);

}   // namespace plato
