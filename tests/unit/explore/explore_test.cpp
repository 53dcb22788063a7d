// Exploration finds what is wrong, by a shortest schedule, and nothing else.

#include "explore/explore.hpp"

#include <algorithm>
#include <vector>

#include "explore/schedule_table.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

Exploration explored(const std::string& text, ExploreOptions options = {}) {
  return explore(program_of(text), options);
}
bool is_wrong(const std::string& text) {
  const Exploration e = explored(text);
  CHECK(e.is_exhausted());
  return e.verdict != Exploration::Verdict::no_violation;
}

}   // namespace

TEST_CASE("interleavings are found") {
  const std::string lost_update =
      "var x: int = 0 thread A { var t: int = 0 t := x; x := t + 1; } thread B { var t: int = 0 t := x; x := t + 1; "
      "await false; }";
  CHECK_FALSE(is_wrong(lost_update));
  CHECK(
      is_wrong("var x, n: int = 0 thread w[tid] { var t: int = 0 t := x; x := t + 1; n := n + 1; if (n == 2) { assert "
               "x == 2; } }"));
  CHECK_FALSE(is_wrong(
      "var x, n: int = 0 thread w[tid] { atomic { x := x + 1; n := n + 1; } if (n == 2) { assert x == 2; } }"));
}

TEST_CASE("steps are solved, not guessed") {
  CHECK_FALSE(is_wrong("var x: int = 1000 thread T { atomic modifies x: x' == x * 1000 + 7; assert x == 1000007; }"));
  CHECK(is_wrong("var x: int = 0 thread T { atomic modifies x: x' > x && x' < 3; assert x == 1; }"));
  CHECK_FALSE(is_wrong("var x: int = 0 thread T { atomic modifies x: x' > x && x' < 3; assert 1 <= x <= 2; }"));
  CHECK_FALSE(is_wrong("thread w[tid] { var t: int = 0 atomic modifies t: t' == 50; assert t == 50; }"));
  CHECK(is_wrong("thread w[tid] { var t: int = 0 havoc t; assert t == 0; }"));
  CHECK_FALSE(is_wrong("var a: int[] = map(7) thread T { havoc a[1]; assert a[2] == 7; }"));
  CHECK(is_wrong("var a: int[] = map(7) thread T { havoc a[1]; assert a[1] == 7; }"));
  CHECK_FALSE(is_wrong("var x, y: int init x == y + 100 thread T { assert x - y == 100; }"));
  CHECK_FALSE(is_wrong("var b: bool init b thread T { assert b; }"));
  CHECK_FALSE(is_wrong("var a: int[] init forall i :: a[i] == 5 thread T { assert a[77] == 5; }"));
  CHECK_FALSE(
      is_wrong("const N: int assume N > 0 var a: int[] init forall i :: 0 <= i && i < N ==> a[i] == 2 * i thread T { "
               "assert a[N - 1] == 2 * N - 2; }"));
  CHECK_FALSE(is_wrong("thread w[tid] { var me: int = tid assert me == tid; }"));
  CHECK(is_wrong("var s: set thread T { assert s == {}; }"));
  CHECK_FALSE(
      is_wrong("var s: set = {} thread T { s := s + {3}; assert 3 in s && 4 !in s; s := s - {3}; assert s == {}; }"));
}

TEST_CASE("statements run as the paper says") {
  CHECK(is_wrong("var x: int = 0 thread T { if (*) { x := 1; } assert x == 0; }"));
  CHECK(is_wrong("var x: int = 0 thread T { while (*) { atomic { assume x < 3; x := x + 1; } } assert x != 3; }"));
  CHECK(is_wrong("var x: int = 0 thread T { choose { x := 1; } or { x := 2; } or { x := 3; } assert x != 3; }"));
  CHECK_FALSE(is_wrong("var x: int = 0 thread T { while (x < 3) { x := x + 1; } assert x == 3; }"));
  CHECK(is_wrong("var m: lock = 0 thread T { release(m); }"));
  CHECK_FALSE(is_wrong("var m: lock = 0 thread T { acquire(m); assert m == tid; release(m); }"));
  CHECK(is_wrong("var x: int = 0 thread T { atomic requires x > 0: true; }"));
  CHECK(is_wrong("var x: int = 0 thread T { atomic modifies x: x' == 1 ensures x' == 2; }"));
  CHECK_FALSE(is_wrong("var x: int = 0 thread T { await x == 1; assert false; }"));
  CHECK_FALSE(is_wrong("var x: int = 0 thread T { cut x == 5; }"));   // an annotation of proofs
  CHECK(is_wrong("var x: int = 0 invariant x < 2 thread T { x := x + 1; x := x + 1; }"));
  CHECK(is_wrong("var x: int invariant x < 2 thread T { skip; }"));
  CHECK(is_wrong("var x: int = 0 var b: bool = false thread T { b := cas(x, 0, 5); assert !b; }"));
  CHECK_FALSE(is_wrong("var x: int = 0 thread T { if cas(x, 0, 5) { assert x == 5; } else { assert false; } }"));
}

