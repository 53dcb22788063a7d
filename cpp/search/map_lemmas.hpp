// What a candidate model gets wrong about maps, and the axioms that say so.
//
// Maps are nodes of a graph; two are joined if the candidate takes them for equal, or if one is a store of the other.
// Reading at an index gives the same along a path, as long as no store on it writes to that index. Where two readings
// on such a path disagree, the axioms along the path are added: read over write, congruence, constant maps.
// (Brummayer and Biere, "Lemmas on demand for the extensional theory of arrays", JSAT 2009, follow the same idea.)
#pragma once

#include "logic/model_evaluation.hpp"
#include "search/candidate.hpp"
#include "search/equality_atoms.hpp"

namespace plato {

// Adds axioms that the candidate violates, at most about `limit`; says whether there was one.
bool add_map_lemmas(LemmaContext& context, Candidate& candidate, std::size_t limit);

// What a candidate that violates no axiom says about maps.
struct MapValues {
  std::unordered_map<TermId, MapValue> values;           // of each map at hand
  std::unordered_map<TermId, std::uint32_t> component;   // maps joined by equalities and stores have the same number
};
MapValues map_values(LemmaContext& context, Candidate& candidate);

// Where maps hold what is at a pair of indices, whatever arithmetic takes the pair for. Beside other indices it keeps
// apart.
Integer pair_index_value(const Integer& first, const Integer& second);
// The same of a term, which may be a pair of pairs: what its parts say. Two pairs count as the same index if their
// parts are; congruence will see to it.
Integer index_value(const FormulaTable& table, Candidate& candidate, TermId index);

}   // namespace plato
