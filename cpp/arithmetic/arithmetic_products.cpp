// Products and squares: facts that linear reasoning does not see, derived when the present values contradict them; see
// arithmetic_state.hpp.

#include <algorithm>
#include <iterator>
#include <variant>

#include "arithmetic/arithmetic_state.hpp"

namespace plato {

std::optional<TermId> ArithmeticSolver::State::term_of(const Polynomial& polynomial) {
  if (polynomial.constant().is_zero() && polynomial.summands().size() == 1 && polynomial.is_linear() &&
      polynomial.summands()[0].coefficient.is_one())
    return polynomial.summands()[0].monomial.atoms()[0];
  if (!make_term_) return std::nullopt;
  const auto [place_in_map, is_new] = made_terms_.try_emplace(polynomial);
  if (is_new) {
    place_in_map->second = make_term_(polynomial);
    if (place_in_map->second) terms_.polynomials.emplace(*place_in_map->second, polynomial);
  }
  return place_in_map->second;
}

// The value of the monomial at present is not the product of its atoms' values.
bool ArithmeticSolver::State::is_wrong(const Monomial& monomial) const {
  return value_of(monomial) != product_of_values(monomial);
}

// The bounds in force that mention one of the atoms: the shortest ones, the oldest first among those of equal length.
std::vector<ArithmeticSolver::State::FactId> ArithmeticSolver::State::facts_about(std::span<const Atom> atoms) const {
  const auto is_mentioned = [&](Atom atom) { return std::ranges::binary_search(atoms, atom); };
  const auto is_concerned = [&](const auto& summand) {
    return std::ranges::any_of(summand.monomial.atoms(), is_mentioned);
  };
  const auto length = [&](FactId fact) { return facts_[fact].polynomial.summands().size(); };
  std::vector<FactId> result;
  for (Variable variable = 0; variable < primitives_.size(); ++variable)
    for (const Simplex::Bound* bound : {&simplex_.lower(variable), &simplex_.upper(variable)})
      if (bound->is_present && std::ranges::any_of(primitives_[variable].summands(), is_concerned) &&
          length(bound->reason) <= options_.largest_factor)
        result.push_back(bound->reason);
  std::ranges::sort(result, {}, [&](FactId fact) { return std::pair(length(fact), fact); });
  result.erase(std::unique(result.begin(), result.end()), result.end());
  if (result.size() > options_.product_pool) result.resize(options_.product_pool);
  return result;
}

// Products of the inequalities with each other, and of the equalities with the atoms, which says more than their
// products with inequalities do.
std::vector<ArithmeticSolver::State::NonlinearFact> ArithmeticSolver::State::possible_products(
    std::span<const FactId> factors, std::span<const Atom> atoms) const {
  const auto is_equality = [&](FactId fact) { return facts_[fact].relation == Relation::equal_to_zero; };
  std::vector<NonlinearFact> result;
  for (auto left = factors.begin(); left != factors.end(); ++left) {
    if (is_equality(*left)) {
      for (Atom atom : atoms) result.emplace_back(ProductWithAtom{*left, atom});
      continue;
    }
    for (auto right = left; right != factors.end(); ++right)
      if (!is_equality(*right)) result.emplace_back(ProductOfFacts{*left, *right});
  }
  return result;
}

// For x·x: the squares of x and of its distance from its present value; for x·y: those of x - y and x + y.
std::vector<ArithmeticSolver::State::NonlinearFact> ArithmeticSolver::State::possible_squares(
    std::span<const Monomial> wrong) const {
  std::vector<NonlinearFact> result;
  const auto add = [&](Polynomial root) {
    const bool is_atom = root.constant().is_zero() && root.summands().size() == 1;
    if (is_atom || make_term_) result.emplace_back(Square{std::move(root)});
  };
  for (const Monomial& monomial : wrong) {
    if (monomial.degree() != 2) continue;
    const Polynomial x = Polynomial::of_atom(monomial.atoms()[0]);
    const Polynomial y = Polynomial::of_atom(monomial.atoms()[1]);
    if (x == y) {
      add(x);
      Polynomial distance = x;
      distance -= value_of(Monomial(monomial.atoms()[0])).floor();
      add(std::move(distance));
    } else {
      add(x - y);
      add(x + y);
    }
  }
  return result;
}

// What the fact would say if it were derived.
Fact ArithmeticSolver::State::statement_of(const NonlinearFact& fact) const {
  if (const auto* product = std::get_if<ProductOfFacts>(&fact))
    return {facts_[product->left].polynomial * facts_[product->right].polynomial, Relation::at_least_zero};
  if (const auto* product = std::get_if<ProductWithAtom>(&fact))
    return {facts_[product->equality].polynomial * Polynomial::of_atom(product->atom), Relation::equal_to_zero};
  const Polynomial& root = std::get<Square>(fact).root;
  return {root * root, Relation::at_least_zero};
}

// A fact is worth deriving if it is short, violated at present, new, and of no higher degree than the products there
// are.
std::optional<ArithmeticSolver::State::ProductCandidate> ArithmeticSolver::State::candidate_of(
    NonlinearFact fact, std::size_t largest_degree) const {
  const Fact statement = statement_of(fact);
  const auto& summands = statement.polynomial.summands();
  if (summands.size() > options_.largest_product) return std::nullopt;
  const Rational value = linear_value(statement.polynomial);
  if (statement.relation == Relation::equal_to_zero ? value.is_zero() : value.sign() >= 0) return std::nullopt;
  if (std::ranges::find(known_products_, fact) != known_products_.end()) return std::nullopt;
  std::size_t new_monomials = 0;
  for (const auto& summand : summands) {
    if (summand.monomial.degree() > largest_degree) return std::nullopt;
    new_monomials += !monomials_.contains(summand.monomial);
  }
  return ProductCandidate{std::move(fact), new_monomials, summands.size()};
}

// None if the caller makes no term for the root of a square.
std::optional<ArithmeticSolver::State::FactId> ArithmeticSolver::State::derive(const NonlinearFact& fact) {
  if (const auto* product = std::get_if<ProductOfFacts>(&fact))
    return facts_.add_product(product->left, product->right);
  if (const auto* product = std::get_if<ProductWithAtom>(&fact))
    return facts_.add_term_product(product->equality, product->atom, Polynomial::of_atom(product->atom));
  const Polynomial& root = std::get<Square>(fact).root;
  const std::optional<TermId> term = term_of(root);
  if (!term) return std::nullopt;
  return facts_.add_square(*term, root);
}

// Derives the candidates with the fewest new monomials, short ones first. True if any of them says something new.
bool ArithmeticSolver::State::take_best(std::vector<ProductCandidate> candidates) {
  std::ranges::stable_sort(candidates, {}, [](const ProductCandidate& candidate) {
    return std::pair(candidate.new_monomials, candidate.size);
  });
  std::size_t added = 0;
  for (const ProductCandidate& candidate : candidates) {
    if (added >= options_.products_per_round || pending_) break;
    if (added > 0 && candidate.new_monomials > candidates.front().new_monomials) break;
    const std::optional<FactId> fact = derive(candidate.fact);
    if (!fact) continue;
    known_products_.push_back(candidate.fact);
    if (assert_fact(*fact)) {
      ++added;
      ++statistics_.products;
    }
  }
  return added > 0;
}

// Derives products of facts, equalities times atoms, and squares that the present values violate. True if any was
// found.
bool ArithmeticSolver::State::add_products() {
  std::vector<Monomial> wrong;
  std::vector<Atom> atoms;   // of the wrong ones, ascending
  std::size_t largest_degree = 2;
  for (const Monomial& monomial : products_) {
    largest_degree = std::max(largest_degree, monomial.degree());
    if (!is_wrong(monomial)) continue;
    wrong.push_back(monomial);
    atoms.insert(atoms.end(), monomial.atoms().begin(), monomial.atoms().end());
  }
  if (wrong.empty()) return false;
  std::ranges::sort(atoms);
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());

