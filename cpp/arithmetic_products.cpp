// Products, squares and quotients: facts that linear reasoning does not see, derived when the present values contradict
// them; see arithmetic_state.hpp.

#include <algorithm>
#include <unordered_set>

#include "arithmetic_state.hpp"

namespace plato {

// ---- quotients
// ----------------------------------------------------------------------------------------------------------

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
  // Something that is at least 0 makes up for it: the square of 1, or of 0 if only the relation is too strong.
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
    // It is 0, about which the derivations have nothing to say: try to get away from there.
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

// ---- products
// -----------------------------------------------------------------------------------------------------------

// Derives products of facts, equalities times atoms, and squares that the present values violate. True if any was
// found.
bool ArithmeticSolver::State::add_products() {
  // The monomials whose value is not the product of its atoms' values, and the atoms they are made of.
  std::vector<Monomial> wrong;
  std::unordered_set<Atom> concerned;
  for (const Monomial& monomial : products_) {
    if (value_of(monomial) == product_of_values(monomial)) continue;
    wrong.push_back(monomial);
    concerned.insert(monomial.atoms().begin(), monomial.atoms().end());
  }
  if (wrong.empty()) return false;

  struct Candidate {
    enum class Kind : std::uint8_t { product, term_product, square } kind;
    FactId left;
    FactId right;
    TermId term;
    Polynomial root;
    std::size_t new_monomials;
    std::size_t size;
    std::pair<std::uint64_t, std::uint64_t> key;
  };
  std::vector<Candidate> candidates;
  std::size_t largest_degree = 2;
  for (const Monomial& monomial : products_) largest_degree = std::max(largest_degree, monomial.degree());
  const auto consider = [&](Candidate candidate, const Polynomial& result, bool is_equality) {
    if (result.summands().size() > options_.largest_product) return;
    const Rational value = linear_value(result);
    if (is_equality ? value.is_zero() : value.sign() >= 0) return;
    if (std::ranges::find(known_products_, candidate.key) != known_products_.end()) return;
    for (const auto& summand : result.summands()) {
      if (summand.monomial.degree() > largest_degree) return;
      candidate.new_monomials += !monomials_.contains(summand.monomial);
    }
    candidate.size = result.summands().size();
    candidates.push_back(std::move(candidate));
  };

  // Facts at hand: the bounds in force, in so far as they speak of the atoms concerned.
  std::vector<FactId> pool;
  const auto is_concerned = [&](const Polynomial& polynomial) {
    return std::ranges::any_of(polynomial.summands(), [&](const auto& summand) {
      return std::ranges::any_of(summand.monomial.atoms(), [&](Atom atom) { return concerned.contains(atom); });
    });
  };
  for (Variable variable = 0; variable < primitives_.size(); ++variable)
    for (const Simplex::Bound* bound : {&simplex_.lower(variable), &simplex_.upper(variable)})
      if (bound->is_present && is_concerned(primitives_[variable]) &&
          facts_[bound->reason].polynomial.summands().size() <= 8)
        pool.push_back(bound->reason);
  std::ranges::sort(pool, {}, [&](FactId id) { return std::pair(facts_[id].polynomial.summands().size(), id); });
  pool.erase(std::unique(pool.begin(), pool.end()), pool.end());
  if (pool.size() > options_.product_pool) pool.resize(options_.product_pool);
  for (std::size_t i = 0; i < pool.size(); ++i) {
    const Fact& left = facts_[pool[i]];
    if (left.relation == Relation::equal_to_zero) {
      std::vector<Atom> atoms(concerned.begin(), concerned.end());
      std::ranges::sort(atoms);
      for (Atom atom : atoms)
        consider({Candidate::Kind::term_product, pool[i], 0, atom, {}, 0, 0, {(1ull << 40) + pool[i], atom}},
                 left.polynomial * Polynomial::of_atom(atom), true);
      continue;
    }
    for (std::size_t j = i; j < pool.size(); ++j) {
      const Fact& right = facts_[pool[j]];
      if (right.relation == Relation::equal_to_zero) continue;   // its products with atoms say more
      consider({Candidate::Kind::product, pool[i], pool[j], 0, {}, 0, 0, {pool[i], pool[j]}},
               left.polynomial * right.polynomial, false);
    }
  }

  // Squares of atoms, of their distances from their present values, of sums and differences.
  std::vector<Polynomial> roots;
  for (const Monomial& monomial : wrong) {
    if (monomial.degree() != 2) continue;
    const Polynomial x = Polynomial::of_atom(monomial.atoms()[0]);
    const Polynomial y = Polynomial::of_atom(monomial.atoms()[1]);
    if (x == y) {
      roots.push_back(x);
      Polynomial distance = x;
      distance -= value_of(Monomial(monomial.atoms()[0])).floor();
      roots.push_back(std::move(distance));
    } else {
      roots.push_back(x - y);
      roots.push_back(x + y);
    }
  }
  for (const Polynomial& root : roots) {
    const bool is_atom = root.constant().is_zero() && root.summands().size() == 1;
    if (!is_atom && !make_term_) continue;
    consider({Candidate::Kind::square, 0, 0, 0, root, 0, 0, {1ull << 41, root.hash()}}, root * root, false);
  }

  std::ranges::stable_sort(
      candidates, {}, [](const Candidate& candidate) { return std::pair(candidate.new_monomials, candidate.size); });
  std::size_t added = 0;
  for (const Candidate& candidate : candidates) {
    if (added >= options_.products_per_round || pending_) break;
    if (added > 0 && candidate.new_monomials > candidates.front().new_monomials) break;
    FactId fact = 0;
    switch (candidate.kind) {
      case Candidate::Kind::product:
        fact = facts_.add_product(candidate.left, candidate.right);
        break;
      case Candidate::Kind::term_product:
        fact = facts_.add_term_product(candidate.left, candidate.term, Polynomial::of_atom(candidate.term));
        break;
      case Candidate::Kind::square: {
        const std::optional<TermId> term = term_of(candidate.root);
        if (!term) continue;
        fact = facts_.add_square(*term, candidate.root);
        break;
      }
    }
    known_products_.push_back(candidate.key);
    if (assert_fact(fact)) {
      ++added;
      ++statistics_.products;
    }
  }
  return added > 0;
}

// Nothing more is known about products: narrow an atom of a wrong one.
std::optional<ArithmeticAnswer> ArithmeticSolver::State::split_for_products() {
  if (nonlinear_splits_ >= options_.nonlinear_splits) return std::nullopt;
  for (const Monomial& monomial : products_) {
    if (value_of(monomial) == product_of_values(monomial)) continue;
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
