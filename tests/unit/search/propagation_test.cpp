// What unit propagation and equalities find out together.

#include "search/propagation.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "search/clausification.hpp"
#include "support/lemma_table.hpp"

using namespace plato;

namespace {

struct Problem : plato_test::LemmaTable {
  TermId x(std::int32_t i) { return table.logic(i); }
  Literal is(std::int32_t i, std::int64_t value) { return table.eq(x(i), table.num(value)); }
  Literal next(std::int32_t i, std::int64_t by) {
    return table.eq(x(i + 1), table.binary(TermKind::add, x(i), table.num(by)));
  }

  bool is_contradictory(const std::vector<Literal>& assertions) {
    define_literals(pool, table, assertions);
    return !Propagation(context, assertions).run();
  }
};

}   // namespace

TEST_CASE("a known value opens the next link of a chain") {
  for (const std::int64_t last : {100, 101}) {
    Problem p;
    std::vector<Literal> assertions{p.is(0, 0), -p.is(100, last)};
    // if x(i) is i, then x(i + 1) is one more
    for (std::int32_t i = 99; i >= 0; --i) assertions.push_back(p.any({-p.is(i, i), p.next(i, 1)}));
    CHECK(p.is_contradictory(assertions) == (last == 100));
  }
}

TEST_CASE("long chains get short explanations") {
  Problem p;
  constexpr std::int32_t length = 2000;
  std::vector<Literal> assertions{p.is(0, 0)};
  for (std::int32_t i = 0; i < length; ++i) assertions.push_back(p.next(i, 1));
  for (std::int32_t i = 1; i <= length; ++i) assertions.push_back(p.any({p.is(i, i), p.table.atom(i)}));
  CHECK_FALSE(p.is_contradictory(assertions));
  CHECK(p.pool.clauses.items.size() < 40 * length);
}

TEST_CASE("variables that turn out to be numbers decide what mentions them") {
  // The class of x(0) is larger than that of 0 when they meet.
  Problem p;
  const Literal low = p.table.le(p.x(0), p.table.num(6));
  std::vector<Literal> assertions{p.next(0, 1), p.next(1, 1), p.next(2, 1), p.is(3, 10), low};
  CHECK(p.is_contradictory(assertions));
}

TEST_CASE("what is true or false by itself is decided") {
  for (const bool is_equality : {true, false}) {
    Problem p;
    const TermId one_more = p.table.binary(TermKind::add, p.x(0), p.table.num(1));
    const Literal absurd = is_equality ? p.table.eq(p.x(0), one_more) : p.table.le(one_more, p.x(0));
    CHECK(p.is_contradictory({p.any({absurd, -p.table.eq(one_more, one_more)})}));
  }
}

TEST_CASE("what comes later is taken up where it was left") {
  Problem p;
  const std::vector<Literal> assertions{p.is(0, 1), p.any({-p.is(0, 1), p.table.atom(1)})};
  define_literals(p.pool, p.table, assertions);
  Propagation propagation(p.context, assertions);
  CHECK(propagation.run());
  const Literal clause[] = {-p.table.atom(1), p.table.le(p.x(0), p.table.num(0))};
  add_lemma(p.pool, p.table, {.rule = LemmaRule::congruence}, clause);
  CHECK_FALSE(propagation.run());
  CHECK_FALSE(propagation.run());
}

TEST_CASE("atoms that say the same are told so, whichever way they are written") {
  Problem p;
  const Literal first = p.is(0, 5), second = p.table.eq(p.table.num(7), p.x(2));
  const Literal low = p.table.le(p.x(0), p.x(9)),
                same = p.table.le(p.x(2), p.table.binary(TermKind::add, p.x(9), p.table.num(2)));
  for (const auto& [a, b] : {std::pair{first, second}, {second, first}, {low, same}, {same, low}}) {
    CHECK(p.is_contradictory({p.next(0, 1), p.next(1, 1), a, -b}));
    CHECK_FALSE(p.is_contradictory({p.next(0, 1), p.next(1, 1), a, b}));
  }
}

TEST_CASE("equal sums make equal variables, however they were met") {
  Problem p;
  const auto sum = [&](std::int32_t a, std::int32_t b) { return p.table.binary(TermKind::add, p.x(a), p.x(b)); };
  const Literal first = p.table.eq(p.x(8), sum(1, 2)), second = p.table.eq(p.x(9), sum(3, 4));
  const std::vector<Literal> same{p.next(2, 0), p.table.eq(p.x(1), p.x(4)), p.table.eq(p.x(8), sum(1, 2)), second};
  // 3 is 2 and 4 is 1, so that 9 is 8
  std::vector<Literal> assertions = same;
  assertions.push_back(-p.table.eq(p.x(8), p.x(9)));
  CHECK(p.is_contradictory(assertions));
  assertions.back() = -p.table.eq(p.x(8), p.table.binary(TermKind::add, p.x(9), p.table.num(1)));
  CHECK_FALSE(p.is_contradictory(assertions));
  CHECK_FALSE(p.is_contradictory({first, second, -p.table.eq(p.x(8), p.x(9))}));
}

