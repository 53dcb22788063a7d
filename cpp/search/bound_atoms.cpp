// Relating bounds; see bound_atoms.hpp.

#include "search/bound_atoms.hpp"
#include "search/clausification.hpp"

namespace plato {
namespace {

Polynomial without_constant(const Polynomial& p) { return p - Polynomial(p.constant()); }

// The hypotheses that negate the two literals add up to a contradiction.
void relate(LemmaContext& context, Literal a, Literal b) {
  const Literal clause[] = {a, b};
  add_arithmetic_lemma(context.pool, context.table, clause, {Combine{{{1, 0}, {1, 1}}}}, false);
}

}   // namespace

void add_bound_atom(LemmaContext& context, BoundAtoms& atoms, FormulaId le) {
  const FormulaTable& table = context.table;
  const Polynomial q = context.normal_forms.of(table.right(le)) - context.normal_forms.of(table.left(le));
  if (q.is_constant()) return;
  const Polynomial sum = without_constant(q);
  const Literal literal = literal_of(le);
  const auto [place, is_new] = atoms.literals[sum].try_emplace(q.constant(), literal);
  if (!is_new) return;
  const auto& same = atoms.literals[sum];
  if (const auto weaker = std::next(place); weaker != same.end()) relate(context, -literal, weaker->second);
  if (place != same.begin()) relate(context, -std::prev(place)->second, literal);
  const auto other = atoms.literals.find(-sum);
  if (other == atoms.literals.end()) return;
  // sum + c ≥ 0 and -sum + d ≥ 0: not both if c + d < 0, at least one if c + d > -2.
  const auto bound = other->second.lower_bound(-q.constant());
  if (bound != other->second.begin()) relate(context, -literal, -std::prev(bound)->second);
  const auto either = other->second.lower_bound(Integer(-1) - q.constant());
  if (either != other->second.end()) relate(context, literal, either->second);
}

Literal bound_atom(LemmaContext& context, BoundAtoms& atoms, const Polynomial& q) {
  FormulaTable& table = context.table;
  const Polynomial sum = without_constant(q);
  if (const auto known = atoms.literals.find(sum); known != atoms.literals.end())
    if (const auto found = known->second.find(q.constant()); found != known->second.end()) return found->second;
  const bool is_upper = sum.summands().front().coefficient.sign() < 0;
  const Literal literal = is_upper ? table.le(make_term(table, -sum), table.num(q.constant()))
                                   : table.le(table.num(-q.constant()), make_term(table, sum));
  add_bound_atom(context, atoms, formula_of(literal));
  return literal;
}

}   // namespace plato
