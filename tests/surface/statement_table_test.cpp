// Each line of the manual's table of statements as the interpreter reads it.

#include "interpreted.hpp"

using namespace plato_test::surface;

namespace {

constexpr const char* declarations = R"(var x: int = 1
var y: int = 2
var b: bool = false
var a: int[] = map(0)
var s: set = {}
var m: lock = 0
var p: {f: int, g: bool[]}
init p.f == 0 && p.g == map(false)
)";

std::string alone(const std::string& body) { return std::string(declarations) + "thread T {\n" + body + "\n}\n"; }

// A thread with this body, whatever it does, ends with the assertion true; and it does end.
void leads_to(const std::string& body, const std::string& assertion) {
  INFO(body);
  CHECK(verdict_of(alone(body + "\nassert " + assertion + ";")) == "nothing wrong");
  CHECK(verdict_of(alone(body + "\nassert false;")) == "goes wrong");
}
// It may end with the assertion true, and with it false.
void may_lead_to(const std::string& body, const std::string& assertion) {
  INFO(body);
  CHECK(verdict_of(alone(body + "\nassert " + assertion + ";")) == "goes wrong");
  CHECK(verdict_of(alone(body + "\nassert !(" + assertion + ");")) == "goes wrong");
}
void goes_wrong(const std::string& body) {
  INFO(body);
  CHECK(verdict_of(alone(body)) == "goes wrong");
}
// What follows is never reached.
void blocks(const std::string& body) {
  INFO(body);
  CHECK(verdict_of(alone(body + "\nassert false;")) == "nothing wrong");
}

// The program calls procedures, and then the assertion is true.
void calls(const std::string& procedures, const std::string& body, const std::string& assertion) {
  INFO(body);
  const std::string before = std::string(declarations) + procedures + "\nthread T {\n" + body + "\nassert ";
  CHECK(verdict_of(before + assertion + ";\n}\n") == "nothing wrong");
  CHECK(verdict_of(before + "false;\n}\n") == "goes wrong");
}

}   // namespace

TEST_CASE("skip and assignments", "[interpreter]") {
  leads_to("skip;", "x == 1 && y == 2 && !b");
  leads_to("x := x + 1;", "x == 2 && y == 2");
  leads_to("x, y := y, x;", "x == 2 && y == 1");
  leads_to("a[x] := 5;", "a[1] == 5 && a[0] == 0");
  leads_to("p.f := 3; p.g[x] := true;", "p.f == 3 && p.g[1] && !p.g[0]");
  leads_to("s := s + {x};", "s == {1}");
  leads_to("b := x < y;", "b");
  // Places and values are those from before, whatever the order.
  leads_to("x, a[x] := 2, 7;", "x == 2 && a[1] == 7 && a[2] == 0");
  leads_to("a[x], x := 7, 2;", "x == 2 && a[1] == 7 && a[2] == 0");
  leads_to("a[1] := 2; a[2] := 3; a[a[x]], x := a[x], a[a[x]];", "a[2] == 2 && a[3] == 0 && x == 3");
}

TEST_CASE("shorter assignments", "[interpreter]") {
  leads_to("x += 3;", "x == 4 && y == 2");
  leads_to("x -= y + 1;", "x == -2");
  leads_to("y *= y + 1;", "y == 6");
  leads_to("a[x] += 5; a[x] -= 1;", "a[1] == 4 && a[0] == 0");
  leads_to("p.f += 2; p.f *= 3;", "p.f == 6");
  leads_to("s += {x, y}; s -= {1};", "s == {2}");
  leads_to("x, y += y, x;", "x == 3 && y == 3");
  leads_to("atomic { x += 1; x += x; }", "x == 4");
  // It is one step.
  CHECK(verdict_of("var x: int = 0\nprogram { ensures x == 3 }\nthread T { x += 1; }\nthread U { x += 2; }\n") ==
        "nothing wrong");
}

