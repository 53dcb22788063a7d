// Reasoning that holds for whole numbers only: equations without whole solutions, Chvátal–Gomory cuts, splits; see
// arithmetic_state.hpp.

#include <algorithm>
#include <unordered_set>

#include "arithmetic/arithmetic_state.hpp"
#include "arithmetic/equality_elimination.hpp"

namespace plato {

// ---- whole numbers
// ------------------------------------------------------------------------------------------------------

// Forms are whole where monomials are.
std::vector<ArithmeticSolver::State::Variable> ArithmeticSolver::State::fractional_variables() const {
  std::vector<Variable> result;
  for (Variable variable : monomial_variables_)
    if (!simplex_.value(variable).is_integer()) result.push_back(variable);
  return result;
}

// Looks for a contradiction among the forms that have one value only.
std::optional<ArithmeticConflict> ArithmeticSolver::State::refute_equalities(std::span<const Variable> fractional) {
  std::vector<Variable> fixed;
  for (Variable variable = 0; variable < primitives_.size(); ++variable)
    if (simplex_.is_fixed(variable)) fixed.push_back(variable);
  // Only equations connected with a fractional value can matter.
  std::unordered_map<Monomial, std::vector<std::size_t>> users;
  for (std::size_t i = 0; i < fixed.size(); ++i)
    for (const auto& summand : primitives_[fixed[i]].summands()) users[summand.monomial].push_back(i);
  std::vector<std::uint8_t> is_wanted(fixed.size(), 0);
  std::unordered_set<Monomial> reached;
  std::vector<Monomial> open;
  for (Variable variable : fractional) open.push_back(primitives_[variable].summands()[0].monomial);
  while (!open.empty()) {
    const Monomial monomial = std::move(open.back());
    open.pop_back();
    if (!reached.insert(monomial).second) continue;
    for (std::size_t i : users[monomial]) {
      if (is_wanted[i]) continue;
      is_wanted[i] = 1;
      for (const auto& summand : primitives_[fixed[i]].summands()) open.push_back(summand.monomial);
    }
  }

  EqualityElimination elimination(options_.equality_bits);
  std::vector<Variable> equations;
  std::vector<std::pair<EqualityElimination::Unknown, Integer>> equation;
  std::size_t effort = 0;
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    if (!is_wanted[i]) continue;
    if ((effort += primitives_[fixed[i]].summands().size()) > options_.equality_summands) return std::nullopt;
    equation.clear();
    for (const auto& summand : primitives_[fixed[i]].summands())
      equation.emplace_back(monomials_.at(summand.monomial), summand.coefficient);
    equations.push_back(fixed[i]);
    const auto outcome = elimination.add(equation, simplex_.lower(fixed[i]).value);
    if (outcome == EqualityElimination::Outcome::limit) return std::nullopt;
    if (outcome == EqualityElimination::Outcome::contradictory) {
      // Each equation is an equality, or a pair of opposite bounds; with such pairs two roundings are needed.
      std::vector<BoundUse> upward;
      std::vector<BoundUse> downward;
      bool are_equalities = true;
      for (const auto& [number, multiplier] : elimination.refutation().multipliers) {
        const Variable variable = equations[number];
        const Simplex::Bound& lower = simplex_.lower(variable);
        const Simplex::Bound& upper = simplex_.upper(variable);
        const bool is_positive = multiplier.sign() > 0;
        FactId up = is_positive ? lower.reason : upper.reason;
        FactId down = is_positive ? upper.reason : lower.reason;
        if (facts_[up].relation == Relation::equal_to_zero)
          down = up;
        else if (facts_[down].relation == Relation::equal_to_zero)
          up = down;
        else
          are_equalities = false;
        upward.push_back({up, !is_positive, absolute(multiplier)});
        downward.push_back({down, is_positive, absolute(multiplier)});
      }
      const std::size_t size = facts_.size();
      FactId root = facts_.add_combination(exact_parts(upward), 0);
      if (!are_equalities) {
        const FactId other = facts_.add_combination(exact_parts(downward), 0);
        root = facts_.add_combination({{1, root}, {1, other}}, 0);
      }
      ArithmeticConflict conflict = write_conflict({&root, 1}, std::nullopt, false);
      facts_.truncate(size);
      return conflict;
    }
  }
  return std::nullopt;
}

// Adds the best Chvátal–Gomory cuts of the rows whose basic variables are fractional.
bool ArithmeticSolver::State::add_cuts(std::span<const Variable> fractional) {
  if (cuts_ >= options_.cuts) return false;
  std::size_t added = 0;
  for (Variable variable : fractional) {
    if (added >= options_.cuts_per_round) break;
    const std::optional<FactId> cut = derive_cut(variable);
    if (!cut || !assert_fact(*cut)) continue;
    ++added;
    ++cuts_;
    ++statistics_.cuts;
    if (pending_) break;
  }
  return added > 0;
}

