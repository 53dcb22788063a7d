// Tableau, bounds and the search for feasible values; see simplex.hpp.
//
// Rows and columns are kept without gaps: an erased entry's place is taken by the last one. Rows are divided by the
// greatest common divisor of their coefficients whenever they change, which on difference constraints keeps all of them
// at 1 and -1.

#include "arithmetic/simplex.hpp"

#include <algorithm>
#include <cstdlib>

namespace plato {

// ---- variables and rows

Simplex::Variable Simplex::new_variable() {
  if (!free_variables_.empty()) {
    const Variable variable = free_variables_.back();
    free_variables_.pop_back();
    return variable;
  }
  const auto variable = static_cast<Variable>(values_.size());
  columns_.emplace_back();
  row_of_.push_back(no_row);
  values_.emplace_back();
  lower_.emplace_back();
  upper_.emplace_back();
  is_suspect_.push_back(0);
  place_.push_back(nowhere);
  return variable;
}

Simplex::Variable Simplex::add_variable() { return new_variable(); }

Simplex::Variable Simplex::add_form(std::span<const Summand> form) {
  const Variable slack = new_variable();
  RowNumber row = static_cast<RowNumber>(rows_.size());
  if (free_rows_.empty()) {
    rows_.emplace_back();
  } else {
    row = free_rows_.back();
    free_rows_.pop_back();
  }
  Rational value;
  append_entry(row, slack, -1);
  for (const Summand& summand : form) {
    append_entry(row, summand.variable, summand.coefficient);
    value += values_[summand.variable] * Rational(summand.coefficient);
  }
  rows_[row].basic = slack;
  rows_[row].basic_index = 0;
  for (const Summand& summand : form) {
    const RowNumber source = row_of_[summand.variable];
    if (source == no_row) continue;
    const std::vector<RowEntry>& entries = rows_[row].entries;
    const auto found = std::ranges::find(entries, summand.variable, &RowEntry::variable);
    eliminate(row, static_cast<std::uint32_t>(found - entries.begin()), source);
  }
  row_of_[slack] = row;
  values_[slack] = std::move(value);
  return slack;
}

void Simplex::remove_form(Variable variable) {
  if (!is_basic(variable) && !columns_[variable].empty()) {
    // Make it basic. Being free it can take up whatever the leaving variable gives.
    std::size_t best = 0;
    for (std::size_t i = 1; i < columns_[variable].size(); ++i)
      if (rows_[columns_[variable][i].row].entries.size() < rows_[columns_[variable][best].row].entries.size())
        best = i;
    const ColumnEntry place = columns_[variable][best];
    const Variable leaving = rows_[place.row].basic;
    pivot(place.row, place.row_index);
    Integer target = values_[leaving].floor();
    if (lower_[leaving].is_present && target < lower_[leaving].value) target = lower_[leaving].value;
    if (upper_[leaving].is_present && target > upper_[leaving].value) target = upper_[leaving].value;
    change_value(leaving, Rational(std::move(target)) - values_[leaving]);
  }
  if (is_basic(variable)) {
    const RowNumber row = row_of_[variable];
    while (!rows_[row].entries.empty()) erase_entry(row, static_cast<std::uint32_t>(rows_[row].entries.size() - 1));
    rows_[row].basic = no_variable;
    free_rows_.push_back(row);
    row_of_[variable] = no_row;
  }
  values_[variable] = Rational();
  free_variables_.push_back(variable);
}

std::vector<Simplex::Summand> Simplex::row(Variable basic) const {
  std::vector<Summand> result;
  for (const RowEntry& entry : rows_[row_of_[basic]].entries) result.push_back({entry.variable, entry.coefficient});
  return result;
}

void Simplex::append_entry(RowNumber row, Variable variable, Integer coefficient) {
  std::vector<RowEntry>& entries = rows_[row].entries;
  columns_[variable].push_back({row, static_cast<std::uint32_t>(entries.size())});
  entries.push_back({variable, static_cast<std::uint32_t>(columns_[variable].size() - 1), std::move(coefficient)});
}

void Simplex::erase_entry(RowNumber row, std::uint32_t index) {
  std::vector<RowEntry>& entries = rows_[row].entries;
  std::vector<ColumnEntry>& column = columns_[entries[index].variable];
  const std::uint32_t column_index = entries[index].column_index;
  if (column_index + 1 != column.size()) {
    column[column_index] = column.back();
    rows_[column[column_index].row].entries[column[column_index].row_index].column_index = column_index;
  }
  column.pop_back();
  if (index + 1 != entries.size()) {
    entries[index] = std::move(entries.back());
    columns_[entries[index].variable][entries[index].column_index].row_index = index;
    if (entries[index].variable == rows_[row].basic) rows_[row].basic_index = index;
  }
  entries.pop_back();
}

// target := target_factor · target + source_factor · source
void Simplex::add_row_multiple(RowNumber target, const Integer& target_factor, RowNumber source,
                               const Integer& source_factor) {
  std::vector<RowEntry>& entries = rows_[target].entries;
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    place_[entries[i].variable] = i;
    if (!target_factor.is_one()) entries[i].coefficient *= target_factor;
  }
  const std::size_t old_size = entries.size();
  bool has_zeros = false;
  for (const RowEntry& entry : rows_[source].entries) {
    const std::uint32_t index = place_[entry.variable];
    if (index == nowhere) {
      append_entry(target, entry.variable, source_factor * entry.coefficient);
    } else {
      entries[index].coefficient += source_factor * entry.coefficient;
      has_zeros |= entries[index].coefficient.is_zero();
    }
  }
  for (std::size_t i = 0; i < old_size; ++i) place_[entries[i].variable] = nowhere;
  if (has_zeros)
    for (auto i = static_cast<std::uint32_t>(old_size); i-- > 0;)
      if (entries[i].coefficient.is_zero()) erase_entry(target, i);
}