TEST_CASE("elements of one map that are assigned together", "[interpreter]") {
  leads_to("a[1] := 5; a[x], a[y] := a[y], a[x];", "a[1] == 0 && a[2] == 5");
  leads_to("a[0], a[1], a[2] := 7, 8, 9;", "a[0] == 7 && a[1] == 8 && a[2] == 9");
  // Of two values for one element the later one counts.
  leads_to("a[x], a[y - 1] := 5, 6;", "a[1] == 6 && a[2] == 0");
  leads_to("a[x], a[a[x]] := 3, 4;", "a[1] == 3 && a[0] == 4 && a[3] == 0");
}

TEST_CASE("havoc", "[interpreter]") {
  may_lead_to("havoc x;", "x == 2");
  leads_to("havoc x;", "y == 2 && a == map(0)");
  may_lead_to("havoc a[x];", "a[1] == 2");
  leads_to("havoc a[x];", "a[2] == 0");
  may_lead_to("havoc b;", "b");
  CHECK(interpreted(alone("havoc x;")).guesses.integers);
  CHECK_FALSE(interpreted(alone("havoc b;")).guesses.any());
  // The places are those from before, whatever the order.
  for (const char* havoc : {"havoc x, a[x];", "havoc a[x], x;"}) {
    leads_to(havoc, "a[0] == 0 && a[2] == 0");
    may_lead_to(havoc, "a[1] == 2 && x == 2");
  }
}

TEST_CASE("assert, assume and await", "[interpreter]") {
  leads_to("assert x == 1;", "true");
  goes_wrong("assert x == 2;");
  leads_to("assume x == 1;", "x == 1");
  blocks("assume x == 2;");
  blocks("await x == 2;");
  CHECK(verdict_of("var x: int = 0\nthread T { await x == 1; assert false; }\nthread U { x := 1; }\n") == "goes wrong");
}

TEST_CASE("start", "[interpreter]") {
  const std::string family = "var x: int = 0\nthread T[i] for i > 0 { x := i; }\n";
  CHECK(verdict_of(family + "thread U { assert x == 0; start T[2]; assert x == 0 || x == 2; }\n") == "nothing wrong");
  CHECK(verdict_of(family + "thread U { start T[2]; await x == 2; assert false; }\n") == "goes wrong");
  CHECK(verdict_of(family + "thread U { start T[1]; assert T.started[1] && !T.started[2]; }\n") == "nothing wrong");
  CHECK(verdict_of(family + "thread U { start T[1]; await x == 2; assert false; }\n") == "nothing wrong");
  // A thread is started once.
  CHECK(verdict_of(family + "thread U { start T[1]; start T[1]; }\n") == "goes wrong");
  CHECK(verdict_of(family + "thread U { atomic { start T[1]; start T[2]; assert x == 0; } }\n") == "nothing wrong");
  CHECK(verdict_of("var x: int = 0\nthread T { x := 1; }\nthread U { assert x == 0; start T; }\n") == "nothing wrong");
  // All have ended when those that were not started wait.
  const std::string two = "var x: int = 0\nprogram { ensures x == 1 }\nthread T { x := 1; }\n";
  CHECK(verdict_of(two + "thread U { if (*) { start T; } }\n") == "nothing wrong");
}

TEST_CASE("parameters of threads", "[interpreter]") {
  const std::string family =
      "thread T[i](n: int) for i > 0 { requires 0 <= n < 2\n assert 0 <= n < 2; assert n == 1; }\n";
  CHECK(verdict_of(family) == "goes wrong");
  CHECK(verdict_of(family + "thread U { start T[2](1); }\n") == "nothing wrong");
  CHECK(verdict_of(family + "thread U { start T[2](0); }\n") == "goes wrong");
  CHECK(verdict_of("thread T[i](n: int) for i > 0 { requires n > 5\n }\nthread U { start T[2](2); }\n") ==
        "goes wrong");
  CHECK(verdict_of("thread T(n: int) { requires 0 <= n < 2\n assert n != 2; }\n") == "nothing wrong");
}