TEST_CASE("what is read from maps follows from what was written, where indices are known") {
  Problem p;
  FormulaTable& t = p.table;
  const auto map = [&](std::int32_t version) { return t.var(1, version); };
  const auto at = [&](TermId m, TermId i) { return t.binary(TermKind::select, m, i); };
  const TermId written = t.store(map(1), p.x(1), p.x(2));
  const Literal is_next = t.map_eq(map(2), written), elsewhere = -t.eq(p.x(3), p.x(1));
  const Literal same_index = t.eq(p.x(3), p.x(1));
  const Literal keeps = t.eq(at(map(2), p.x(3)), at(map(1), p.x(3))), gets = t.eq(at(map(2), p.x(3)), p.x(2));
  CHECK(p.is_contradictory({is_next, elsewhere, -keeps}));
  CHECK(p.is_contradictory({is_next, same_index, -gets}));
  CHECK_FALSE(p.is_contradictory({is_next, -keeps}));
  CHECK_FALSE(p.is_contradictory({is_next, -gets}));
  CHECK(p.is_contradictory({t.map_eq(map(3), t.constant(t.num(7))), -t.eq(at(map(3), p.x(1)), t.num(7))}));
  CHECK(p.is_contradictory({t.map_eq(map(3), map(1)), same_index, -t.eq(at(map(3), p.x(1)), at(map(1), p.x(3)))}));
}

TEST_CASE("a false universal formula has a witness") {
  Problem p;
  const Literal body[] = {-p.table.le(p.table.bound(0), p.table.num(4)), p.table.le(p.table.bound(0), p.table.num(9))};
  const Literal all = p.table.all(p.table.connective(FormulaKind::or_, body));
  define_literals(p.pool, p.table, std::span(&all, 1));
  const Literal assertions[] = {-all};
  Propagation propagation(p.context, assertions);
  CHECK(propagation.run());
  const TermId witness = p.table.witness(formula_of(all));
  CHECK(propagation.is_true(p.table.le(witness, p.table.num(4))));
  CHECK(propagation.is_false(p.table.le(witness, p.table.num(9))));
}

TEST_CASE("what followed from a supposition goes when it is taken back") {
  Problem p;
  const Literal choice = p.table.atom(1);
  const Literal low = p.table.le(p.x(2), p.table.num(6)), other = p.table.le(p.x(5), p.x(2));
  // if the choice holds, x(2) is 7; then x(2) ≤ 6 is false
  const std::vector<Literal> assertions{p.any({-choice, p.is(2, 7)}), p.any({low, other}), p.next(2, 0)};
  define_literals(p.pool, p.table, assertions);
  Propagation propagation(p.context, assertions);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(propagation.run());
    CHECK_FALSE(propagation.is_false(low));
    propagation.suppose(choice);
    REQUIRE(propagation.run());
    CHECK(propagation.is_false(low));
    CHECK(propagation.is_true(other));
    CHECK(propagation.forest().reduced(Polynomial::of_atom(p.x(3))).is_constant());
    propagation.take_back();
    CHECK_FALSE(propagation.forest().reduced(Polynomial::of_atom(p.x(3))).is_constant());
  }
  // and a contradiction, too
  propagation.suppose(choice);
  const Literal clause[] = {low, -choice};
  propagation.be_told(clause);
  CHECK_FALSE(propagation.run());
  propagation.take_back();
  CHECK(propagation.run());
  CHECK(propagation.was_told());
}

TEST_CASE("a clause that was added under a supposition forces what it forces without it") {
  Problem p;
  const Literal a = p.table.atom(1), b = p.table.atom(2), c = p.table.atom(3);
  const std::vector<Literal> assertions{-b, p.any({a, c})};
  define_literals(p.pool, p.table, assertions);
  Propagation propagation(p.context, assertions);
  REQUIRE(propagation.run());
  propagation.suppose(a);
  const Literal clause[] = {-a, b};
  add_lemma(p.pool, p.table, {.rule = LemmaRule::congruence}, clause);
  CHECK_FALSE(propagation.run());
  propagation.take_back();
  CHECK(propagation.run());
  CHECK(propagation.is_false(a));
  CHECK(propagation.is_true(c));
}
