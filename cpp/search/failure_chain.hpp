// Chains of choices: a program fails at its first step, or else at the second, or else …
//
// The Boolean solver would pick a place somewhere in the chain and put forward everything that must hold up to there,
// all of it open. If the first way out is refuted before the second is looked at, and so on, then what holds up to
// there is certain by then, and the refutation of a way out mentions only that one.
#pragma once

#include <span>
#include <vector>

#include "logic/formula_table.hpp"

namespace plato {

// The literals by which the longest of the assertions ends early, in order; none if it is not a chain. For every choice
// on the path from the assertion to its deepest part, these are the parts off the path.
std::vector<Literal> exits_of_chain(const FormulaTable& table, std::span<const Literal> assertions);

}   // namespace plato