TEST_CASE("new", "[interpreter]") {
  leads_to("x := new(); y := new();", "x != y && allocated(x) && allocated(y) && !allocated(y + 1) && x != 0");
  leads_to("atomic { x := new(); assert allocated(x); }", "x == 2");   // above the thread's identifier
  leads_to("a[x] := new();", "a[1] == 2 && new == 3");
}

TEST_CASE("locks", "[interpreter]") {
  leads_to("acquire(m);", "m == tid");
  leads_to("acquire(m); release(m);", "m == 0");
  blocks("acquire(m); acquire(m);");
  goes_wrong("release(m);");
  const std::string both =
      "var x: int = 0\nvar m: lock = 0\nthread worker[i] for 1 <= i <= 2 { var t: int = 0\n acquire(m); t := x; x := t "
      "+ 1; assert x == t + 1; release(m); }\n";
  CHECK(verdict_of(both) == "nothing wrong");
  CHECK(interpreted(both).is_complete());
}

TEST_CASE("cas in its three places", "[interpreter]") {
  leads_to("b := cas(x, 1, 5);", "b && x == 5");
  leads_to("b := cas(x, 2, 5);", "!b && x == 1");
  leads_to("b := true; b := cas(x, 2, 5);", "!b");
  leads_to("b := cas(a[x], 0, y);", "b && a[1] == 2");
  leads_to("p.g[x] := cas(x, 1, 2);", "p.g[1] && !p.g[2] && x == 2");
  leads_to("if (cas(x, 1, 5)) { y := 8; } else { y := 9; }", "x == 5 && y == 8");
  leads_to("if (cas(x, 2, 5)) { y := 8; } else { y := 9; }", "x == 1 && y == 9");
  leads_to("if (!cas(x, 1, 5)) { y := 8; } else { y := 9; }", "x == 5 && y == 9");
  leads_to("while (cas(x, 1, 5)) { y := y + 1; }", "x == 5 && y == 3");
  leads_to("while (!cas(x, 3, 5)) { x := x + 1; }", "x == 5");
}

TEST_CASE("conditions and choices", "[interpreter]") {
  leads_to("if (x == 1) { y := 8; } else { y := 9; }", "y == 8");
  leads_to("if (x == 2) { y := 8; } else if (x == 1) { y := 9; } else { y := 10; }", "y == 9");
  leads_to("if (x == 2) { y := 8; }", "y == 2");
  may_lead_to("if (*) { x := 5; } else { x := 6; }", "x == 5");
  may_lead_to("if (*) { x := 5; }", "x == 5");
  may_lead_to("choose { x := 5; } or { x := 6; } or { skip; }", "x == 6");
  leads_to("choose { x := 5; } or { x := 6; }", "x == 5 || x == 6");
  // A condition is a step of its own.
  CHECK(verdict_of("var x: int = 1\nthread T { if (x > 0) { assert x > 0; } }\nthread U { x := 0; }\n") ==
        "goes wrong");
}

TEST_CASE("loops", "[interpreter]") {
  leads_to("while (x < 4) { x := x + 1; }", "x == 4");
  leads_to("while (x < 4) invariant x <= 4 { x := x + 1; y := y - 1; }", "x == 4 && y == -1");
  may_lead_to("while (*) { x := 5; }", "x == 5");
  blocks("while (true) { skip; }");
  leads_to("while (*) { skip; }", "x == 1");
  CHECK(interpreted(alone("while (x < 4) invariant x <= 3 { x := x + 1; }")).broken_annotation ==
        "the invariant of a loop");
}

