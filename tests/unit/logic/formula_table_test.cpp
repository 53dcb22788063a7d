// Sharing, replacement and depth of the formula table.

#include "logic/formula_table.hpp"

#include <catch2/catch.hpp>

#include "logic/model_evaluation.hpp"

using namespace plato;

TEST_CASE("equal terms and formulas have equal numbers") {
  FormulaTable table;
  const TermId x = table.logic(0), sum = table.binary(TermKind::add, x, table.num(1));
  CHECK(sum == table.binary(TermKind::add, table.logic(0), table.num(Integer(1))));
  CHECK(table.eq(x, sum) == table.eq(x, sum));
  CHECK(table.eq(x, sum) != table.eq(sum, x));
  const Literal parts[] = {table.atom(1), -table.atom(2)};
  CHECK(table.connective(FormulaKind::and_, parts) == table.connective(FormulaKind::and_, parts));
  CHECK(table.connective(FormulaKind::and_, parts) != table.connective(FormulaKind::or_, parts));
  CHECK(table.find_relation(FormulaKind::eq, sum, x) == formula_of(table.eq(sum, x)));
  CHECK_FALSE(table.find_relation(FormulaKind::le, sum, x));
}

TEST_CASE("many entries stay distinct") {
  FormulaTable table;
  for (std::int32_t i = 0; i < 50000; ++i) {
    const TermId number = table.num(i), variable = table.logic(i);
    REQUIRE(table.left(formula_of(table.le(variable, number))) == variable);
  }
  CHECK(table.term_count() == 100000);
  CHECK(table.formula_count() == 50000);
  CHECK(table.value(table.num(777)) == Integer(777));
}

TEST_CASE("instantiation replaces the variable at every depth") {
  FormulaTable table;
  // ∀ x. x ≤ 3 ∧ ∀ y. y ≤ x
  const Literal inner = table.all(table.le(table.bound(0), table.bound(1)));
  const Literal parts[] = {table.le(table.bound(0), table.num(3)), -inner};
  const Literal all = table.all(table.connective(FormulaKind::and_, parts));
  CHECK(table[formula_of(all)].loose == 0);
  CHECK(table[formula_of(inner)].loose == 1);
  const TermId seven = table.num(7);
  const Literal expected_inner = table.all(table.le(table.bound(0), seven));
  const Literal expected[] = {table.le(seven, table.num(3)), -expected_inner};
  CHECK(instantiate(table, table.operands(formula_of(all))[0], seven) == table.connective(FormulaKind::and_, expected));
}

TEST_CASE("replacements are lifted under binders") {
  FormulaTable table;
  const Literal body = table.all(table.le(table.bound(0), table.logic(5)));
  const Literal replaced =
      replace_in_literal(table, body, {.logic = {{5, table.bound(0)}}, .atoms = {}, .bound = {}, .lift = 0});
  CHECK(replaced == table.all(table.le(table.bound(0), table.bound(1))));
}

TEST_CASE("deep terms are no problem") {
  FormulaTable table;
  TermId term = table.bound(0);
  for (int i = 0; i < 100000; ++i) term = table.binary(TermKind::add, term, table.logic(1));
  const Literal all = table.all(table.le(term, table.num(0)));
  const Literal instance = instantiate(table, table.operands(formula_of(all))[0], table.num(2));
  CHECK(evaluate(table, instance, LogicModel{{{1, Integer(-1)}}, {}}) == std::optional(true));
  CHECK(evaluate(table, instance, LogicModel{{{1, Integer(0)}}, {}}) == std::optional(false));
}

TEST_CASE("evaluation follows the logic's semantics") {
  FormulaTable table;
  const TermId x = table.logic(0), minus_seven = table.num(-7);
  const auto equals = [&](TermId term, std::int64_t value) {
    return evaluate(table, table.eq(term, table.num(value)), LogicModel{});
  };
  CHECK(equals(table.binary(TermKind::div, minus_seven, table.num(2)), -4) == std::optional(true));
  CHECK(equals(table.binary(TermKind::mod, minus_seven, table.num(2)), 1) == std::optional(true));
  CHECK(equals(table.binary(TermKind::div, minus_seven, table.num(-2)), 4) == std::optional(true));
  CHECK(equals(table.binary(TermKind::mod, minus_seven, table.num(-2)), 1) == std::optional(true));
  CHECK(equals(table.binary(TermKind::div, minus_seven, table.num(0)), 0) == std::optional(true));
  CHECK(equals(table.binary(TermKind::mod, minus_seven, table.num(0)), -7) == std::optional(true));
  const TermId stored = table.store(table.constant(table.num(4)), x, table.num(9));
  CHECK(equals(table.binary(TermKind::select, stored, table.num(0)), 9) == std::optional(true));
  CHECK(equals(table.binary(TermKind::select, stored, table.num(1)), 4) == std::optional(true));
  CHECK_FALSE(evaluate(table, table.all(table.le(table.bound(0), x)), LogicModel{}));
}
