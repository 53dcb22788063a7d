// The manual's section on maps of maps, and local maps, as the interpreter reads them.

#include "interpreted.hpp"

using namespace plato_test::surface;

namespace {

constexpr const char* declarations = R"(const N: int = 3
var m: int[][] = map(map(0))
var e: int[][] = map(map(0))
var f: bool[][][] = map(map(map(false)))
var a: int[N][2] = map(map(0))
var k: lock[][] = map(map(0))
var r: {u: int, v: int[]}[]
var x: int = 1
var b: bool = false
init r.u == map(0) && r.v == map(map(0))
)";

std::string verdict(const std::string& body) {
  return verdict_of(std::string(declarations) + "thread worker[i] for 1 <= i <= 2 {\nvar l: int[] = map(7)\nvar d: " +
                    "int[2][2] = map(map(tid))\nif (i == 1) {\n" + body + "\n}\n}\n");
}
void leads_to(const std::string& body, const std::string& assertion) {
  INFO(body);
  CHECK(verdict(body + "\nassert " + assertion + ";") == "nothing wrong");
  CHECK(verdict(body + "\nassert false;") == "goes wrong");
}
void goes_wrong(const std::string& body) {
  INFO(body);
  CHECK(verdict(body) == "goes wrong");
}

}   // namespace

TEST_CASE("elements of maps of maps", "[interpreter]") {
  leads_to("m[1][2] := 5;", "m[1][2] == 5 && m[2][1] == 0 && m[1][1] == 0 && m[3][0] == 0");
  leads_to("m[x][x + 1], x := 5, 7;", "m[1][2] == 5 && x == 7");
  leads_to("m[1][2] := 3; m[1][2], m[2][1] := m[2][1], m[1][2];", "m[1][2] == 0 && m[2][1] == 3");
  leads_to("m[m[1][1]][-1] += 4;", "m[0][-1] == 4");
  leads_to("f[1][2][3] := true;", "f[1][2][3] && !f[1][3][2] && !f[2][1][3]");
  leads_to("b := cas(m[1][2], 0, 9);", "b && m[1][2] == 9");
  leads_to("acquire(k[1][i]);", "k[1][1] == 1 && k[1][0] == 0");
  leads_to("r[1].v[2] := 4; r[2].u := 5;", "r.v[1][2] == 4 && r[2].v[1] == 0 && r.u[2] == 5");
  leads_to("havoc m[1][2]; assume m[1][2] == 2;", "m[1][2] == 2 && m[2][1] == 0");
  leads_to("atomic modifies m[1][2]: m'[1][2] == m[1][2] + 2;", "m[1][2] == 2 && m[2][2] == 0");
  goes_wrong("havoc m[1][2]; assert m[1][2] == 0;");
  leads_to("x := pair(1, 2);", "x != pair(2, 1) && x == pair(1, 2)");
}

TEST_CASE("whole maps of maps", "[interpreter]") {
  leads_to("e[1][2] := 3; m := e;", "m == e && m[1][2] == 3");
  leads_to("m := map(map(x));", "m[4][5] == 1 && m != e && f == map(map(map(false)))");
  leads_to("atomic modifies m: unchanged(m[1]) && m' == e;", "m == e");
  // The row has changed, so there is no such step.
  CHECK(verdict("m[1][2] := 1; atomic modifies m: unchanged(m[1]) && m' == e; assert false;") == "nothing wrong");
}

TEST_CASE("each index of a map of maps has its length", "[interpreter]") {
  leads_to("a[2][1] := 5;", "a[2][1] == 5");
  goes_wrong("a[3][1] := 5;");
  goes_wrong("a[2][2] := 5;");
  goes_wrong("a[-1][0] := 5;");
  goes_wrong("x := a[0][2];");
  leads_to("b := x < 0 && a[0][2] == 0;", "!b");
  goes_wrong("d[2][0] := 1;");
  goes_wrong("x := worker.d[2][0][2];");
}

TEST_CASE("each thread of a family has its own local map", "[interpreter]") {
  leads_to("l[1] := 5;", "l[1] == 5 && l[2] == 7 && worker.l[1][1] == 5 && worker.l[2][1] == 7");
  leads_to("d[1][1] := 5; x := worker.d[2][1][1];", "d[1][1] == 5 && d[0][1] == 1 && x == 2");
  CHECK(verdict_of("thread w[i] for 1 <= i <= 2 { var l: int[] = map(0)\n l[0] := i; assert l[0] == i; }\n") ==
        "nothing wrong");
  CHECK(verdict_of("thread w[i] for 1 <= i <= 2 { var l: int[]\n assert l[0] == 0; }\n") == "goes wrong");
}

TEST_CASE("each call of a procedure has its own local map", "[interpreter]") {
  const auto called = [](const std::string& variable, const std::string& body, const std::string& rest) {
    return verdict_of("procedure p(i: int) returns (r: int) { " + variable + "\n" + body +
                      " }\nthread T { var r: int\n r := p(1); " + rest + " }\n");
  };
  const std::string marks = "var a: int[] = map(7)", both = "assert a[i] == 7; a[i] := i; r := a[1];";
  CHECK(called(marks, both, "assert r == 1; r := p(2); assert r == 7; r := p(1);") == "nothing wrong");
  CHECK(called(marks, both, "r := p(2); assert r == 1;") == "goes wrong");
  // What it does not give a value is any.
  CHECK(called("var a: int[]", "a[i] := i; r := a[1];", "assert r == 1;") == "nothing wrong");
  CHECK(called("var a: int[]", "if (i == 1) { a[1] := 1; } r := a[1];", "r := p(2); assert r == 1;") == "goes wrong");
  CHECK(called("var a: int[2]", "a[i] := 1; r := 0;", "r := p(2);") == "goes wrong");
  CHECK(called("var a: (0..3)[][]", "a[1][i] := 3 * i; assert 0 <= a[0][0] <= 3; r := 0;", "") == "nothing wrong");
  CHECK(called("var a: (0..3)[][]", "a[1][i] := 4 * i; r := 0;", "") == "goes wrong");
}
