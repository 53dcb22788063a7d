// What programs become.

#include "core/lower_to_core.hpp"

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

// The command of the first atomic statement of the program.
std::string command_in(const CoreProgram& core) {
  for (const CoreStatement& s : core.program.statements)
    if (s.kind == CoreStatement::Kind::atomic) return core_command_text(core.program, s.command);
  return "none";
}
std::string command(const std::string& declarations, const std::string& statement) {
  return command_in(program_of(declarations + "\nthread T {\n" + statement + "\n}\n"));
}
std::string member_command(const std::string& declarations, const std::string& statement) {
  return command_in(program_of(declarations + "\nthread T[tid] { var t: int var c: bool\n" + statement + "\n}\n"));
}

const std::string some =
    "var x, y: int var b: bool var a: int[] var f: bool[] var s: set var m: lock var p: {u: int, v: bool}";

}   // namespace

TEST_CASE("single statements") {
  CHECK(command(some, "x, y := y, x;") == "x, y := y, x");
  CHECK(command(some, "b := x > 0;") == "b := if 0 < x then 1 else 0");
  CHECK(command(some, "b := p.v;") == "b := p.v");
  CHECK(command(some, "a[x] := a[x] + 1;") == "a[x] := a[x] + 1");
  CHECK(command(some, "x, a[x] := 1, x;") == "x, a[x] := 1, x");
  CHECK(command(some, "f[x] := true;") == "f[x] := 1");
  CHECK(command(some, "s := s + {tid} - {x};") == "s := s[1 := 1][x := 0]");
  CHECK(command(some, "p.u := 3;") == "p.u := 3");
  CHECK(command(some, "havoc x;") == "havoc x");
  CHECK(command(some, "havoc a[1];") == "havoc a[1]");
  CHECK(command(some, "await x > 0;") == "assume 0 < x");
  CHECK(command(some, "assert x > 0;") == "assert 0 < x");
  CHECK(command(some, "acquire(m);") == "assume m == 0; m := 1");
  CHECK(command(some, "release(m);") == "assert m == 1; m := 0");
  CHECK(command(some, "b := cas(x, 0, tid);") == "x, b := if x == 0 then 1 else x, if x == 0 then 1 else 0");
  CHECK(command(some, "if (cas(a[x], 0, tid)) { }") == "assume a[x] == 0; a[x] := 1");
  CHECK(command(some, "atomic { }") == "skip");
}

TEST_CASE("local variables of families are elements of maps") {
  CHECK(member_command(some, "t := t + x;") == "T.t[tid] := T.t[tid] + x");
  CHECK(member_command(some, "havoc c;") == "havoc T.c[tid]");
  CHECK(member_command(some, "atomic modifies t: t' == x;") == "atomic modifies T.t[tid]: T.t'[tid] == x");
}

TEST_CASE("atomic blocks are sequences") {
  CHECK(command(some, "atomic { x := x + 1; y := x; }") == "x := x + 1; y := x");
  CHECK(command(some, "atomic { if (x > 0) { x := 0; } else { y := 1; } }") ==
        "if (0 < x) { x := 0; } else { y := 1; }");
  CHECK(command(some, "atomic { if (b) { if (x > 0) { x := 0; } y := 2; } x := 1; }") ==
        "if (b) { if (0 < x) { x := 0; } y := 2; } x := 1");
  CHECK(command(some, "atomic { assume x > 0; skip; assert y > 0; x := 1; assert x == y; }") ==
        "assume 0 < x; assert 0 < y; x := 1; assert x == y");
  CHECK(command(some, "atomic { havoc x; x := x + 1; assume x > y; }") == "havoc x; x := x + 1; assume y < x");
  CHECK(command(some, "atomic { acquire(m); release(m); x := 1; }") ==
        "assume m == 0; m := 1; assert m == 1; m := 0; x := 1");
  CHECK(command(some, "atomic requires x > 0 modifies x, a[y]: x' > x ensures x' < 9;") ==
        "atomic requires 0 < x modifies x, a[y]: x < x' ensures x' < 9");
}

TEST_CASE("long atomic blocks are not nested deeply") {
  std::string block;
  for (int i = 0; i < 20000; ++i) block += "x := x + 1; ";
  const CoreProgram p = program_of("var x: int ghost var g: int thread T { atomic { " + block + "g := 1; } }");
  const CommandId whole = p.outline.statements[0].ghost_command.value();
  std::vector<std::size_t> height(p.program.commands.size() + 1, 1);
  for (CommandId c = 1; c <= p.program.commands.size(); ++c)
    if (const CoreCommand& command = command_of(p.program, c); has_parts(command))
      height[c] = 1 + std::max(height[command.first], height[command.second]);
  CHECK(height[whole] <= 17);
  CHECK(height[p.program.statements[0].command] <= 17);
  CHECK(parts_of_command(p.program.commands, whole).size() == 40001);
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
        "(y' == y && B.l' == B.l) && (forall i :: i != -1 && i != 7 && 9 < i ==> i <= y')");
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
