// Incremental Hermite normal form by Euclid's algorithm on parameters; see equality_elimination.hpp.

#include "arithmetic/equality_elimination.hpp"

#include <algorithm>

namespace plato {
namespace {

void add_multiple(std::map<std::uint32_t, Integer>& target, const Integer& factor,
                  const std::map<std::uint32_t, Integer>& source) {
  for (const auto& [key, coefficient] : source) {
    const auto [place, is_new] = target.try_emplace(key, 0);
    place->second += factor * coefficient;
    if (place->second.is_zero()) target.erase(place);
  }
}

}   // namespace

// Replaces a parameter t by t - subtrahend.
void EqualityElimination::substitute(Parameter parameter, const Combination& subtrahend) {
  const std::vector<Unknown> users(occurrences_[parameter].begin(), occurrences_[parameter].end());
  for (Unknown unknown : users) {
    Combination& combination = unknowns_[unknown];
    const Integer factor = -combination[parameter];
    for (const auto& [other, coefficient] : subtrahend) {
      const auto [place, is_new] = combination.try_emplace(other, 0);
      place->second += factor * coefficient;
      if (place->second.is_zero()) {
        combination.erase(place);
        occurrences_[other].erase(unknown);
      } else if (is_new) {
        occurrences_[other].insert(unknown);
      }
    }
  }
}

// The equation's left side over parameters. An unknown that is new is a parameter of its own.
EqualityElimination::Combination EqualityElimination::over_parameters(
    std::span<const std::pair<Unknown, Integer>> equation) {
  Combination row;
  for (const auto& [unknown, coefficient] : equation) {
    if (!unknowns_.contains(unknown)) {
      const auto parameter = static_cast<Parameter>(values_.size());
      unknowns_[unknown] = {{parameter, 1}};
      occurrences_.push_back({unknown});
      solved_by_.emplace_back();
      values_.emplace_back();
    }
    add_multiple(row, coefficient, unknowns_[unknown]);
  }
  return row;
}

// Euclid's algorithm: one parameter takes over the others, until it is the only one.
void EqualityElimination::reduce(Combination& open) {
  while (open.size() > 1) {
    auto pivot = open.begin();
    for (auto place = open.begin(); place != open.end(); ++place) {
      const auto order = absolute(place->second) <=> absolute(pivot->second);
      if (order < 0 || (order == 0 && occurrences_[place->first].size() < occurrences_[pivot->first].size()))
        pivot = place;
    }
    const Parameter parameter = pivot->first;
    const Integer divisor = pivot->second;
    Combination quotients;
    for (auto place = open.begin(); place != open.end();) {
      if (place->first != parameter) {
        Integer quotient = floor_divide(place->second, divisor);
        place->second -= quotient * divisor;
        if (!quotient.is_zero()) quotients.emplace(place->first, std::move(quotient));
      }
      place = place->second.is_zero() ? open.erase(place) : std::next(place);
    }
    substitute(parameter, quotients);
  }
}

EqualityElimination::Outcome EqualityElimination::add(std::span<const std::pair<Unknown, Integer>> equation,
                                                      const Integer& value) {
  const std::size_t number = equations_++;
  Combination row = over_parameters(equation);
  Combination fixed;
  Combination open;
  Integer rest = value;
  for (auto& [parameter, coefficient] : row) {
    if (coefficient.bits() > largest_bits_) return Outcome::limit;
    if (solved_by_[parameter]) {
      rest -= coefficient * values_[parameter];
      fixed.emplace(parameter, std::move(coefficient));
    } else {
      open.emplace(parameter, std::move(coefficient));
    }
  }
  if (open.empty()) {
    if (rest.is_zero()) return Outcome::solvable;
    refute(fixed, number, std::nullopt);
    return Outcome::contradictory;
  }
  reduce(open);
  const auto& [parameter, coefficient] = *open.begin();
  if (!divides(coefficient, rest)) {
    refute(fixed, number, coefficient);
    return Outcome::contradictory;
  }
  values_[parameter] = exact_divide(rest, coefficient);
  solved_by_[parameter] = solved_.size();
  fixed.emplace(parameter, coefficient);
  solved_.push_back({number, std::move(fixed), parameter});
  return Outcome::solvable;
}

// The last equation, divided by its pivot, must not mention any fixed parameter: solved equations are subtracted,
// latest first, until it does not.
void EqualityElimination::refute(const Combination& last_row, std::size_t last_equation,
                                 const std::optional<Integer>& last_pivot) {
  std::map<std::size_t, Rational> multipliers;
  multipliers.emplace(last_equation, last_pivot ? Rational(1, *last_pivot) : Rational(1));
  std::map<std::size_t, Rational> row;   // index in `solved_` -> coefficient of its parameter
  for (const auto& [parameter, coefficient] : last_row)
    row.emplace(*solved_by_[parameter], Rational(coefficient) * multipliers.begin()->second);
  while (!row.empty()) {
    const auto last = std::prev(row.end());
    const Solved& solved = solved_[last->first];
    const Rational factor = -last->second / Rational(solved.coefficients.at(solved.parameter));
    row.erase(last);
    if (factor.is_zero()) continue;
    multipliers.emplace(solved.equation, factor);
    for (const auto& [parameter, coefficient] : solved.coefficients)
      if (parameter != solved.parameter) row[*solved_by_[parameter]] += factor * Rational(coefficient);
  }
  Integer denominator = 1;
  for (const auto& [equation, multiplier] : multipliers)
    denominator = least_common_multiple(denominator, multiplier.denominator());
  refutation_.multipliers.clear();
  for (const auto& [equation, multiplier] : multipliers)
    refutation_.multipliers.emplace_back(equation, (multiplier * Rational(denominator)).numerator());
  refutation_.divisor = last_pivot ? denominator : Integer(0);
}

}   // namespace plato
