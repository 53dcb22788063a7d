// See equality_propagation.hpp.

#include "search/equality_propagation.hpp"
#include "search/clausification.hpp"

#include <algorithm>
#include <utility>

#include "search/equality_conflicts.hpp"

namespace plato {

EqualityPropagation::EqualityPropagation(LemmaContext& context, std::span<const Literal> assertions,
                                         std::vector<Literal> exits)
    : context_(context), clauses_(static_cast<std::int32_t>(context.table.formula_count())), exits_(std::move(exits)) {
  for (Literal assertion : assertions) add_clause(std::span(&assertion, 1));
}

void EqualityPropagation::exclude_next_exit() {
  is_told_ = true;
  const Literal excluded = -exits_[exits_excluded_++];
  add_clause(std::span(&excluded, 1));
}

bool EqualityPropagation::run() {
  while (propagate() || exclude_by_propagation())
    if (is_contradictory_) return true;
  return is_contradictory_;
}

// One pass over what is new; false if there is nothing.
bool EqualityPropagation::propagate() {
  clauses_.add_variables(static_cast<std::int32_t>(context_.table.formula_count()));
  for (; lemmas_seen_ < context_.pool.size() && !is_contradictory_; ++lemmas_seen_)
    add_clause(context_.pool.clauses[lemmas_seen_]);
  is_contradictory_ = is_contradictory_ || clauses_.propagate() != no_clause;
  if (is_contradictory_) return false;
  join_true_equalities();
  const std::vector<AtomNumber> due = std::exchange(due_, {});
  for (const AtomNumber atom : due) look_at(atom);
  return !due.empty();
}

// Tries the next exit; says whether it is excluded.
bool EqualityPropagation::exclude_by_propagation() {
  if (is_contradictory_) return false;
  while (next_exit() != 0 && clauses_.is_false(code_of(next_exit()))) ++exits_excluded_;
  const Literal exit = next_exit();
  if (exit == 0 || clauses_.is_true(code_of(exit))) return false;
  const std::size_t certain = clauses_.trail().size();
  clauses_.assign(code_of(exit), no_clause);
  const bool is_conflict = clauses_.propagate() != no_clause;
  clauses_.backtrack(certain);
  if (!is_conflict) return false;
  ++exits_excluded_;
  // Uses what is certain so far, so that no step of the proof has to go back to the beginning.
  for (; literals_learned_ < certain; ++literals_learned_)
    learned_.push_back(literal_with(clauses_.trail()[literals_learned_]));
  const Literal excluded = -exit;
  learned_.push_back(excluded);
  add_clause(std::span(&excluded, 1));
  return true;
}

void EqualityPropagation::add_clause(std::span<const Literal> clause) {
  codes_.clear();
  for (Literal literal : clause) {
    codes_.push_back(code_of(literal));
    add_atom(formula_of(literal));
  }
  std::ranges::sort(codes_);
  const auto repeated = std::ranges::unique(codes_);
  codes_.erase(repeated.begin(), repeated.end());
  const auto are_opposite = [](LiteralCode a, LiteralCode b) { return b == negate(a); };
  if (std::ranges::adjacent_find(codes_, are_opposite) != codes_.end() || !clauses_.has_room_for(codes_.size())) return;
  const ClauseAddress address = clauses_.store(0, codes_);
  clauses_.attach(address);
  const std::span<const LiteralCode> literals = clauses_.literals_of(address);
  if (literals.empty() || clauses_.is_false(literals[0]))
    is_contradictory_ = true;
  else if (!clauses_.is_true(literals[0]) && (literals.size() == 1 || clauses_.is_false(literals[1])))
    clauses_.assign(literals[0], address);
}

void EqualityPropagation::add_atom(FormulaId formula) {
  const FormulaKind kind = context_.table[formula].kind;
  if (kind != FormulaKind::le && kind != FormulaKind::eq) return;
  if (atom_of_.size() <= index_of(formula)) atom_of_.resize(context_.table.formula_count() + 1);
  if (atom_of_[index_of(formula)] != 0) return;
  const auto number = static_cast<AtomNumber>(atoms_.size());
  atom_of_[index_of(formula)] = number + 1;
  atoms_.push_back({formula, context_.normal_forms.of(context_.table.right(formula)) -
                                 context_.normal_forms.of(context_.table.left(formula))});
  for (const auto& summand : atoms_.back().polynomial.summands()) mentioning_[summand.monomial].push_back(number);
  same_as_.push_back(number);
  due_.push_back(number);
}

void EqualityPropagation::join_true_equalities() {
  const std::span<const LiteralCode> trail = clauses_.trail();
  for (; literals_seen_ < trail.size(); ++literals_seen_) {
    const Literal literal = literal_with(trail[literals_seen_]);
    const FormulaId formula = formula_of(literal);
    if (literal < 0 || context_.table[formula].kind != FormulaKind::eq) continue;
    for (const EqualityForest::Node node : forest_.add(atoms_[atom_of_[index_of(formula)] - 1].polynomial, literal))
      if (const auto found = mentioning_.find(forest_.monomial(node)); found != mentioning_.end())
        due_.insert(due_.end(), found->second.begin(), found->second.end());
  }
}

void EqualityPropagation::look_at(AtomNumber number) {
  Polynomial reduced = forest_.reduced(atoms_[number].polynomial);
  if (reduced.is_constant())
    decide(atoms_[number], reduced.constant());
  else
    relate(number, std::move(reduced));
}

// The atom's polynomial is this number.
void EqualityPropagation::decide(const DecidableAtom& atom, const Integer& value) {
  const bool is_true = context_.table[atom.formula].kind == FormulaKind::eq ? value.is_zero() : value.sign() >= 0;
  const Literal decided = is_true ? literal_of(atom.formula) : -literal_of(atom.formula);
  if (clauses_.is_true(code_of(decided))) return;
  add_consequence(atom, decided, explain(atom.polynomial));
}

// If another atom says the same about copies of the same variables, each of the two implies the other. Where values of
// variables had a part in it, the two are rather alternatives that happen to coincide, and nothing is gained.
void EqualityPropagation::relate(AtomNumber number, Polynomial reduced) {
  if (reduced.summands().size() < atoms_[number].polynomial.summands().size()) return;
  const bool is_equality = context_.table[atoms_[number].formula].kind == FormulaKind::eq;
  if (is_equality && reduced.summands().front().coefficient.sign() < 0) reduced = -reduced;
  const auto [place, is_first] = first_with_[is_equality ? 1 : 0].try_emplace(std::move(reduced), number);
  const AtomNumber here = representative(number), there = representative(place->second);
  if (here == there) return;
  same_as_[here] = there;
  const DecidableAtom& a = atoms_[number];
  const DecidableAtom& b = atoms_[place->second];
  // a's polynomial is ± b's and what explains their difference
  const bool is_opposite = forest_.reduced(a.polynomial) != forest_.reduced(b.polynomial);
  const Integer sign = is_opposite ? -1 : 1;
  const Polynomial difference = a.polynomial - b.polynomial * sign;
  std::vector<EqualityForest::Part> parts = explain(difference);
  parts.push_back({literal_of(b.formula), sign});
  add_consequence(a, literal_of(a.formula), parts);
  for (EqualityForest::Part& part : parts) part.multiplier *= -sign;
  parts.back() = {literal_of(a.formula), sign};
  add_consequence(b, literal_of(b.formula), parts);
}

// The first long explanations are given in full; if there are more, they share shortcuts.
std::vector<EqualityForest::Part> EqualityPropagation::explain(const Polynomial& p) {
  constexpr std::size_t long_way = 16, few_explanations = 2;
  if (forest_.longest_way_of(p) > long_way && long_explanations_++ >= few_explanations)
    shorten_with_lemmas(context_, forest_, p);
  return forest_.explanation(p);
}

EqualityPropagation::AtomNumber EqualityPropagation::representative(AtomNumber number) {
  while (same_as_[number] != number) number = same_as_[number] = same_as_[same_as_[number]];
  return number;
}

// The lemma that the literal, the atom or its negation, follows from the literals of the explanation.
void EqualityPropagation::add_consequence(const DecidableAtom& atom, Literal literal,
                                          const std::vector<EqualityForest::Part>& explanation) {
  if (std::ranges::find(explanation, literal, &EqualityForest::Part::literal) != explanation.end())
    return;   // it is a shortcut
  ArithmeticConflict conflict = conflict_of(context_.table[atom.formula].kind, -literal, explanation);
  std::vector<Literal> clause;
  for (Tag tag : conflict.tags) clause.push_back(-tag);
  if (conflict.goal) clause.push_back(-*conflict.goal);
  add_arithmetic_lemma(context_.pool, context_.table, clause, std::move(conflict.instructions), false);
}

}   // namespace plato
