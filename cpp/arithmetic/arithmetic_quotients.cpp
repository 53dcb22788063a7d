// Quotients and remainders: their defining facts once the divisor's sign is known, and what quotients by the same
// divisor that is not a number say about each other; see arithmetic_state.hpp.

#include <algorithm>

#include "arithmetic/arithmetic_state.hpp"

namespace plato {

// The fact that the polynomial is at least 0, exactly so, if the present bounds give it.
std::optional<ArithmeticSolver::State::FactId> ArithmeticSolver::State::derive_bound(const Polynomial& polynomial) {
  const Placement placement = place({polynomial, Relation::at_least_zero}, false);
  if (placement.is_constant) return std::nullopt;
  const bool is_upper = placement.upper.has_value();
  const Simplex::Bound& bound = is_upper ? simplex_.upper(placement.variable) : simplex_.lower(placement.variable);
  if (!bound.is_present) return std::nullopt;
  if (is_upper ? bound.value > *placement.upper : bound.value < *placement.lower) return std::nullopt;
  const FactId reason = bound.reason;
  if (facts_[reason].polynomial == polynomial && facts_[reason].relation == Relation::at_least_zero) return reason;
  for (FactId id = 0; id < facts_.size(); ++id)
    if (facts_[id].relation == Relation::at_least_zero && facts_[id].polynomial == polynomial) return id;
  // content · (bound as it is) + what is too much
  const std::size_t size = facts_.size();
  const BoundUse use{reason, is_upper, 1};
  const FactId primitive = facts_.add_combination(exact_parts({&use, 1}), 0);
  const Integer content = polynomial.content();
  const Integer surplus = polynomial.constant() - facts_[primitive].polynomial.constant() * content;
  const bool is_equality = facts_[primitive].relation == Relation::equal_to_zero;
  if (!is_equality && surplus.is_zero())
    return content.is_one() ? primitive : facts_.add_combination({{content, primitive}}, 1);
  // Something that is at least 0 compensates for it: the square of 1, or of 0 if only the relation is too strong.
  const Polynomial root(surplus.is_zero() ? 0 : 1);
  const std::optional<TermId> term = term_of(root);
  if (!term) {
    facts_.truncate(size);
    return std::nullopt;
  }
  const FactId square = facts_.add_square(*term, root);
  return facts_.add_combination({{content, primitive}, {surplus.is_zero() ? Integer(1) : surplus, square}}, 1);
}

// Asserts the defining facts of quotients whose divisor's sign is known. True if any was new.
bool ArithmeticSolver::State::activate_divisions() {
  bool is_changed = false;
  for (std::size_t i = 0; i < terms_.divisions.size(); ++i) {
    if (is_division_active_[i]) continue;
    const Division& division = terms_.divisions[i];
    std::optional<FactId> sign;
    bool is_positive = true;
    if (division.divisor.is_constant()) {
      if (division.divisor.is_zero()) continue;
      is_positive = division.divisor.constant().sign() > 0;
    } else {
      Polynomial positive = division.divisor;
      positive -= Integer(1);
      sign = derive_bound(positive);
      if (!sign) {
        Polynomial negative = -division.divisor;
        negative -= Integer(1);
        sign = derive_bound(negative);
        is_positive = false;
      }
      if (!sign) continue;
    }
    is_division_active_[i] = 1;
    active_divisions_.push_back(i);
    const FactId first = facts_.add_division(division, sign, is_positive);
    for (FactId id = first; id < first + 3; ++id) is_changed |= assert_fact(id);
  }
  return is_changed;
}

// The present values contradict the meaning of a quotient, and the divisor's sign is not known: ask for it.
std::optional<ArithmeticAnswer> ArithmeticSolver::State::split_for_divisor() {
  for (std::size_t i = 0; i < terms_.divisions.size(); ++i) {
    const Polynomial& divisor = terms_.divisions[i].divisor;
    if (is_division_active_[i] || divisor.is_constant() || statistics_.splits >= options_.splits) continue;
    Polynomial form = divisor;
    form -= divisor.constant();
    const Integer content = form.content();
    form = form.floor_divided(content);
    const auto split_at = [&](const Integer& largest,
                              bool try_lower_first) -> ArithmeticAnswer {   // B ≤ largest or not
      ++statistics_.splits;
      return ArithmeticSplit{std::move(form), floor_divide(largest - divisor.constant(), content), try_lower_first,
                             std::nullopt};
    };
    const Placement positive = place({divisor, Relation::at_least_zero}, false);
    const bool is_flipped = positive.upper.has_value();
    const int sign = linear_value(divisor).sign();
    if (sign > 0) return split_at(0, false);
    if (sign < 0) return split_at(-1, true);
    // It is 0, and the derivations say nothing about division by 0: try other values.
    const Simplex::Bound& above = is_flipped ? simplex_.lower(positive.variable) : simplex_.upper(positive.variable);
    const Simplex::Bound& below = is_flipped ? simplex_.upper(positive.variable) : simplex_.lower(positive.variable);
    const auto is_at_value = [&](const Simplex::Bound& bound) {
      return bound.is_present && simplex_.value(positive.variable) == bound.value;
    };
    if (!is_at_value(above)) return split_at(0, false);
    if (!is_at_value(below)) return split_at(-1, true);
  }
  return std::nullopt;
}

// ---- quotients by the same divisor

namespace {

// A multiple of the divisor that a division finds below its dividend; 0 without a division.
struct Multiple {
  const Division* division = nullptr;

