// Making equalities; see equality_atoms.hpp.

#include "search/equality_atoms.hpp"
#include "search/clausification.hpp"

#include <utility>

namespace plato {

Literal equality(LemmaContext& context, TermId a, TermId b, bool is_likely) {
  FormulaTable& table = context.table;
  if (a > b) std::swap(a, b);
  if (const auto found = table.find_relation(FormulaKind::eq, a, b)) return literal_of(*found);
  if (const auto found = table.find_relation(FormulaKind::eq, b, a)) return literal_of(*found);
  const Literal literal = table.eq(a, b);
  const Polynomial difference = context.normal_forms.of(b) - context.normal_forms.of(a);
  if (difference.is_constant()) {
    // Either the hypothesis "c = 0" is absurd, or the goal "0 = 0" is what the combination gives.
    const Literal clause[] = {difference.is_zero() ? literal : -literal};
    add_arithmetic_lemma(context.pool, table, clause, {Combine{{{1, 0}}}}, false);
  } else {
    context.preferences.push_back(is_likely ? literal : -literal);
  }
  return literal;
}

Literal map_equality(LemmaContext& context, TermId a, TermId b) {
  FormulaTable& table = context.table;
  if (a > b) std::swap(a, b);
  if (const auto found = table.find_relation(FormulaKind::map_eq, a, b)) return literal_of(*found);
  if (const auto found = table.find_relation(FormulaKind::map_eq, b, a)) return literal_of(*found);
  return table.map_eq(a, b);
}

bool split_disequality(LemmaContext& context, FormulaId formula) {
  FormulaTable& table = context.table;
  const TermId a = table.left(formula), b = table.right(formula);
  const Literal upper = table.le(a, b), lower = table.le(b, a);
  const Literal clause[] = {literal_of(formula), -upper, -lower};
  context.preferences.push_back(-lower);   // a < b: always the same way, so that several of them make a row
  return add_arithmetic_lemma(context.pool, table, clause, {Combine{{{1, 1}}}, Combine{{{1, 2}}}}, true);
}

}   // namespace plato
