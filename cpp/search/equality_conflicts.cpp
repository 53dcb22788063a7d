// Literals against the forest; see equality_conflicts.hpp.

#include "search/equality_conflicts.hpp"
#include "search/clausification.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace plato {
namespace {

constexpr std::size_t few_conflicts = 2;       // so many are explained in full
constexpr std::size_t most_conflicts = 1000;   // in one round

bool is_arithmetic(FormulaKind kind) { return kind == FormulaKind::le || kind == FormulaKind::eq; }

const Polynomial& polynomial_of(LemmaContext& context, Literal literal) {
  return context.normal_forms.of_sides(formula_of(literal));
}

// Is the literal false if its polynomial is this number?
bool is_refuted(FormulaKind kind, Literal literal, const Integer& value) {
  const bool holds = kind == FormulaKind::eq ? value.is_zero() : value.sign() >= 0;
  return holds != (literal > 0);
}

}   // namespace

ArithmeticConflict conflict_of(FormulaKind kind, Literal literal,
                               const std::vector<EqualityForest::Part>& explanation) {
  ArithmeticConflict conflict;
  Combine combine;
  const bool is_goal = kind == FormulaKind::eq && literal < 0;
  const bool is_negated = kind == FormulaKind::le && literal < 0;   // its fact is -p - 1 ≥ 0
  if (is_goal) {
    conflict.goal = literal;
  } else {
    conflict.tags.push_back(literal);
    combine.parts.push_back({1, 0});
  }
  // The goal 0 = 0 is what its own slot says.
  if (is_goal && explanation.empty()) combine.parts.push_back({1, 0});
  for (const EqualityForest::Part& part : explanation) {
    combine.parts.push_back(
        {is_goal || is_negated ? part.multiplier : -part.multiplier, static_cast<FactNumber>(conflict.tags.size())});
    conflict.tags.push_back(part.literal);
  }
  conflict.instructions.emplace_back(std::move(combine));
  return conflict;
}

EqualityForest forest_of(LemmaContext& context, std::span<const Literal> literals,
                         const std::function<bool(Literal)>& is_fixed) {
  EqualityForest forest;
  for (const bool fixed : {true, false})
    for (Literal literal : literals)
      if (literal > 0 && context.table[formula_of(literal)].kind == FormulaKind::eq && is_fixed(literal) == fixed)
        forest.add(polynomial_of(context, literal), literal);
  return forest;
}

std::optional<Literal> equality_by_parts(LemmaContext& context, const Polynomial& p,
                                         const std::vector<EqualityForest::Part>& parts) {
  // as the equality of a monomial and the rest
  const auto alone = std::ranges::find_if(p.summands(), &Integer::is_unit, &Polynomial::Summand::coefficient);
  if (alone == p.summands().end()) return std::nullopt;
  const Polynomial first = Polynomial::of_monomial(alone->monomial);
  const TermId left = make_term(context.table, first);
  const TermId right = make_term(context.table, alone->coefficient.is_one() ? first - p : first + p);
  const Literal equal = equality(context, left, right, true);
  std::vector<Literal> clause;
  Combine combine;
  for (const EqualityForest::Part& part : parts) {
    combine.parts.push_back({part.multiplier, static_cast<FactNumber>(clause.size())});
    clause.push_back(-part.literal);
  }
  clause.push_back(equal);
  add_arithmetic_lemma(context.pool, context.table, clause, {combine}, false);
  return equal;
}

void shorten_with_lemmas(LemmaContext& context, EqualityForest& forest, const Polynomial& p) {
  const auto make = [&](const Polynomial& difference, const std::vector<EqualityForest::Part>& parts) {
    return *equality_by_parts(context, difference, parts);   // the difference of two monomials
  };
  forest.shorten(p, make, [&](Literal literal) { return polynomial_of(context, literal); });
}

std::vector<ArithmeticConflict> conflicts_by_equalities(LemmaContext& context, std::span<const Literal> literals,
                                                        const EqualityForest& forest) {
  std::vector<std::pair<Literal, Polynomial>> refuted;
  for (Literal literal : literals) {
    const FormulaKind kind = context.table[formula_of(literal)].kind;
    if (!is_arithmetic(kind)) continue;
    const Polynomial& p = polynomial_of(context, literal);
    const std::optional<Integer> value = forest.value_of(p);
    if (!value || !is_refuted(kind, literal, *value)) continue;
    refuted.emplace_back(literal, p);
    if (refuted.size() == most_conflicts) break;
  }
  std::vector<ArithmeticConflict> conflicts;
  std::optional<EqualityForest> shortened;
  if (refuted.size() > few_conflicts) shortened = forest;
  for (const auto& [literal, p] : refuted) {
    if (shortened) shorten_with_lemmas(context, *shortened, p);
    const auto explanation = (shortened ? *shortened : forest).explanation(p);
    // Not related to equalities, or already covered by the lemma for a shortcut.
    if (explanation.empty() ||
        std::ranges::find(explanation, -literal, &EqualityForest::Part::literal) != explanation.end())
      continue;
    conflicts.push_back(conflict_of(context.table[formula_of(literal)].kind, literal, explanation));
  }
  return conflicts;
}

}   // namespace plato
