// See lower_call_maps.hpp.

#include "core/lower_call_maps.hpp"

#include "logic/formula_builder.hpp"

namespace plato {
namespace {

// What counts the calls that have a map like this.
SymbolIndex counter_of(const CheckedProgram& program, SymbolIndex map) {
  return program.procedures[*procedure_of(program.tree, program.symbols[map].thread)].calls;
}

}   // namespace

void mark_call_maps(const CheckedProgram& program, const SymbolNumbers& numbers, std::vector<CoreVariable>& variables) {
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const SymbolIndex call = call_of_map(program, numbers.symbols[v]);
    if (call == 0) continue;
    ++variables[v].inner;
    variables[v].call = static_cast<std::size_t>(numbers.variables.at(call));
    for (SymbolIndex number : {call, counter_of(program, numbers.symbols[v])})
      variables[static_cast<std::size_t>(numbers.variables.at(number))].numbers_calls = true;
  }
}

std::vector<SymbolIndex> call_maps_with_value(const CheckedProgram& program) {
  std::vector<SymbolIndex> found;
  for (SymbolIndex i = 1; i < program.symbols.size(); ++i)
    if (call_of_map(program, i) != 0 && program.symbols[i].initial != 0) found.push_back(i);
  return found;
}

// forall t, k, i :: calls[t] < k ==> a[t][k][i] == e
Literal are_new(const CheckedProgram& program, SymbolIndex map, std::int32_t version, ExpressionLowering& expressions,
                FormulaTable& table) {
  const std::uint32_t indices = program.symbols[map].type.inner + 2;
  const TermId thread = table.bound(static_cast<std::int32_t>(indices)),
               call = table.bound(static_cast<std::int32_t>(indices) - 1);
  const TermId calls = table.var(expressions.number_of(counter_of(program, map)), version),
               maps = table.var(expressions.number_of(map), version);
  const TermId there = table.binary(TermKind::select, maps, row_index(table, {thread}, indices)),
               first = table[expressions.stored(program.symbols[map].initial)].term(0);   // of map(e)
  const Literal is_to_come = -at_most(table, call, table.binary(TermKind::select, calls, thread));
  return for_all(table, implication(table, is_to_come, equal(table, there, first)), indices + 1);
}

}   // namespace plato