  Polynomial value() const {
    return division ? division->dividend - Polynomial::of_atom(division->remainder) : Polynomial();
  }
  Polynomial quotient() const { return division ? Polynomial::of_atom(division->quotient) : Polynomial(); }
};

// The quotients differ by at least `steps`, so the multiples differ by at least as many times the divisor. `size` is
// the divisor's absolute value, `sign` its sign.
ArithmeticLemma apart(const Multiple& a, const Multiple& b, const Integer& steps, const Polynomial& size,
                      const Integer& sign) {
  ArithmeticLemma lemma;
  lemma.hypotheses.push_back({size - Polynomial(1), Relation::at_least_zero});
  lemma.hypotheses.push_back({(a.quotient() - b.quotient()) * sign - Polynomial(steps), Relation::at_least_zero});
  lemma.hypotheses.push_back({size * steps - (a.value() - b.value()) - Polynomial(1), Relation::at_least_zero});
  // (size - 1) · (difference - steps) ≥ 0, and size · difference is the difference of the multiples by the defining
  // equations.
  auto count = static_cast<FactNumber>(lemma.hypotheses.size());
  Combine sum{{{1, 1}, {1, 2}}};
  for (const Multiple* multiple : {&a, &b}) {
    if (!multiple->division) continue;
    lemma.instructions.emplace_back(
        DivisionFacts{multiple->division->quotient, multiple->division->remainder, FactNumber{0}});
    sum.parts.push_back({multiple == &a ? 1 : -1, count});
    count += 3;
  }
  lemma.instructions.emplace_back(MultiplyFacts{0, 1});
  sum.parts.push_back({1, count});
  lemma.instructions.emplace_back(std::move(sum));
  return lemma;
}

}   // namespace

// The lemma that the present values of two quotients contradict, if they contradict one: the multiples must be as many
// times the divisor apart as the quotients say.
std::optional<ArithmeticLemma> ArithmeticSolver::State::compare_multiples(const Division& first,
                                                                          const Division* second) const {
  const Multiple a{&first}, b{second};
  const Integer sign(linear_value(first.divisor).sign());
  if (sign.is_zero()) return std::nullopt;
  const Polynomial size = first.divisor * sign;
  const Rational times = linear_value(a.value() - b.value()) / linear_value(size);
  const Rational difference = linear_value((a.quotient() - b.quotient()) * sign);
  const Integer at_least = std::min(difference.floor(), options_.quotient_steps);
  const Integer at_most = std::max(difference.ceiling(), -options_.quotient_steps);
  if (at_least >= -options_.quotient_steps && Rational(at_least) > times) return apart(a, b, at_least, size, sign);
  if (at_most <= options_.quotient_steps && Rational(at_most) < times) return apart(b, a, -at_most, size, sign);
  return std::nullopt;
}

// Linear consequences of the defining equations that the present values violate. Two quotients by the same divisor are
// compared before each is compared with 0: what follows then holds for dividends of any size.
std::vector<ArithmeticLemma> ArithmeticSolver::State::compare_quotients() {
  std::vector<ArithmeticLemma> lemmas;
  const auto is_enough = [&] {
    return lemmas.size() >= options_.quotient_lemmas_each_time ||
           quotient_lemmas_ + lemmas.size() >= options_.quotient_lemmas;
  };
  const auto compare = [&](const Division& first, const Division* second) {
    if (is_enough()) return;
    if (auto lemma = compare_multiples(first, second)) lemmas.push_back(*std::move(lemma));
  };
  std::vector<const Division*> divisions;
  for (std::size_t i : active_divisions_)
    if (!terms_.divisions[i].divisor.is_constant()) divisions.push_back(&terms_.divisions[i]);
  for (std::size_t i = 0; i < divisions.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (divisions[i]->divisor == divisions[j]->divisor) compare(*divisions[i], divisions[j]);
  if (lemmas.empty())
    for (const Division* division : divisions) compare(*division, nullptr);
  quotient_lemmas_ += lemmas.size();
  return lemmas;
}

}   // namespace plato
