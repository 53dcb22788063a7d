// See call_counts.hpp.

#include "types/call_counts.hpp"

#include <algorithm>

namespace plato {
namespace {

// It is no name of the source: only other variables of the procedure are shown beside it.
std::string free_name(const CheckedProgram& program, std::int32_t scope) {
  std::string name = "calls";
  const auto is_taken = [&](const Symbol& s) { return s.thread == scope && s.name == name; };
  while (std::ranges::any_of(program.symbols, is_taken)) name += '_';
  return name;
}

// What calls to come will find is an invariant, in which abstractions of procedures would have to be proved.
void refuse_first_values(std::size_t procedure, const CheckedProgram& program, ExpressionChecker& expressions) {
  const CheckedProcedure& p = program.procedures[procedure];
  for (SymbolIndex v : p.locals) {
    if (!is_map(program.symbols[v].type) || program.symbols[v].initial == 0 || p.hosts.empty()) continue;
    const ProcedureDeclaration& host = program.tree.procedures[*p.hosts.begin()];
    expressions.report(program.symbols[v].where,
                       "the local map '" + program.symbols[v].name + "' cannot have a first value: the procedure '" +
                           host.name + "' has a specification and runs it",
                       "leave the value out, and assign to elements before they are read", host.specification.where,
                       "the specification begins here");
  }
}

}   // namespace

void count_calls(CheckedProgram& program, ExpressionChecker& expressions) {
  for (std::size_t i = 0; i < program.procedures.size(); ++i) {
    const ProcedureDeclaration& p = program.tree.procedures[i];
    const std::vector<SymbolIndex>& locals = program.procedures[i].locals;
    const auto map = std::ranges::find_if(locals, [&](SymbolIndex v) { return is_map(program.symbols[v].type); });
    if (map == locals.end()) continue;
    const std::string& name = program.symbols[*map].name;
    if (program.procedures[i].is_recursive)
      expressions.report(program.symbols[*map].where,
                         "the recursive procedure '" + p.name + "' cannot have the local map '" + name + "'",
                         "declare 'var " + name + "' as a global map of maps, and use '" + name + "[tid][i]'", p.where,
                         "the procedure may call itself");
    refuse_first_values(i, program, expressions);
    const std::int32_t scope = procedure_scope(program.tree, i);
    program.procedures[i].calls = static_cast<SymbolIndex>(program.symbols.size());
    program.symbols.push_back({.kind = Symbol::Kind::variable,
                               .name = free_name(program, scope),
                               .type = ValueType::integer,
                               .thread = scope,
                               .declared = {.kind = SyntaxType::Kind::integer},
                               .where = p.where});
  }
}

}   // namespace plato