  std::vector<NonlinearFact> possible = possible_products(facts_about(atoms), atoms);
  std::ranges::move(possible_squares(wrong), std::back_inserter(possible));
  std::vector<ProductCandidate> candidates;
  for (NonlinearFact& fact : possible)
    if (auto candidate = candidate_of(std::move(fact), largest_degree)) candidates.push_back(std::move(*candidate));
  return take_best(std::move(candidates));
}

namespace {

// What the atom is multiplied by in the polynomial, where that is linear.
Polynomial linear_cofactor(const Polynomial& polynomial, Atom atom) {
  Integer constant;
  std::vector<Polynomial::Summand> summands;
  for (const auto& [monomial, coefficient] : polynomial.summands()) {
    if (monomial == Monomial(atom)) constant = coefficient;
    if (monomial.degree() == 2 && divides(Monomial(atom), monomial))
      summands.push_back({quotient(monomial, Monomial(atom)), coefficient});
  }
  Polynomial cofactor = Polynomial::of_summands(std::move(constant), std::move(summands));
  const bool is_turned = !cofactor.is_constant() && cofactor.summands()[0].coefficient.sign() < 0;
  return is_turned ? -std::move(cofactor) : cofactor;
}

}   // namespace

// The factor is at most 0 if its form, with content 1 and no constant, is at most this.
std::pair<Polynomial, Integer> ArithmeticSolver::State::where_factor_changes_sign(const Polynomial& factor) {
  Polynomial form = factor;
  form -= factor.constant();
  const Integer content = form.content();
  return {form.floor_divided(content), floor_divide(-factor.constant(), content)};
}

