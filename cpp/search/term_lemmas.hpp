// Lemmas that come with a term or a literal as soon as it is needed: what an `ite` is, where two maps differ, the
// witness of a false universal formula.
#pragma once

#include <span>
#include <vector>

#include "search/candidate.hpp"
#include "search/equality_atoms.hpp"

namespace plato {

// Adds them for everything that is met for the first time; says whether there was something new. `is_done` has a flag
// for each term.
bool add_term_lemmas(LemmaContext& context, const GroundTerms& terms, std::span<const Literal> literals,
                     std::vector<bool>& is_done);

}   // namespace plato
