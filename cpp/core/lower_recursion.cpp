// See lower_recursion.hpp.

#include "core/lower_recursion.hpp"

#include "logic/formula_builder.hpp"

namespace plato {
namespace {

class EarlierCalls {
 public:
  EarlierCalls(const CheckedProgram& program, const ExpressionLowering& expressions, FormulaTable& table)
      : program_(program), expressions_(expressions), table_(table) {}

  // Of a procedure that may have led to this call. Its own variables belong to the call itself if it is the same one.
  Literal stay(const CheckedProcedure& p, bool is_same) {
    std::vector<Literal> literals;
    if (!is_same)
      for (const auto* list : {&p.parameters, &p.locals, &p.results})
        for (SymbolIndex v : *list)
          if (!program_.symbols[v].is_ghost && !is_map(program_.symbols[v].type))
            literals.push_back(equal(table_, own(v, 0), own(v, 1)));
    if (p.calls == 0) return conjunction(table_, literals);
    literals.push_back(at_most(table_, own(p.calls, 1), own(p.calls, 0)));
    if (is_same) literals.push_back(equal(table_, own(p.call, 0), own(p.call, 1)));
    for (SymbolIndex v : p.locals)
      if (call_of_map(program_, v) != 0) literals.push_back(map_stays(v, p, is_same));
    return conjunction(table_, literals);
  }

  TermId own(SymbolIndex variable, std::int32_t version) {
    return table_.binary(TermKind::select, table_.var(expressions_.number_of(variable), version), expressions_.self());
  }

 private:
  const CheckedProgram& program_;
  const ExpressionLowering& expressions_;
  FormulaTable& table_;

  // forall k, i :: k < old(call) ==> a[tid][k][i] == old(a[tid][k][i]); of another procedure, k <= old(calls)
  Literal map_stays(SymbolIndex map, const CheckedProcedure& p, bool is_same) {
    const std::uint32_t indices = program_.symbols[map].type.inner + 2;   // the call's number is the first of them
    const TermId call = table_.bound(static_cast<std::int32_t>(indices) - 1),
                 place = row_index(table_, {expressions_.self()}, indices);
    const auto there = [&](std::int32_t version) {
      return table_.binary(TermKind::select, table_.var(expressions_.number_of(map), version), place);
    };
    const Literal is_earlier =
        is_same ? -at_most(table_, own(p.call, 1), call) : at_most(table_, call, own(p.calls, 1));
    return for_all(table_, implication(table_, is_earlier, table_.eq(there(0), there(1))), indices);
  }
};

}   // namespace

Literal earlier_calls_stay(const CheckedProgram& program, std::size_t procedure, const ExpressionLowering& expressions,
                           FormulaTable& table) {
  EarlierCalls earlier(program, expressions, table);
  std::vector<Literal> literals;
  for (std::size_t p : program.procedures[procedure].reached)
    if (program.procedures[p].reached.contains(procedure))
      literals.push_back(earlier.stay(program.procedures[p], p == procedure));
  return conjunction(table, literals);
}

Literal begins_last_call(const CheckedProgram& program, std::size_t procedure, const ExpressionLowering& expressions,
                         FormulaTable& table) {
  const CheckedProcedure& p = program.procedures[procedure];
  if (p.call == p.calls) return table.truth();
  EarlierCalls calls(program, expressions, table);
  return equal(table, calls.own(p.call, 0), calls.own(p.calls, 0));
}

}   // namespace plato
