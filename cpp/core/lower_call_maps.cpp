// See lower_call_maps.hpp.

#include "core/lower_call_maps.hpp"

#include "logic/formula_builder.hpp"

namespace plato {

void mark_call_maps(const CheckedProgram& program, const SymbolNumbers& numbers, std::vector<CoreVariable>& variables) {
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const SymbolIndex calls = calls_of_map(program, numbers.symbols[v]);
    if (calls == 0) continue;
    ++variables[v].inner;
    variables[v].calls = static_cast<std::size_t>(numbers.variables.at(calls));
    variables[*variables[v].calls].counts_calls = true;
  }
}

std::vector<SymbolIndex> call_maps_with_value(const CheckedProgram& program) {
  std::vector<SymbolIndex> found;
  for (SymbolIndex i = 1; i < program.symbols.size(); ++i)
    if (calls_of_map(program, i) != 0 && program.symbols[i].initial != 0) found.push_back(i);
  return found;
}

// forall t, k, i :: calls[t] < k ==> a[t][k][i] == e
Literal are_new(const CheckedProgram& program, SymbolIndex map, std::int32_t version, ExpressionLowering& expressions,
                FormulaTable& table) {
  const std::uint32_t indices = program.symbols[map].type.inner + 2;
  const TermId thread = table.bound(static_cast<std::int32_t>(indices)),
               call = table.bound(static_cast<std::int32_t>(indices) - 1);
  const TermId calls = table.var(expressions.number_of(calls_of_map(program, map)), version),
               maps = table.var(expressions.number_of(map), version);
  const TermId there = table.binary(TermKind::select, maps, row_index(table, {thread}, indices)),
               first = table[expressions.stored(program.symbols[map].initial)].term(0);   // of map(e)
  const Literal is_to_come = -at_most(table, call, table.binary(TermKind::select, calls, thread));
  return for_all(table, implication(table, is_to_come, equal(table, there, first)), indices + 1);
}

}   // namespace plato
