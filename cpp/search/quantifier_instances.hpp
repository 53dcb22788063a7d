// Instances of universal formulas.
//
// A universal formula that the candidate model takes for true is tried on terms at hand: indices at which the maps are
// read or written that its body reads (or, if the user gave patterns, its patterns), parts of pairs, and bounds that
// its body compares with. Of terms with the same value a few are enough. Instances that the candidate makes false are
// added; if there is none, some that it does not, in the hope of new terms: first those that a nested universal formula
// asks for, at last those that readings under nested quantifiers ask for (∀ j ∃ k. t[k] = key[j]).
#pragma once

#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "logic/problem.hpp"
#include "search/candidate.hpp"
#include "search/equality_atoms.hpp"

namespace plato {

struct QuantifierMemory {
  std::unordered_set<std::uint64_t> instances;   // which there are, by a hash of the formula and the terms
  std::size_t rounds_of_readings_below = 0;      // that were tried for want of anything else
};

// Adds instances; says how many.
std::size_t add_instances(LemmaContext& context, Candidate& candidate,
                          const std::unordered_map<FormulaId, std::vector<Trigger>>& triggers,
                          QuantifierMemory& memory);

}   // namespace plato
