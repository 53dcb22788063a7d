// See specification_checker.hpp.

#include "types/specification_checker.hpp"

#include <algorithm>

namespace plato {
namespace {

using Own = ExpressionContext::Own;

// What the clause `modifies` names.
class ModifiedVariables {
 public:
  ModifiedVariables(CheckedProgram& program, ExpressionChecker& expressions, std::int32_t scope)
      : program_(program), expressions_(expressions), scope_(scope) {}

  std::set<SymbolIndex> run(const std::vector<ExpressionIndex>& places) {
    std::set<SymbolIndex> found;
    for (ExpressionIndex e : places) add(e, found);
    return found;
  }

 private:
  CheckedProgram& program_;
  ExpressionChecker& expressions_;
  std::int32_t scope_;

  void add(ExpressionIndex e, std::set<SymbolIndex>& found) {
    const Expression& x = program_.tree[e];
    if (x.kind == Expression::Kind::select) {
      add(x.parts[0], found);
      return expressions_.report(MessageCode::modifies, x.where,
                                 "'modifies' names whole variables, found an element of a map",
                                 "name the map alone; which of its elements change is said by 'ensures' of an action");
    }
    if (x.kind != Expression::Kind::name)
      return expressions_.report(MessageCode::modifies, x.where,
                                 "expected a variable after 'modifies', found " + quoted(e));
    const Symbol* symbol = expressions_.names().find(x.name, scope_);
    if (symbol == nullptr) return expressions_.names().report_unknown(e, {.what = "'modifies'", .thread = scope_});
    const SymbolIndex whole = expressions_.names().lookup(x.name, scope_),
                      field = expressions_.names().lookup(x.name + "." + x.field, scope_);
    program_.info[e].symbol = whole;
    // What says which threads were started is the program's.
    if (symbol->kind == Symbol::Kind::thread && field != 0) {
      found.insert(field);
      return;
    }
    if (symbol->kind == Symbol::Kind::thread && !x.field.empty())
      return refuse(e, "is local to a thread", "procedures change global variables and their own alone", *symbol);
    if (symbol->kind == Symbol::Kind::variable && symbol->thread >= 0)
      return refuse(e, "is the procedure's own", "its own variables may change in any step; leave it out", *symbol);
    if (symbol->kind == Symbol::Kind::record) return add_fields(e, *symbol, found);
    if (symbol->kind != Symbol::Kind::variable || !x.field.empty())
      return refuse(e, "is no global variable", "name variables that are declared with 'var' outside of threads",
                    *symbol);
    found.insert(whole);
  }

  // p.f, or all fields of p.
  void add_fields(ExpressionIndex e, const Symbol& record, std::set<SymbolIndex>& found) {
    const Expression& x = program_.tree[e];
    if (!x.field.empty()) {
      const SymbolIndex field = expressions_.names().lookup(x.name + "." + x.field, scope_);
      if (field != 0)
        found.insert(field);
      else
        expressions_.report(MessageCode::unknown_name, x.where,
                            "the record '" + x.name + "' has no field '" + x.field + "'", "", record.where,
                            "it was declared here");
      return;
    }
    for (SymbolIndex i = 1; i < program_.symbols.size(); ++i)
      if (program_.symbols[i].kind == Symbol::Kind::variable && program_.symbols[i].thread == record.thread &&
          program_.symbols[i].name.starts_with(record.name + "."))
        found.insert(i);
  }

  std::string quoted(ExpressionIndex e) const { return expressions_.names().quote(e); }
  void refuse(ExpressionIndex e, const std::string& why, const std::string& help, const Symbol& symbol) {
    expressions_.report(MessageCode::modifies, program_.tree[e].where,
                        "'modifies' names global variables, but " + quoted(e) + " " + why, help, symbol.where,
                        "it was declared here");
  }
};

// Results with a prime in it: the action gives them their values.
void find_results(ExpressionIndex e, const CheckedProgram& program, const std::vector<SymbolIndex>& results,
                  std::set<SymbolIndex>& found) {
  const Expression& x = program.tree[e];
  const SymbolIndex symbol = program.info[e].symbol;
  if (x.kind == Expression::Kind::name && x.is_primed && std::ranges::find(results, symbol) != results.end())
    found.insert(symbol);
  for (ExpressionIndex part : x.parts) find_results(part, program, results, found);
}

// ---- commit

using Kind = SyntaxStatement::Kind;

bool is_one_step(Kind kind) {
  switch (kind) {
    case Kind::assign:
    case Kind::assert_:
    case Kind::assume:
    case Kind::await:
    case Kind::havoc:
    case Kind::acquire:
    case Kind::release:
    case Kind::block:
    case Kind::raw: return true;
    default: return false;
  }
}

// Recursion is bounded by `deepest_statement`.
class CommitChecker {
 public:
  CommitChecker(const ProcedureDeclaration* owner, const SyntaxTree& tree, ExpressionChecker& expressions)
      : owner_(owner), tree_(tree), expressions_(expressions) {}

