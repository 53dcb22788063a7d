// Polynomial arithmetic by merging sorted lists of summands; see polynomial.hpp.

#include "numbers/polynomial.hpp"

#include <algorithm>
#include <iterator>

namespace plato {
namespace {

std::size_t mix(std::size_t seed, std::size_t value) { return (seed ^ value) * 0x9e3779b97f4a7c15u + (seed >> 29); }

std::vector<Atom> sorted(std::initializer_list<Atom> atoms) {
  std::vector<Atom> ascending(atoms);
  std::ranges::sort(ascending);
  return ascending;
}

}   // namespace

// ---- monomials

Monomial::Monomial(std::initializer_list<Atom> atoms) : Monomial(sorted(atoms)) {}

Monomial::Monomial(std::vector<Atom> ascending) : degree_(static_cast<std::uint32_t>(ascending.size())) {
  if (degree_ <= few_.size())
    std::ranges::copy(ascending, few_.begin());
  else
    many_ = std::make_unique<std::vector<Atom>>(std::move(ascending));
}

std::size_t Monomial::hash() const {
  std::size_t result = degree_;
  for (Atom atom : atoms()) result = mix(result, atom);
  return result;
}

Monomial operator*(const Monomial& a, const Monomial& b) {
  std::vector<Atom> product;
  product.reserve(a.degree() + b.degree());
  std::ranges::merge(a.atoms(), b.atoms(), std::back_inserter(product));
  return Monomial(std::move(product));
}

Monomial quotient(const Monomial& a, const Monomial& b) {
  std::vector<Atom> rest;
  std::ranges::set_difference(a.atoms(), b.atoms(), std::back_inserter(rest));
  return Monomial(std::move(rest));
}

bool divides(const Monomial& b, const Monomial& a) { return std::ranges::includes(a.atoms(), b.atoms()); }

std::strong_ordering operator<=>(const Monomial& a, const Monomial& b) {
  if (a.degree() != b.degree()) return a.degree() <=> b.degree();
  const auto as = a.atoms(), bs = b.atoms();
  return std::lexicographical_compare_three_way(as.begin(), as.end(), bs.begin(), bs.end());
}

// ---- polynomials

Polynomial Polynomial::of_atom(Atom atom) { return of_monomial(Monomial(atom)); }

Polynomial Polynomial::of_monomial(Monomial monomial) {
  Polynomial result;
  result.summands_.push_back({std::move(monomial), 1});
  return result;
}

Polynomial Polynomial::of_summands(Integer constant, std::vector<Summand> summands) {
  Polynomial result(std::move(constant));
  result.summands_ = std::move(summands);
  std::vector<Summand>& all = result.summands_;
  if (!std::ranges::is_sorted(all, {}, &Summand::monomial)) std::ranges::sort(all, {}, &Summand::monomial);
  // Each sum of summands with the same monomial takes the place of the first of them.
  auto kept = all.begin();
  for (auto next = all.begin(); next != all.end();) {
    const auto first = next++;
    for (; next != all.end() && next->monomial == first->monomial; ++next) first->coefficient += next->coefficient;
    if (first->coefficient.is_zero()) continue;
    if (kept != first) *kept = std::move(*first);
    ++kept;
  }
  all.erase(kept, all.end());
  return result;
}

Integer Polynomial::coefficient(const Monomial& monomial) const {
  const auto found = std::ranges::lower_bound(summands_, monomial, {}, &Summand::monomial);
  return found != summands_.end() && found->monomial == monomial ? found->coefficient : Integer(0);
}

Integer Polynomial::content() const {
  Integer result = 0;
  for (const Summand& summand : summands_) {
    result = greatest_common_divisor(result, summand.coefficient);
    if (result.is_one()) break;
  }
  return result;
}

std::size_t Polynomial::hash() const {
  std::size_t result = constant_.hash();
  for (const Summand& summand : summands_)
    result = mix(mix(result, summand.monomial.hash()), summand.coefficient.hash());
  return result;
}

Polynomial& Polynomial::operator*=(const Integer& factor) {
  if (factor.is_zero()) return *this = Polynomial();
  if (factor.is_one()) return *this;
  constant_ *= factor;
  for (Summand& summand : summands_) summand.coefficient *= factor;
  return *this;
}

Polynomial& Polynomial::add_multiple(const Integer& factor, const Polynomial& other) {
  if (factor.is_zero()) return *this;
  if (this == &other) return *this *= factor + 1;
  constant_ += factor * other.constant_;
  std::vector<Summand> sum;
  sum.reserve(summands_.size() + other.summands_.size());
  auto mine = summands_.begin();
  auto theirs = other.summands_.begin();
  while (mine != summands_.end() || theirs != other.summands_.end()) {
    const auto order = mine == summands_.end()           ? std::strong_ordering::greater
                       : theirs == other.summands_.end() ? std::strong_ordering::less
                                                         : mine->monomial <=> theirs->monomial;
    if (order < 0) {
      sum.push_back(std::move(*mine++));
    } else if (order > 0) {
      sum.push_back({theirs->monomial, factor * theirs->coefficient});
      ++theirs;
    } else {
      mine->coefficient += factor * theirs->coefficient;
      if (!mine->coefficient.is_zero()) sum.push_back(std::move(*mine));
      ++mine;
      ++theirs;
    }
  }
  summands_ = std::move(sum);
  return *this;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  std::vector<Polynomial::Summand> products;
  products.reserve((a.summands_.size() + 1) * (b.summands_.size() + 1));
  for (const auto& x : a.summands_)
    for (const auto& y : b.summands_) products.push_back({x.monomial * y.monomial, x.coefficient * y.coefficient});
  if (!b.constant_.is_zero())
    for (const auto& x : a.summands_) products.push_back({x.monomial, x.coefficient * b.constant_});
  if (!a.constant_.is_zero())
    for (const auto& y : b.summands_) products.push_back({y.monomial, y.coefficient * a.constant_});
  return Polynomial::of_summands(a.constant_ * b.constant_, std::move(products));
}

Polynomial Polynomial::floor_divided(const Integer& divisor) const {
  Polynomial result(floor_divide(constant_, divisor));
  result.summands_.reserve(summands_.size());
  for (const Summand& summand : summands_)
    result.summands_.push_back({summand.monomial, exact_divide(summand.coefficient, divisor)});
  return result;
}

Integer Polynomial::evaluate(const std::function<Integer(Atom)>& value) const {
  Integer result = constant_;
  for (const Summand& summand : summands_) {
    Integer product = summand.coefficient;
    for (Atom atom : summand.monomial.atoms()) product *= value(atom);
    result += product;
  }
  return result;
}

std::string to_string(const Polynomial& polynomial) {
  std::string text;
  const auto append_sign = [&](int sign) {
    if (text.empty())
      text += sign < 0 ? "-" : "";
    else
      text += sign < 0 ? " - " : " + ";
  };
  for (const Polynomial::Summand& summand : polynomial.summands()) {
    append_sign(summand.coefficient.sign());
    const Integer factor = absolute(summand.coefficient);
    if (!factor.is_one()) text += to_string(factor) + "*";
    for (std::size_t i = 0; i < summand.monomial.degree(); ++i)
      text += (i == 0 ? "x" : "*x") + std::to_string(summand.monomial.atoms()[i]);
  }
  if (text.empty()) return to_string(polynomial.constant());
  if (!polynomial.constant().is_zero()) {
    append_sign(polynomial.constant().sign());
    text += to_string(absolute(polynomial.constant()));
  }
  return text;
}

}   // namespace plato
