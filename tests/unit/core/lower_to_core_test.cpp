// What programs become.

#include "core/lower_to_core.hpp"

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

// The first atomic operation of the program.
std::string operation(const std::string& declarations, const std::string& statement) {
  const std::string text = core_text(program_of(declarations + "\nthread T {\n" + statement + "\n}\n"));
  const std::size_t begin = text.find("atomic");
  return text.substr(begin, text.find(";   //", begin) - begin);
}
std::string member_operation(const std::string& declarations, const std::string& statement) {
  const std::string text =
      core_text(program_of(declarations + "\nthread T[tid] { var t: int var c: bool\n" + statement + "\n}\n"));
  const std::size_t begin = text.find("atomic");
  return text.substr(begin, text.find(";   //", begin) - begin);
}

const std::string some =
    "var x, y: int var b: bool var a: int[] var f: bool[] var s: set var m: lock var p: {u: int, v: bool}";

}   // namespace

TEST_CASE("single statements") {
  CHECK(operation(some, "x, y := y, x;") == "atomic modifies x, y: x' == y && y' == x");
  CHECK(operation(some, "b := x > 0;") == "atomic modifies b: b' == (if 0 < x then 1 else 0)");
  CHECK(operation(some, "b := p.v;") == "atomic modifies b: b' == p.v");
  CHECK(operation(some, "a[x] := a[x] + 1;") == "atomic modifies a: a' == a[x := a[x] + 1]");
  CHECK(operation(some, "f[x] := true;") == "atomic modifies f: f' == f[x := 1]");
  CHECK(operation(some, "s := s + {tid} - {x};") == "atomic modifies s: s' == s[1 := 1][x := 0]");
  CHECK(operation(some, "p.u := 3;") == "atomic modifies p.u: p.u' == 3");
  CHECK(operation(some, "havoc x;") == "atomic modifies x: true");
  CHECK(operation(some, "havoc a[1];") == "atomic modifies a: a' == a[1 := a'[1]]");
  CHECK(operation(some, "await x > 0;") == "atomic: 0 < x");
  CHECK(operation(some, "assert x > 0;") == "atomic requires 0 < x: true");
  CHECK(operation(some, "acquire(m);") == "atomic modifies m: m == 0 && m' == 1");
  CHECK(operation(some, "release(m);") == "atomic modifies m: m' == 0 ensures m == 1");
  CHECK(operation(some, "b := cas(x, 0, tid);") ==
        "atomic modifies x, b: x' == (if x == 0 then 1 else x) && b' == (if x == 0 then 1 else 0)");
}

TEST_CASE("local variables of families are elements of maps") {
  CHECK(member_operation(some, "t := t + x;") == "atomic modifies T.t: T.t' == T.t[tid := T.t[tid] + x]");
  CHECK(member_operation(some, "havoc c;") == "atomic modifies T.c: T.c' == T.c[tid := T.c'[tid]]");
  CHECK(member_operation(some, "atomic modifies t: t' == x;") ==
        "atomic modifies T.t: T.t'[tid] == x && T.t' == T.t[tid := T.t'[tid]]");
}

TEST_CASE("atomic blocks are executed") {
  CHECK(operation(some, "atomic { x := x + 1; y := x; }") == "atomic modifies x, y: x' == x + 1 && y' == x + 1");
  CHECK(operation(some, "atomic { if (x > 0) { x := 0; } else { y := 1; } }") ==
        "atomic modifies x, y: x' == (if 0 < x then 0 else x) && y' == (if 0 < x then y else 1)");
  CHECK(operation(some, "atomic { assume x > 0; assert y > 0; x := 1; assert x == y; }") ==
        "atomic requires (0 < x ==> 0 < y) && (0 < x ==> 1 == y) modifies x: 0 < x && x' == 1");
  CHECK(operation(some, "atomic { havoc x; assume x > y; y := x; assert y > 0; }") ==
        "atomic modifies x, y: y < x' && y' == x' ensures y < x' ==> 0 < x'");
  CHECK(operation(some, "atomic { acquire(m); release(m); x := 1; }") ==
        "atomic modifies x, m: m == 0 && x' == 1 && m' == 0");
}

TEST_CASE("definitions are expanded, also in the store after the step") {
  const CoreProgram p = program_of(
      "var x, y: int predicate P(a) = x < a predicate Q(k) = forall i :: i < k ==> P(i) "
      "rely P(y) ==> P'(y) && Q(x) thread T { skip; }");
  CHECK(text_of(p, p.outline.families[0].rely) == "x < y ==> x' < y && (forall i :: i < x ==> x < i)");
}

TEST_CASE("unchanged") {
  const CoreProgram p = program_of(some + " rely unchanged(x, a, p, f[y]) thread T { skip; }");
  CHECK(text_of(p, p.outline.families[0].rely) == "x' == x && a' == a && p.u' == p.u && p.v' == p.v && f'[y] == f[y]");
}

TEST_CASE("initial values, parameters, the invariant") {
  const CoreProgram p = program_of(
      "const N: int const M: int = N + 1 assume M > 0 var x: int = M var s: set = {} invariant x > 0 invariant x < 9 "
      "thread T[i] for i <= N { var t: int = 0 var me: int = i skip; }");
  CHECK(p.program.parameters.size() == 1);
  CHECK(p.program.parameters[0].name == "N");
  CHECK(text_of(p, p.program.assumption) == "0 < N + 1");
  CHECK(text_of(p, p.program.init) == "x == N + 1 && s == map(0) && T.t == map(0) && (forall i :: T.me[i] == i)");
  CHECK(text_of(p, p.program.families[0].members) == "tid <= N");
  CHECK(text_of(p, p.outline.families[0].rely) ==
        "(T.t'[tid] == T.t[tid] && T.me'[tid] == T.me[tid]) && ((0 < x && x < 9 ==> 0 < x') && (0 < x && x < 9 ==> x' "
        "< 9))");
}

TEST_CASE("guarantees are derived from the other threads' relies, or stated") {
  const CoreProgram p = program_of(
      "var x, y: int thread A { rely x' == x skip; } thread B = 7 { var l: int rely y' == y skip; } "
      "thread C[tid] for tid > 9 { rely y' >= tid guarantee x' > x skip; }");
  REQUIRE(p.program.families.size() == 3);
  CHECK(text_of(p, p.program.families[0].members) == "tid == -1");
  CHECK(text_of(p, p.outline.families[0].guarantee) ==
        "(y' == y && B.l' == B.l) && (forall i :: i != 0 && i != -1 && i != 7 && 9 < i ==> i <= y')");
  CHECK(text_of(p, p.outline.families[2].guarantee) == "x < x' && B.l' == B.l");
}

TEST_CASE("statements keep where they come from, and parts come first") {
  const CoreProgram p = program_of("var x: int thread T {\n  x := 1;\n  while (*) { x := 2; }\n}");
  for (std::size_t i = 0; i < p.program.statements.size(); ++i) {
    CHECK(p.program.statements[i].first <= i);
    CHECK(p.program.statements[i].second <= i);
  }
  CHECK(p.provenance.statements[0].text == "x := 1");
  CHECK((p.provenance.statements[0].where.line == 2 && p.provenance.statements[0].where.column == 3 &&
         p.provenance.statements[0].where.length == 6));
}
