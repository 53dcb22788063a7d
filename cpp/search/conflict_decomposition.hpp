// Long arithmetic conflicts, cut into short lemmas.
//
// A program with k branches in a row has 2ᵏ paths, and a conflict clause that names a whole path rules out only that
// path. But the sum that shows the conflict can be added up piece by piece, and what is known in between (after branch
// i, x is at least i) mostly follows on the other paths, too. So the partial sums become atoms, and the conflict a
// chain of lemmas from one to the next. This is interpolation, as McMillan has it ("An interpolating theorem prover",
// TACAS 2004).
//
// Where to cut decides how much other paths can use. What is chosen together (the literals of one assertion, the
// results of one condition) is added together, and of the sums between two choices, the one whose monomials are
// mentioned most is taken: that is where paths meet.
#pragma once

#include <functional>

#include "arithmetic/arithmetic_solver.hpp"
#include "search/assertion_occurrences.hpp"
#include "search/bound_atoms.hpp"

namespace plato {

// Adds the chain of lemmas and says whether there was something new; false, without lemmas, if the conflict is short or
// of another form. `is_fixed` says of literals that they hold on every path.
bool add_decomposed_conflict(LemmaContext& context, BoundAtoms& atoms, const AssertionOccurrences& occurrences,
                             const ArithmeticConflict& conflict, const std::function<bool(Literal)>& is_fixed);

}   // namespace plato
