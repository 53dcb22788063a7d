// See branch_structure.hpp. Recursion is bounded by `deepest_statement`.

#include "core/branch_structure.hpp"

#include <algorithm>

namespace plato {
namespace {

using Around = std::vector<std::pair<ParIndex, std::size_t>>;

// What statements call and start, `par` inside of them aside.
struct Own {
  std::set<std::size_t> calls;
  std::vector<ParIndex> pars;
};

class Structure {
 public:
  explicit Structure(const CheckedProgram& program) : program_(program), tree_(program.tree) {
    found_.pars.resize(tree_.pars.size());
    inside_.resize(tree_.pars.size());
  }

  BranchStructure run() {
    std::vector<Own> threads(tree_.threads.size());
    for (std::size_t i = 0; i < tree_.threads.size(); ++i)
      visit(tree_.threads[i].body, static_cast<std::int32_t>(i), {}, threads[i]);
    procedures_.resize(tree_.procedures.size());
    for (std::size_t i = 0; i < tree_.procedures.size(); ++i)
      visit(tree_.procedures[i].body, procedure_scope(tree_, i), {}, procedures_[i]);
    for (std::size_t i = 0; i < threads.size(); ++i) {
      found_.started.push_back(started(threads[i]));
      for (ParIndex par : found_.started.back()) found_.pars[par].starters.push_back({false, i});
    }
    for (std::size_t i = 0; i < found_.pars.size(); ++i) {
      found_.pars[i].runs = run_by(inside_[i]);
      found_.pars[i].starts = started(inside_[i]);
      for (ParIndex par : found_.pars[i].starts) found_.pars[par].starters.push_back({true, i});
    }
    return std::move(found_);
  }

 private:
  const CheckedProgram& program_;
  const SyntaxTree& tree_;
  BranchStructure found_;
  std::vector<Own> inside_;       // of the branches of each `par`
  std::vector<Own> procedures_;   // of each

  void visit(const std::vector<SyntaxIndex>& body, std::int32_t scope, const Around& around, Own& own) {
    for (SyntaxIndex index : body) {
      const SyntaxStatement& s = tree_[index];
      if (s.kind == SyntaxStatement::Kind::call) call(s, own);
      if (s.kind == SyntaxStatement::Kind::par) {
        par(s, scope, around, own);
        continue;
      }
      visit(s.body, scope, around, own);
      visit(s.other, scope, around, own);
      for (const auto& branch : s.branches) visit(branch, scope, around, own);
    }
  }
  void call(const SyntaxStatement& s, Own& own) {
    const auto found = std::ranges::find(tree_.procedures, tree_[s.values[0]].name, &ProcedureDeclaration::name);
    if (found != tree_.procedures.end()) own.calls.insert(static_cast<std::size_t>(found - tree_.procedures.begin()));
  }
  void par(const SyntaxStatement& s, std::int32_t scope, const Around& around, Own& own) {
    const ParIndex number = s.par - 1;
    own.pars.push_back(number);
    found_.pars[number].statement = &s;
    found_.pars[number].scope = scope;
    found_.pars[number].around = around;
    for (std::size_t i = 0; i < s.branches.size(); ++i) {
      Around inside = around;
      inside.emplace_back(number, i);
      visit(s.branches[i], scope, inside, inside_[number]);
    }
  }

  std::set<std::size_t> run_by(const Own& own) const {
    std::set<std::size_t> reached = own.calls;
    std::vector<std::size_t> open(reached.begin(), reached.end());
    while (!open.empty()) {
      const std::size_t procedure = open.back();
      open.pop_back();
      for (std::size_t next : procedures_[procedure].calls)
        if (reached.insert(next).second) open.push_back(next);
    }
    return reached;
  }
  std::vector<ParIndex> started(const Own& own) const {
    std::vector<ParIndex> pars = own.pars;
    for (std::size_t procedure : run_by(own))
      pars.insert(pars.end(), procedures_[procedure].pars.begin(), procedures_[procedure].pars.end());
    return pars;
  }
};

}   // namespace

BranchStructure branch_structure(const CheckedProgram& program) { return Structure(program).run(); }

}   // namespace plato
