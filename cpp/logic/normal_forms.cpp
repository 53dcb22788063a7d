// Polynomials of terms; see normal_forms.hpp.
//
// Sums are worked out from the root down, collecting for each part the factor with which it counts. Parts have smaller
// numbers than wholes, so taking the largest number first meets every part once, however often it is shared.

#include "logic/normal_forms.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace plato {

bool NormalForms::is_arithmetic(TermId term) const {
  switch (table_[term].kind) {
    case TermKind::num:
    case TermKind::add:
    case TermKind::sub:
    case TermKind::mul: return true;
    default: return false;
  }
}

const Polynomial& NormalForms::of(TermId term) {
  if (const auto found = known_.find(term); found != known_.end()) return found->second;
  // Factors first, so that no call nests.
  for (TermId product : products_below(term))
    for (std::size_t i = 0; i < 2; ++i) {
      const TermId factor = table_[product].term(i);
      if (!known_.contains(factor)) known_.emplace(factor, work_out(factor));
    }
  return known_.emplace(term, work_out(term)).first->second;
}

const Polynomial& NormalForms::of_sides(FormulaId formula) {
  if (const auto found = known_sides_.find(formula); found != known_sides_.end()) return found->second;
  return known_sides_.emplace(formula, of(table_.right(formula)) - of(table_.left(formula))).first->second;
}

// The products that a term is made of, in ascending order.
std::vector<TermId> NormalForms::products_below(TermId term) const {
  std::set<TermId> seen{term};
  std::vector<TermId> stack{term}, products;
  while (!stack.empty()) {
    const TermId next = stack.back();
    stack.pop_back();
    const TermKind kind = table_[next].kind;
    if (kind != TermKind::add && kind != TermKind::sub && kind != TermKind::mul) continue;
    if (known_.contains(next)) continue;
    if (kind == TermKind::mul) products.push_back(next);
    for (std::size_t i = 0; i < 2; ++i)
      if (seen.insert(table_[next].term(i)).second) stack.push_back(table_[next].term(i));
  }
  std::ranges::sort(products);
  return products;
}

Polynomial NormalForms::work_out(TermId term) {
  std::map<TermId, Integer, std::greater<>> factors{{term, 1}};
  Integer constant;
  std::vector<Polynomial::Summand> summands;
  Polynomial products;
  while (!factors.empty()) {
    const auto [part, factor] = *factors.begin();
    factors.erase(factors.begin());
    if (factor.is_zero()) continue;
    const Term& t = table_[part];
    switch (t.kind) {
      case TermKind::num: constant += factor * table_.value(part); break;
      case TermKind::add:
        factors[t.term(0)] += factor;
        factors[t.term(1)] += factor;
        break;
      case TermKind::sub:
        factors[t.term(0)] += factor;
        factors[t.term(1)] -= factor;
        break;
      case TermKind::mul: {
        const Polynomial expanded = product(part);
        constant += factor * expanded.constant();
        for (const auto& summand : expanded.summands())
          summands.push_back({summand.monomial, summand.coefficient * factor});
        break;
      }
      default: summands.push_back({Monomial(part), factor});
    }
  }
  return Polynomial::of_summands(std::move(constant), std::move(summands));
}

Polynomial NormalForms::product(TermId term) {
  const Polynomial& a = known_.at(table_[term].term(0));
  const Polynomial& b = known_.at(table_[term].term(1));
  const auto size = [](const Polynomial& p) { return p.summands().size() + (p.constant().is_zero() ? 0 : 1); };
  if (size(a) * size(b) > largest_expansion) return Polynomial::of_atom(term);
  return a * b;
}

TermId make_term(FormulaTable& table, const Polynomial& polynomial) {
  TermId sum = 0;
  const auto add = [&](TermId summand) { sum = sum == 0 ? summand : table.binary(TermKind::add, sum, summand); };
  for (const auto& [monomial, coefficient] : polynomial.summands()) {
    TermId product = 0;
    for (Atom atom : monomial.atoms()) product = product == 0 ? atom : table.binary(TermKind::mul, product, atom);
    add(coefficient.is_one() ? product : table.binary(TermKind::mul, table.num(coefficient), product));
  }
  if (!polynomial.constant().is_zero() || sum == 0) add(table.num(polynomial.constant()));
  return sum;
}

}   // namespace plato
