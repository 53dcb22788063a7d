// See procedure_checker.hpp.

#include "types/procedure_checker.hpp"

#include <algorithm>
#include <numeric>

#include "types/jump_checker.hpp"
#include "types/local_variable.hpp"
#include "types/read_before_assignment.hpp"
#include "types/specification_checker.hpp"
#include "types/statement_checker.hpp"

namespace plato {
using Kind = SyntaxStatement::Kind;

namespace {

std::set<std::size_t> called_in(const std::vector<SyntaxIndex>& body, const SyntaxTree& tree) {
  std::set<std::size_t> called;
  for_each_statement(tree, body, [&](const SyntaxStatement& s) {
    if (s.kind != Kind::call) return;
    const auto found = std::ranges::find(tree.procedures, tree[s.values[0]].name, &ProcedureDeclaration::name);
    if (found != tree.procedures.end()) called.insert(static_cast<std::size_t>(found - tree.procedures.begin()));
  });
  return called;
}

// A call of the procedure in itself whose results go to its own variables.
bool takes_own_results(std::size_t procedure, const CheckedProgram& program) {
  const ProcedureDeclaration& p = program.tree.procedures[procedure];
  bool found = false;
  for_each_statement(program.tree, p.body, [&](const SyntaxStatement& s) {
    found = found || (s.kind == Kind::call && program.tree[s.values[0]].name == p.name &&
                      mention_variables_of(procedure, s.places, program));
  });
  return found;
}

bool is_taken(const std::string& name, std::int32_t scope, const CheckedProgram& program) {
  return std::ranges::any_of(program.symbols, [&](const Symbol& s) { return s.thread == scope && s.name == name; });
}

std::set<std::size_t> reached_from(const std::set<std::size_t>& start,
                                   const std::vector<std::set<std::size_t>>& calls) {
  std::set<std::size_t> reached = start;
  std::vector<std::size_t> open(start.begin(), start.end());
  while (!open.empty()) {
    const std::size_t procedure = open.back();
    open.pop_back();
    for (std::size_t next : calls[procedure])
      if (reached.insert(next).second) open.push_back(next);
  }
  return reached;
}

}   // namespace

std::set<SymbolIndex> assigned_in(const std::vector<SyntaxIndex>& body, const CheckedProgram& program) {
  const SyntaxTree& tree = program.tree;
  std::set<SymbolIndex> assigned;
  const auto place = [&](ExpressionIndex e) { assigned.insert(program.info[root_of(tree, e)].symbol); };
  const auto cas = [&](ExpressionIndex e) {
    if (tree[e].kind == Expression::Kind::negation) e = tree[e].parts[0];
    if (tree[e].kind == Expression::Kind::cas) place(tree[e].parts[0]);
  };
  for_each_statement(tree, body, [&](const SyntaxStatement& s) {
    for (ExpressionIndex e : s.places) place(e);
    for (ExpressionIndex e : s.values) cas(e);
    cas(s.condition);
  });
  return assigned;
}

void declare_variables_of_procedure(std::size_t procedure, CheckedProgram& program, ExpressionChecker& expressions) {
  const ProcedureDeclaration& p = program.tree.procedures[procedure];
  const std::int32_t scope = procedure_scope(program.tree, procedure);
  const auto declare = [&](const VariableDeclaration& v, bool may_be_map = false) {
    return declare_local(v,
                         {.of = "each call of a procedure",
                          .start = "a call",
                          .instead = "declare a global variable instead",
                          .thread = scope,
                          .may_be_map = may_be_map},
                         expressions);
  };
  CheckedProcedure checked;
  for (const VariableDeclaration& v : p.parameters) checked.parameters.push_back(declare(v));
  for (const VariableDeclaration& v : p.locals) checked.locals.push_back(declare(v, true));
  for (const VariableDeclaration& v : p.results) checked.results.push_back(declare(v));
  program.procedures.push_back(std::move(checked));
}

void check_procedure(std::size_t procedure, CheckedProgram& program, ExpressionChecker& expressions) {
  const ProcedureDeclaration& p = program.tree.procedures[procedure];
  check_specification(procedure, program, expressions);
  check_commits(p.body, &p, program.tree, expressions);
  check_statements(p.body, program, expressions, procedure_scope(program.tree, procedure), false);
  check_jumps(p.body, program, expressions);
  program.procedures[procedure].read_early = read_before_assignment(program, procedure);
  const std::set<SymbolIndex> assigned = assigned_in(p.body, program);
  for (SymbolIndex parameter : program.procedures[procedure].parameters)
    if (!assigned.contains(parameter)) program.procedures[procedure].kept_parameters.insert(parameter);
  bool returns_values = false;
  for_each_statement(program.tree, p.body, [&](const SyntaxStatement& s) {
    returns_values = returns_values || (s.kind == Kind::return_ && !s.values.empty());
  });
  if (returns_values) return;
  for (SymbolIndex result : program.procedures[procedure].results)
    if (!assigned.contains(result))
      expressions.report(MessageCode::missing_result, program.symbols[result].where,
                         "the result '" + program.symbols[result].name + "' of '" + p.name + "' is never assigned",
                         "assign to it, or write 'return e;'", p.end, "the procedure ends here without it");
}

bool mention_variables_of(std::size_t procedure, const std::vector<ExpressionIndex>& places,
                          const CheckedProgram& program) {
  return std::ranges::any_of(places, [&](ExpressionIndex e) {
    const SymbolIndex symbol = program.info[e].symbol;
    const bool is_one = symbol != 0 && procedure_of(program.tree, program.symbols[symbol].thread) == procedure;
    return is_one || mention_variables_of(procedure, program.tree[e].parts, program);
  });
}

namespace {

// Without the procedures that have a specification: their calls are steps of their abstractions.
std::set<std::size_t> run_as_own(std::set<std::size_t> called, const SyntaxTree& tree) {
  std::erase_if(called, [&](std::size_t i) { return is_specified(tree.procedures[i]); });
  return called;
}

// What a procedure runs as its own runs less than it does, unless that calls it again.
void find_places(CheckedProgram& program, const std::vector<std::set<std::size_t>>& own) {
  std::vector<std::size_t> order(program.procedures.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return own[i].size(); });
  for (std::size_t place = 0; place < order.size(); ++place) program.procedures[order[place]].place = place;
}

}   // namespace