TEST_CASE("parameters, families and limits") {
  CHECK(is_wrong("const N: int assume N > 0 var x: int = N thread T { assert x != 3; }"));
  CHECK_FALSE(is_wrong("const N: int assume N > 0 var x: int = N thread T { assert x > 0; }"));
  const std::string three = "var n: int = 0 invariant n < 3 thread w[tid] { n := n + 1; }";
  CHECK(explored(three).verdict == Exploration::Verdict::no_violation);
  CHECK(explored(three, {.threads_per_family = 3}).verdict == Exploration::Verdict::breaks_invariant);
  CHECK(explored(three, {.identifiers = {5, 9, 13}}).verdict == Exploration::Verdict::breaks_invariant);
  CHECK(explored("const N: int var n: int = 0 invariant n < 2 thread w[i] for 1 <= i <= N && N == 1 { n := n + 1; }")
            .verdict == Exploration::Verdict::no_violation);
  const Exploration endless =
      explored("var x: int = 0 thread T { while (true) { x := x + 1; } }", {.most_states = 1000});
  CHECK_FALSE(endless.is_exhausted());
  CHECK(endless.stopped == "there are more than 1000 states");
  CHECK(explored("var x: int init x == x + 1 thread T { }").stopped == "no initial store was found within the bounds");
  const Exploration large = explored("var x: int = 3 thread T { while (true) { x := x * x; } }");
  CHECK_FALSE(large.is_exhausted());
  CHECK(large.stopped == "some values do not fit into 64 bits");
}

TEST_CASE("all members of a family with bounds run, wherever they are") {
  CHECK(is_wrong("var c: int = 0 thread T[i] for 0 <= i < 3 { c := c + 1; assert c != 3; }"));
  CHECK(is_wrong("var x: int = 0 thread T[i] for 1000 <= i < 1002 { x := i; assert x != 1001; }"));
  CHECK(is_wrong(
      "const n: int assume 0 <= n <= 3 var c: int = 0 thread T[i] for 0 <= i < n { c := c + 1; assert c != 3; }"));
  CHECK(is_wrong("var x: int = 0 thread T[i] for i > 5000 { x := i; assert x != 5002; }"));
  CHECK(explored("var c: int = 0 thread T[i] for 0 <= i < 3 { c := c + 1; }").is_complete());
}

TEST_CASE("values that the program names are tried, and a havoc in a branch leaves the other one alone") {
  CHECK(is_wrong("var x: int init x == 7 || x == 200 thread T { assert x != 200; }"));
  CHECK(is_wrong("var x: int thread T { assert x <= 500; }"));
  CHECK(is_wrong("const n: int thread T { assert n != 77; }"));
  CHECK(is_wrong("var x: int = 100 var b: bool = false thread T { atomic { if (b) { havoc x; } } assert x != 100; }"));
  CHECK(is_wrong("var x: int = 100 var b: bool = true thread T { atomic { if (b) { havoc x; } } assert x == 100; }"));
  CHECK(
      is_wrong("var a: int[] = map(100) var b: bool thread T { atomic { a[1] := 50; if (b) { havoc a[2]; } } assert "
               "a[2] != 100; }"));
  CHECK(is_wrong(
      "var a: int[] = map(100) var b: bool thread T { atomic { if (b) { havoc a[2]; } } assert a[2] == 100; }"));
  CHECK_FALSE(is_wrong(
      "var a: int[] = map(100) var b: bool thread T { atomic { if (b) { havoc a[2]; } } assert a[1] == 100; }"));
  CHECK(is_wrong("var a: int[] thread T { assert a[0] == a[1]; }"));
}

