// Equal arguments, equal results.
//
// Two ways to find instances: from values, where a candidate model breaks the rule; and from the equalities the Boolean
// model takes for true, by congruence closure, before there are values (Nelson and Oppen, "Fast decision procedures
// based on congruence closure", JACM 1980). The second looks ahead: a whole tower of applications in one round.
#pragma once

#include <span>

#include "search/candidate.hpp"
#include "search/equality_atoms.hpp"
#include "search/equality_forest.hpp"

namespace plato {

// Adds the congruence lemmas by which the closure of the true literals equates two selects of the same map or two
// pairs, and the arithmetic lemmas for their premises; says whether one of them was new. The forest is that of the
// literals, and grows here.
bool add_closure_lemmas(LemmaContext& context, std::span<const Literal> literals, const GroundTerms& terms,
                        EqualityForest forest);

// Adds congruence lemmas for pairs, quotients and remainders that the candidate violates; says whether there was one.
bool add_congruence_lemmas(LemmaContext& context, Candidate& candidate);

// Adds that equal pairs have equal parts, where the candidate says otherwise; says whether there was one.
bool add_pair_lemmas(LemmaContext& context, Candidate& candidate);

}   // namespace plato
