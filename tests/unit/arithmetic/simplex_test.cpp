// The simplex: feasible values are within all bounds and satisfy all forms, conflicts add up to something negative, and
// taking bounds back leaves everything in order.

#include "arithmetic/simplex.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <vector>

#include "arithmetic/equality_elimination.hpp"

using namespace plato;

namespace {

using Variable = Simplex::Variable;

struct Form {
  Variable variable;
  std::vector<Simplex::Summand> summands;
};

// What the simplex says, checked.
void check_values(const Simplex& simplex, const std::vector<Form>& forms) {
  for (Variable variable = 0; variable < simplex.variable_count(); ++variable) {
    if (simplex.lower(variable).is_present) REQUIRE(simplex.value(variable) >= simplex.lower(variable).value);
    if (simplex.upper(variable).is_present) REQUIRE(simplex.value(variable) <= simplex.upper(variable).value);
    if (!simplex.is_basic(variable)) REQUIRE(simplex.value(variable).is_integer());
  }
  for (const Form& form : forms) {
    Rational sum;
    for (const auto& summand : form.summands) sum += simplex.value(summand.variable) * Rational(summand.coefficient);
    REQUIRE(sum == simplex.value(form.variable));
  }
}

// Multiples of the bounds add up to 0·x + something negative. `bounds` are those asserted, by reason.
void check_conflict(const Simplex& simplex, const std::vector<Form>& forms, const std::vector<Integer>& bounds) {
  std::map<Variable, Integer> sum;
  Integer constant = 0;
  for (const Simplex::ConflictPart& part : simplex.conflict()) {
    REQUIRE(part.multiplier.sign() > 0);
    const Integer factor = part.is_upper ? -part.multiplier : part.multiplier;
    constant -= factor * bounds[part.reason];
    const auto form = std::ranges::find(forms, part.variable, &Form::variable);
    if (form == forms.end()) {
      sum[part.variable] += factor;
    } else {
      for (const auto& summand : form->summands) sum[summand.variable] += factor * summand.coefficient;
    }
  }
  for (const auto& [variable, coefficient] : sum) REQUIRE(coefficient.is_zero());
  REQUIRE(constant.sign() < 0);
}

}   // namespace

TEST_CASE("two forms") {
  Simplex simplex;
  const Variable x = simplex.add_variable();
  const Variable y = simplex.add_variable();
  const std::vector<Form> forms = {{2, {{x, 1}, {y, 1}}}, {3, {{x, 1}, {y, -1}}}};
  for (const Form& form : forms) REQUIRE(simplex.add_form(form.summands) == form.variable);
  std::vector<Integer> bounds = {3, 4, 3};
  REQUIRE(simplex.assert_lower(2, 3, 0));
  REQUIRE(simplex.assert_lower(3, 4, 1));
  REQUIRE(simplex.check(100) == Simplex::Outcome::feasible);
  check_values(simplex, forms);
  REQUIRE(simplex.assert_upper(x, 3, 2));
  REQUIRE(simplex.check(100) == Simplex::Outcome::conflict);
  CHECK(simplex.conflict().size() == 3);
  check_conflict(simplex, forms, bounds);
}

TEST_CASE("opposite bounds, weaker bounds, a limit") {
  Simplex simplex;
  const Variable x = simplex.add_variable();
  REQUIRE(simplex.assert_lower(x, 3, 0));
  REQUIRE(simplex.assert_lower(x, 2, 1));
  CHECK(simplex.lower(x).reason == 0);
  REQUIRE_FALSE(simplex.assert_upper(x, 2, 2));
  CHECK(simplex.conflict().size() == 2);
  CHECK_FALSE(simplex.upper(x).is_present);
  const Simplex::Summand summands[] = {{x, 1}, {simplex.add_variable(), 1}};
  const Variable form = simplex.add_form(summands);
  REQUIRE(simplex.assert_upper(form, -5, 3));
  CHECK(simplex.check(0) == Simplex::Outcome::limit);
  CHECK(simplex.check(1) == Simplex::Outcome::feasible);
}

TEST_CASE("forms come and go") {
  Simplex simplex;
  const Variable x = simplex.add_variable();
  const Variable y = simplex.add_variable();
  const Simplex::Summand sum[] = {{x, 2}, {y, 3}};
  const Simplex::Summand difference[] = {{x, 5}, {y, -7}};
  const Variable s = simplex.add_form(sum);
  const Variable d = simplex.add_form(difference);
  REQUIRE(simplex.assert_lower(s, 10, 0));
  const std::size_t trail = simplex.trail_size();
  REQUIRE(simplex.assert_lower(d, 3, 1));
  REQUIRE(simplex.assert_upper(d, 3, 1));
  REQUIRE(simplex.check(100) == Simplex::Outcome::feasible);
  simplex.backtrack(trail);
  simplex.remove_form(d);
  REQUIRE(simplex.check(100) == Simplex::Outcome::feasible);
  check_values(simplex, {{s, {{x, 2}, {y, 3}}}});
  const Simplex::Summand other[] = {{x, 1}, {y, 1}};
  CHECK(simplex.add_form(other) == d);
  REQUIRE(simplex.assert_upper(d, 3, 2));
  REQUIRE(simplex.check(100) == Simplex::Outcome::feasible);
  check_values(simplex, {{s, {{x, 2}, {y, 3}}}, {d, {{x, 1}, {y, 1}}}});
}