TEST_CASE("places are computed before the step") {
  CHECK_FALSE(
      is_wrong("var x: int = 0 var a: int[] = map(5) thread T { havoc x, a[x]; assert a[1] == 5 && a[2] == 5; }"));
  CHECK(is_wrong("var x: int = 0 var a: int[] = map(5) thread T { havoc a[x], x; assert a[0] == 5; }"));
  CHECK_FALSE(
      is_wrong("var x: int = 0 var a: int[] = map(0) thread T { atomic modifies x, a[x]: x' == 1 && a'[0] == 7; assert "
               "a[0] == 7 && a[1] == 0; }"));
  CHECK_FALSE(
      is_wrong("var x: int = 0 var a: int[] = map(0) thread T { atomic modifies a[x], x: x' == 1 && a'[0] == 7; assert "
               "a[0] == 7 && a[1] == 0; }"));
  CHECK_FALSE(is_wrong(
      "var x: int = 0 var a: int[] = map(0) thread T { atomic { x := 1; havoc x, a[x]; } assert a[0] == 0; }"));
}

TEST_CASE("the program's guarantee is tried at every step") {
  CHECK(explored("var x: int = 0 program { guarantee x' >= x } thread T { x := 1; x := 0; }").verdict ==
        Exploration::Verdict::breaks_guarantee);
  CHECK(explored("var x: int = 0 program { guarantee x' >= x } thread T { x := 1; x := 2; }").verdict ==
        Exploration::Verdict::no_violation);
}

TEST_CASE("ghosts are left out: they make no states") {
  const Exploration e =
      explored("var x: int = 0 ghost var g: int = 0 thread T { while (true) { atomic { x := 1 - x; g := g + 1; } } }");
  CHECK(e.is_complete());
  CHECK(e.states <= 3);
}

TEST_CASE("what was not tried is said") {
  const auto left_out = [](const std::string& text) { return explored(text).left_out; };
  using Texts = std::vector<std::string>;
  CHECK(left_out("var x: int = 0 thread T { x := 1; }") == Texts{});
  CHECK(left_out("var x: int thread T { x := 1; }") == Texts{"other initial values of x"});
  CHECK(left_out("var b: bool thread T { havoc b; }") == Texts{});
  CHECK(left_out("var x: int = 0 thread T { havoc x; }") == Texts{"other havocked values"});
  CHECK(left_out("const n: int thread T { assert n == n; }") == Texts{"other values of n"});
  CHECK(left_out("var x: int = 0 thread T[i] { x := 1; }") == Texts{"other threads of T"});
  CHECK(left_out("var x: int = 0 thread T { assert forall i :: i == i + x; }") ==
        Texts{"quantifiers beyond small integers"});
  CHECK(left_out("var x: int = 0 program { rely x' == x } thread T { x := 1; }") == Texts{"steps of the environment"});
  CHECK(explored("var x: int init 3 <= x thread T[i] for 0 <= i < 3 { x := 1; }").tried ==
        Texts{"3 threads of T", "x in {-2..3}"});
}

TEST_CASE("all values of a range are tried") {
  const Exploration e =
      explored("var x: int init 3 <= x <= 70 var y: 0..9 = 0 thread T { atomic { havoc y; await x < 0; } }");
  CHECK(e.is_complete());
  CHECK(e.tried.empty());
  CHECK(e.states == 68);
  CHECK(explored("var y: 5..9 = 5 thread T { havoc y; }").states == 6);
}

TEST_CASE("effort is counted: an exploration ends, and says so") {
  const Exploration e =
      explored("var a, b, c, d, e, f: int init a * b * c == d * e * f + 1000001 thread T { }", {.most_work = 10000});
  CHECK(e.stopped == "the limit on effort was reached");
}

TEST_CASE("a deadlock is found, with its schedule, and nothing else is taken for one") {
  const std::string locks = "var m, n: lock = 0 thread A { acquire(m); acquire(n); } ";
  const auto deadlock = explored(locks + "thread B { acquire(n); acquire(m); }").deadlock;
  REQUIRE(deadlock);
  CHECK(deadlock->steps.size() == 2);
  CHECK_FALSE(explored("var x: int = 0 thread A { x := 1; } thread B { await x == 1; }").deadlock);
  CHECK_FALSE(
      explored("var x: int = 0 thread A { atomic { havoc x; assume x > 1000; } }").deadlock);   // some value would do
  CHECK_FALSE(explored("var x: int = 0 program { rely true } thread A { await x == 1; }")
                  .deadlock);   // the environment may help
}

TEST_CASE("progress is told, with ever more states") {
  std::vector<std::size_t> told;
  const Exploration e = explored("var x: int = 0 thread T { while (x < 3000) { x := x + 1; } }",
                                 {.progress = [&](const ExplorationProgress& now) {
                                   told.push_back(now.states);
                                   CHECK(now.bytes > now.states);
                                 }});
  CHECK(e.is_exhausted());
  REQUIRE(told.size() >= 3);
  CHECK(std::ranges::is_sorted(told));
  CHECK(told.front() < told.back());
  CHECK(told.back() <= e.states);
}

