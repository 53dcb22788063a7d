// Equal arguments, equal results: where a candidate model breaks this for pairs, quotients and remainders.
#pragma once

#include "candidate.hpp"
#include "equality_atoms.hpp"

namespace plato {

// Adds congruence lemmas that the candidate violates; says whether there was one.
bool add_congruence_lemmas(LemmaContext& context, Candidate& candidate);

}   // namespace plato
