// Reasoning that holds for whole numbers only: equations without whole solutions, Chvátal–Gomory cuts, splits; see
// arithmetic_state.hpp.

#include <algorithm>
#include <unordered_set>

#include "arithmetic/arithmetic_state.hpp"
#include "arithmetic/equality_elimination.hpp"

namespace plato {

namespace {

// The cuts of a row are tried for these multiples of it, besides the smallest and the largest that make sense.
constexpr std::int64_t largest_multiple = 8;
// Keeps the score of a cut without weights finite.
constexpr double smallest_norm = 0.01;

// For comparing only.
double approximation(const Rational& value) {
  return value.numerator().approximation() / value.denominator().approximation();
}

}   // namespace

// Forms are whole where monomials are.
std::vector<ArithmeticSolver::State::Variable> ArithmeticSolver::State::fractional_variables() const {
  std::vector<Variable> result;
  for (Variable variable : monomial_variables_)
    if (!simplex_.value(variable).is_integer()) result.push_back(variable);
  return result;
}

// The forms with one value only that share monomials with a fractional variable, directly or through each other: no
// other equations can matter.
std::vector<ArithmeticSolver::State::Variable> ArithmeticSolver::State::connected_equations(
    std::span<const Variable> fractional) const {
  std::unordered_map<Monomial, std::vector<Variable>> users;
  for (Variable variable = 0; variable < primitives_.size(); ++variable)
    if (simplex_.is_fixed(variable))
      for (const auto& summand : primitives_[variable].summands()) users[summand.monomial].push_back(variable);
  std::unordered_set<Variable> result;
  std::unordered_set<Monomial> reached;
  std::vector<Monomial> open;
  for (Variable variable : fractional) open.push_back(primitives_[variable].summands()[0].monomial);
  while (!open.empty()) {
    const Monomial monomial = std::move(open.back());
    open.pop_back();
    if (!reached.insert(monomial).second) continue;
    for (Variable variable : users[monomial])
      if (result.insert(variable).second)
        for (const auto& summand : primitives_[variable].summands()) open.push_back(summand.monomial);
  }
  std::vector<Variable> sorted(result.begin(), result.end());
  std::ranges::sort(sorted);
  return sorted;
}

// The conflict of equations whose sum, each times its multiplier, has no whole solution. An equation is an equality or
// a pair of opposite bounds; with such a pair the sum is rounded in both directions.
ArithmeticConflict ArithmeticSolver::State::conflict_of_multipliers(
    std::span<const Variable> equations, std::span<const std::pair<std::size_t, Integer>> multipliers) {
  std::vector<BoundUse> upward;
  std::vector<BoundUse> downward;
  bool are_equalities = true;
  for (const auto& [number, multiplier] : multipliers) {
    const Simplex::Bound& lower = simplex_.lower(equations[number]);
    const Simplex::Bound& upper = simplex_.upper(equations[number]);
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

// Looks for a contradiction among the forms that have one value only.
std::optional<ArithmeticConflict> ArithmeticSolver::State::refute_equalities(std::span<const Variable> fractional) {
  const std::vector<Variable> equations = connected_equations(fractional);
  EqualityElimination elimination(options_.equality_bits);
  std::vector<std::pair<EqualityElimination::Unknown, Integer>> equation;
  std::size_t effort = 0;
  for (Variable variable : equations) {
    const auto& summands = primitives_[variable].summands();
    if ((effort += summands.size()) > options_.equality_summands) return std::nullopt;
    equation.clear();
    for (const auto& summand : summands) equation.emplace_back(monomials_.at(summand.monomial), summand.coefficient);
    switch (elimination.add(equation, simplex_.lower(variable).value)) {
      case EqualityElimination::Outcome::solvable: break;
      case EqualityElimination::Outcome::limit: return std::nullopt;
      case EqualityElimination::Outcome::contradictory:
        return conflict_of_multipliers(equations, elimination.refutation().multipliers);
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

// The row D·x = Σ w·s + constant of a basic variable x over the distances s ≥ 0 of the other variables from their
// nearer bounds. None if a variable without bounds has a weight that D does not divide.
std::optional<ArithmeticSolver::State::CutRow> ArithmeticSolver::State::distances_from_bounds(Variable basic) const {
  if (!simplex_.is_basic(basic)) return std::nullopt;
  const std::vector<Simplex::Summand> row = simplex_.row(basic);
  const Integer& own = std::ranges::find(row, basic, &Simplex::Summand::variable)->coefficient;
  CutRow result{absolute(own), {}};
  for (const Simplex::Summand& summand : row) {
    if (summand.variable == basic) continue;
    Integer weight = own.sign() < 0 ? summand.coefficient : -summand.coefficient;
    const Simplex::Bound& lower = simplex_.lower(summand.variable);
    const Simplex::Bound& upper = simplex_.upper(summand.variable);
    const Rational& value = simplex_.value(summand.variable);
    if (!lower.is_present && !upper.is_present) {
      if (!divides(result.divisor, weight)) return std::nullopt;
      continue;
    }
    bool from_upper = !lower.is_present;
    if (lower.is_present && upper.is_present)
      from_upper = Rational(upper.value) - value < value - Rational(lower.value);
    Rational present = from_upper ? Rational(upper.value) - value : value - Rational(lower.value);
    if (from_upper) weight.negate();
    weight = floor_remainder(weight, result.divisor);
    if (weight.is_zero()) continue;
    result.distances.push_back(
        {summand.variable, from_upper, simplex_.is_fixed(summand.variable), std::move(weight), std::move(present)});
  }
  return result;
}

// The multiple k of the row whose cut is best: it cuts off frac(-k·x) - (the present distances) and gets weaker with
// every large weight. None if no cut cuts anything off.
std::optional<Integer> ArithmeticSolver::State::best_multiple(Variable basic, const CutRow& row) const {
  std::vector<Integer> multiples = {1, row.divisor - 1};
  for (std::int64_t k = 2; k <= largest_multiple && Integer(k) < row.divisor - 1; ++k) multiples.push_back(k);
  Rational corner = simplex_.value(basic);   // the basic variable's value if all distances were 0
  for (const CutRow::Distance& distance : row.distances)
    if (!distance.present.is_zero()) corner -= Rational(distance.weight, row.divisor) * distance.present;
  std::optional<Integer> best;
  double best_score = 0;
  for (const Integer& k : multiples) {
    const Rational scaled = corner * Rational(k);
    Rational violation = Rational(scaled.ceiling()) - scaled;
    double norm = 0;
    for (const CutRow::Distance& distance : row.distances) {
      if (distance.is_fixed) continue;
      const Rational fraction(floor_remainder(distance.weight * k, row.divisor), row.divisor);
      if (fraction.is_zero()) continue;
      violation -= fraction * distance.present;
      norm += approximation(fraction);
    }
    if (violation.sign() <= 0) continue;
    const double score = approximation(violation) / (smallest_norm + norm);
    if (!best || score > best_score) {
      best = k;
      best_score = score;
    }
  }
  return best;
}

// The sum Σ (k·w mod D)·s is at least 0, and it differs from k·D·x by a constant and multiples of D, so that it can be
// divided by D and rounded. None if the numbers get too large.
std::optional<ArithmeticSolver::State::FactId> ArithmeticSolver::State::cut_from(const CutRow& row,
                                                                                 const Integer& multiple) {
  std::vector<BoundUse> uses;
  for (const CutRow::Distance& distance : row.distances) {
    Integer multiplier = floor_remainder(distance.weight * multiple, row.divisor);
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

// The best Chvátal–Gomory cut of a basic variable's row.
std::optional<ArithmeticSolver::State::FactId> ArithmeticSolver::State::derive_cut(Variable basic) {
  const std::optional<CutRow> row = distances_from_bounds(basic);
  if (!row) return std::nullopt;
  const std::optional<Integer> multiple = best_multiple(basic, *row);
  if (!multiple) return std::nullopt;
  return cut_from(*row, *multiple);
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
