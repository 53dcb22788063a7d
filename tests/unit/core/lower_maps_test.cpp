// Maps of maps and local maps as maps over pairs.

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

const std::string before =
    "const N: int enum Phase { idle, busy } var m: int[][] = map(map(0)) var f: bool[][] var q: Phase[][][] var a: "
    "int[N][4] var i, j: int var b: bool var e: int[][]\n";

CoreProgram member(const std::string& statement, const std::string& more = "") {
  return program_of(before + more +
                    "thread T[tid] { var l: int[] = map(tid) var d: bool[5][] = map(map(false)) var n: " +
                    "int[] = map(0)\n" + statement + "\n}");
}
std::string step(const std::string& statement) {
  const CoreProgram core = member(statement);
  for (const CoreStatement& s : core.program.statements)
    if (s.kind == CoreStatement::Kind::atomic) return core_command_text(core.program, s.command);
  return "none";
}

}   // namespace

TEST_CASE("elements of maps of maps are at pairs, and are shown with their indices") {
  CHECK(step("m[i][j] := m[j][i];") == "m[i][j] := m[j][i]");
  CHECK(step("m[i][j], m[j][i] := m[j][i], m[i][j];") == "m[i][j], m[j][i] := m[j][i], m[i][j]");
  CHECK(step("i := m[1][2] + pair(1, 2);") == "i := m[1][2] + pair(1, 2)");
  CHECK(step("f[i][b] := f[1][2];") == "f[i][if b then 1 else 0] := f[1][2]");
  CHECK(step("havoc m[i][j];") == "havoc m[i][j]");
  CHECK(step("havoc q[1][2][i];") == "atomic modifies q[1][2][i]: 0 <= q'[1][2][i] && q'[1][2][i] <= 1");
  CHECK(step("b := cas(m[i][j], 0, 1);") ==
        "m[i][j], b := if m[i][j] == 0 then 1 else m[i][j], if m[i][j] == 0 then 1 else 0");
  CHECK(step("m := map(map(3));") == "m := map(3)");
  CHECK(step("assume m == e;") == "assume forall i :: forall j :: m[i][j] == e[i][j]");
  CHECK(step("assume f == map(map(b));") == "assume forall i :: forall j :: f[i][j] <==> b");
  // The two indices are in one integer.
  const CoreProgram core = member("m[i][j] := 0;");
  for (const CoreCommand& c : core.program.commands)
    if (!c.places.empty() && c.places[0].index) CHECK(core.program.table[*c.places[0].index].kind == TermKind::pair);
}

TEST_CASE("each index has its own length") {
  CHECK(step("a[i][j] := 1;") == "assert (0 <= i && i < N) && (0 <= j && j < 4); a[i][j] := 1");
  CHECK(step("i := a[1][2];") == "assert 1 < N; i := a[1][2]");
  CHECK(step("assert i < N ==> a[i][0] == 0;").find("assert i < N ==> 0 <= i") == 0);
  CHECK(step("b := d[i][j];") == "assert 0 <= i && i < 5; b := T.d[tid][i][j]");
  CHECK(step("b := T.d[i][j][7];") == "assert 0 <= j && j < 5; b := T.d[i][j][7]");
}

TEST_CASE("local maps of a family are one map, of which others leave a thread its row") {
  CHECK(step("l[i] := l[j] + 1;") == "T.l[tid][i] := T.l[tid][j] + 1");
  const CoreProgram core = member("skip;");
  const std::string rely = core_formula_text(core.program, core.outline.families[0].rely);
  CHECK(rely.find("forall i :: T.l'[tid][i] == T.l[tid][i]") != std::string::npos);
  CHECK(rely.find("forall i :: forall j :: T.d'[tid][i][j] == T.d[tid][i][j]") != std::string::npos);
  const std::string init = core_formula_text(core.program, core.program.init);
  CHECK(init.find("forall i :: forall j :: T.l[i][j] == i") != std::string::npos);
  CHECK(init.find("T.d == map(0)") != std::string::npos);
  CHECK(init.find("T.n == map(0)") != std::string::npos);
  const CoreProgram rows = member("skip;", "rely unchanged(m[tid], q[i][j], q[1]) ");
  const std::string wish = core_formula_text(rows.program, rows.outline.families[0].rely);
  CHECK(wish.find("forall i :: m'[tid][i] == m[tid][i]") != std::string::npos);
  CHECK(wish.find("forall i :: q'[i][j][i] == q[i][j][i]") != std::string::npos);
  CHECK(wish.find("forall i :: forall j :: q'[1][i][j] == q[1][i][j]") != std::string::npos);
}
