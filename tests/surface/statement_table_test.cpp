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
  blocks("return;");
  CHECK(verdict_of("var x: int = 0\nprogram { ensures x == 1 }\nthread T { x := 1; return; x := 2; }\n") ==
        "nothing wrong");
}

TEST_CASE("calls", "[interpreter]") {
  const auto calls = [](const std::string& procedures, const std::string& body, const std::string& assertion) {
    INFO(body);
    const std::string before = std::string(declarations) + procedures + "\nthread T {\n" + body + "\nassert ";
    CHECK(verdict_of(before + assertion + ";\n}\n") == "nothing wrong");
    CHECK(verdict_of(before + "false;\n}\n") == "goes wrong");
  };
  calls("procedure q(n: int) returns (r: int) { r := n + x; }", "x := q(5); y := q(x);", "x == 6 && y == 12");
  calls("procedure q(n: int, j: int) returns (r: int, k: int) { return j, n; }", "x, y := q(x, y);",
        "x == 2 && y == 1");
  calls("procedure q() { if (x == 1) { x := 2; return; } x := 3; }", "q();", "x == 2");
  calls("procedure q(n: int) { var k: int = n var l: int = k + 1 x := l; }", "q(4);", "x == 5");
  calls("procedure f(n: int) returns (r: int) { var k: int = 0 if (n <= 0) { return 1; } k := f(n - 1); r := n * k; }",
        "x := f(3);", "x == 6");
  calls("procedure q(n: int) returns (r: int) { var k: int = n if (n > 0) { a[k] := q(n - 1); } return n + 1; }",
        "x := q(2);", "x == 3 && a[2] == 2 && a[1] == 1");
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
