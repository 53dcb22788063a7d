// Copies between tables, and conditions as problems of their own.

#include "logic/table_copy.hpp"

#include <catch2/catch.hpp>

#include "conditions/condition_problem.hpp"
#include "logic/formula_text.hpp"

using namespace plato;

namespace {

// One of every kind of term and formula, over variables that start at `first`.
Literal every_kind(FormulaTable& t, std::int32_t first) {
  const TermId x = t.logic(first), v = t.var(first, 1), n = t.num(parse_integer("123456789012345678901234567890"));
  const Literal body = t.all(t.le(t.bound(0), t.bound(1)));
  const Literal all = t.all(body);
  TermId sum = t.binary(TermKind::sub, t.binary(TermKind::add, x, v), t.binary(TermKind::mul, n, x));
  sum = t.binary(TermKind::pair, t.binary(TermKind::div, sum, n), t.binary(TermKind::mod, sum, v));
  const TermId map = t.store(t.constant(n), x, t.witness(formula_of(all)));
  const TermId other = t.ite(-t.atom(first + 7), map, t.logic(first + 1));
  const TermId read = t.binary(TermKind::select, other, t.binary(TermKind::difference, map, other));
  const Literal relations[] = {t.eq(read, sum), -t.map_eq(map, other), t.le(x, v)};
  const Literal both[] = {t.connective(FormulaKind::and_, relations), -t.connective(FormulaKind::or_, relations)};
  const Literal three[] = {t.connective(FormulaKind::implies, both), t.connective(FormulaKind::iff, both), -t.truth()};
  const Literal whole[] = {t.connective(FormulaKind::ite, three), all};
  return -t.connective(FormulaKind::and_, whole);
}

}   // namespace

TEST_CASE("a copy says the same, and copied back it is the original") {
  FormulaTable all;
  const Literal first = every_kind(all, 0), second = every_kind(all, 100);
  FormulaTable own;
  TableCopy copy(all, own);
  const Literal copied = copy.literal(second);
  CHECK(formula_text(own, copied, {}, 10000) == formula_text(all, second, {}, 10000));
  CHECK(copy.literal(-second) == -copied);
  CHECK(own.node_count() < all.node_count());
  const std::size_t before = all.node_count();
  TableCopy back(own, all);
  CHECK(back.literal(copied) == second);
  CHECK(back.literal(copied) != first);
  CHECK(all.node_count() == before);
}

TEST_CASE("a condition's own problem is refuted, and the refutation holds among all conditions") {
  Problem all;
  FormulaTable& t = all.table;
  for (std::int32_t i = 0; i < 1000; ++i) t.le(t.logic(i), t.num(i));
  const TermId x = t.logic(3), y = t.logic(4);
  const Literal condition[] = {t.eq(t.binary(TermKind::div, x, t.num(2)), y), t.le(t.num(8), y), t.le(x, t.num(15))};
  Problem own = problem_of(all, condition);
  CHECK(own.table.node_count() < 20);
  const std::size_t numbers[] = {0, 1, 2};
  const SearchResult searched = search_refutation(own, numbers);
  REQUIRE(searched.outcome.has_value());
  const auto& found = *searched.outcome;
  const FoundRefutation in_all = refutation_in(all, own, found);
  const auto derivation_of = [](const FoundRefutation& refutation) {
    for (const Derivation& derivation : refutation.pool.derivations)
      for (const ArithmeticInstruction& instruction : derivation)
        if (const auto* division = std::get_if<DivisionFacts>(&instruction)) return division->quotient;
    return TermId{0};
  };
  CHECK(derivation_of(in_all) == t.binary(TermKind::div, x, t.num(2)));
  CHECK(in_all.refutation.hints == found.refutation.hints);
}
