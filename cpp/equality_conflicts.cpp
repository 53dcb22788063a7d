// Literals against the forest; see equality_conflicts.hpp.

#include "equality_conflicts.hpp"

namespace plato {
namespace {

bool is_arithmetic(FormulaKind kind) { return kind == FormulaKind::le || kind == FormulaKind::eq; }

Polynomial polynomial_of(const FormulaTable& table, NormalForms& normal_forms, FormulaId formula) {
  return normal_forms.of(table.right(formula)) - normal_forms.of(table.left(formula));
}

// Is the literal false if its polynomial is this number?
bool is_refuted(FormulaKind kind, Literal literal, const Integer& value) {
  const bool holds = kind == FormulaKind::eq ? value.is_zero() : value.sign() >= 0;
  return holds != (literal > 0);
}

}   // namespace

EqualityForest forest_of(const FormulaTable& table, NormalForms& normal_forms, std::span<const Literal> literals) {
  EqualityForest forest;
  for (Literal literal : literals)
    if (literal > 0 && table[formula_of(literal)].kind == FormulaKind::eq)
      forest.add(polynomial_of(table, normal_forms, formula_of(literal)), literal);
  return forest;
}

std::vector<ArithmeticConflict> conflicts_by_equalities(const FormulaTable& table, NormalForms& normal_forms,
                                                        std::span<const Literal> literals, std::size_t most) {
  const EqualityForest forest = forest_of(table, normal_forms, literals);
  std::vector<ArithmeticConflict> conflicts;
  for (Literal literal : literals) {
    const FormulaKind kind = table[formula_of(literal)].kind;
    if (!is_arithmetic(kind)) continue;
    const Polynomial p = polynomial_of(table, normal_forms, formula_of(literal));
    const Polynomial reduced = forest.reduced(p);
    if (!reduced.is_constant() || !is_refuted(kind, literal, reduced.constant())) continue;
    const auto explanation = forest.explanation(p);
    if (explanation.empty()) continue;   // nothing to do with equalities
    ArithmeticConflict conflict;
    Combine combine;
    // p minus the explanation is a number; a disequality is contradicted by the explanation's being p.
    const bool is_goal = kind == FormulaKind::eq && literal < 0;
    const bool is_negated = kind == FormulaKind::le && literal < 0;   // its fact is -p - 1 ≥ 0
    if (is_goal) {
      conflict.goal = literal;
    } else {
      conflict.tags.push_back(literal);
      combine.parts.push_back({1, 0});
    }
    for (const EqualityForest::Part& part : explanation) {
      combine.parts.push_back({is_goal || is_negated ? part.multiplier : -part.multiplier,
                               static_cast<FactNumber>(conflict.tags.size())});
      conflict.tags.push_back(part.literal);
    }
    conflict.instructions.emplace_back(std::move(combine));
    conflicts.push_back(std::move(conflict));
    if (conflicts.size() == most) break;
  }
  return conflicts;
}

}   // namespace plato
