// Maps of maps and local maps: programs that are certified for any number of threads, and a few characters away such
// that are not.

#include <catch2/catch.hpp>
#include <string>

#include "trial.hpp"

using plato_test::Trial;

namespace {

Trial::Verdict verdict_of(const std::string& source) { return plato_test::check_source(source, 60).verdict; }

// It is certified, and with the change it is not proved.
void depends_on(const std::string& source, const std::string& from, const std::string& to) {
  INFO(source);
  CHECK(verdict_of(source) == Trial::Verdict::certified);
  std::string changed = source;
  const std::size_t at = changed.find(from);
  REQUIRE(at != std::string::npos);
  changed.replace(at, from.size(), to);
  INFO(changed);
  CHECK(verdict_of(changed) == Trial::Verdict::not_proved);
}

const std::string rows = "var m: int[][] = map(map(0)) rely unchanged(m[tid])\n";

}   // namespace

TEST_CASE("rows of a matrix belong to threads", "[parameterized]") {
  const std::string matrix = R"(const n: int assume n > 0
var m: int[n][n] = map(map(0))
m[tid][j] unwritable by others when true
thread worker[i] for 0 <= i < n {
  ensures forall k :: 0 <= k < n ==> m[i][k] == i - k
  for j in 0..<n invariant 0 <= j <= n && (forall k :: 0 <= k < j ==> m[i][k] == i - k) { m[i][j] := i - j; }
}
program { ensures forall i, j :: 0 <= i < n && 0 <= j < n ==> m[i][j] == i - j }
)";
  depends_on(matrix, "m[i][j] := i - j", "m[j][i] := i - j");
  depends_on(matrix, "0 <= j < n ==> m[i][j]", "0 <= j <= n ==> m[i][j]");
  depends_on(matrix, "m[tid][j] unwritable", "m[j][tid] unwritable");
  depends_on(matrix, "j in 0..<n", "j in 0..n");
}

TEST_CASE("places of one map of maps are kept apart", "[parameterized]") {
  depends_on(rows + "thread w[i] for i > 0 { m[i][1] := 5; m[i][2] := 6; assert m[i][1] == 5; }", "m[i][2]", "m[i][1]");
  depends_on(rows + "thread w[i] for i > 0 { m[i][1] := 5; assert m[i][1] == 5; m[i][i] := 6; }", "m[i][i]",
             "m[i + 1][i]");
  depends_on(rows +
                 "thread w[i] for i > 0 { m[i][1], m[i][2] := 4, 5; m[i][1], m[i][2] := m[i][2], m[i][1]; assert "
                 "m[i][1] == 5; }",
             "assert m[i][1]", "assert m[i][2]");
  depends_on(rows + "thread w[i] for i > 0 { m[i][1] := 4; havoc m[i][2]; assert m[i][1] == 4; }", "havoc m[i][2]",
             "havoc m[i][1]");
  depends_on(rows +
                 "thread w[i] for i > 0 { m[i][2] := 4; if (cas(m[i][2], 4, 9)) { assert m[i][2] == 9; } else { "
                 "assert false; } }",
             "4, 9", "5, 9");
  depends_on(
      "var c: int[][][] = map(map(map(0))) rely unchanged(c[tid])\nthread w[i] for i > 0 { var j: int\n havoc j; "
      "c[i][j][i] := 5; c[i][j + 1][i] := 6; assert c[i][j][i] == 5; }",
      "c[i][j + 1][i]", "c[i][j][i]");
  depends_on(
      "var m: int[][] = map(map(0)) var e: int[][] = map(map(0))\ninvariant m == e || m[0][0] == 1\nthread a { "
      "m[0][0] := 1; } thread b { assert m[1][2] == e[1][2] || m[0][0] == 1; }",
      "m[0][0] := 1", "m[0][1] := 1");
}

TEST_CASE("mailboxes between any number of threads", "[parameterized]") {
  depends_on(R"(var box: int[][] = map(map(0))
invariant forall from, to :: box[from][to] == 0 || box[from][to] == from
rely forall to :: box[tid][to] == 0 ==> box'[tid][to] == 0
rely forall from :: box[from][tid] != 0 ==> unchanged(box[from][tid])
thread node[i] for i > 0 {
  var other: int = 0 var message: int = 0
  havoc other; if (box[i][other] == 0) { box[i][other] := i; }
  havoc other;
  if (box[other][i] != 0) { message := box[other][i]; assert message == other; box[other][i] := 0; }
}
)",
             "box[other][i] := 0", "box[i][other] := 0");
}

TEST_CASE("local maps are each thread's own", "[parameterized]") {
  const std::string locals = R"(invariant forall i, j :: i > 0 ==> w.a[i][j] >= i
thread w[i] for i > 0 {
  var a: int[] = map(i) var seen: bool[][] = map(map(false))
  assert a[4] >= i && !seen[1][2];
  a[4] := a[4] + 1;
  seen[1][2] := true;
  assert seen[1][2] && !seen[2][1];
}
)";
  depends_on(locals, "!seen[2][1]", "!seen[1][2]");
  depends_on(locals, "a[4] + 1", "a[4] - 1");
  depends_on(locals, "map(i)", "map(0)");
  depends_on(
      "thread w[i] for i > 0 { var own: (0..3)[] = map(2)\n own[5] := 3; havoc own[6]; assert own[6] <= 3 && "
      "own[9] >= 0; }",
      "own[6] <= 3", "own[6] <= 2");
}

TEST_CASE("specifications speak of elements of maps of maps", "[parameterized]") {
  depends_on(rows + R"(procedure put(j: int)
  action modifies m ensures m'[tid][j] == m[tid][j] + 1 && (forall p, q :: p != tid || q != j ==> m'[p][q] == m[p][q])
  ensures m[tid][j] == old(m[tid][j]) + 1
{ m[tid][j] += 1; }
thread w[i] for i > 0 { m[i][3] := 0; put(3); assert m[i][3] == 1; }
)",
             "{ m[tid][j] += 1; }", "{ m[tid][j + 1] += 1; }");
  depends_on(R"(var m: int[][] = map(map(0))
thread main = 1 {
  par for k in 0..<4 rely unchanged(m[number_of(tid)]) ensures m[k][k] == k { m[k][k] := k; }
  assert m[2][2] == 2;
}
)",
             "assert m[2][2] == 2", "assert m[2][3] == 2");
}

TEST_CASE("each call has its own local map", "[parameterized]") {
  const std::string kept =
      "procedure keep(x: int) returns (y: int) { var a: int[]\n a[x] := x; y := a[x]; }\n"
      "thread w[i] for i > 0 { var y: int\n y := keep(i); assert y == i; y := keep(1); assert y == 1; }";
  depends_on(kept, "y := a[x]", "y := a[x + 2]");
  depends_on(kept, "a[x] := x;", "if (x > 1) { a[x] := x; }");
  const std::string marked =
      "procedure mark(x: int) { var a: bool[] = map(false)\n assert !a[x]; a[x] := true; }\n"
      "thread w[i] for i > 0 { mark(1); mark(1); }";
  depends_on(marked, " = map(false)", "");
  depends_on(marked, "assert !a[x]; a[x] := true", "a[x] := true; assert !a[x]");
  const std::string seen_by_branches =
      "procedure p(x: int) { var a: int[]\n a[1] := x; par requires a[1] == x { assert a[1] == x; } and { skip; } }\n"
      "thread w[i] for i > 0 { p(1); p(2); }";
  depends_on(seen_by_branches, "{ assert a[1]", "{ assert a[2]");
}
