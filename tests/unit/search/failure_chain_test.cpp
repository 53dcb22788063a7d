// Where a chain of choices may end.

#include "search/failure_chain.hpp"

#include <catch2/catch.hpp>

using namespace plato;

namespace {

Literal any(FormulaTable& table, std::vector<Literal> parts) { return table.connective(FormulaKind::or_, parts); }
Literal both(FormulaTable& table, std::vector<Literal> parts) { return table.connective(FormulaKind::and_, parts); }

}   // namespace

TEST_CASE("the exits of a chain come in order, whichever way it is written") {
  FormulaTable t;
  // a fact, and: exit 1 fails, or a fact, and: exit 2 fails, or …
  Literal positive = both(t, {t.atom(100), t.atom(101)}), negative = -positive;
  for (std::int32_t i = 4; i >= 1; --i) {
    positive = both(t, {t.atom(10 + i), any(t, {-t.atom(i), positive})});
    negative = any(t, {-t.atom(10 + i), both(t, {t.atom(i), negative})});
  }
  const std::vector<Literal> expected{-t.atom(1), -t.atom(2), -t.atom(3), -t.atom(4)};
  const Literal first[] = {t.atom(50), positive}, second[] = {-negative};
  CHECK(exits_of_chain(t, first) == expected);
  CHECK(exits_of_chain(t, second) == expected);
}

TEST_CASE("one or two choices are no chain") {
  FormulaTable t;
  const Literal choice[] = {any(t, {t.atom(1), both(t, {t.atom(2), any(t, {t.atom(3), t.atom(4)})})})};
  CHECK(exits_of_chain(t, choice).empty());
  CHECK(exits_of_chain(t, {}).empty());
}
