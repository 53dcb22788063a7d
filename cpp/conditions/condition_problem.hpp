// One condition of a program as a problem with a table of its own, and its refutation back in the table of all
// conditions.
#pragma once

#include <span>

#include "logic/problem.hpp"
#include "search/certifying_search.hpp"

namespace plato {

// The problem whose assertions are the given literals of the other's table; symbols and sorts are the same.
Problem problem_of(const Problem& all, std::span<const Literal> assertions);

// The same refutation, its terms and formulas in the table of `all`. Lemmas that it does not use are left out.
FoundRefutation refutation_in(Problem& all, const Problem& of, const FoundRefutation& found);

// Whether there are no products of variables: Z3 may look for numbers with a certain product for ever, whatever its
// resources are.
bool is_linear(const FormulaTable& table);

}   // namespace plato
