// Maps that each call of a procedure has: one map over the threads, the numbers of their calls and the indices.
#pragma once

#include "core/lower_expressions.hpp"

namespace plato {

// Says of the variables which ones are such maps, and which ones number the calls.
void mark_call_maps(const CheckedProgram& program, const SymbolNumbers& numbers, std::vector<CoreVariable>& variables);

// Those with a first value.
std::vector<SymbolIndex> call_maps_with_value(const CheckedProgram& program);

// That the maps which calls to come will have are still what they were at first, in this version of the store.
Literal are_new(const CheckedProgram& program, SymbolIndex map, std::int32_t version, ExpressionLowering& expressions,
                FormulaTable& table);

}   // namespace plato
