// Integers are of one sort where the program compares or assigns them.

#include "infer/value_sorts.hpp"

#include <catch2/catch.hpp>

#include "unit/infer/parsed.hpp"

using namespace plato;
using plato_test::tree_of;

namespace {

const std::string ticket_lock =
    "var next, serving: int = 0  var x: int  var holder: int = 0  var seen: int[]\n"
    "thread T[i] for i > 0 {\n"
    "  var t: int = 0\n"
    "  atomic { t := next; next := next + 1; }\n"
    "  await serving == t;\n"
    "  holder := i; x := 7; seen[holder] := x;\n"
    "  serving := serving + 1;\n"
    "}\n";

}   // namespace

TEST_CASE("tickets are compared with tickets, holders with identifiers") {
  const ValueSorts sorts(tree_of(ticket_lock));
  const auto next = sorts.of_variable({}, "next");
  REQUIRE(next);
  CHECK(sorts.of_variable({}, "serving") == next);
  CHECK(sorts.of_variable(0, "t") == next);
  CHECK(sorts[*next].is_counted);
  CHECK_FALSE(sorts[*next].identifies);
  CHECK(sorts[*next].constants == std::set<std::string>{"0"});

  CHECK(sorts.of_variable({}, "holder") == sorts.of_identifiers());
  CHECK(sorts.of_indices("seen") == sorts.of_identifiers());
  CHECK(sorts.has_read("seen", {}, "holder"));
  CHECK_FALSE(sorts.has_read("seen", {}, "x"));

  const auto x = sorts.of_variable({}, "x");
  REQUIRE(x);
  CHECK(x != next);
  CHECK(sorts.of_elements("seen") == x);
  CHECK(sorts[*x].constants == std::set<std::string>{"7"});
}

TEST_CASE("what is compared with < has an order, what is compared with a number has bounds") {
  const ValueSorts sorts(
      tree_of("var a, b: int  var c: int\nthread T { assume a < b; assume c < 3; a := 1; b := 2; c := 0; }\n"));
  CHECK(sorts[*sorts.of_variable({}, "a")].is_ordered);
  CHECK(sorts.of_variable({}, "a") == sorts.of_variable({}, "b"));
  CHECK_FALSE(sorts[*sorts.of_variable({}, "c")].is_ordered);
  CHECK(sorts[*sorts.of_variable({}, "c")].is_bounded);
}

TEST_CASE("names of quantifiers are of the sort of what they are indices of, and of none outside") {
  const ValueSorts sorts(tree_of(
      "var up: bool[]\nvar n: int\nthread T[i] { up[i] := true; await forall j :: up[j]; assume n == 5; n := 4; }\n"));
  CHECK(sorts.of_indices("up") == sorts.of_identifiers());
  CHECK(sorts.of_variable({}, "n") != sorts.of_identifiers());
}