// Removes a variable from a row by adding a multiple of the row in which it is basic.
void Simplex::eliminate(RowNumber target, std::uint32_t target_index, RowNumber source) {
  entries_added_ += rows_[source].entries.size();
  const Integer in_target = rows_[target].entries[target_index].coefficient;
  const Integer in_source = rows_[source].entries[rows_[source].basic_index].coefficient;
  const Integer divisor = greatest_common_divisor(in_target, in_source);
  Integer target_factor = exact_divide(in_source, divisor);
  Integer source_factor = -exact_divide(in_target, divisor);
  if (target_factor.sign() < 0) {
    target_factor.negate();
    source_factor.negate();
  }
  add_row_multiple(target, target_factor, source, source_factor);
  if (!target_factor.is_one()) divide_by_content(target);
}

void Simplex::divide_by_content(RowNumber row) {
  Integer content = 0;
  for (const RowEntry& entry : rows_[row].entries) {
    content = greatest_common_divisor(content, entry.coefficient);
    if (content.is_one()) return;
  }
  for (RowEntry& entry : rows_[row].entries) entry.coefficient = exact_divide(entry.coefficient, content);
}

// The variable at this place of the row becomes basic instead of the row's present one. Values stay.
void Simplex::pivot(RowNumber row, std::uint32_t entering_index) {
  ++pivots_;
  const Variable leaving = rows_[row].basic;
  const Variable entering = rows_[row].entries[entering_index].variable;
  rows_[row].basic = entering;
  rows_[row].basic_index = entering_index;
  row_of_[leaving] = no_row;
  row_of_[entering] = row;
  // Every elimination takes an entry out of the column, whose place another one may take.
  std::vector<ColumnEntry>& column = columns_[entering];
  for (std::size_t i = 0; i < column.size();) {
    if (column[i].row == row)
      ++i;
    else
      eliminate(column[i].row, column[i].row_index, row);
  }
}

