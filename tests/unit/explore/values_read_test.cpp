// What schedules say of the values that steps and formulas read.

#include "explore/values_read.hpp"

#include "explore/schedule_table.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

Exploration explored(const CoreProgram& core) { return explore(core.program, core.specification, {}); }

std::vector<std::string> reads_of_step(const std::string& text, std::size_t step) {
  const CoreProgram core = program_of(text);
  return step_reads(core.program, explored(core).schedule, step);
}

}   // namespace

using Texts = std::vector<std::string>;

TEST_CASE("a step reads shared variables in the store in which it starts") {
  CHECK(reads_of_step("var x: int = 4 var y: int = 0 thread T { y := x + y; assert false; }", 0) ==
        Texts{"x = 4", "y = 0"});
  // What it has written itself is not read.
  CHECK(reads_of_step("var x: int = 4 var y: int = 0 thread T { atomic { x := 1; y := x; } assert false; }", 0) ==
        Texts{});
  CHECK(reads_of_step("var x: int = 4 var y: int = 0 thread T { atomic { y := x; x := 1; } assert false; }", 0) ==
        Texts{"x = 4"});
  // Nor is what the thread alone has.
  CHECK(reads_of_step("var x: int = 4 thread T { var l: int = 7 x := l; assert false; }", 0) == Texts{});
}

TEST_CASE("of maps the elements that are read are told") {
  CHECK(reads_of_step("var a: int[] = map(3) var i: int = 5 thread T { i := a[i + 1]; assert false; }", 0) ==
        Texts{"a[6] = 3", "i = 5"});
  CHECK(reads_of_step("var a: bool[] = map(true) var i: int = 5 thread T { assume a[2]; assert false; }", 0) ==
        Texts{"a[2] = true"});
  // Which elements a quantifier reads would be too much to tell.
  CHECK(reads_of_step("var a: int[] = map(0) thread T { assume forall i :: a[i] == 0; assert false; }", 0) == Texts{});
}

TEST_CASE("what is false is told as it was written, with its values") {
  const auto outcome = [](const std::string& text) {
    const CoreProgram core = program_of(text);
    return outcome_text(core.program, core.provenance, explored(core));
  };
  CHECK(outcome("var x: int = 1 thread T { assert x >= 0 &&\n  3   < x; }") ==
        "the last step goes wrong: 3 < x is false, where x = 1");
  CHECK(outcome("var x: int = 1 invariant x < 2 thread T { x := 2; }") ==
        "the last store breaks the invariant: x < 2 is false, where x = 2");
  CHECK(outcome("var x: int = 1 program { guarantee x' >= x && x' <= 2 } thread T { x := 0; }") ==
        "the last step breaks what the program guarantees: x' >= x is false, where x = 1, x' = 0");
  // Inside of a definition it was written of something else.
  CHECK(outcome("var x: int = 1 predicate small(k: int) = k < 1 thread T { assert small(x + 1); }") ==
        "the last step goes wrong: small(x + 1) is false, where x = 1");
  // A comment is no part of it.
  CHECK(outcome("var x: int = 1 thread T { assert x == // one\n 3; }") ==
        "the last step goes wrong: x == 3 is false, where x = 1");
}

TEST_CASE("steps in a row that concern nobody else are one line, but for the last ones") {
  const CoreProgram core = program_of(
      "var x: int = 0\nthread T {\n  var l: int = 0\n  while (l < 9) { l := l + 1; }\n  x := l;\n  assert x != "
      "9;\n}\n");
  const std::string table = schedule_table(core.program, core.provenance, explored(core));
  CHECK(table.find("  1-11  T       4     … 11 steps of its own") != std::string::npos);
  CHECK(table.find("    12  T       4     l := l + 1") != std::string::npos);
  CHECK(table.find("    21  T       6     assert x != 9") != std::string::npos);
}
