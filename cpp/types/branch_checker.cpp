// See branch_checker.hpp.

#include "types/branch_checker.hpp"

#include <algorithm>
#include <set>

#include "types/local_variable.hpp"
#include "types/specification_checker.hpp"

namespace plato {
namespace {

const SyntaxStatement* first_par(const SyntaxTree& tree, const std::vector<SyntaxIndex>& body) {
  const SyntaxStatement* found = nullptr;
  for_each_statement(tree, body, [&](const SyntaxStatement& s) {
    if (found == nullptr && s.kind == SyntaxStatement::Kind::par) found = &s;
  });
  return found;
}

// What a procedure with a specification keeps is for threads; what it does to the other branches of its caller is not
// known.
void check_calls_in_branches(const CheckedProgram& program, ExpressionChecker& expressions) {
  const SyntaxTree& tree = program.tree;
  std::set<const SyntaxStatement*> told;
  const auto check_call = [&](const SyntaxStatement& par, const SyntaxStatement& s) {
    if (s.kind != SyntaxStatement::Kind::call || !told.insert(&s).second) return;   // branches may be nested
    for (std::size_t i = 0; i < tree.procedures.size(); ++i) {
      if (tree.procedures[i].name != tree[s.values[0]].name) continue;
      std::set<std::size_t> run = program.procedures[i].reached;
      run.insert(i);
      const auto specified = std::ranges::find_if(run, [&](std::size_t p) { return is_specified(tree.procedures[p]); });
      if (specified == run.end()) continue;
      const ProcedureDeclaration& called = tree.procedures[*specified];
      expressions.report(MessageCode::branches, s.where,
                         "the procedure '" + called.name + "' has a specification and cannot be called in a branch" +
                             (*specified == i ? "" : ", as '" + tree.procedures[i].name + "' does"),
                         "call it before the branches start or after their end, or leave out its specification",
                         par.where, "the branches start here");
    }
  };
  for (const SyntaxStatement& par : tree.statements)
    if (par.kind == SyntaxStatement::Kind::par)
      for (const auto& branch : par.branches)
        for_each_statement(tree, branch, [&](const SyntaxStatement& s) { check_call(par, s); });
}

}   // namespace

void declare_branch(const BranchPlace& place, const SyntaxTree& tree, ExpressionChecker& expressions) {
  const ParDeclaration& par = tree.pars[place.par - 1];
  const ParBranch& branch = par.branches[place.branch];
  if (!par.index.empty())
    expressions.names().declare({.kind = Symbol::Kind::branch_number,
                                 .name = par.index,
                                 .type = ValueType::integer,
                                 .thread = place.thread,
                                 .par = place.par,
                                 .branch = place.branch,
                                 .depth = place.depth,
                                 .where = par.index_where});
  const auto each = [&](const std::vector<ExpressionIndex>& list, const char* what, bool primes) {
    for (ExpressionIndex e : list)
      expressions.expect(
          e, ValueType::boolean,
          {.what = what, .allows_primes = primes, .allows_tid = true, .allows_ghosts = true, .thread = place.thread});
  };
  each(branch.requires_, "what a branch requires", false);   // its own variables have no value yet
  const LocalScope scope{
      .of = "each branch",
      .start = "the start of a branch",
      .instead = "declare a global map instead, and use its element at 'tid' or at the number of the branch",
      .thread = place.thread,
      .par = place.par,
      .branch = place.branch,
      .depth = place.depth};
  for (const VariableDeclaration& v : branch.locals) declare_local(v, scope, expressions);
  each(branch.relies, "a rely", true);
  each(branch.ensures, "what a branch ensures", false);
}

void check_branches(const CheckedProgram& program, ExpressionChecker& expressions) {
  const SyntaxTree& tree = program.tree;
  if (tree.pars.empty()) return;
  for (std::size_t i = 0; i < tree.procedures.size(); ++i) {
    const SyntaxStatement* par = first_par(tree, tree.procedures[i].body);
    if (par == nullptr || is_specified(tree.procedures[i])) continue;   // that was reported
    for (std::size_t host : program.procedures[i].hosts)
      expressions.report(MessageCode::branches, par->where,
                         "the procedure '" + tree.procedures[host].name + "' has a specification and runs this 'par'",
                         "leave out the specification, or give '" + tree.procedures[i].name + "' to threads alone",
                         tree.procedures[host].specification.where, "the specification begins here");
  }
  check_calls_in_branches(program, expressions);
  const auto where_par = [&] {
    for (const SyntaxStatement& s : tree.statements)
      if (s.kind == SyntaxStatement::Kind::par) return s.where;
    return SourceRange{};
  };
  for (std::size_t i = 0; i < tree.threads.size(); ++i)
    if (!tree.threads[i].is_family && program.identifiers[i].sign() < 0)
      expressions.report(MessageCode::identifiers, tree.threads[i].where,
                         "the thread '" + tree.threads[i].name + "' has the identifier " +
                             to_string(program.identifiers[i]) + ", which a branch may have",
                         "give it one of its own that is above 0: 'thread " + tree.threads[i].name + " = 1000'",
                         where_par(), "in a program with 'par', identifiers below 0 belong to branches");
}

}   // namespace plato
