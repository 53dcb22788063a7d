// See sugar.hpp. Recursion is bounded by `deepest_statement`.

#include "source/sugar.hpp"

#include <algorithm>
#include <utility>

namespace plato {
namespace {

using Kind = SyntaxStatement::Kind;

class Sugar {
 public:
  // `others`: what else has a name there.
  Sugar(SyntaxTree& tree, std::vector<VariableDeclaration>& locals, std::vector<VariableDeclaration> others = {})
      : tree_(tree), locals_(locals), others_(std::move(others)) {}

  void expand(std::vector<SyntaxIndex>& statements) {
    std::vector<SyntaxIndex> expanded;
    for (const SyntaxIndex index : statements) {
      SyntaxStatement s = std::move(at(index));
      if (s.kind == Kind::for_) declare(s.places[0]);
      for (auto* part : {&s.body, &s.other, &s.ghosts}) expand(*part);
      for (std::size_t i = 0; i < s.branches.size(); ++i)
        s.kind == Kind::par ? expand_branch(s, i) : expand(s.branches[i]);
      if (s.operation) add_to_place(s);
      if (s.kind == Kind::for_) expanded.push_back(counting_loop(s));
      at(index) = std::move(s);
      expanded.push_back(index);
    }
    statements = std::move(expanded);
  }

 private:
  // The variable of a loop in a branch is the branch's own.
  void expand_branch(SyntaxStatement& s, std::size_t branch) {
    std::vector<VariableDeclaration> around = others_;
    around.insert(around.end(), locals_.begin(), locals_.end());
    Sugar(tree_, tree_.pars[s.par - 1].branches[branch].locals, std::move(around)).expand(s.branches[branch]);
  }

  SyntaxTree& tree_;
  std::vector<VariableDeclaration>& locals_;
  std::vector<VariableDeclaration> others_;

  SyntaxStatement& at(SyntaxIndex s) { return tree_.statements[static_cast<std::size_t>(s)]; }
  SyntaxIndex add(SyntaxStatement s) { return plato::add(tree_, std::move(s)); }
  ExpressionIndex add(Expression e) { return plato::add(tree_, std::move(e)); }
  ExpressionIndex binary(Expression::Kind kind, ExpressionIndex a, ExpressionIndex b) {
    return add({.kind = kind,
                .parts = {a, b},
                .where = tree_[b].where,
                .begin = tree_[a].begin,
                .end = std::max(tree_[a].end, tree_[b].end)});
  }

  // x, y += e, f is x, y := x + e, y + f.
  void add_to_place(SyntaxStatement& s) {
    for (std::size_t i = 0; i < std::min(s.places.size(), s.values.size()); ++i)
      s.values[i] = binary(*s.operation, s.places[i], s.values[i]);
    s.operation.reset();
  }

  // The variable of a loop, unless the thread or procedure has it.
  void declare(ExpressionIndex variable) {
    const std::string name = tree_[variable].name;
    for (const auto* declared : {&locals_, &others_})
      if (std::ranges::find(*declared, name, &VariableDeclaration::name) != declared->end()) return;
    const ExpressionIndex zero = add(Expression{.kind = Expression::Kind::number});
    locals_.push_back({name, {SyntaxType::Kind::integer}, zero, false, tree_[variable].where});
  }

  // for i in a..b { … } is i := a; while (i <= b) { … i := i + 1; }, where `continue` leads to the last assignment.
  // Makes the loop of it, and answers with the first assignment.
  SyntaxIndex counting_loop(SyntaxStatement& s) {
    const ExpressionIndex variable = s.places[0];
    const SourceRange where = tree_[variable].where;
    const SyntaxIndex first = add(SyntaxStatement{.kind = Kind::assign,
                                                  .places = {variable},
                                                  .values = {s.values[0]},
                                                  .where = s.where,
                                                  .text = "start of " + s.text});
    const ExpressionIndex one = add({.kind = Expression::Kind::number, .number = 1, .where = where});
    s.body.push_back(add(SyntaxStatement{.kind = Kind::assign,
                                         .places = {variable},
                                         .values = {binary(Expression::Kind::add, variable, one)},
                                         .where = s.where,
                                         .text = "next of " + s.text}));
    s.condition = binary(s.is_open ? Expression::Kind::lt : Expression::Kind::le, variable, s.values[1]);
    s.kind = Kind::while_;
    s.is_counting = true;
    s.places.clear();
    s.values.clear();
    return first;
  }
};

}   // namespace

void expand_sugar(SyntaxTree& tree) {
  for (ThreadDeclaration& t : tree.threads) Sugar(tree, t.locals).expand(t.body);
  for (ProcedureDeclaration& p : tree.procedures) {
    std::vector<VariableDeclaration> others = p.parameters;
    others.insert(others.end(), p.results.begin(), p.results.end());
    Sugar(tree, p.locals, std::move(others)).expand(p.body);
  }
}

}   // namespace plato