TEST_CASE("random bounds set and taken back") {
  std::mt19937 random(5);
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  std::size_t feasible = 0;
  std::size_t conflicts = 0;
  for (int round = 0; round < 150; ++round) {
    Simplex simplex;
    const int variables = pick(2, 6);
    for (int i = 0; i < variables; ++i) simplex.add_variable();
    std::vector<Form> forms;
    for (int i = pick(1, 7); i > 0; --i) {
      std::vector<Simplex::Summand> summands;
      for (int j = 0; j < variables; ++j)
        if (const int coefficient = pick(-4, 4); coefficient != 0 && pick(0, 1))
          summands.push_back({static_cast<Variable>(j), coefficient});
      if (summands.size() < 2) continue;
      forms.push_back({simplex.add_form(summands), summands});
    }
    std::vector<Integer> bounds;
    std::vector<std::size_t> levels;
    for (int step = 0; step < 60; ++step) {
      if (pick(0, 3) == 0 && !levels.empty()) {
        const auto level = static_cast<std::size_t>(pick(0, static_cast<int>(levels.size()) - 1));
        simplex.backtrack(levels[level]);
        levels.resize(level);
      }
      levels.push_back(simplex.trail_size());
      const auto variable = static_cast<Variable>(pick(0, static_cast<int>(simplex.variable_count()) - 1));
      const Integer bound = pick(-10, 10);
      const auto reason = static_cast<Simplex::Reason>(bounds.size());
      bounds.push_back(bound);
      const bool is_consistent =
          pick(0, 1) ? simplex.assert_lower(variable, bound, reason) : simplex.assert_upper(variable, bound, reason);
      if (!is_consistent) {
        check_conflict(simplex, forms, bounds);
      } else if (simplex.check(10000) == Simplex::Outcome::feasible) {
        check_values(simplex, forms);
        ++feasible;
        continue;
      } else {
        check_conflict(simplex, forms, bounds);
        ++conflicts;
      }
      simplex.backtrack(levels.back());
      levels.pop_back();
    }
  }
  CHECK(feasible > 1000);
  CHECK(conflicts > 150);
}

TEST_CASE("equations over the integers against brute force") {
  std::mt19937 random(6);
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  std::size_t refuted = 0;
  for (int round = 0; round < 2000; ++round) {
    const int unknowns = pick(1, 4);
    const int count = pick(1, 4);
    std::vector<std::vector<int>> rows;
    std::vector<int> values;
    for (int i = 0; i < count; ++i) {
      rows.emplace_back();
      for (int j = 0; j < unknowns; ++j) rows.back().push_back(pick(-6, 6));
      values.push_back(pick(-12, 12));
    }
    // Whether some whole point solves them: a box is enough to find most, and only those are held against a refutation.
    bool has_solution = false;
    std::vector<int> point(static_cast<std::size_t>(unknowns), -6);
    for (bool more = true; more && !has_solution;) {
      has_solution = true;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        int sum = 0;
        for (std::size_t j = 0; j < point.size(); ++j) sum += rows[i][j] * point[j];
        has_solution &= sum == values[i];
      }
      std::size_t i = 0;
      while (i < point.size() && point[i] == 6) point[i++] = -6;
      if (i == point.size())
        more = false;
      else
        ++point[i];
    }
    EqualityElimination elimination(1000);
    auto outcome = EqualityElimination::Outcome::solvable;
    for (std::size_t i = 0; i < rows.size() && outcome == EqualityElimination::Outcome::solvable; ++i) {
      std::vector<std::pair<EqualityElimination::Unknown, Integer>> equation;
      for (std::size_t j = 0; j < point.size(); ++j)
        if (rows[i][j] != 0) equation.emplace_back(static_cast<std::uint32_t>(j), rows[i][j]);
      outcome = elimination.add(equation, values[i]);
    }
    if (outcome == EqualityElimination::Outcome::solvable) continue;
    REQUIRE(outcome == EqualityElimination::Outcome::contradictory);
    REQUIRE_FALSE(has_solution);
    ++refuted;
    const auto& refutation = elimination.refutation();
    for (std::size_t j = 0; j <= point.size(); ++j) {
      Integer sum = 0;
      for (const auto& [equation, multiplier] : refutation.multipliers)
        sum += multiplier * Integer(j < point.size() ? rows[equation][j] : values[equation]);
      const bool is_divisible = refutation.divisor.is_zero() ? sum.is_zero() : divides(refutation.divisor, sum);
      REQUIRE(is_divisible == (j < point.size()));
    }
  }
  CHECK(refuted > 300);
}
