// Contradictory differences, against the shortest paths between all pairs.

#include "search/difference_conflicts.hpp"

#include <catch2/catch.hpp>

#include <random>

using namespace plato;

namespace {

// The facts of a conflict's literals must replay to a contradiction.
void check_conflict(const FormulaTable& table, NormalForms& normal_forms, const ArithmeticConflict& conflict) {
  std::vector<Fact> facts;
  for (Tag tag : conflict.tags) {
    const FormulaId formula = formula_of(tag);
    const bool is_equality = table[formula].kind == FormulaKind::eq;
    Polynomial p = normal_forms.of(table.right(formula)) - normal_forms.of(table.left(formula));
    if (tag < 0) p = -p - Polynomial(Integer(1));
    facts.push_back({p, is_equality ? Relation::equal_to_zero : Relation::at_least_zero});
  }
  CHECK(std::holds_alternative<ReplayAccepted>(replay(facts, conflict.instructions)));
}

}   // namespace

TEST_CASE("random differences are contradictory just if a cycle is") {
  std::size_t conflicts = 0, none = 0;
  DifferenceConflicts differences;   // keeps values from one problem to the next, which must not matter
  FormulaTable table;
  NormalForms normal_forms(table);
  for (unsigned seed = 1; seed <= 300; ++seed) {
    std::mt19937 random(seed);
    const auto pick = [&](int low, int high) {
      return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
    };
    constexpr int variables = 7;   // variable 0 represents the number 0
    const auto term = [&](int variable) { return variable == 0 ? table.num(0) : table.logic(variable); };
    constexpr std::int64_t far = 1000000;
    std::vector<std::vector<std::int64_t>> most(variables, std::vector<std::int64_t>(variables, far));   // of i - j
    std::vector<Literal> literals;
    const int count = pick(4, 14);
    for (int c = 0; c < count; ++c) {
      const int i = pick(0, variables - 1), j = (i + pick(1, variables - 1)) % variables, bound = pick(-3, 8);
      const TermId right = table.binary(TermKind::add, term(j), table.num(bound));   // i ≤ j + bound
      const auto limit = [&](int a, int b, std::int64_t by) {
        auto& entry = most[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
        entry = std::min(entry, by);
      };
      switch (pick(0, 3)) {
        case 0:
          literals.push_back(table.eq(term(i), right));
          limit(i, j, bound);
          limit(j, i, -bound);
          break;
        case 1:
          literals.push_back(-table.le(right, term(i)));   // i < j + bound
          limit(i, j, bound - 1);
          break;
        default: literals.push_back(table.le(term(i), right)); limit(i, j, bound);
      }
    }
    for (std::size_t k = 0; k < variables; ++k)
      for (std::size_t i = 0; i < variables; ++i)
        for (std::size_t j = 0; j < variables; ++j) most[i][j] = std::min(most[i][j], most[i][k] + most[k][j]);
    bool is_contradictory = false;
    for (std::size_t i = 0; i < variables; ++i) is_contradictory |= most[i][i] < 0;
    INFO("seed " << seed);
    const auto conflict = differences.find(table, normal_forms, literals);
    REQUIRE(conflict.has_value() == is_contradictory);
    if (conflict) check_conflict(table, normal_forms, *conflict);
    ++(conflict ? conflicts : none);
  }
  CHECK(conflicts > 50);
  CHECK(none > 50);
}

TEST_CASE("what is no difference is left alone") {
  FormulaTable table;
  NormalForms normal_forms(table);
  const TermId a = table.logic(1), b = table.logic(2);
  const TermId sum = table.binary(TermKind::add, a, b), twice = table.binary(TermKind::mul, table.num(2), a);
  const Literal literals[] = {table.le(sum, table.num(0)), table.le(table.num(1), sum), table.le(twice, b),
                              table.le(table.num(1), table.num(0)), -table.eq(a, a)};
  CHECK_FALSE(DifferenceConflicts().find(table, normal_forms, literals));
}
