// See equality_propagation.hpp.

#include "equality_propagation.hpp"

#include <algorithm>

#include "equality_conflicts.hpp"

namespace plato {

EqualityPropagation::EqualityPropagation(LemmaContext& context, std::span<const Literal> assertions)
    : context_(context), clauses_(static_cast<std::int32_t>(context.table.formula_count())) {
  for (Literal assertion : assertions) add_clause(std::span(&assertion, 1));
}

bool EqualityPropagation::run() {
  for (;;) {
    clauses_.add_variables(static_cast<std::int32_t>(context_.table.formula_count()));
    for (; lemmas_seen_ < context_.pool.size() && !is_contradictory_; ++lemmas_seen_) add_clause(context_.pool.clauses[lemmas_seen_]);
    is_contradictory_ = is_contradictory_ || clauses_.propagate() != no_clause;
    if (is_contradictory_) return true;
    join_true_equalities();
    if (due_.empty()) return false;
    for (const AtomNumber atom : std::exchange(due_, {})) decide(atoms_[atom]);
  }
}

void EqualityPropagation::add_clause(std::span<const Literal> clause) {
  std::vector<LiteralCode> codes;
  for (Literal literal : clause) {
    codes.push_back(code_of(literal));
    add_atom(formula_of(literal));
  }
  std::ranges::sort(codes);
  const auto repeated = std::ranges::unique(codes);
  codes.erase(repeated.begin(), repeated.end());
  const auto are_opposite = [](LiteralCode a, LiteralCode b) { return b == negate(a); };
  if (std::ranges::adjacent_find(codes, are_opposite) != codes.end() || !clauses_.has_room_for(codes.size())) return;
  const ClauseAddress address = clauses_.store(0, codes);
  clauses_.attach(address);
  const std::span<const LiteralCode> literals = clauses_.literals_of(address);
  if (literals.empty() || clauses_.is_false(literals[0])) is_contradictory_ = true;
  else if (!clauses_.is_true(literals[0]) && (literals.size() == 1 || clauses_.is_false(literals[1]))) clauses_.assign(literals[0], address);
}

void EqualityPropagation::add_atom(FormulaId formula) {
  const FormulaKind kind = context_.table[formula].kind;
  if (kind != FormulaKind::le && kind != FormulaKind::eq) return;
  if (is_known_.size() <= index_of(formula)) is_known_.resize(context_.table.formula_count() + 1);
  if (is_known_[index_of(formula)]) return;
  is_known_[index_of(formula)] = true;
  const auto number = static_cast<AtomNumber>(atoms_.size());
  atoms_.push_back({formula, context_.normal_forms.of(context_.table.right(formula)) - context_.normal_forms.of(context_.table.left(formula))});
  for (const auto& summand : atoms_.back().polynomial.summands()) mentioning_[summand.monomial].push_back(number);
  due_.push_back(number);
}

void EqualityPropagation::join_true_equalities() {
  const std::span<const LiteralCode> trail = clauses_.trail();
  for (; literals_seen_ < trail.size(); ++literals_seen_) {
    const Literal literal = literal_of(trail[literals_seen_]);
    const FormulaId formula = formula_of(literal);
    if (literal < 0 || context_.table[formula].kind != FormulaKind::eq) continue;
    const Polynomial p = context_.normal_forms.of(context_.table.right(formula)) - context_.normal_forms.of(context_.table.left(formula));
    for (const EqualityForest::Node node : forest_.add(p, literal))
      if (const auto found = mentioning_.find(forest_.monomial(node)); found != mentioning_.end())
        due_.insert(due_.end(), found->second.begin(), found->second.end());
  }
}

// Adds the lemma for the atom's truth value, if the forest knows it.
void EqualityPropagation::decide(const DecidableAtom& atom) {
  const Polynomial reduced = forest_.reduced(atom.polynomial);
  if (!reduced.is_constant()) return;
  const FormulaKind kind = context_.table[atom.formula].kind;
  const bool is_true = kind == FormulaKind::eq ? reduced.constant().is_zero() : reduced.constant().sign() >= 0;
  const Literal decided = is_true ? literal_of(atom.formula) : -literal_of(atom.formula);
  if (clauses_.is_true(code_of(decided))) return;
  shorten_with_lemmas(context_, forest_, atom.polynomial);
  const auto explanation = forest_.explanation(atom.polynomial);
  if (std::ranges::find(explanation, decided, &EqualityForest::Part::literal) != explanation.end()) return;   // it is a shortcut
  ArithmeticConflict conflict = conflict_of(kind, -decided, explanation);
  std::vector<Literal> clause;
  for (Tag tag : conflict.tags) clause.push_back(-tag);
  if (conflict.goal) clause.push_back(-*conflict.goal);
  add_arithmetic_lemma(context_.pool, context_.table, clause, std::move(conflict.instructions), false);
}

}   // namespace plato