void find_recursion(CheckedProgram& program) {
  const SyntaxTree& tree = program.tree;
  std::vector<std::set<std::size_t>> calls;
  for (const ProcedureDeclaration& p : tree.procedures) calls.push_back(called_in(p.body, tree));
  for (const ThreadDeclaration& t : tree.threads)
    program.reached.push_back(reached_from(called_in(t.body, tree), calls));
  for (std::size_t i = 0; i < tree.procedures.size(); ++i) {
    CheckedProcedure& procedure = program.procedures[i];
    procedure.reached = reached_from(calls[i], calls);
    procedure.is_recursive = procedure.reached.contains(i);
    if (!takes_own_results(i, program)) continue;
    for (SymbolIndex result : procedure.results) {
      Symbol waiting = program.symbols[result];
      do waiting.name = "out_" + waiting.name;
      while (is_taken(waiting.name, waiting.thread, program));
      procedure.registers.push_back(static_cast<SymbolIndex>(program.symbols.size()));
      program.symbols.push_back(std::move(waiting));
    }
  }
  std::vector<std::set<std::size_t>> own_calls, own;
  for (const std::set<std::size_t>& called : calls) own_calls.push_back(run_as_own(called, tree));
  for (const std::set<std::size_t>& called : own_calls) own.push_back(reached_from(called, own_calls));
  const auto abstracted = [&](std::set<std::size_t> called, const std::set<std::size_t>& as_own) {
    for (std::size_t i : as_own) called.insert(calls[i].begin(), calls[i].end());
    std::erase_if(called, [&](std::size_t i) { return !is_specified(tree.procedures[i]); });
    return called;
  };
  for (std::size_t i = 0; i < tree.procedures.size(); ++i) {
    program.procedures[i].abstracted = abstracted(calls[i], own[i]);
    if (!is_specified(tree.procedures[i])) continue;
    program.procedures[i].hosts.insert(i);
    for (std::size_t h : own[i]) program.procedures[h].hosts.insert(i);
  }
  for (const ThreadDeclaration& t : tree.threads) {
    const std::set<std::size_t> called = called_in(t.body, tree);
    program.abstracted.push_back(abstracted(called, reached_from(run_as_own(called, tree), own_calls)));
  }
  find_places(program, own);
}

}   // namespace plato