// ---- bounds and values

void Simplex::suspect(Variable variable) {
  if (is_suspect_[variable]) return;
  is_suspect_[variable] = 1;
  suspects_.push(variable);
}

// Moves a variable that is not basic, and with it the basic ones that depend on it.
void Simplex::change_value(Variable variable, const Rational& difference) {
  if (difference.is_zero()) return;
  values_[variable] += difference;
  for (const ColumnEntry& place : columns_[variable]) {
    const Row& row = rows_[place.row];
    const Integer& a = row.entries[place.row_index].coefficient;
    const Integer& b = row.entries[row.basic_index].coefficient;
    if (b.is_one())
      values_[row.basic] -= difference * Rational(a);
    else if (b.is_small() && b.small() == -1)
      values_[row.basic] += difference * Rational(a);
    else
      values_[row.basic] -= difference * Rational(a, b);
    if (is_below(row.basic) || is_above(row.basic)) suspect(row.basic);
  }
}

void Simplex::move(Variable variable, const Integer& value) {
  change_value(variable, Rational(value) - values_[variable]);
}

Integer Simplex::whole_step(Variable variable) const {
  Integer step = 1;
  for (const ColumnEntry& place : columns_[variable]) {
    const Row& row = rows_[place.row];
    const Rational slope(row.entries[place.row_index].coefficient, row.entries[row.basic_index].coefficient);
    step = least_common_multiple(step, slope.denominator());
  }
  return step;
}

std::optional<Rational> Simplex::freedom(Variable variable, bool up) const {
  std::optional<Rational> result;
  const auto restrict_to = [&](Rational distance) {
    if (!result || distance < *result) result = std::move(distance);
  };
  const Bound& own = up ? upper_[variable] : lower_[variable];
  if (own.is_present)
    restrict_to(up ? Rational(own.value) - values_[variable] : values_[variable] - Rational(own.value));
  for (const ColumnEntry& place : columns_[variable]) {
    const Row& row = rows_[place.row];
    const Integer& a = row.entries[place.row_index].coefficient;
    const Integer& b = row.entries[row.basic_index].coefficient;
    const bool basic_goes_up = (a.sign() != b.sign()) == up;
    const Bound& bound = basic_goes_up ? upper_[row.basic] : lower_[row.basic];
    if (!bound.is_present) continue;
    const Rational distance =
        basic_goes_up ? Rational(bound.value) - values_[row.basic] : values_[row.basic] - Rational(bound.value);
    restrict_to(distance * Rational(absolute(b), absolute(a)));
  }
  return result;
}

bool Simplex::assert_lower(Variable variable, const Integer& value, Reason reason) {
  if (lower_[variable].is_present && value <= lower_[variable].value) return true;
  if (upper_[variable].is_present && value > upper_[variable].value) {
    conflict_ = {{variable, false, reason, 1}, {variable, true, upper_[variable].reason, 1}};
    return false;
  }
  trail_.push_back({variable, false, std::move(lower_[variable])});
  lower_[variable] = {value, reason, true};
  if (is_below(variable)) {
    if (is_basic(variable))
      suspect(variable);
    else
      change_value(variable, Rational(value) - values_[variable]);
  }
  return true;
}

bool Simplex::assert_upper(Variable variable, const Integer& value, Reason reason) {
  if (upper_[variable].is_present && value >= upper_[variable].value) return true;
  if (lower_[variable].is_present && value < lower_[variable].value) {
    conflict_ = {{variable, false, lower_[variable].reason, 1}, {variable, true, reason, 1}};
    return false;
  }
  trail_.push_back({variable, true, std::move(upper_[variable])});
  upper_[variable] = {value, reason, true};
  if (is_above(variable)) {
    if (is_basic(variable))
      suspect(variable);
    else
      change_value(variable, Rational(value) - values_[variable]);
  }
  return true;
}

