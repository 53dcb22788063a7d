// Maps that are local to a procedure: which ones there may be, and what is told of others.

#include "types/call_counts.hpp"

#include "support/program_text.hpp"

using namespace plato;

namespace {

// Of a procedure with these variables.
Errors declared(const std::string& variables, const std::string& body = "skip;") {
  return errors_of(
      "enum Phase { idle, busy } const N: int const C: int[] var x: int var m: int[]\nprocedure p(n: int) {\n" +
      variables + "\n" + body + "\n}\nthread T { }");
}

}   // namespace

TEST_CASE("local maps that a procedure may have") {
  CHECK(declared("var a: int[] var b: bool[N] = map(false) var c: Phase[][] = map(map(idle)) var d: (0..3)[]").empty());
  CHECK(declared("var a: int[] = map(N + 1) var k: int = a[n]", "a[k] := a[n]; havoc a[0]; m[0] := a[1];").empty());
  CHECK(errors_of("procedure p() requires true { var a: int[] a[0] := 1; } thread T { p(); }").empty());
  CHECK(errors_of("procedure p() { var a: int[] a[0] := 1; q(); } procedure q() { p2(); } procedure p2() { } thread T "
                  "{ }")
            .empty());
  CHECK(errors_of("procedure p(n: int) { var a: int[] a[0] := n; p(n - 1); } thread T { p(1); }").empty());
  CHECK(errors_of("procedure p() { var a: bool[][] q(); } procedure q() { p(); } thread T { }").empty());
}

TEST_CASE("local maps that it may not have") {
  CHECK(declared("ghost var g: int[]") ==
        Errors{"3:11: the ghost variable 'g' is local to each call and cannot be a map (declare it as a global ghost "
               "map of maps, and use 'g[tid][i]')"});
  CHECK(declared("var s: set") == Errors{"3:5: 's' is local to each call of a procedure and must be an int, a bool or "
                                         "a map of these (declare a global variable instead)"});
  CHECK(declared("var l: lock[]").size() == 1);
  CHECK(declared("var a: int[][][][][][]").empty());
  CHECK(declared("var a: int[][][][][][][]") == Errors{"3:5: the map 'a' is local to each call and has more than 6 "
                                                       "indices (declare a global map of maps instead)"});
  CHECK(declared("var r: {a: int}").size() == 1);
}

TEST_CASE("first values of local maps of a procedure") {
  const Errors not_the_same{
      "3:16: the map 'a' is local to each call and starts with the same value everywhere (write 'map(e)', where e is "
      "about constants, or leave the value out and assign to elements)"};
  CHECK(declared("var a: int[] = m") == not_the_same);
  CHECK(declared("var a: int[] = C") == not_the_same);
  CHECK(declared("var a: int[] = map(n)").size() == 1);
  CHECK(declared("var a: int[] = map(x)").size() == 1);
  CHECK(declared("var a: int[] = map(tid)").size() == 1);
  CHECK(declared("var a: int[] = map(true)").size() == 1);
  CHECK(declared("var a: int[][] = map(0)").size() == 1);
  CHECK(declared("var a: int[] = 0").size() == 1);
}

TEST_CASE("local maps have no first values where a specification is proved") {
  const auto with = [](const std::string& value) {
    return errors_of("procedure p() { var a: int[]" + value +
                     " a[0] := 1; }\nprocedure q() requires true { p(); } "
                     "thread T { q(); }");
  };
  CHECK(with("").empty());
  CHECK(with(" = map(0)") == Errors{"1:21: the local map 'a' cannot have a first value: the procedure 'q' has a "
                                    "specification and runs it (leave the value out, and assign to elements before "
                                    "they are read)"});
  CHECK(errors_of("procedure p() requires true { var a: int[] = map(0) a[0] := 1; } thread T { p(); }").size() == 1);
}

TEST_CASE("local maps of a procedure are used element by element") {
  CHECK(declared("var a: int[]", "a := m;").size() == 1);
  CHECK(declared("var a: int[]", "m := a;").size() == 1);
  CHECK(declared("var a: int[]", "havoc a;").size() == 1);
  CHECK(declared("var a: int[]", "assert a[0][1] == 0;").size() == 1);
  CHECK(declared("var a: int[]", "a[true] := calls;").size() == 1);   // what counts the calls has no name
}