TEST_CASE("loops that count", "[interpreter]") {
  leads_to("for i in 1..3 { y += i; }", "y == 8 && i == 4");
  leads_to("for i in x..<4 { a[i] := i; }", "a[1] == 1 && a[3] == 3 && a[4] == 0 && i == 4");
  leads_to("for i in 3..2 { y := 9; }", "y == 2 && i == 3");
  leads_to("for (i in 0..0) { y := 9; }", "y == 9");
  // The last value is read at each test, and the body may change the variable.
  leads_to("for i in 0..x { if (x < 3) { x := x + 1; } }", "i == 4 && x == 3");
  leads_to("for i in 0..5 { i := i + 1; y += 1; }", "i == 6 && y == 5");
  leads_to("for i in 0..1 { for j in 0..1 { y += 1; } }", "y == 6 && i == 2 && j == 2");
  leads_to("for i in 0..1 { skip; } for i in 5..6 { skip; }", "i == 7");
  leads_to("skip;", "y == 2");
  CHECK(interpreted(alone("for i in 0..3 invariant 0 <= i <= 4 { y := i; }")).broken_annotation == "");
  CHECK(interpreted(alone("for i in 0..3 invariant i <= 3 { y := i; }")).broken_annotation ==
        "the invariant of a loop");
  CHECK(verdict_of("thread T { var i: int = 7\n assert i == 7; for i in 0..1 { skip; } assert i == 2; }\n") ==
        "nothing wrong");
  CHECK(verdict_of("thread T { assert i == 0; for i in 4..5 { skip; } }\nthread U { assert T.i <= 6; }\n") ==
        "nothing wrong");
  // Its parts are steps of their own.
  CHECK(verdict_of("var x: int = 0\nthread T { for i in 0..0 { x := 1; assert x == 1; } }\nthread U { x := 2; }\n") ==
        "goes wrong");
}

TEST_CASE("choices in an atomic block", "[interpreter]") {
  may_lead_to("atomic { choose { x := 5; } or { x := 6; } y := x; }", "x == 5");
  leads_to("atomic { choose { x := 5; } or { x := 6; } y := x; }", "y == x && (x == 5 || x == 6)");
  may_lead_to("atomic { if (*) { x := 5; } }", "x == 5");
  leads_to("atomic { if (*) { x := 5; } else { x := 6; } assume x == 6; }", "x == 6");
  leads_to("atomic { choose { assume false; } or { x := 6; } }", "x == 6");
  goes_wrong("atomic { choose { assert x == 2; } or { skip; } }");
  goes_wrong("atomic { choose { assume false; } or { assert x == 2; } }");
}

TEST_CASE("what a step that finds a condition true does to ghosts", "[interpreter]") {
  const auto ghosts = [](const std::string& body, const std::string& fact) {
    INFO(body);
    const Run run = interpreted("var x: int = 1\nvar b: bool = false\nghost var g: int = 0\nthread T {\n" + body +
                                "\ncut " + fact + ";\n}\n");
    CHECK(verdict_of(run) == "nothing wrong");
    return run.broken_annotation;
  };
  CHECK(ghosts("if (x == 1) ghost { g := 5; } { skip; }", "g == 5") == "");
  CHECK(ghosts("if (x == 2) ghost { g := 5; } { skip; }", "g == 0") == "");
  CHECK(ghosts("if (x == 1) ghost { g := 5; } { cut g == 5; x := 2; }", "g == 5 && x == 2") == "");
  CHECK(ghosts("if (x == 1) ghost { g := 5; } { skip; }", "g == 0") == "a cut");
  CHECK(ghosts("while (x < 4) ghost { g += 1; } { x += 1; }", "g == 3") == "");
  CHECK(ghosts("if (cas(x, 1, 7)) ghost { g := x; } { skip; }", "g == 7") == "");
  CHECK(ghosts("if (!cas(x, 1, 7)) ghost { g := 9; } { skip; }", "g == 0 && x == 7") == "");
  CHECK(ghosts("if (!cas(x, 2, 7)) ghost { g := 9; } { skip; }", "g == 9 && x == 1") == "");
  CHECK(ghosts("b := cas(x, 1, 7) ghost { g := x; if (b) { g += 1; } }", "g == 8 && b") == "");
  CHECK(ghosts("b := cas(x, 2, 7) ghost { g := 3; }", "g == 0 && !b") == "");
}