void Simplex::backtrack(std::size_t trail_size) {
  while (trail_.size() > trail_size) {
    TrailEntry& entry = trail_.back();
    (entry.is_upper ? upper_ : lower_)[entry.variable] = std::move(entry.previous);
    trail_.pop_back();
  }
}

// ---- the search

Simplex::Outcome Simplex::check(std::size_t pivots) {
  // The rule of the smallest column is good at keeping the tableau sparse but may run in circles; Bland's rule (the
  // smallest numbers) never does, and takes over when the search is long.
  const std::size_t patience = 64 + rows_.size();
  for (std::size_t steps = 0;; ++steps) {
    Variable leaving = no_variable;
    bool below = false;
    while (!suspects_.empty()) {
      const Variable candidate = suspects_.top();
      if (is_basic(candidate)) {
        below = is_below(candidate);
        if (below || is_above(candidate)) {
          leaving = candidate;
          break;
        }
      }
      suspects_.pop();
      is_suspect_[candidate] = 0;
    }
    if (leaving == no_variable) return Outcome::feasible;
    const RowNumber row = row_of_[leaving];
    const std::uint32_t entering_index = select_entering(rows_[row], below, steps > patience);
    if (entering_index == nowhere) {
      explain(rows_[row], below);
      return Outcome::conflict;
    }
    if (steps >= pivots) return Outcome::limit;
    pivot(row, entering_index);
    const Integer& target = below ? lower_[leaving].value : upper_[leaving].value;
    change_value(leaving, Rational(target) - values_[leaving]);
  }
}

// A variable that can take the basic one of the row to its bound; `nowhere` if none can.
std::uint32_t Simplex::select_entering(const Row& row, bool below, bool by_number) const {
  // From b·x + Σ a·y = 0: x grows with y if a and b have different signs.
  const bool basic_is_positive = row.entries[row.basic_index].coefficient.sign() > 0;
  std::uint32_t best = nowhere;
  for (std::uint32_t i = 0; i < row.entries.size(); ++i) {
    if (i == row.basic_index) continue;
    const RowEntry& entry = row.entries[i];
    const Variable variable = entry.variable;
    const bool has_same_sign = (entry.coefficient.sign() > 0) == basic_is_positive;
    const bool goes_up = has_same_sign != below;
    const Bound& bound = goes_up ? upper_[variable] : lower_[variable];
    if (bound.is_present && values_[variable] == bound.value) continue;
    if (best != nowhere) {
      if (by_number ? variable > row.entries[best].variable : !is_preferred(entry, row.entries[best])) continue;
    }
    best = i;
  }
  return best;
}

// Coefficients of 1 keep values whole, short columns keep the tableau sparse.
bool Simplex::is_preferred(const RowEntry& a, const RowEntry& b) const {
  const auto is_unit = [](const RowEntry& entry) {
    return entry.coefficient.is_small() && (entry.coefficient.small() == 1 || entry.coefficient.small() == -1);
  };
  if (is_unit(a) != is_unit(b)) return is_unit(a);
  const std::size_t x = columns_[a.variable].size();
  const std::size_t y = columns_[b.variable].size();
  return x == y ? a.variable < b.variable : x < y;
}

// The row's basic variable cannot reach its bound because all others are at theirs.
void Simplex::explain(const Row& row, bool below) {
  conflict_.clear();
  const bool basic_is_positive = row.entries[row.basic_index].coefficient.sign() > 0;
  for (std::uint32_t i = 0; i < row.entries.size(); ++i) {
    const RowEntry& entry = row.entries[i];
    bool is_upper = !below;
    if (i != row.basic_index) {
      const bool has_same_sign = (entry.coefficient.sign() > 0) == basic_is_positive;
      is_upper = has_same_sign != below;
    }
    const Bound& bound = is_upper ? upper_[entry.variable] : lower_[entry.variable];
    conflict_.push_back({entry.variable, is_upper, bound.reason, absolute(entry.coefficient)});
  }
}

}   // namespace plato
