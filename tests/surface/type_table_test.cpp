// Each line of the manual's table of types as the interpreter reads it: what goes wrong, and what a variable can be.

#include "interpreted.hpp"

using namespace plato_test::surface;

namespace {

constexpr const char* declarations = R"(enum Phase { idle, busy, over }
const N: int = 3
var x: 0..3 = 0
var y: 0..<N = 0
var p: Phase = idle
var q: Phase[] = map(idle)
var a: int[N] = map(0)
var m: lock[] = map(0)
var r: {f: int, g: bool}[2]
var n: int = 0
var b: bool = false
ghost var g: int = 0
init r.f == map(0) && r.g == map(false)
)";

std::string verdict(const std::string& body) {
  return verdict_of(std::string(declarations) + "thread T {\n" + body + "\n}\n");
}
void is_right(const std::string& body) {
  INFO(body);
  CHECK(verdict(body) == "nothing wrong");
  CHECK(verdict(body + " assert false;") == "goes wrong");
}
void goes_wrong(const std::string& body) {
  INFO(body);
  CHECK(verdict(body) == "goes wrong");
}

}   // namespace

TEST_CASE("a variable that leaves its range goes wrong", "[interpreter]") {
  is_right("x := 3; x := x - 3; y := 2;");
  goes_wrong("x := 4;");
  goes_wrong("x -= 1;");
  goes_wrong("y := N;");
  goes_wrong("n, x := 1, 7;");
  goes_wrong("atomic { x := 4; x := 0; }");
  goes_wrong("atomic { x := 4; assume false; }");
  goes_wrong("b := cas(x, 0, 9);");
  is_right("b := cas(x, 1, 9);");
  goes_wrong("if (cas(x, 0, 9)) { skip; }");
  is_right("if (cas(x, 1, 9)) { skip; }");
  goes_wrong("atomic modifies x: x' == x - 1;");
  is_right("atomic modifies x: x' == x + 1;");
  CHECK(verdict_of("thread T { var i: 0..3 = 0\n for i in 0..3 { skip; } }\n") == "goes wrong");
  CHECK(verdict_of("thread T { var i: 0..3 = 0\n for i in 0..<3 { skip; } }\n") == "nothing wrong");
  is_right("havoc x; assert 0 <= x && x <= 3;");
  goes_wrong("havoc x; assert x != 3;");
  goes_wrong("havoc x; assert x != 0;");
  CHECK(verdict_of("var x: 5..6\nthread T { assert x == 5; }\n") == "goes wrong");
  CHECK(verdict_of("var x: 5..6\nthread T { assert x == 5 || x == 6; }\n") == "nothing wrong");
  CHECK(verdict_of("var x: 5..6 = 7\nthread T { skip; }\n") == "breaks invariant");
  CHECK(verdict_of("const k: 1..2\nthread T { assert k == 1 || k == 2; }\n") == "nothing wrong");
  CHECK(verdict_of("const k: 1..2\nthread T { assert k == 1; }\n") == "goes wrong");
}

TEST_CASE("enumerations", "[interpreter]") {
  is_right("p := busy; assert p != idle && p != over; q[1] := p; assert q[1] == busy && q[0] == idle;");
  is_right("havoc p; assert p == idle || p == busy || p == over;");
  goes_wrong("havoc p; assert p != over;");
  is_right("havoc q[0]; assert q[0] == idle || q[0] == busy || q[0] == over;");
  is_right("atomic modifies p: true; assert p == idle || p == busy || p == over;");
  CHECK(verdict_of("enum E { u, v }\nvar e: E\nthread T { assert e == u || e == v; }\n") == "nothing wrong");
  CHECK(verdict_of("enum E { u, v }\nvar e: E\nthread T { assert e == u; }\n") == "goes wrong");
}