TEST_CASE("atomic blocks", "[interpreter]") {
  leads_to("atomic { x := 2; y := x + 1; a[x] := y; }", "x == 2 && y == 3 && a[2] == 3 && a[1] == 0");
  blocks("atomic { x := 2; assume x == 1; }");
  goes_wrong("atomic { x := 2; assert x == 1; }");
  leads_to("atomic { if (x == 1) { x := 2; } else { x := 3; } if (x == 3) { y := 0; } }", "x == 2 && y == 2");
  leads_to("atomic { acquire(m); x := 7; release(m); }", "m == 0 && x == 7");
  goes_wrong("atomic { release(m); }");
  goes_wrong("atomic { assert x == 2; assume false; }");
  blocks("atomic { assume false; assert false; }");
  leads_to("atomic { havoc x; assume x == 2; y := x; }", "x == 2 && y == 2");
  leads_to("atomic { x := 2; havoc a[x]; x := 0; }", "x == 0 && a[0] == 0 && a[1] == 0");
  goes_wrong("atomic { havoc x; assert x != 2; }");
  leads_to("atomic { if (b) { havoc x; } else { havoc y; } }", "x == 1");
  // No other thread sees an intermediate state.
  CHECK(verdict_of("var x: int = 0\nthread T { atomic { x := 1; x := 0; } }\nthread U { assert x == 0; }\n") ==
        "nothing wrong");
  CHECK(verdict_of("var x: int = 0\nthread T { x := 1; x := 0; }\nthread U { assert x == 0; }\n") == "goes wrong");
  // An assertion that fails is wrong at once, whatever is assumed later.
  goes_wrong("atomic { havoc x; assert x == 2; assume x == 2; }");
  leads_to("atomic { havoc x; x := 4; }", "x == 4 && y == 2");
}

TEST_CASE("raw operations", "[interpreter]") {
  leads_to("atomic modifies x: x' == x + 4;", "x == 5 && y == 2");
  leads_to("atomic modifies x, y: x' == y && y' == x;", "x == 2 && y == 1");
  goes_wrong("atomic requires x == 2 modifies x: x' == 1;");
  leads_to("atomic requires x == 1 modifies x: x' == 2 ensures x' == x + 1;", "x == 2");
  goes_wrong("atomic modifies x: 2 <= x' <= 3 ensures x' == 2;");
  may_lead_to("atomic modifies x: 2 <= x' <= 3;", "x == 2");
  blocks("atomic modifies x: x' == 2 && y' == 3;");
  leads_to("atomic : x == 1;", "x == 1");
  blocks("atomic : x == 2;");
  leads_to("atomic modifies a[x]: a'[1] == 5;", "a == map(0)[1 := 5]");
  leads_to("atomic modifies x, a[x]: x' == 2 && a'[1] == 5;", "a[1] == 5 && a[2] == 0 && x == 2");
  blocks("atomic modifies x, a[x]: x' == 2 && a'[2] == 5;");
  leads_to("atomic modifies s: s' == s + {x};", "s == {1}");
  leads_to("atomic { x := 3; atomic modifies x, y: x' == x + 1 && y' == x; y += 1; }", "x == 4 && y == 4");
  goes_wrong("atomic { x := 3; atomic requires x == 1 modifies x: true; }");
  goes_wrong("atomic { x := 3; atomic modifies x: x' == 4 ensures x' == 3; assume false; }");
  blocks("atomic { x := 3; atomic modifies x: x' == 4 && x == 1; }");
}

