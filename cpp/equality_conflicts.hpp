// Contradictions that equalities x = y + c show without a simplex.
#pragma once

#include <span>
#include <vector>

#include "arithmetic_solver.hpp"
#include "equality_forest.hpp"
#include "normal_forms.hpp"

namespace plato {

// The forest of the literals that are equalities.
EqualityForest forest_of(const FormulaTable& table, NormalForms& normal_forms, std::span<const Literal> literals);

// Literals that become false when monomials are replaced as the forest says, at most so many. The tags are literals.
std::vector<ArithmeticConflict> conflicts_by_equalities(const FormulaTable& table, NormalForms& normal_forms,
                                                        std::span<const Literal> literals, std::size_t most);

}   // namespace plato
