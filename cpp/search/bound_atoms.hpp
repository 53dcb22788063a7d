// Atoms about the same sum, and what they say about each other: x ≥ 5 implies x ≥ 4, and excludes x ≤ 3.
#pragma once

#include <map>
#include <unordered_map>

#include "search/equality_atoms.hpp"

namespace plato {

// The ≤ atoms that have been met, as q ≥ 0, by q without its constant and then by the constant.
struct BoundAtoms {
  std::unordered_map<Polynomial, std::map<Integer, Literal>> literals;   // the larger the constant, the weaker
};

// Adds the atom, with lemmas that relate it to its neighbours.
void add_bound_atom(LemmaContext& context, BoundAtoms& atoms, FormulaId le);

// The atom q ≥ 0, which must not be constant, made if it is not there.
Literal bound_atom(LemmaContext& context, BoundAtoms& atoms, const Polynomial& q);

}   // namespace plato
