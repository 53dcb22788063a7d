// Maps of maps and local maps: what is accepted, and what is told of rows.

#include "support/program_text.hpp"

using namespace plato;

namespace {

std::string error(const std::string& statements, const std::string& declarations = "") {
  const Errors errors = errors_of(
      "const N: int var m: int[][] = map(map(0)) var f: bool[][] var q: int[][][] var x: int var a: int[] var k: "
      "lock[][] ghost var g: int[][] = map(map(0)) const C: int[][] var r: {u: int, v: int[]}[]\n" +
      declarations + "\nthread T[i] { var l: int[] = map(i) var b: bool[][] var j: int ghost var h: int[]\n" +
      statements + " }");
  std::string all;
  for (const std::string& one : errors) all += (all.empty() ? "" : "\n") + one;
  return errors.empty() ? "none" : all;
}

const std::string of_all = "; a formula says it of all elements: 'forall j :: …')";

}   // namespace

TEST_CASE("elements of maps of maps are variables and values") {
  CHECK(error("m[1][2] := m[2][1]; m[x][a[x]] += 1; m[1][2], m[2][1] := m[2][1], m[1][2]; havoc m[x][x];") == "none");
  CHECK(error("f[x][1] := !f[1][x]; q[1][2][3] := C[1][2]; f[f[1][1]][true] := cas(m[1][1], 0, tid);") == "none");
  CHECK(error("acquire(k[1][i]); release(k[1][i]); r[1].v[2] := r[2].u; r.v[1][2] := 1; g[1][2] := h[1];") == "none");
  CHECK(error("l[1] := l[2]; b[1][j] := true; atomic modifies l[1], m[1][2]: l'[1] == m'[1][2]; h[j] := g[j][l[1]];") ==
        "none");
  CHECK(error("m := C; m := map(map(x)); havoc m; assert m == C && f != map(map(true)) && q == map(map(map(1)));") ==
        "none");
  CHECK(error("x := pair(1, x);", "rely forall i, j :: m'[i][j] == m[i][j] || T.l[i][j] == T.b'[i][j][0]") ==
        "2:54: expected both sides to have the same type, found int and bool ('==' binds tighter than '&&', '||' and "
        "'==>'; put parentheses)");
  CHECK(error("",
              "rely unchanged(m[tid], q[1][2], q[1], q[1][2][3], m, T.l) predicate P(p: int[][]) = p[1][2] == 0 "
              "invariant P(m) && P(T.l) && P(C)") == "none");
  CHECK(error("", "m[p][y] unwritable by others when p == tid m[tid][y] unwritable by others when true") == "none");
  CHECK(error("", "predicate pair(u, v) = u == v invariant pair(1, 1)") == "none");
  CHECK(error("pair := 1; assert pair == 1;", "var pair: int") == "none");
}

TEST_CASE("rows and local maps as a whole are refused by name") {
  const std::string row =
      "4:2: expected an element, found a whole row of 'm', of type int[] (rows are used element by "
      "element, as in 'm[i][j]'" +
      of_all;
  CHECK(error("m[1] := 2;") == row);
  CHECK(error("m[1] := m[2];") == row + "\n4:10" + row.substr(3));
  CHECK(error("havoc m[1];") == "4:8" + row.substr(3));
  CHECK(error("a := m[1];") == "4:7" + row.substr(3));
  CHECK(error("assert m[1] == m[2];").starts_with("4:9" + row.substr(3)));
  CHECK(error("a[m[1]] := 1;").find("found a whole row of 'm'") != std::string::npos);
  CHECK(error("x := q[1][2];") ==
        "4:10: expected an element, found a whole row of 'q', of type int[] (rows are used element by element, as in "
        "'m[i][j]'" +
            of_all);
  CHECK(error("x := q[1];").find("of type int[][] (rows are used element by element, as in 'm[i][j][k]'") !=
        std::string::npos);
  CHECK(error("a := l;") ==
        "4:6: expected an element, found the whole map 'l', of which each thread has its own (it is used element by "
        "element, as in 'l[j]'" +
            of_all);
  CHECK(error("l := map(0);").starts_with("4:1: expected an element, found the whole map 'l'"));
  CHECK(error("m := m[1 := 2];").starts_with("4:7: expected a new value of an element, found one of a whole row"));
  CHECK(error("x := l[1 := 2][3];").starts_with("4:6: expected an element, found the whole map 'l'"));
  CHECK(error("x := m[1][2 := 3][4];").starts_with("4:7: expected an element, found a whole row of 'm'"));
  CHECK(error("", "predicate P(p: int[]) = p[1] == 0 invariant P(m[1])").starts_with("2:48: expected an element"));
  CHECK(error("acquire(k[1]);").starts_with("4:10: expected an element, found a whole row of 'k'"));
}

TEST_CASE("wrong indices and values of maps of maps") {
  CHECK(error("x := m[1][2][3];") ==
        "4:10: expected a map before '[', found this expression of type int ('m' has 2 indices)");
  CHECK(error("x := a[1][2];") ==
        "4:7: expected a map before '[', found this expression of type int ('a' has 1 index)");
  CHECK(error("x := l[1][2];") ==
        "4:7: expected a map before '[', found this expression of type int ('l' has 1 index)");
  CHECK(error("m := map(0);") ==
        "4:6: expected int[][], found this expression of type int[] ('map(map(e))' is e at all indices of a map of "
        "maps)");
  CHECK(error("m := map(a);") ==
        "4:10: expected int or bool, found 'a' of type int[] (a map of maps is the same everywhere: 'map(map(e))')");
  CHECK(error("m[1][2] := true;") == "4:12: expected int, found 'true' of type bool (use 'if e then 1 else 0')");
  CHECK(error("m := f;") == "4:6: expected int[][], found 'f' of type bool[][]");
  CHECK(error("scope m { }").starts_with("4:7: a scope gives back the thread's elements of global maps"));
  CHECK(error("", "ghost var e: int[][] init forall i, j :: e[i][j] == i")
            .starts_with("2:27: an initial condition must not mention ghost variables"));
  CHECK(errors_of("thread w[i](p: int[]) { } thread T { start w[1](map(0)); }") ==
        Errors{"1:13: the parameter 'p' of a family of threads cannot be a map (pass numbers, or use a global map of "
               "maps: 'p[tid][j]')"});
}