TEST_CASE("an index outside of an array goes wrong", "[interpreter]") {
  is_right("a[0] := 1; a[2] := a[0]; n := a[1];");
  goes_wrong("a[3] := 1;");
  goes_wrong("a[-1] := 1;");
  goes_wrong("n := a[3];");
  goes_wrong("assert a[3] == a[3];");
  goes_wrong("assume a[3] == 1;");
  goes_wrong("if (a[3] == 1) { skip; }");
  goes_wrong("while (a[3] == 1) { skip; }");
  goes_wrong("havoc a[3];");
  goes_wrong("b := cas(a[3], 1, 2);");
  goes_wrong("b := cas(n, a[3], 2);");
  goes_wrong("n := 2; n := a[a[n] + 3];");
  goes_wrong("atomic modifies a[3]: a'[3] == 1;");
  goes_wrong("assert a[3 := 1] == a;");
  is_right("atomic modifies n: n' == a[3];");
  is_right("n := 3; b := n < N && a[n] == 1; b := n >= N || a[n] == 1; b := n < N ==> a[n] == 1;");
  goes_wrong("n := 3; b := a[n] == 1 && n < N;");
  is_right("n := 3; n := if n < N then a[n] else 0;");
  goes_wrong("n := 3; n := if n < N then 0 else a[n];");
  is_right("assert forall k :: 0 <= k < N ==> a[k] == 0;");
  goes_wrong("assert forall k :: 0 <= k <= N ==> a[k] == 0;");
  goes_wrong("assert r[1].f == 0 && r[2].f == 0;");
  is_right("r[1].f := 5; r[0].g := true; assert r.f[1] == 5 && r[0].g && !r[1].g;");
  // What is no statement may say anything of any index.
  is_right("cut a[7] == 0; n := 1;");
  is_right("g := a[7]; cut g == 0; n := 1;");
  is_right("atomic { if (a[7] == 0) { g := 1; } n := 1; }");
  goes_wrong("atomic { if (a[7] == 0) { skip; } n := 1; }");
  is_right("atomic { if (g == 0 && a[7] == 0) { skip; } n := 1; }");
  CHECK(verdict_of("var a: int[2] = map(0)\npredicate P() = a[5] == 0\ninvariant a[9] == 0\nthread T { assert P(); "
                   "a[1] := 1; }\n") == "nothing wrong");
  CHECK(verdict_of("const a: int[2]\nvar n: int = 0\nthread T { n := a[2]; }\n") == "goes wrong");
}

TEST_CASE("indices that are no integers", "[interpreter]") {
  is_right("a[n == 0] := 5; assert a[1] == 5 && a[true] == 5 && a[0] == 0 && a[b] == 0;");
  is_right("b := true; a[b] := 4; a[!b] += 3; assert a[1] == 4 && a[false] == 3;");
  is_right("p := over; a[p] := 7; assert a[2] == 7 && a[over] == 7 && a[idle] == 0;");
  is_right("havoc b; a[b] := 1; assert a[0] == 1 || a[1] == 1;");
}

TEST_CASE("arrays of locks", "[interpreter]") {
  is_right("acquire(m[1]); assert m[1] == tid && m[0] == 0; acquire(m[0]); release(m[1]); assert m[1] == 0;");
  goes_wrong("acquire(m[1]); release(m[0]);");
  CHECK(verdict("acquire(m[1]); acquire(m[1]); assert false;") == "nothing wrong");
}

TEST_CASE("values that procedures are given and give", "[interpreter]") {
  const auto verdict_with = [](const std::string& procedure, const std::string& body) {
    return verdict_of(std::string(declarations) + procedure + "\nthread T {\n" + body + "\n}\n");
  };
  const auto right = [&](const std::string& procedure, const std::string& body) {
    INFO(body);
    CHECK(verdict_with(procedure, body) == "nothing wrong");
    CHECK(verdict_with(procedure, body + " assert false;") == "goes wrong");
  };
  const auto wrong = [&](const std::string& procedure, const std::string& body) {
    INFO(body);
    CHECK(verdict_with(procedure, body) == "goes wrong");
  };
  const std::string f = "procedure f(k: 1..2) returns (s: 0..5) { return 2 * k; }";
  right(f, "n := f(2); x := f(1);");
  wrong(f, "f(3);");
  wrong(f, "x := f(2);");
  wrong(f, "f(a[N]);");
  wrong("procedure f(k: int) returns (s: 0..5) { return k; }", "f(6);");
  wrong("procedure f(k: int) returns (s: 0..5) { s := k; }", "f(6);");
  wrong("procedure f(k: int) { var s: 0..5 = k skip; }", "f(6);");
  wrong("procedure f(k: int) { var s: int = a[k] skip; }", "f(3);");
  right("procedure f(k: int) { k += 1; a[k] += k; }", "f(1);");
  wrong("procedure f(k: int) { k += 1; a[k] += k; }", "f(2);");
  wrong("procedure f(k: 0..1) { k += 2; }", "f(0);");
  wrong("procedure f() returns (s: int) { s := 1; }", "a[x + 3] := f();");
  right("procedure f() returns (s: 4..5) { if (b) { s := 4; } }", "n := f(); assert n == 4 || n == 5;");
  wrong("procedure f() returns (s: 4..5) { if (b) { s := 4; } }", "n := f(); assert n == 4;");
  right("procedure f(k: Phase) returns (s: Phase) { if (k == idle) { return busy; } s := k; }",
        "p := f(p); assert p == busy; q[1] := f(over); assert q[1] == over;");
}
