// A formula with one term in the place of another.
#pragma once

#include <optional>

#include "logic/formula_table.hpp"

namespace plato {

// What is settled by that is left out, as in formula_builder.hpp. None if the term stands where it cannot be replaced:
// under a quantifier, whose variables have other numbers, or in a witness.
std::optional<Literal> replace_term(FormulaTable& table, Literal literal, TermId what, TermId by);

}   // namespace plato
