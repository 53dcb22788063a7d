// Which atoms a Boolean model really needs.
//
// A model gives every formula a truth value, but of a true disjunction one true part is enough. The theories are asked
// only about the atoms that are needed to make the assertions and the demanding lemmas true.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "lemma.hpp"

namespace plato {

// The needed literals whose formulas are le, eq, map_eq or all, each true in the model, in a fixed order. `is_true` must
// make all assertions and lemmas true.
std::vector<Literal> relevant_literals(const FormulaTable& table, const LemmaPool& pool, std::span<const Literal> assertions,
                                       const std::function<bool(Literal)>& is_true);

}   // namespace plato
