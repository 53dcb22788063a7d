// Races that an exploration finds.

#include <string>

#include "explore/explore.hpp"
#include "explore/schedule_table.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

std::string race_of(const std::string& text, bool uses_symmetry = true) {
  const CoreProgram core = program_of(text);
  const Exploration found = explore(core.program, core.specification, {.uses_symmetry = uses_symmetry});
  if (found.verdict != Exploration::Verdict::has_race) return found.is_complete() ? "none" : "incomplete";
  return outcome_text(core.program, core.provenance, found);
}

const std::string two = "thread T[i] for 1 <= i <= 2 ";

}   // namespace

TEST_CASE("a race needs two threads, and one that writes") {
  CHECK(race_of("var x: int = 0 race-free x " + two + "{ x := 1; }") ==
        "there is a race on x: T[1] to write it (line 1: x := 1), and T[2] to write it (line 1: x := 1)");
  CHECK(race_of("var x: int = 0 race-free x " + two + "{ await x == 0; }") == "none");
  CHECK(race_of("var x: int = 0 race-free x thread A { x := 1; x := 2; }") == "none");
  CHECK(race_of("var x: int = 0 var y: int = 0 race-free y " + two + "{ x := 1; }") == "none");
  CHECK(race_of("var x: int = 0 race-free x thread A { x := 1; } thread B { var l: int = 0 l := x; }") ==
        "there is a race on x: A to write it (line 1: x := 1), and B to read it (line 1: l := x)");
}

TEST_CASE("of a map the index counts") {
  CHECK(race_of("var a: int[] = map(0) race-free a " + two + "{ a[tid] := 1; }") == "none");
  CHECK(race_of("var a: int[] = map(0) race-free a " + two + "{ a[3 - tid] := a[tid]; }")
            .starts_with("there is a race on a["));
  CHECK(race_of("var a: int[] = map(0) race-free a thread A { a[1] := 1; } thread B { await a == map(0); }") ==
        "there is a race on a[1]: A to write it (line 1: a[1] := 1), and B to read it (line 1: await a == map(0))");
}

TEST_CASE("only ways that come to an end count, in states that are reached") {
  CHECK(race_of("var m: lock = 0 var x: int = 0 race-free x " + two + "{ acquire(m); x := 1; release(m); }") == "none");
  // Both can take the lock, and each would write x in the same step.
  CHECK(race_of("var m: lock = 0 var x: int = 0 race-free x " + two +
                "{ atomic { await m == 0; m := tid; x := 1; } release(m); }")
            .starts_with("there is a race on x"));
  CHECK(race_of("var x: int = 0 race-free x " + two + "{ atomic { x := 1; await tid == 1; } }") == "none");
  CHECK(race_of("var x: int = 0 var n: 0..3 = 0 race-free x " + two +
                    "{ n := if n < 3 then n + 1 else 0; await n == 2; x := tid; }",
                false) != "none");
}

TEST_CASE("branches are threads of their own") {
  CHECK(race_of("var x: int = 0 race-free x thread A { par for i in 1..2 { x := i; } }")
            .starts_with("there is a race on x"));
  CHECK(race_of("var a: int[] = map(0) race-free a thread A { par for i in 1..2 { a[i] := i; } }") == "none");
}