  void run(const std::vector<SyntaxIndex>& statements, bool in_step) {
    for (SyntaxIndex index : statements) {
      const SyntaxStatement& s = tree_[index];
      if (s.commit.line != 0) check(s, in_step);
      run(s.body, in_step || s.kind == Kind::block);
      run(s.other, in_step);
      run(s.ghosts, true);
      for (const auto& branch : s.branches) run(branch, in_step);
    }
  }

 private:
  const ProcedureDeclaration* owner_;
  const SyntaxTree& tree_;
  ExpressionChecker& expressions_;

  void check(const SyntaxStatement& s, bool in_step) {
    if (owner_ == nullptr)
      expressions_.report(MessageCode::commit, s.commit, "'commit' in a thread: only procedures have actions",
                          "leave it out, or put the statement into a procedure with an 'action'");
    else if (!is_specified(*owner_))
      expressions_.report(MessageCode::commit, s.commit, "'commit' in a procedure without a specification",
                          "say what this step is: 'procedure " + owner_->name + "() action modifies x ensures … { … }'",
                          owner_->where, "'" + owner_->name + "' was declared here");
    else if (owner_->specification.actions.empty())
      expressions_.report(MessageCode::commit, s.commit, "'commit' in a procedure without actions",
                          "add what this step is: 'action modifies x ensures x' == x + 1'", owner_->specification.where,
                          "the specification of '" + owner_->name + "'");
    else if (in_step)
      expressions_.report(MessageCode::commit, s.commit, "'commit' inside of an atomic block, which is one step",
                          "write it before the block: 'commit atomic { … }'");
    else if (!is_one_step(s.kind))
      expressions_.report(MessageCode::commit, s.commit, "'commit' belongs before a statement that is one step",
                          s.kind == Kind::call ? "the actions of the called procedure are found by the verifier"
                                               : "write it before an assignment, cas, assume, havoc, acquire, release "
                                                 "or atomic block");
  }
};

}   // namespace

void check_specification(std::size_t procedure, CheckedProgram& program, ExpressionChecker& expressions) {
  const ProcedureSpecification& s = program.tree.procedures[procedure].specification;
  const std::int32_t scope = procedure_scope(program.tree, procedure);
  const auto truth = [&](ExpressionIndex e, const char* what, bool primes, bool old, Own own) {
    expressions.expect(e, ValueType::boolean,
                       {.what = what,
                        .allows_primes = primes,
                        .allows_tid = true,
                        .allows_ghosts = true,
                        .allows_old = old,
                        .own = own,
                        .thread = scope});
  };
  for (ExpressionIndex e : s.requires_) truth(e, "what a procedure requires", false, false, Own::parameters);
  for (ExpressionIndex e : s.relies) truth(e, "a rely", true, false, Own::parameters_and_results);
  for (ExpressionIndex e : s.ensures) truth(e, "what a procedure ensures", false, true, Own::parameters_and_results);
  ModifiedVariables modified(program, expressions, scope);
  CheckedProcedure& checked = program.procedures[procedure];
  checked.modifies = modified.run(s.modifies);
  for (const ProcedureAction& action : s.actions) {
    checked.action_modifies.push_back(modified.run(action.modifies));
    checked.action_results.emplace_back();
    if (action.ensures == 0) continue;
    truth(action.ensures, "an action", true, false, Own::parameters_and_results);
    find_results(action.ensures, program, checked.results, checked.action_results.back());
  }
}

void check_commits(const std::vector<SyntaxIndex>& body, const ProcedureDeclaration* owner, const SyntaxTree& tree,
                   ExpressionChecker& expressions) {
  CommitChecker(owner, tree, expressions).run(body, false);
}

}   // namespace plato