// The bounds of a form, if it has any.
std::pair<const Simplex::Bound*, const Simplex::Bound*> ArithmeticSolver::State::bounds_of(
    const Polynomial& form) const {
  std::optional<Variable> variable;
  if (const auto atom = monomials_.find(form.summands()[0].monomial); form.summands().size() == 1)
    variable = atom == monomials_.end() ? variable : atom->second;
  else if (const auto found = forms_.find(form); found != forms_.end())
    variable = found->second;
  if (!variable) return {nullptr, nullptr};
  return {&simplex_.lower(*variable), &simplex_.upper(*variable)};
}

// A bound in force says on which side of the value the form is.
bool ArithmeticSolver::State::is_side_known(const Polynomial& form, const Integer& value) const {
  const auto [lower, upper] = bounds_of(form);
  return lower && ((lower->is_present && lower->value > value) || (upper->is_present && upper->value <= value));
}

// (p + q)·u: the sign of p + q says more about the product than the values of p and q by themselves. So sums go first,
// then single atoms; then, whether a factor is 0, and last, where it lies between its bounds. What was derived from
// products has factors without end; those of hypotheses are few.
std::optional<ArithmeticAnswer> ArithmeticSolver::State::split_for_factors() {
  const auto is_given = [&](const Simplex::Bound& bound) {
    return bound.is_present && facts_.is_hypothesis(bound.reason);
  };
  std::optional<ArithmeticSplit> by_sign, by_zero, narrower;
  for (Variable variable = 0; variable < primitives_.size(); ++variable) {
    const Polynomial& form = primitives_[variable];
    if (form.is_linear() || !(is_given(simplex_.lower(variable)) || is_given(simplex_.upper(variable)))) continue;
    for (const auto& [monomial, coefficient] : form.summands()) {
      if (monomial.degree() != 2 || !is_wrong(monomial)) continue;
      for (Atom atom : monomial.atoms()) {
        auto [factor, value] = where_factor_changes_sign(linear_cofactor(form, atom));
        const bool is_better = !by_sign || (by_sign->polynomial.summands().size() == 1 && factor.summands().size() > 1);
        if (!is_side_known(factor, value)) {
          if (is_better) by_sign = ArithmeticSplit{std::move(factor), std::move(value), true, std::nullopt};
        } else if (!by_zero && !is_side_known(factor, value - 1)) {
          by_zero = ArithmeticSplit{std::move(factor), value - 1, true, std::nullopt};
        } else if (!narrower) {
          narrower = split_between_bounds(std::move(factor));
        }
      }
    }
  }
  std::optional<ArithmeticSplit>& chosen = by_sign ? by_sign : by_zero ? by_zero : narrower;
  if (!chosen) return std::nullopt;
  ++nonlinear_splits_;
  ++statistics_.splits;
  return *std::move(chosen);
}

// The form is at most its present value, or at most one less if that is its upper bound; none if it has not two bounds,
// or one value only.
std::optional<ArithmeticSplit> ArithmeticSolver::State::split_between_bounds(Polynomial form) const {
  const auto [lower, upper] = bounds_of(form);
  if (!lower || !lower->is_present || !upper->is_present || lower->value == upper->value) return std::nullopt;
  const Integer value = linear_value(form).floor();
  const bool is_at_upper = upper->value == value;
  return ArithmeticSplit{std::move(form), is_at_upper ? value - 1 : value, !is_at_upper, std::nullopt};
}

// Nothing more is known about products: narrow a factor or an atom of a wrong one.
std::optional<ArithmeticAnswer> ArithmeticSolver::State::split_for_products() {
  if (nonlinear_splits_ >= options_.nonlinear_splits) return std::nullopt;
  if (auto split = split_for_factors()) return split;
  for (const Monomial& monomial : products_) {
    if (!is_wrong(monomial)) continue;
    for (Atom atom : monomial.atoms()) {
      const Variable variable = monomials_.at(Monomial(atom));
      if (simplex_.is_fixed(variable)) continue;
      const Integer value = simplex_.value(variable).floor();
      if (value.bits() > 64) continue;
      const Simplex::Bound& upper = simplex_.upper(variable);
      const bool is_at_upper = upper.is_present && upper.value == value;
      ++nonlinear_splits_;
      ++statistics_.splits;
      return ArithmeticSplit{primitives_[variable], is_at_upper ? value - 1 : value, !is_at_upper, std::nullopt};
    }
  }
  return std::nullopt;
}

}   // namespace plato