// From the row D·x = Σ w·s + constant over the distances s ≥ 0 of the other variables from their bounds: for any k the
// sum Σ (k·w mod D)·s is at least 0, and it differs from k·D·x by a constant and multiples of D, so that it can be
// divided by D and rounded.
std::optional<ArithmeticSolver::State::FactId> ArithmeticSolver::State::derive_cut(Variable basic) {
  if (!simplex_.is_basic(basic)) return std::nullopt;
  std::vector<Simplex::Summand> row = simplex_.row(basic);
  Integer divisor = 0;
  bool is_negative = false;
  for (const Simplex::Summand& summand : row)
    if (summand.variable == basic) {
      divisor = absolute(summand.coefficient);
      is_negative = summand.coefficient.sign() < 0;
    }
  struct Distance {
    Variable variable;
    bool from_upper;
    bool is_fixed;
    Integer weight;   // of the distance in D·x, modulo D
    Rational present;
  };
  std::vector<Distance> distances;
  for (Simplex::Summand& summand : row) {
    if (summand.variable == basic) continue;
    Integer weight = is_negative ? std::move(summand.coefficient) : -std::move(summand.coefficient);
    const Simplex::Bound& lower = simplex_.lower(summand.variable);
    const Simplex::Bound& upper = simplex_.upper(summand.variable);
    const Rational& value = simplex_.value(summand.variable);
    if (!lower.is_present && !upper.is_present) {
      if (!divides(divisor, weight)) return std::nullopt;
      continue;
    }
    bool from_upper = !lower.is_present;
    if (lower.is_present && upper.is_present)
      from_upper = Rational(upper.value) - value < value - Rational(lower.value);
    Rational present = from_upper ? Rational(upper.value) - value : value - Rational(lower.value);
    if (from_upper) weight.negate();
    weight = floor_remainder(weight, divisor);
    if (weight.is_zero()) continue;
    distances.push_back(
        {summand.variable, from_upper, simplex_.is_fixed(summand.variable), std::move(weight), std::move(present)});
  }

  // The cut for k takes away frac(-k·x) - (what the distances are at present) and gets weaker with every large weight.
  std::vector<Integer> candidates = {1, divisor - 1};
  for (std::int64_t k = 2; k <= 8 && Integer(k) < divisor - 1; ++k) candidates.push_back(k);
  std::optional<Integer> best;
  double best_score = 0;
  const auto to_double = [](const Rational& value) {
    return value.numerator().approximation() / value.denominator().approximation();
  };
  Rational corner = simplex_.value(basic);   // the basic variable's value if all distances were 0
  for (const Distance& distance : distances) {
    if (distance.present.is_zero()) continue;
    corner -= Rational(distance.weight, divisor) * distance.present;
  }
  for (const Integer& k : candidates) {
    const Rational scaled = corner * Rational(k);
    const Rational gap = Rational(scaled.ceiling()) - scaled;
    Rational violation = gap;
    double norm = 0;
    for (const Distance& distance : distances) {
      if (distance.is_fixed) continue;
      const Rational fraction(floor_remainder(distance.weight * k, divisor), divisor);
      if (fraction.is_zero()) continue;
      violation -= fraction * distance.present;
      norm += to_double(fraction);
    }
    if (violation.sign() <= 0) continue;
    const double score = to_double(violation) / (0.01 + norm);
    if (!best || score > best_score) {
      best = k;
      best_score = score;
    }
  }
  if (!best) return std::nullopt;

  std::vector<BoundUse> uses;
  for (const Distance& distance : distances) {
    Integer multiplier = floor_remainder(distance.weight * *best, divisor);
    if (multiplier.is_zero()) continue;
    const Simplex::Bound& bound =
        distance.from_upper ? simplex_.upper(distance.variable) : simplex_.lower(distance.variable);
    uses.push_back({static_cast<FactId>(bound.reason), distance.from_upper, std::move(multiplier)});
  }
  const std::size_t size = facts_.size();
  const FactId cut = facts_.add_combination(exact_parts(uses), 0);
  std::size_t bits = 0;
  for (const auto& summand : facts_[cut].polynomial.summands()) bits = std::max(bits, summand.coefficient.bits());
  if (bits > options_.largest_cut_bits) {
    facts_.truncate(size);
    return std::nullopt;
  }
  return cut;
}

// Asks for a split on the fractional monomial with the narrowest range, atoms first.
ArithmeticAnswer ArithmeticSolver::State::split_on(std::span<const Variable> fractional) {
  if (statistics_.splits >= options_.splits) return ArithmeticUnknown{"too many splits"};
  std::optional<Variable> best;
  const auto range = [&](Variable variable) -> std::optional<Integer> {
    const Simplex::Bound& lower = simplex_.lower(variable);
    const Simplex::Bound& upper = simplex_.upper(variable);
    if (!lower.is_present || !upper.is_present) return std::nullopt;
    return upper.value - lower.value;
  };
  const auto is_better = [&](Variable a, Variable b) {
    const bool a_is_atom = primitives_[a].is_linear();
    const bool b_is_atom = primitives_[b].is_linear();
    if (a_is_atom != b_is_atom) return a_is_atom;
    const auto x = range(a);
    const auto y = range(b);
    if (x.has_value() != y.has_value()) return x.has_value();
    return x && *x < *y;
  };
  for (Variable variable : fractional)
    if (!best || is_better(variable, *best)) best = variable;
  const Rational& value = simplex_.value(*best);
  Integer below = value.floor();
  if (below.bits() > options_.largest_value_bits) return ArithmeticUnknown{"values grow without end"};
  ++statistics_.splits;
  const bool is_nearer_below = value - Rational(below) <= Rational(1, 2);
  return ArithmeticSplit{primitives_[*best], std::move(below), is_nearer_below, std::nullopt};
}

}   // namespace plato
