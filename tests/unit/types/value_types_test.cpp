// Enumerations, ranges, arrays with a length, arrays of locks and of records: what is accepted, and what is told.

#include "support/program_text.hpp"

using namespace plato;

namespace {

const std::string before =
    "enum Phase { idle, busy } enum Color { red, green }\nvar p: Phase = idle var c: Color var x: 0..7 = 0 var q: "
    "Phase[] var a: int[4] var m: lock[] var r: {f: int, g: Phase}[3] var n: int\n";

std::string error(const std::string& statements) {
  const Errors errors = errors_of(before + "thread T {\n" + statements + " }");
  return errors.empty() ? "none" : errors[0];
}
std::string declared(const std::string& declaration) {
  const Errors errors = errors_of("enum Phase { idle, busy } const N: int\n" + declaration + " thread T { }");
  return errors.empty() ? "none" : errors[0];
}

}   // namespace

TEST_CASE("values of an enumeration are of a type of their own") {
  CHECK(error("p := busy; q[1] := p; assert p == idle || q[0] != busy; q := map(idle)[2 := busy];") == "none");
  CHECK(error("p := red;") == "4:6: expected Phase, found 'red' of type Color (its values are idle, busy)");
  CHECK(error("p := 1;") == "4:6: expected Phase, found '1' of type int (its values are idle, busy)");
  CHECK(error("x := p;") ==
        "4:6: expected int, found 'p' of type Phase (values of an enumeration are compared with '==' and '!=')");
  CHECK(error("assert p == c;") == "4:10: expected both sides to have the same type, found Phase and Color");
  CHECK(error("assert p < busy;").starts_with("4:8: expected int, found 'p' of type Phase"));
  CHECK(error("p += 1;").starts_with("4:1: expected int or set, found 'p' of type Phase"));
  CHECK(error("q := map(green);") ==
        "4:6: expected Phase[], found this expression of type Color[] (its values are idle, busy)");
  CHECK(error("idle := busy;").starts_with("4:1: cannot assign to 'idle', which is not a variable"));
  CHECK(error("p := Phase;") == "4:6: expected a value, found the enumeration 'Phase' (write one of its values)");
}

TEST_CASE("declarations of types") {
  for (const char* type : {"0..3",
                           "-1..N",
                           "0..<N + 1",
                           "N..N",
                           "Phase",
                           "Phase[]",
                           "int[N]",
                           "bool[2 * N]",
                           "lock[]",
                           "(0..3)[]",
                           "(0..<N)[5]",
                           "{f: 0..3, g: Phase}",
                           "{f: 0..3, g: Phase}[N]",
                           "map int -> Phase",
                           "[int]Phase",
                           "int[][]",
                           "bool[N][2]",
                           "Phase[][][]",
                           "(0..3)[][N]",
                           "lock[][]",
                           "{f: int[], g: Phase}[][N]"})
    CHECK(declared("var v: " + std::string(type)) == "none");
  CHECK(declared("var v: int[][][][][][][][][]") == "2:27: a map has at most 8 indices (use several maps)");
  CHECK(declared("var v: {f: int[][][][]}[][][][][]") == "2:9: a map has at most 8 indices (use several maps)");
  CHECK(declared("var v: int[][") == "2:15: expected an expression, found the keyword 'thread'");
  CHECK(declared("var v: {f: set}[]").starts_with("2:9: the field 'f' of an array of records cannot be a set"));
  CHECK(declared("var k: int var v: 0..k").starts_with("2:22: expected a constant in the range of a type"));
  CHECK(declared("var k: int var v: int[k]").starts_with("2:23: expected a constant in the length of an array"));
  CHECK(declared("var k: int var v: int[3][k]").starts_with("2:26: expected a constant in the length of an array"));
  CHECK(declared("var v: 0..true") == "2:11: expected int, found 'true' of type bool (use 'if e then 1 else 0')");
  CHECK(declared("var v: 0 = 1").starts_with("2:10: expected '..' after the lowest value of a range"));
  CHECK(declared("var v: Phaze").starts_with("2:8: expected a type, found 'Phaze'"));
  CHECK(declared("var idle: int") == "2:5: the name 'idle' is already in use (choose another name)");
  CHECK(declared("enum Phase { other }") == "2:6: the name 'Phase' is already in use (choose another name)");
  CHECK(declared("const M: 0..3 = 2").starts_with("2:7: a constant with a value has no range"));
  CHECK(declared("predicate P(k: 0..3) = true").starts_with("2:13: the parameter 'k' cannot have a range"));
  CHECK(declared("predicate P(k: Phase) = k == idle invariant P(busy)") == "none");
  CHECK(declared("ghost var g: 0..3 = 0").starts_with("2:11: the ghost variable 'g' cannot have a range"));
  CHECK(declared("ghost var g: int[3] = map(0)").starts_with("2:11: the ghost variable 'g' cannot have a length"));
  CHECK(
      declared("ghost var g: int[][3] = map(map(0))").starts_with("2:11: the ghost variable 'g' cannot have a length"));
  CHECK(declared("ghost var g: Phase").starts_with("2:11: the ghost variable 'g' of an enumeration needs a first"));
  CHECK(declared("ghost var g: Phase = busy") == "none");
  CHECK(declared("ghost var g: lock[]").starts_with("2:11: a ghost variable cannot be a lock"));
}

TEST_CASE("arrays of locks and of records") {
  CHECK(error("acquire(m[n]); release(m[n]); r[n].f := 1; r[1].g := r[2].g; r.f[0] += 1;") == "none");
  CHECK(error("acquire(m);") == "4:9: expected a lock, found the array of locks 'm' (say which one: 'acquire(m[i]);')");
  CHECK(error("acquire(a[1]);") == "4:10: expected a lock, found 'a' of type int[] (declare it as 'var a: lock')");
  CHECK(error("r[1].h := 1;").starts_with("4:1: the record 'r' has no field 'h'"));
  CHECK(error("r[1] := 1;").starts_with("4:1: expected a value, found the record 'r'"));
  CHECK(errors_of("var m: lock[] thread w[i] for 0 <= i < 3 { acquire(m[1]); }").size() == 1);
}
