// Calls, scopes and exits run as docs/language.md says, and deep recursion ends.

#include "explore/control_locations.hpp"

#include "explore/schedule_table.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

Exploration explored(const std::string& text) { return explore(program_of(text), {}); }

// Nothing goes wrong, everything was seen, and the thread gets to its end.
void ends_with(const std::string& declarations, const std::string& statements, const std::string& assertion) {
  INFO(statements);
  const std::string before = declarations + "\nthread T { var t: int = 0 var u: int = 0\n" + statements + " assert ";
  const Exploration right = explored(before + assertion + "; }");
  CHECK(right.verdict == Exploration::Verdict::no_violation);
  CHECK(right.is_complete());
  CHECK(explored(before + "false; }").verdict == Exploration::Verdict::goes_wrong);
}

const std::string factorial =
    "procedure f(n: int) returns (r: int) { var s: int if (n <= 0) { return 1; } s := f(n - 1); r := n * s; }";

}   // namespace

TEST_CASE("exits leave the statements that they are inside of") {
  ends_with("", "while (true) { t := t + 1; if (t == 3) { break; } }", "t == 3");
  ends_with("", "while (t < 5) { t := t + 1; if (t > 2) { continue; } u := u + 1; }", "t == 5 && u == 2");
  ends_with("", "L: while (true) { while (true) { t := t + 1; if (t == 2) { continue L; } if (t == 4) { break L; } } }",
            "t == 4");
  ends_with("", "L: { t := 1; M: { t := 2; if (t == 2) { goto L; } t := 3; } t := 4; } u := 1;", "t == 2 && u == 1");
  ends_with("", "L: if (t == 0) { u := 1; goto L; u := 2; } else { u := 3; }", "u == 1");
  CHECK(explored("var x: int = 0 thread T { x := 1; return; x := 2; } program { ensures x == 1 }").verdict ==
        Exploration::Verdict::no_violation);
}

TEST_CASE("calls have their own variables") {
  ends_with("procedure p(n: int) returns (r: int) { r := n + 1; }", "t := p(1); u := p(t); t := p(u);",
            "t == 4 && u == 3");
  ends_with("procedure p(n: int, m: int) returns (r: int, s: int) { return m, n; }",
            "t, u := p(1, 2); t, u := p(t, t);", "t == 2 && u == 2");
  ends_with("procedure p(n: int) returns (r: int) { var k: int = n + 1 n := k + 1; return n; }", "t := p(1);",
            "t == 3");
  ends_with("procedure p() returns (r: int) { r := q(); r := r + 1; } procedure q() returns (r: int) { return 5; }",
            "t := p();", "t == 6");
  ends_with(factorial, "t := f(4);", "t == 24");
  ends_with(
      "procedure e(n: int) returns (b: int) { if (n == 0) { return 1; } b := o(n - 1); } procedure o(n: int) returns "
      "(b: int) { if (n == 0) { return 0; } b := e(n - 1); }",
      "t := e(4); u := o(4);", "t == 1 && u == 0");
  // The index of the place is the caller's, as it is after the call.
  ends_with(
      "var a: int[] = map(0) procedure p(n: int) returns (r: int) { var k: int = n if (n > 0) { a[k] := p(n - 1); } "
      "return n + 1; }",
      "t := p(2);", "t == 3 && a[2] == 2 && a[1] == 1");
}

TEST_CASE("threads call procedures at the same time") {
  const std::string locked =
      "var x, n: int = 0 var m: lock = 0 procedure add(k: int) { var old: int = 0 acquire(m); old := x; x := old + k; "
      "n := n + 1; release(m); }\n";
  const std::string wrong =
      "var x, n: int = 0 procedure add(k: int) { var old: int = 0 old := x; x := old + k; n := n + "
      "1; }\n";
  const std::string workers = "thread w[i] for 1 <= i <= 2 { add(2); if (n == 2) { assert x == 4; } }";
  CHECK(explored(locked + workers).verdict == Exploration::Verdict::no_violation);
  CHECK(explored(wrong + workers).verdict == Exploration::Verdict::goes_wrong);
  const std::string both = factorial + " thread w[i] for 1 <= i <= 2 { var t: int = 0 t := f(i); assert t == i; }";
  CHECK(explored(both).verdict == Exploration::Verdict::no_violation);
  CHECK(explored(both).is_exhausted());
}

TEST_CASE("recursion without end is counted, not followed") {
  const Exploration deep = explored("procedure p(n: int) { p(n + 1); } thread T { p(0); }");
  CHECK(deep.stopped == "calls are nested more than 200 deep");
  CHECK(deep.verdict == Exploration::Verdict::no_violation);
  CHECK_FALSE(deep.deadlock);
  CHECK(explored("procedure p() { p(); } thread T { p(); assert false; }").verdict ==
        Exploration::Verdict::no_violation);
  const Exploration wide =
      explored("procedure p() { if (*) { p(); } p(); } thread T { p(); } thread U { assert false; }");
  CHECK(wide.verdict == Exploration::Verdict::goes_wrong);
}

TEST_CASE("a schedule shows which calls its steps are inside of") {
  const CoreProgram core = program_of(
      "var x: int = 0\nprocedure q() { x := 1; }\nprocedure p() { q(); assert x == 0; }\n"
      "thread T { skip; p(); }");
  const Exploration found = explore(core, {});
  REQUIRE(found.schedule.steps.size() == 2);
  CHECK(found.schedule.steps[0].calls.size() == 2);
  CHECK(found.schedule.steps[1].calls.size() == 1);
  CHECK(schedule_table(core.program, core.provenance, found) ==
        "initially x = 0\n"
        "  step  thread  line  statement        reads  changes\n"
        "     1  T       2         x := 1              x = 1\n"
        "     2  T       3       assert x == 0  x = 1  goes wrong\n"
        "the last step goes wrong: x == 0 is false, where x = 1\n");
}
