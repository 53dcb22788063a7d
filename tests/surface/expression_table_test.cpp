// Each line of the manual's table of expressions, and the text below it, as the interpreter reads it: an assertion that
// holds, and one that does not.

#include "interpreted.hpp"

using namespace plato_test::surface;

namespace {

constexpr const char* declarations = R"(const N: int = 2
const M: int = N + 1
var x: int = 1
var y: int = -7
var b: bool = true
var a: int[] = map(0)[1 := 2][2 := 5]
var f: bool[] = map(false)[1 := true]
var s: set = {1, 3}
var p: {u: int, v: int[]}
init p.u == 3 && p.v == map(4)
predicate P(i, t: set) = i in t && x == 1
predicate Q = x == 1
predicate R(c: bool, m: map) = c && m[1] == 2
)";

std::string asserting(const std::string& e) {
  return std::string(declarations) + "thread T = 5 {\n  assert " + e + ";\n}\n";
}

void is_true(const std::string& e) {
  INFO(e);
  CHECK(verdict_of(asserting(e)) == "nothing wrong");
  CHECK(verdict_of(asserting("!(" + e + ")")) == "goes wrong");
}

// The same of a formula about a step, where x becomes 2 and a[1] becomes 9.
void is_true_of_step(const std::string& action) {
  INFO(action);
  const auto of = [&](const std::string& g) {
    return std::string(declarations) + "action A(i) = x' == i && i == x + 1\nprogram { guarantee x != 1 || (" + g +
           ") }\nthread T = 5 {\n  x, a[1] := 2, 9;\n}\n";
  };
  CHECK(verdict_of(of(action)) == "nothing wrong");
  CHECK(verdict_of(of("!(" + action + ")")) == "breaks guarantee");
}

}   // namespace

TEST_CASE("connectives", "[interpreter]") {
  is_true("(x == 1 <==> b) && !(x == 1 <==> !b)");
  is_true("(x == 2 ==> false) && (x == 1 ==> b)");
  is_true("!b ==> b ==> false");   // to the right
  is_true("(false ==> true) ==> true");
  is_true("x == 3 || y == -7 || false");
  is_true("x == 1 && b && !false");
  is_true("true || false && false");   // && binds tighter
}

TEST_CASE("comparisons, also chained", "[interpreter]") {
  is_true("x == 1 && x != 2 && x < 2 && x <= 1 && 2 > x && 1 >= x");
  is_true("0 <= x < 2 && 3 > x >= 1 == x");
  is_true("!(0 <= x < 1)");
  is_true("3 in s && 2 !in s && !(2 in s)");
  is_true("s == {3, 1} && s != {1} && a == map(0)[2 := 5][1 := 2] && f != map(true)");
}

TEST_CASE("sums and products", "[interpreter]") {
  is_true("x + 2 - 4 == -1");
  is_true("s + {2} == {1, 2, 3} && s - {1, 5} == {3} && s + {1} == s");
  is_true("x * y == -7");
  is_true("y div 2 == -4 && y mod 2 == 1 && 7 div -2 == -3 && 7 mod -2 == 1 && y div -2 == 4 && y mod -2 == 1");
  is_true("y / 2 == -4 && y % 2 == 1");
  is_true("x div 0 == 0 && y mod 0 == -7 && y div 0 == 0");
  is_true("2 + 3 * 4 == 14 && (2 + 3) * 4 == 20");
}

TEST_CASE("negation, elements, fields and predicates", "[interpreter]") {
  is_true("!!b && - -x == 1 && -y == 7");
  is_true("a[1] == 2 && a[a[1]] == 5 && a[7] == 0 && a[-1] == 0");
  is_true("a[1 := 4][1] == 4 && a[1 := 4][2] == 5 && a[1] == 2 && f[1] && !f[2] && f[2 := true][2]");
  is_true("p.u == 3 && p.v[8] == 4");
  is_true("P(1, s) && !P(2, s) && P(x + 2, {3}) && Q && R(b, a) && !R(b, map(0))");
}

TEST_CASE("constants, sets, maps, conditionals, quantifiers", "[interpreter]") {
  is_true("N == 2 && M == 3 && tid == 5");
  is_true("{} == {} && {1, tid} == {5, 1} && x !in {}");
  is_true("map(2)[100] == 2 && map(true)[3]");
  is_true("(if b then x else y) == 1 && (if x > 1 then 1 else 2) == 2");
  is_true("(forall i :: 0 <= i < 1 ==> a[i] == 0) && (exists i, j :: a[i] == 5 && a[j] == i)");
  is_true("!(forall i :: a[i] == 0)");
  CHECK(interpreted(asserting("forall i :: i == i")).guesses.quantifiers);
}

TEST_CASE("primes", "[interpreter]") {
  is_true_of_step("x' == 2 && x == 1");
  is_true_of_step("a'[1] == 9 && a[1] == 2 && a'[x'] == 5");
  is_true_of_step("unchanged(y, a[2], s, p) && p'.u == p.u");
  is_true_of_step("unchanged(a[x + 1])");
  is_true_of_step("!unchanged(a[1]) && !unchanged(a) && !unchanged(x)");
  is_true_of_step("P(1, s) && !P'(1, s) && !Q' && Q");
  is_true_of_step("A(2) && !A(3)");
}
