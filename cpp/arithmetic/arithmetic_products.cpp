// Products and squares: facts that linear reasoning does not see, derived when the present values contradict them; see
// arithmetic_state.hpp.

#include <algorithm>
#include <unordered_set>

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
      case Candidate::Kind::product: fact = facts_.add_product(candidate.left, candidate.right); break;
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