TEST_CASE("jumps", "[interpreter]") {
  leads_to("while (true) { x := x + 1; if (x == 3) { break; } }", "x == 3");
  leads_to("while (x < 5) { x := x + 1; if (x > 2) { continue; } y := y + 1; }", "x == 5 && y == 3");
  leads_to("L: while (true) { while (true) { x := x + 1; if (x == 2) { continue L; } if (x == 4) { break L; } } }",
           "x == 4");
  leads_to("L: { x := 2; M: { if (x == 2) { goto L; } x := 3; } x := 4; }", "x == 2");
  leads_to("L: if (x == 1) { y := 5; goto L; y := 6; }", "y == 5");
  leads_to("L: M: { x := 7; goto M; }", "x == 7");
  leads_to("{ x := 2; { y := 3; } }", "x == 2 && y == 3");
  // Out of a round that a later loop of the same body has no part in.
  leads_to("while (true) { x += 1; if (x > 3) { break; } while (y < 9) { y += 1; } }", "x == 4 && y == 9");
  // In a `for`, another round has the next number.
  leads_to("for i in 1..3 { if (i == 2) { continue; } x += i; }", "x == 5");
  leads_to("for i in 1..3 { if (i == 2) { break; } x += i; } y := i;", "x == 2 && y == 2");
  leads_to("L: for i in 0..2 { for j in 0..2 { if (j == 1) { continue L; } x += 1; } }", "x == 4");
  leads_to("L: for i in 0..2 { for j in 0..2 { if (i == 1) { break L; } x += 1; } } y := i;", "x == 4 && y == 1");
  leads_to("L: for i in 0..2 { while (true) { x := i; goto L; } }", "x == 0");
  blocks("return;");
  CHECK(verdict_of("var x: int = 0\nprogram { ensures x == 1 }\nthread T { x := 1; return; x := 2; }\n") ==
        "nothing wrong");
}

TEST_CASE("calls", "[interpreter]") {
  calls("procedure q(n: int) returns (r: int) { r := n + x; }", "x := q(5); y := q(x);", "x == 6 && y == 12");
  calls("procedure q(n: int, j: int) returns (r: int, k: int) { return j, n; }", "x, y := q(x, y);",
        "x == 2 && y == 1");
  calls("procedure q() { if (x == 1) { x := 2; return; } x := 3; }", "q();", "x == 2");
  calls("procedure q(n: int) { var k: int = n var l: int = k + 1 x := l; }", "q(4);", "x == 5");
  calls("procedure f(n: int) returns (r: int) { var k: int = 0 if (n <= 0) { return 1; } k := f(n - 1); r := n * k; }",
        "x := f(3);", "x == 6");
  calls("procedure q(n: int) returns (r: int) { var k: int = n if (n > 0) { a[k] := q(n - 1); } return n + 1; }",
        "x := q(2);", "x == 3 && a[2] == 2 && a[1] == 1");
  calls("procedure q(n: int) returns (r: int) { r := 0; for i in 1..n { if (i == 2) { continue; } r += i; } }",
        "x := q(3); y := q(1);", "x == 4 && y == 1");
  calls("procedure q() { for i in 0..1 { a[i] += 1; } }", "q(); q();", "a == map(0)[0 := 2][1 := 2]");
  calls("procedure q(n: int) { for n in n..4 { x += n; } }", "q(3);", "x == 8");
  calls("procedure f(n: int) { for i in 1..n { x += i; f(i - 1); } }", "f(2);", "x == 5");
  // A result that nothing has assigned to is anything.
  CHECK(verdict_of(
            std::string(declarations) +
            "procedure q(n: int) returns (r: int) { if (n > 0) { r := 1; } }\nthread T { x := q(0); assert x == 0; "
            "}\n") == "goes wrong");
  // The arguments are evaluated in one step; the procedure's statements are steps of their own.
  CHECK(
      verdict_of("var x: int = 0\nvar y: int = 0\nprocedure q(n: int) { y := n; }\nthread T { q(x); assert y <= x; }\n"
                 "thread U { x := 1; }\n") == "nothing wrong");
  CHECK(verdict_of("var x: int = 0\nprocedure inc() { var k: int = x x := k + 1; }\nprogram { ensures x == 2 }\n"
                   "thread T { inc(); }\nthread U { inc(); }\n") == "breaks ensures");
}

