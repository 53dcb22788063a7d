// See read_before_assignment.hpp. Recursion is bounded by `deepest_statement` and `highest_expression`.

#include "types/read_before_assignment.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

namespace plato {
namespace {

using Kind = SyntaxStatement::Kind;
// The variables that certainly have a value at some place; none if nothing leads there.
using Assigned = std::optional<std::set<SymbolIndex>>;

Assigned either(const Assigned& a, const Assigned& b) {
  if (!a || !b) return a ? a : b;
  std::set<SymbolIndex> both;
  std::ranges::set_intersection(*a, *b, std::inserter(both, both.end()));
  return both;
}

class Reading {
 public:
  Reading(const CheckedProgram& program, std::size_t procedure)
      : program_(program), tree_(program.tree), procedure_(program.procedures[procedure]) {
    for (SymbolIndex v : procedure_.results) unassigned_.insert(v);
    for (SymbolIndex v : procedure_.locals)   // maps are new for each call
      if (program.symbols[v].initial == 0 && !program.symbols[v].is_ghost && !is_map(program.symbols[v].type))
        unassigned_.insert(v);
  }

  std::set<SymbolIndex> run(const std::vector<SyntaxIndex>& body) {
    for (SymbolIndex v : procedure_.locals) expression(program_.symbols[v].initial, std::set<SymbolIndex>());
    end(sequence(body, std::set<SymbolIndex>()));
    return std::move(read_);
  }

 private:
  const CheckedProgram& program_;
  const SyntaxTree& tree_;
  const CheckedProcedure& procedure_;
  std::set<SymbolIndex> unassigned_, read_;
  std::map<SyntaxIndex, Assigned> jumps_;   // what has a value where a jump ends that statement

  void use(SymbolIndex v, const Assigned& now) {
    if (now && unassigned_.contains(v) && !now->contains(v)) read_.insert(v);
  }
  void expression(ExpressionIndex e, const Assigned& now) {
    if (e == 0) return;
    if (!tree_[e].is_primed) use(program_.info[e].symbol, now);
    for (ExpressionIndex part : tree_[e].parts) expression(part, now);
  }
  void expressions(const std::vector<ExpressionIndex>& list, const Assigned& now) {
    for (ExpressionIndex e : list) expression(e, now);
  }
  // All places are found before one of them changes.
  void assign(const std::vector<ExpressionIndex>& places, Assigned& now) {
    for (ExpressionIndex e : places) expressions(indices_of(tree_, e), now);
    if (!now) return;
    for (ExpressionIndex e : places) now->insert(program_.info[e].symbol);
  }
  void end(const Assigned& now) {
    for (SymbolIndex result : procedure_.results) use(result, now);
  }

  Assigned sequence(const std::vector<SyntaxIndex>& statements, Assigned now) {
    for (SyntaxIndex index : statements) {
      now = after(index, std::move(now));
      if (const auto jumps = jumps_.find(index); jumps != jumps_.end()) now = either(now, jumps->second);
    }
    return now;
  }

  Assigned after(SyntaxIndex index, Assigned now) {
    const SyntaxStatement& s = tree_[index];
    switch (s.kind) {
      case Kind::skip:
      case Kind::cut: return now;
      case Kind::group:
      case Kind::scope:
      case Kind::block: return sequence(s.body, std::move(now));
      case Kind::if_:
        expression(s.condition, now);
        sequence(s.ghosts, now);
        return either(sequence(s.body, now), sequence(s.other, now));
      case Kind::while_: {
        expression(s.condition, now);
        sequence(s.ghosts, now);
        sequence(s.body, now);
        const bool is_endless = tree_[s.condition].kind == Expression::Kind::truth && tree_[s.condition].is_true;
        return is_endless ? std::nullopt : now;
      }
      case Kind::choose: {
        Assigned all;
        for (const auto& branch : s.branches) all = either(all, sequence(branch, now));
        return all;
      }
      case Kind::par:   // perhaps there is no branch
        expressions(s.values, now);
        for (std::size_t i = 0; i < s.branches.size(); ++i) {
          for (const VariableDeclaration& v : tree_.pars[s.par - 1].branches[i].locals) expression(v.initial, now);
          sequence(s.branches[i], now);
        }
        return now;
      case Kind::return_:
        expressions(s.values, now);
        if (s.values.empty()) end(now);
        return std::nullopt;
      case Kind::break_:
      case Kind::goto_: {
        const SyntaxIndex target = program_.jump_targets[static_cast<std::size_t>(index)];
        const auto [there, is_new] = jumps_.emplace(target, now);
        if (!is_new) there->second = either(there->second, now);
        return std::nullopt;
      }
      case Kind::continue_: return std::nullopt;
      default:   // one step, or a call: everything is read first
        expressions(s.values, now);
        for (ExpressionIndex e : {s.condition, s.gate, s.post}) expression(e, now);
        assign(s.places, now);
        sequence(s.ghosts, now);
        return now;
    }
  }
};

}   // namespace

std::set<SymbolIndex> read_before_assignment(const CheckedProgram& program, std::size_t procedure) {
  return Reading(program, procedure).run(program.tree.procedures[procedure].body);
}

}   // namespace plato