TEST_CASE("the schedule is the shortest and is shown as a table") {
  const std::string text =
      "var x: int = 0\nvar done: bool = false\nthread A {\n  x := 1;\n  x := 2;\n}\nthread w[tid] for tid == 4 {\n  "
      "assert x != 2;\n}\n";
  const CoreProgram program = program_of(text);
  const Exploration e = explore(program, {});
  CHECK(schedule_table(program.program, program.provenance, e) ==
        "initially x = 0, done = false\n"
        "  step  thread  line  statement      reads  changes\n"
        "     1  A       4     x := 1                x = 1\n"
        "     2  A       5     x := 2                x = 2\n"
        "     3  w[4]    8     assert x != 2  x = 2  goes wrong\n"
        "the last step goes wrong: x != 2 is false, where x = 2\n");
  CHECK(e.schedule.stores.size() == 3);
  CHECK(schedule_table(program.program, program.provenance, Exploration{}).empty());
}

TEST_CASE("what a step leaves open is chosen once, and recorded") {
  // Havocked and changed again in one step.
  CHECK_FALSE(is_wrong("var x: int = 0 thread T { atomic { havoc x; x := x - x + 4; } assert x == 4; }"));
  CHECK_FALSE(is_wrong("var x, y: int = 0 thread T { atomic { havoc x; y := x; x := x + 1; } assert x == y + 1; }"));
  CHECK(is_wrong("var x: int = 0 thread T { atomic { havoc x; assume x > 0; x := x + 1; assert x != 3; } }"));
  // The index is that of the store before; the values are those before any place is written.
  CHECK_FALSE(is_wrong(
      "var x: int = 0 var a: int[] = map(0) thread T { x, a[x] := 1, x + 5; assert a[0] == 5 && a[1] == 0; }"));
  CHECK_FALSE(is_wrong("var x: int = 0 var a: int[] = map(7) thread T { havoc x, a[x]; assert a[1] == 7; }"));
  CHECK_FALSE(is_wrong(
      "var x, y: int = 1 thread T { atomic { if (x == 1) { if (y == 2) { x := 3; } else { x := 4; } y := x; } } assert "
      "x == 4 && y == 4; }"));
  const Exploration e =
      explored("var x, y: int = 0 thread T { atomic { havoc y; if (y == 2) { havoc x; } } assert x != 3 || y != 2; }");
  REQUIRE(e.verdict == Exploration::Verdict::goes_wrong);
  REQUIRE(e.schedule.steps[0].inputs.size() == 2);
  CHECK(std::get<Integer>(e.schedule.steps[0].inputs[0].value) == Integer(2));
  CHECK(e.schedule.steps[0].inputs[0].variable == 1);
  CHECK(std::get<Integer>(e.schedule.steps[0].inputs[1].value) == Integer(3));
  CHECK(e.schedule.steps[1].inputs.empty());
}

TEST_CASE("an assertion that fails is wrong at once") {
  CHECK(is_wrong("var x: int = 0 thread T { atomic { havoc x; assert x == 2; assume x == 2; } }"));
  CHECK(is_wrong("var x: int = 0 thread T { atomic { assert x == 1; assume false; } }"));
  CHECK_FALSE(is_wrong("var x: int = 0 thread T { atomic { assume x == 1; assert false; } }"));
  // From one store a step may end and may go wrong; the store where it does so is shown.
  const Exploration e = explored("var x: int = 0 thread T { atomic { havoc x; assert x != 1; x := 5; } }");
  REQUIRE(e.verdict == Exploration::Verdict::goes_wrong);
  REQUIRE(e.schedule.stores.size() == 2);
  CHECK(std::get<Integer>(e.schedule.stores[1][0]) == Integer(1));
}

TEST_CASE("a choice inside of a step is an input") {
  CoreProgram p = program_of("var x: int = 0 thread T { atomic { x := 1; x := 2; } assert x != 2; }");
  CoreCommands& commands = p.program.commands;
  CoreCommand& whole = commands[p.program.statements[0].command - 1];
  REQUIRE(whole.kind == CoreCommand::Kind::seq);
  whole.kind = CoreCommand::Kind::choice;
  const Exploration e = explore(p, {});
  REQUIRE(e.verdict == Exploration::Verdict::goes_wrong);
  REQUIRE(e.schedule.steps[0].inputs.size() == 1);
  CHECK(e.schedule.steps[0].inputs[0].kind == ScheduleInput::Kind::second);
}