TEST_CASE("a cut is an annotation", "[interpreter]") {
  leads_to("cut x == 1;", "x == 1");
  const Run run = interpreted(alone("cut x == 2; y := 3;"));
  CHECK(verdict_of(run) == "nothing wrong");
  CHECK(run.broken_annotation == "a cut");
}

TEST_CASE("specifications of procedures, and commits, are annotations", "[interpreter]") {
  calls(
      "procedure q() requires false modifies y action modifies x ensures x' == 9 ensures x == old(x) + 7 { commit x := "
      "3; }",
      "q();", "x == 3");
  calls("procedure q(n: int) returns (r: int) rely x' == x ensures r == n + old(n) { n := n + 1; return n; }",
        "x := q(1);", "x == 2");
  calls("procedure q() action modifies x { commit atomic { x := 1; y := 2; } commit x := 4; }", "q();",
        "x == 4 && y == 2");
  calls("procedure q() action modifies x { var ok: bool = false ok := cas(x, 0, 5); commit ok := cas(x, 1, 6); }",
        "q();", "x == 6");
  calls(
      "procedure q() action modifies x { while (x < 3) invariant x >= old(x) && pending == 1 { x := x + 1; } cut x == "
      "old(x) && pending == 7; }",
      "q();", "x >= 3");
  calls(
      "procedure f(n: int) returns (r: int) requires n >= 0 ensures r == 7 { var k: int = 0 if (n == 0) { return 0; } "
      "k "
      ":= f(n - 1); return k + 1; }",
      "x := f(2);", "x == 2");
}

TEST_CASE("branches in parallel", "[interpreter]") {
  leads_to("par { x := x + 1; } and { y := y + x; }", "x == 2 && (y == 3 || y == 4)");
  may_lead_to("par { x := x + 1; } and { y := y + x; }", "y == 3");
  leads_to("par for i in 1..2 { a[i] := i; }", "a[1] == 1 && a[2] == 2 && a[0] == 0");
  leads_to("par for i in 1..<2 { a[i] := i; }", "a[1] == 1 && a[2] == 0");
  leads_to("par for i in 2..1 { assert false; }", "x == 1");
  may_lead_to("par for i in 0..1 { var t: int t := x; x := t + 1; }", "x == 3");
  leads_to("par for i in 0..1 { var t: int = i a[i] := t + 1; }", "a[0] == 1 && a[1] == 2");
  leads_to("par for i in 0..1 { atomic { x := x + 1; } }", "x == 3");
  leads_to("par for i in 0..1 { acquire(m); x := x + 1; x := x + 1; release(m); }", "x == 5 && m == 0");
  leads_to("par for i in 4..5 { a[i] := number_of(tid) + parent_of(tid); assert tid < 0; }", "a[4] == 5 && a[5] == 6");
  leads_to("par { par { x := x + 1; } and { x := x + 1; } } and { skip; }", "x == 3");
  leads_to("par { for n in 1..2 { a[n] := 1; } } and { for n in 3..4 { a[n] := 1; } }",
           "a[1] + a[2] + a[3] + a[4] == 4");
  goes_wrong("par { x := 2; } and { assert x == 1; }");
  blocks("par { await false; } and { skip; }");
}

TEST_CASE("branches see what is declared around them", "[interpreter]") {
  leads_to("par { var t: int = 3 par { x := t; } and { t := t + 1; } y := t; } and { skip; }",
           "y == 4 && (x == 3 || x == 4)");
  may_lead_to("par { var t: int = 3 par { x := t; } and { t := t + 1; } y := t; } and { skip; }", "x == 3");
  leads_to("par for i in 1..2 { var t: int = i par for j in 0..1 { var u: int = t + j a[10 * i + j] := u; } }",
           "a[10] == 1 && a[11] == 2 && a[20] == 2 && a[21] == 3");
  leads_to("par { var t: int = 3 for n in 0..1 { par { t := t + n; } } x := t; } and { skip; }", "x == 4");
  // A loop over what is declared around the branch declares nothing.
  CHECK(verdict_of("thread T { var i: int = 7\n par { for i in 0..1 { skip; } } assert i == 2; }\n") ==
        "nothing wrong");
}

