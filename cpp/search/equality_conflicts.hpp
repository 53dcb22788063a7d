// Contradictions that equalities x = y + c show without a simplex.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "arithmetic/arithmetic_solver.hpp"
#include "search/equality_atoms.hpp"
#include "search/equality_forest.hpp"

namespace plato {

// The forest of the literals that are equalities; those that hold in any case come first, so that they explain most.
EqualityForest forest_of(LemmaContext& context, std::span<const Literal> literals,
                         const std::function<bool(Literal)>& is_fixed);

// The literal that p = 0, of which these parts are the sum, with the lemma for it; none if no coefficient of p is 1 or
// -1.
std::optional<Literal> equality_by_parts(LemmaContext& context, const Polynomial& p,
                                         const std::vector<EqualityForest::Part>& parts);

// Shortens the forest's ways from p's monomials (EqualityForest::shorten), with the lemmas for it.
void shorten_with_lemmas(LemmaContext& context, EqualityForest& forest, const Polynomial& p);

// Why an equality or inequality, of this kind, is false: its polynomial p minus the explanation is a number; a
// disequality is contradicted by the explanation's being p.
ArithmeticConflict conflict_of(FormulaKind kind, Literal literal, const std::vector<EqualityForest::Part>& explanation);

// Literals that become false when monomials are replaced as their forest says. The tags are literals.
std::vector<ArithmeticConflict> conflicts_by_equalities(LemmaContext& context, std::span<const Literal> literals,
                                                        const EqualityForest& forest);

}   // namespace plato
