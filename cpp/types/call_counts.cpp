// See call_counts.hpp.

#include "types/call_counts.hpp"

#include <algorithm>

namespace plato {
namespace {

// It is no name of the source: only other variables of the procedure are shown beside it.
std::string free_name(const CheckedProgram& program, std::int32_t scope, std::string name) {
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
    expressions.report(MessageCode::unsuitable_type, program.symbols[v].where,
                       "the local map '" + program.symbols[v].name + "' cannot have a first value: the procedure '" +
                           host.name + "' has a specification and runs it",
                       "leave the value out, and assign to elements before they are read", host.specification.where,
                       "the specification begins here");
  }
}

}   // namespace

void count_calls(CheckedProgram& program, ExpressionChecker& expressions) {
  const auto declare = [&](std::size_t procedure, const char* name) {
    const std::int32_t scope = procedure_scope(program.tree, procedure);
    program.symbols.push_back({.kind = Symbol::Kind::variable,
                               .name = free_name(program, scope, name),
                               .type = ValueType::integer,
                               .thread = scope,
                               .declared = {.kind = SyntaxType::Kind::integer},
                               .where = program.tree.procedures[procedure].where});
    return static_cast<SymbolIndex>(program.symbols.size() - 1);
  };
  for (std::size_t i = 0; i < program.procedures.size(); ++i) {
    CheckedProcedure& p = program.procedures[i];
    if (std::ranges::none_of(p.locals, [&](SymbolIndex v) { return is_map(program.symbols[v].type); })) continue;
    refuse_first_values(i, program, expressions);
    p.call = p.calls = declare(i, "calls");
    if (p.is_recursive) p.locals.push_back(p.call = declare(i, "call"));
  }
}

}   // namespace plato
