// Ranges and lengths as assertions of steps, and as a part of the invariant.

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

const std::string before =
    "const N: int enum Phase { idle, busy }\nvar x: 0..7 = 0 var y: 0..<N = 0 var p: Phase = idle var a: int[N] var i: "
    "int var b: bool var q: Phase[] = map(idle) ghost var g: int = 0\n";

std::string step(const std::string& statement) {
  const CoreProgram core = program_of(before + "thread T {\n" + statement + "\n}");
  for (const CoreStatement& s : core.program.statements)
    if (s.kind == CoreStatement::Kind::atomic) return core_command_text(core.program, s.command);
  return "none";
}

}   // namespace

TEST_CASE("what is assigned must be in the range") {
  CHECK(step("x := i;") == "assert 0 <= i && i <= 7; x := i");
  CHECK(step("x := 3;") == "x := 3");
  CHECK(step("x := 9;") == "assert false; x := 9");
  CHECK(step("y += 1;") == "assert 0 <= y + 1 && y + 1 < N; y := y + 1");
  CHECK(step("p := busy;") == "p := 1");
  CHECK(step("havoc x;") == "atomic modifies x: 0 <= x' && x' <= 7");
  CHECK(step("havoc p, i;") == "atomic modifies p, i: 0 <= p' && p' <= 1");
  CHECK(step("havoc i, q[i];") == "atomic modifies i, q[i]: 0 <= q'[i] && q'[i] <= 1");
  CHECK(step("atomic modifies x: x' == x + 1;") == "atomic modifies x: x' == x + 1 ensures 0 <= x' && x' <= 7");
  CHECK(step("atomic modifies p: true;") == "atomic modifies p: 0 <= p' && p' <= 1");
  CHECK(step("b := cas(x, 1, i);") ==
        "assert x == 1 ==> 0 <= i && i <= 7; x, b := if x == 1 then i else x, if x == 1 then 1 else 0");
  CHECK(step("if (cas(x, 1, i)) { }") == "assume x == 1; assert 0 <= i && i <= 7; x := i");
}

TEST_CASE("what is read must be there") {
  CHECK(step("i := a[i];") == "assert 0 <= i && i < N; i := a[i]");
  CHECK(step("a[2] := 1;") == "assert 2 < N; a[2] := 1");
  CHECK(step("assert i >= 0 && a[i] == 0;") == "assert 0 <= i ==> 0 <= i && i < N; assert 0 <= i && a[i] == 0");
  CHECK(step("b := i < 0 || a[i] == 0;").starts_with("assert 0 <= i ==> 0 <= i && i < N; b := "));
  CHECK(step("b := i >= 0 ==> a[i] == 0;").starts_with("assert 0 <= i ==> 0 <= i && i < N; b := "));
  CHECK(step("i := if b then a[i] else 0;").starts_with("assert "));
  CHECK(step("if (a[i] == 0) { skip; }") == "assert 0 <= i && i < N; assume a[i] == 0");
  CHECK(step("await a[0] == 0;") == "assert 0 < N; assume a[0] == 0");
  CHECK(step("assert forall k :: 0 <= k < N ==> a[k] == 0;") == "assert forall i :: 0 <= i && i < N ==> a[i] == 0");
  CHECK(step("assert exists k :: 0 <= k && a[k] == 0;") ==
        "assert forall i :: 0 <= i ==> 0 <= i && i < N; assert exists i :: 0 <= i && a[i] == 0");
  CHECK(step("havoc a[i];") == "assert 0 <= i && i < N; havoc a[i]");
  CHECK(step("atomic modifies a[i]: a'[i] == a[i + 1];") ==
        "atomic requires 0 <= i && i < N modifies a[i]: a'[i] == a[i + 1]");
  CHECK(step("i, g := a[1], a[i];") == "assert 1 < N; i := a[1]");
  CHECK(step("q[i] := busy;") == "q[i] := 1");
  CHECK(step("atomic { if (a[1] == 0) { skip; } }") == "assert 1 < N");
  CHECK(step("atomic { if (a[1] == 0) { g := 1; } i := 1; }") == "i := 1");
  CHECK(step("q[b] := q[busy];") == "q[if b then 1 else 0] := q[1]");
  CHECK(step("a[b] := 2;") ==
        "assert 0 <= (if b then 1 else 0) && (if b then 1 else 0) < N; a[if b then 1 else 0] := 2");
}

TEST_CASE("that variables are values of their types is claimed") {
  const auto claimed = [](const std::string& text) {
    const CoreProgram core = program_of(text + " thread T { }");
    return text_of(core, core.specification.invariant) + " | " + core_formula_text(core.program, core.program.init);
  };
  CHECK(claimed("var x: 0..7") == "0 <= x && x <= 7 | 0 <= x && x <= 7");
  CHECK(claimed("var x: 0..7 = 3") == "0 <= x && x <= 7 | x == 3");
  CHECK(claimed("enum E { a, b } var x: E") == "0 <= x && x <= 1 | 0 <= x && x <= 1");
  CHECK(claimed("enum E { a, b } var x: E[] = map(b)") == "forall i :: 0 <= x[i] && x[i] <= 1 | x == map(1)");
  CHECK(claimed("var x: 0..7 = 3 invariant x != 4") == "x != 4 && (0 <= x && x <= 7) | x == 3");
  const CoreProgram family = program_of("thread w[i] for 1 <= i <= 2 { var t: 0..3 = 0 t := 1; }");
  CHECK(text_of(family, family.specification.invariant) ==
        "forall i :: 1 <= i && i <= 2 ==> 0 <= w.t[i] && w.t[i] <= 3");
  const CoreProgram ghost = program_of("enum E { a, b } ghost var g: E = a thread T { }");
  CHECK_FALSE(ghost.specification.invariant);
  CHECK(text_of(ghost, ghost.outline.lemma) == "0 <= g && g <= 1");
  const CoreProgram parameter = program_of("const k: 1..3 var x: 0..3 program { rely x' >= x } thread T { }");
  CHECK(core_formula_text(parameter.program, parameter.program.assumption) == "1 <= k && k <= 3");
  CHECK(text_of(parameter, parameter.specification.rely) == "x <= x' && (0 <= x && x <= 3 ==> 0 <= x' && x' <= 3)");
}
