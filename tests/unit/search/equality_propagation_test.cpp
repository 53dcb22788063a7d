// What unit propagation and equalities find out together.

#include "search/equality_propagation.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "search/clausification.hpp"

using namespace plato;

namespace {

struct Problem {
  FormulaTable table;
  NormalForms normal_forms{table};
  LemmaPool pool;
  std::vector<Literal> preferences;
  LemmaContext context{table, normal_forms, pool, preferences};

  TermId x(std::int32_t i) { return table.logic(i); }
  Literal is(std::int32_t i, std::int64_t value) { return table.eq(x(i), table.num(value)); }
  Literal next(std::int32_t i, std::int64_t by) {
    return table.eq(x(i + 1), table.binary(TermKind::add, x(i), table.num(by)));
  }
  Literal any_of(std::vector<Literal> literals) { return table.connective(FormulaKind::or_, literals); }

  bool is_contradictory(const std::vector<Literal>& assertions) {
    define_literals(pool, table, assertions);
    return EqualityPropagation(context, assertions, {}).run();
  }
};

}   // namespace

TEST_CASE("a known value opens the next link of a chain") {
  for (const std::int64_t last : {100, 101}) {
    Problem p;
    std::vector<Literal> assertions{p.is(0, 0), -p.is(100, last)};
    // if x(i) is i, then x(i + 1) is one more
    for (std::int32_t i = 99; i >= 0; --i) assertions.push_back(p.any_of({-p.is(i, i), p.next(i, 1)}));
    CHECK(p.is_contradictory(assertions) == (last == 100));
  }
}

TEST_CASE("long chains get short explanations") {
  Problem p;
  constexpr std::int32_t length = 2000;
  std::vector<Literal> assertions{p.is(0, 0)};
  for (std::int32_t i = 0; i < length; ++i) assertions.push_back(p.next(i, 1));
  for (std::int32_t i = 1; i <= length; ++i) assertions.push_back(p.any_of({p.is(i, i), p.table.atom(i)}));
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
    CHECK(p.is_contradictory({p.any_of({absurd, -p.table.eq(one_more, one_more)})}));
  }
}

TEST_CASE("what comes later is taken up where it was left") {
  Problem p;
  const std::vector<Literal> assertions{p.is(0, 1), p.any_of({-p.is(0, 1), p.table.atom(1)})};
  define_literals(p.pool, p.table, assertions);
  EqualityPropagation propagation(p.context, assertions, {});
  CHECK_FALSE(propagation.run());
  const Literal clause[] = {-p.table.atom(1), p.table.le(p.x(0), p.table.num(0))};
  add_lemma(p.pool, p.table, {.rule = LemmaRule::congruence}, clause);
  CHECK(propagation.run());
  CHECK(propagation.run());
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

TEST_CASE("exits are excluded one after the other, and the proof says how") {
  Problem p;
  // at each step: x(i) is 5 and x(i + 1) is not, or the same at the next step; but x never changes
  std::vector<Literal> exits, assertions;
  Literal rest = p.table.truth();
  for (std::int32_t i = 9; i >= 0; --i) {
    const Literal fails[] = {p.is(i, 5), -p.is(i + 1, 5)};
    exits.insert(exits.begin(), p.table.connective(FormulaKind::and_, fails));
    const Literal goes_on[] = {p.next(i + 1, 0), rest};
    rest = p.any_of({exits.front(), p.table.connective(FormulaKind::and_, goes_on)});
  }
  assertions = {p.next(0, 0), rest, -p.table.eq(p.x(0), p.x(10))};
  define_literals(p.pool, p.table, assertions);
  EqualityPropagation propagation(p.context, assertions, exits);
  CHECK(propagation.run());
  CHECK(propagation.is_refutation());
  for (Literal exit : {exits[0], exits[5]})
    CHECK(std::ranges::find(propagation.learned(), -exit) != propagation.learned().end());
}

TEST_CASE("an exit that is excluded elsewhere opens the next link, but is no proof") {
  Problem p;
  const Literal exit = p.table.atom(1);
  const std::vector<Literal> assertions{p.is(0, 1), p.any_of({exit, p.table.le(p.x(0), p.table.num(0))})};
  define_literals(p.pool, p.table, assertions);
  EqualityPropagation propagation(p.context, assertions, {exit});
  CHECK_FALSE(propagation.run());
  CHECK(propagation.next_exit() == exit);
  propagation.exclude_next_exit();
  CHECK(propagation.run());
  CHECK_FALSE(propagation.is_refutation());
}