TEST_CASE("branches in procedures", "[interpreter]") {
  // Without variables of its own, and with parameters, local variables and results, which belong to the call.
  calls("procedure q() { par { x := 5; } and { y := 6; } }", "q();", "x == 5 && y == 6");
  calls("procedure q(n: int) returns (r: int) { var k: int = n par { r := n + 1; } and { k := k + 2; } r := r + k; }",
        "x := q(3); y := q(x);", "x == 9 && y == 21");
  calls("procedure q(n: int) { par for i in 1..n { a[i] := n; } }", "q(2); q(1);",
        "a[1] == 1 && a[2] == 2 && a[3] == 0");
  calls("procedure q(n: int) { par for i in 1..n { var t: int = i + n a[i] := t; } }", "q(2);",
        "a[1] == 3 && a[2] == 4");
  calls("procedure q() returns (r: int) { r := 0; par for i in 0..1 { var t: bool = i == 0 atomic { r := r + 1; } } }",
        "x := q();", "x == 2");
  // The wrong twin: what was read may be old where the step is not one.
  CHECK(verdict_of(std::string(declarations) +
                   "procedure q() returns (r: int) { r := 0; par for i in 0..1 { var t: int = r r := t + 1; } }\n"
                   "thread T { x := q(); assert x == 2; }\n") == "goes wrong");
  CHECK(verdict_of(std::string(declarations) +
                   "procedure q(n: int) { par { n := n + 1; } and { assert n == 1; } }\nthread T { q(1); }\n") ==
        "goes wrong");
  // In each other, and by way of calls: each branch has its own call.
  calls(
      "procedure q(n: int) { par { var t: int = n par { t := t + 1; } and { n := n + 1; } a[n] := t; } and { skip; } }",
      "q(1);", "a[2] == 2");
  calls(
      "procedure q(n: int) { par for i in 0..1 { f(n + i); } }\nprocedure f(n: int) { par { a[n] := n; } and { n := n; "
      "} }",
      "par { q(1); } and { q(3); }", "a[1] == 1 && a[2] == 2 && a[3] == 3 && a[4] == 4");
  calls(
      "procedure f(n: int) returns (r: int) { var k: int = 0 if (n <= 0) { return 1; } par { k := f(n - 1); } and { r "
      ":= f(n - 1); } return k + r; }",
      "x := f(1);", "x == 2");
  // Who runs it: branches of the thread that calls, or of the branch that calls.
  calls("procedure q(n: int) { par for i in 4..5 { a[i] := parent_of(tid) + n; } }", "q(7);", "a[4] == 8 && a[5] == 8");
  calls("procedure q() { par { x := parent_of(parent_of(tid)); } }", "x := 9; par { q(); }", "x == tid");
  // What comes after waits for all of them, and `return` may.
  calls("procedure q() returns (r: int) { par { r := 3; } and { await x == 1; } return r + 1; }", "x := q();",
        "x == 4");
  CHECK(verdict_of(std::string(declarations) +
                   "procedure q() { par { await false; } and { skip; } }\nthread T { q(); assert false; }\n") ==
        "nothing wrong");
  // Another thread's call has other variables.
  CHECK(verdict_of("var x: int = 0\nprocedure q(n: int) { par { n := n + 1; } and { skip; } assert n == 1; }\n"
                   "thread T { q(0); }\nthread U { q(0); }\n") == "nothing wrong");
  // A result that no branch assigns to is anything, also to a variable of a branch.
  CHECK(verdict_of("var x: int = 0\nprocedure q(n: int) returns (r: int) { par { var t: int = r x := t; } r := n; }\n"
                   "thread T { var t: int = 0\n t := q(0); t := q(0); assert x == 0; }\n") == "goes wrong");
}
