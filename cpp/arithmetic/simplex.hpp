// The general simplex: are these bounds on linear forms satisfiable over the rationals?
//
// After Dutertre and de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)", CAV 2006: every linear form has a
// variable of its own (its *slack*), a tableau keeps the equations between the variables, and only bounds are asserted
// and taken back, so that backtracking costs nothing but their restoration. Differences from the paper: the rows have
// integer coefficients (a row is an equation Σ a·x = 0 that holds identically once slacks are replaced by their forms),
// which makes the multipliers of a conflict whole numbers; bounds are whole numbers, so there is no need for
// infinitesimals.
//
// Variables that are not basic always have whole values within their bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "numbers/rational.hpp"

namespace plato {

class Simplex {
 public:
  using Variable = std::uint32_t;
  using Reason = std::uint32_t;   // the caller's name for what a bound comes from
  static constexpr Variable no_variable = std::numeric_limits<Variable>::max();

  struct Bound {
    Integer value;
    Reason reason = 0;
    bool is_present = false;
  };
  struct Summand {
    Variable variable;
    Integer coefficient;
  };
  // A bound with its positive multiplier: a lower bound means x - l ≥ 0, an upper bound u - x ≥ 0.
  struct ConflictPart {
    Variable variable;
    bool is_upper;
    Reason reason;
    Integer multiplier;
  };
  enum class Outcome : std::uint8_t { feasible, conflict, limit };

  // ---- variables
  Variable add_variable();
  // A variable that equals a form over other variables, each at most once and with a coefficient other than 0.
  Variable add_form(std::span<const Summand> form);
  // Forgets a variable made by `add_form` that has no bounds and occurs in no other form. Its number may be used again.
  void remove_form(Variable variable);
  std::size_t variable_count() const { return values_.size(); }

  // ---- bounds
  // False if the bound contradicts the opposite one; then it is not set and `conflict()` has the two. A bound weaker
  // than the present one is ignored.
  bool assert_lower(Variable variable, const Integer& value, Reason reason);
  bool assert_upper(Variable variable, const Integer& value, Reason reason);
  const Bound& lower(Variable variable) const { return lower_[variable]; }
  const Bound& upper(Variable variable) const { return upper_[variable]; }
  bool is_fixed(Variable variable) const {
    return lower_[variable].is_present && upper_[variable].is_present &&
           lower_[variable].value == upper_[variable].value;
  }

  // Bounds are kept on a trail; `backtrack` takes back those set since the trail had this length.
  std::size_t trail_size() const { return trail_.size(); }
  void backtrack(std::size_t trail_size);

  // ---- the question
  // Looks for values within all bounds, in at most `pivots` steps.
  Outcome check(std::size_t pivots);
  // After a conflict: bounds whose multiples add up to a negative constant. No proper part of them is contradictory.
  const std::vector<ConflictPart>& conflict() const { return conflict_; }
  const Rational& value(Variable variable) const { return values_[variable]; }
  // Reads all values, and restores values read earlier for the same variables: whole numbers within the present bounds.
  const std::vector<Rational>& values() const { return values_; }
  void restore_values(std::vector<Rational> values) { values_ = std::move(values); }
  std::size_t pivots() const { return pivots_; }
  // How many entries of rows were added to others: what all pivots together cost, counted.
  std::size_t entries_added() const { return entries_added_; }

  // ---- the tableau, for reading cuts off it
  bool is_basic(Variable variable) const { return row_of_[variable] != no_row; }
  // The equation Σ a·x = 0 in which a basic variable is the only basic one; the variable itself is among the summands.
  std::vector<Summand> row(Variable basic) const;

  // Moves a variable that is not basic to a whole value within its bounds.
  void move(Variable variable, const Integer& value);
  // The smallest distance by which it can be moved so that all basic variables with whole values keep such.
  Integer whole_step(Variable variable) const;
  // How far a variable that is not basic may go up (or down) before a basic one leaves its bounds; none: without end.
  std::optional<Rational> freedom(Variable variable, bool up) const;

 private:
  using RowNumber = std::uint32_t;
  static constexpr RowNumber no_row = std::numeric_limits<RowNumber>::max();
  static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

  struct RowEntry {
    Variable variable;
    std::uint32_t column_index;   // where the variable's column mentions this row
    Integer coefficient;
  };
  struct ColumnEntry {
    RowNumber row;
    std::uint32_t row_index;   // where the row mentions this column's variable
  };
  struct Row {
    std::vector<RowEntry> entries;
    Variable basic = no_variable;
    std::uint32_t basic_index = 0;   // where the row mentions its basic variable
  };
  struct TrailEntry {
    Variable variable;
    bool is_upper;
    Bound previous;
  };

  std::vector<Row> rows_;
  std::vector<RowNumber> free_rows_;
  std::vector<std::vector<ColumnEntry>> columns_;   // variable -> the rows it occurs in
  std::vector<RowNumber> row_of_;                   // variable -> the row where it is basic, or `no_row`
  std::vector<Variable> free_variables_;
  std::vector<Rational> values_;
  std::vector<Bound> lower_;
  std::vector<Bound> upper_;
  std::vector<TrailEntry> trail_;
  std::vector<ConflictPart> conflict_;
  std::size_t pivots_ = 0;
  std::size_t entries_added_ = 0;

  // Basic variables that may be out of bounds, smallest first.
  std::priority_queue<Variable, std::vector<Variable>, std::greater<>> suspects_;
  std::vector<std::uint8_t> is_suspect_;

  std::vector<std::uint32_t> place_;   // variable -> index in the row at hand; `nowhere` between uses

  Variable new_variable();
  void append_entry(RowNumber row, Variable variable, Integer coefficient);
  void erase_entry(RowNumber row, std::uint32_t index);
  void add_row_multiple(RowNumber target, const Integer& target_factor, RowNumber source, const Integer& source_factor);
  void eliminate(RowNumber target, std::uint32_t target_index, RowNumber source);
  void divide_by_content(RowNumber row);
  void pivot(RowNumber row, std::uint32_t entering_index);
  void change_value(Variable variable, const Rational& difference);
  void suspect(Variable variable);
  bool is_below(Variable variable) const {
    return lower_[variable].is_present && values_[variable] < lower_[variable].value;
  }
  bool is_above(Variable variable) const {
    return upper_[variable].is_present && values_[variable] > upper_[variable].value;
  }
  std::uint32_t select_entering(const Row& row, bool below, bool by_number) const;
  bool is_preferred(const RowEntry& a, const RowEntry& b) const;
  void explain(const Row& row, bool below);
};

}   // namespace plato
