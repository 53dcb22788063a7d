// Linear equations over the integers: is there no solution, and which combination of the equations shows it?
//
// A system A·x = b without whole solutions has a rational row vector y such that y·A is whole and y·b is not
// (Schrijver, "Theory of Linear and Integer Programming", corollary 4.1a). With the denominators cleared that is one
// combination of the equations whose coefficients have a common divisor that the constant has not. It is found by
// bringing A into Hermite normal form: the unknowns are replaced by combinations of parameters, so that every equation
// fixes one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "numbers/rational.hpp"

namespace plato {

class EqualityElimination {
 public:
  using Unknown = std::uint32_t;

  // Equation `equation` (as counted by `add`) times `multiplier`, summed up, has all coefficients divisible by
  // `divisor`, but not the constant. A divisor of 0 means that all coefficients are 0 and the constant is not.
  struct Refutation {
    std::vector<std::pair<std::size_t, Integer>> multipliers;
    Integer divisor;
  };
  enum class Outcome : std::uint8_t { solvable, contradictory, limit };

  // Numbers with more bits than this end the attempt.
  explicit EqualityElimination(std::size_t largest_bits) : largest_bits_(largest_bits) {}

  // Adds the equation Σ coefficient · unknown = value. After anything but `solvable` no more equations may be added.
  Outcome add(std::span<const std::pair<Unknown, Integer>> equation, const Integer& value);
  const Refutation& refutation() const { return refutation_; }

 private:
  using Parameter = std::uint32_t;
  using Combination = std::map<Parameter, Integer>;

  // An equation that fixes a parameter: the sum of its other summands, over parameters fixed before, is known.
  struct Solved {
    std::size_t equation;
    Combination coefficients;   // over fixed parameters, its own included
    Parameter parameter;
  };

  std::size_t largest_bits_;
  std::size_t equations_ = 0;
  std::map<Unknown, Combination> unknowns_;
  std::vector<std::set<Unknown>> occurrences_;          // parameter -> the unknowns whose combination mentions it
  std::vector<std::optional<std::size_t>> solved_by_;   // parameter -> index in `solved_`
  std::vector<Integer> values_;                         // of fixed parameters
  std::vector<Solved> solved_;
  Refutation refutation_;

  Combination over_parameters(std::span<const std::pair<Unknown, Integer>> equation);
  void reduce(Combination& open);
  void substitute(Parameter parameter, const Combination& subtrahend);
  void refute(const Combination& last_row, std::size_t last_equation, const std::optional<Integer>& last_pivot);
};

}   // namespace plato
