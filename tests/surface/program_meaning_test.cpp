// What declarations, specifications and annotations mean to the interpreter, apart from the two tables of the manual.

#include "interpreted.hpp"

using namespace plato_test::surface;

TEST_CASE("initial stores", "[interpreter]") {
  CHECK(verdict_of("var x, y: int = 1\nvar z: int = x + y\nthread T { assert z == 2 && y == 1; }\n") ==
        "nothing wrong");
  CHECK(verdict_of("var x: int\nthread T { assert x != 2; }\n") == "goes wrong");
  CHECK(verdict_of("var x: int\ninit x > 0\nthread T { assert x > 0; }\n") == "nothing wrong");
  CHECK(verdict_of("var x: int\nprogram { requires x > 0 }\nthread T { assert x > 0; }\n") == "nothing wrong");
  CHECK(interpreted("var x: int\ninit x > 0\nthread T { skip; }\n").guesses.integers);
  CHECK(interpreted("var x: int\ninit x == 7\nthread T { assert x == 7; }\n").is_complete());
  CHECK(interpreted("var b: bool\nthread T { assert b || !b; }\n").is_complete());
  CHECK_FALSE(interpreted("var x: int = 1\ninit x == 2\nthread T { assert false; }\n").has_initial_store);
}

TEST_CASE("constants are parameters with what is assumed of them", "[interpreter]") {
  CHECK(verdict_of("const n: int\nassume n > 0\nthread T { assert n > 0; }\n") == "nothing wrong");
  CHECK(verdict_of("const n: int\nthread T { assert n > 0; }\n") == "goes wrong");
  CHECK(verdict_of("const n: int\nassume n == 2\nvar x: int = 0\nprogram { ensures x == 2 }\nthread w[i] for 0 <= i < "
                   "n { x := x + 1; }\n") == "nothing wrong");
  CHECK(interpreted("const n: int\nassume n > 0\nthread T { skip; }\n").guesses.constants);
}

TEST_CASE("identifiers of threads", "[interpreter]") {
  CHECK(verdict_of("thread T { assert tid == 1; }\nthread U { assert tid == 2; }\n") == "nothing wrong");
  CHECK(
      verdict_of("thread T { assert tid == 2; }\nthread U = 1 { assert tid == 1; }\nthread V { assert tid == 3; }\n") ==
      "nothing wrong");
  CHECK(
      verdict_of("thread w[i] for 1 <= i <= 2 { assert i == tid && 1 <= i <= 2; }\nthread U { assert tid == -1; }\n") ==
      "nothing wrong");
  CHECK(
      verdict_of("var s: set = {}\nprogram { ensures s == {0, 1} }\nthread w[i] for 0 <= i < 2 { s := s + {i}; }\n") ==
      "nothing wrong");
  CHECK(verdict_of("thread w[i] { assert tid != 0; }\n") == "nothing wrong");
  CHECK(verdict_of("thread w[i] { assert tid != 1; }\n") == "goes wrong");
  CHECK(interpreted("thread w[i] { skip; }\n").guesses.threads);
  // A member that has the number of an individually declared thread is that thread.
  CHECK(verdict_of("var s: set = {}\nprogram { ensures s == {2} }\nthread T = 1 { skip; }\nthread w[i] for 1 <= i <= 2 "
                   "{ s := s + {i}; }\n") == "nothing wrong");
}

TEST_CASE("local variables, from inside and outside", "[interpreter]") {
  CHECK(verdict_of(
            "thread T { var t: int = 3\n t := t + 1; assert t == 4; }\nthread U { assert T.t == 3 || T.t == 4; }\n") ==
        "nothing wrong");
  CHECK(verdict_of("thread T { var t: int = 3\n t := t + 1; }\nthread U { assert T.t == 3; }\n") == "goes wrong");
  const std::string family =
      "invariant 1 <= w.t[1] <= 2 && w.t[2] != 1\nthread w[i] for 1 <= i <= 2 { var t: int = i\n var d: bool = true\n "
      "t := t + 1; assert t == i + 1 && d; }\n";
  CHECK(verdict_of(family) == "nothing wrong");
  CHECK(interpreted(family).is_complete());
  CHECK(verdict_of("invariant w.t[2] == 2\nthread w[i] for 1 <= i <= 2 { var t: int = i\n t := t + 1; }\n") ==
        "breaks invariant");
  CHECK(verdict_of("thread T { var r: {k: int}\n r.k := 2; assert r.k == 2; }\n") == "nothing wrong");
}

TEST_CASE("invariants, guarantees and what is ensured", "[interpreter]") {
  CHECK(verdict_of("var x: int = 0\ninvariant x != 1\nthread T { x := 2; x := 1; }\n") == "breaks invariant");
  CHECK(verdict_of("var x: int = 0\ninvariant x != 1\nthread T { atomic { x := 1; x := 2; } }\n") == "nothing wrong");
  CHECK(verdict_of("var x: int = 0\nprogram { guarantee x <= x' }\nthread T { x := x + 1; }\n") == "nothing wrong");
  CHECK(verdict_of("var x: int = 0\nprogram { guarantee x' <= x }\nthread T { x := x + 1; }\n") == "breaks guarantee");
  CHECK(
      verdict_of("var x: int = 0\nprogram { ensures x == 2 }\nthread T { x := x + 1; }\nthread U { x := x + 1; }\n") ==
      "nothing wrong");
  CHECK(
      verdict_of("var x: int = 0\nprogram { ensures x == 1 }\nthread T { x := x + 1; }\nthread U { x := x + 1; }\n") ==
      "breaks ensures");
  // Only where all threads have ended.
  CHECK(verdict_of("var x: int = 0\nprogram { ensures false }\nthread T { await x == 1; }\n") == "nothing wrong");
  CHECK(verdict_of("var x: int = 0\nprogram { ensures false }\nthread w[i] { skip; }\n") == "nothing wrong");
  CHECK(verdict_of("var x: int = 0\nprogram { ensures x == 0 }\nthread T { while (*) { x := 1; } }\n") ==
        "breaks ensures");
}

TEST_CASE("an environment does what the program relies on", "[interpreter]") {
  const auto in = [](const std::string& rely) {
    return "var x: int = 0\nvar y: int = 0\nprogram { rely " + rely + " }\nthread T { x := 1; assert x >= 1; }\n";
  };
  CHECK(verdict_of(in("unchanged(x)")) == "nothing wrong");
  CHECK(verdict_of(in("x <= x'")) == "nothing wrong");
  CHECK(verdict_of(in("unchanged(y)")) == "goes wrong");
  CHECK(interpreted(in("unchanged(y)")).by_environment);
  CHECK(interpreted(in("unchanged(x)")).guesses.environment);
  CHECK(verdict_of("var x: int = 0\nvar y: int = 0\nprogram { rely (x' == y') && unchanged(x) || unchanged(x, y) "
                   "}\nthread T { assert y == 0; }\n") == "nothing wrong");
  CHECK(
      verdict_of("var x: int = 0\nvar y: int = 0\ninvariant x == 0\nprogram { rely x' == y' }\nthread T { skip; }\n") ==
      "breaks invariant");
  // Nobody else has access to local variables.
  CHECK(verdict_of("var x: int = 0\nprogram { rely true }\nthread T { var t: int = 0\n assert t == 0; }\n") ==
        "nothing wrong");
}

TEST_CASE("ghosts follow, and are not part of what is claimed", "[interpreter]") {
  const std::string ghosts =
      "var x: int = 0\nghost var g: int = 0\nghost var h: int[]\ninit forall k :: h[k] == k\ninvariant g == x\n";
  const Run right = interpreted(ghosts +
                                "thread T { ghost var w: int = 2\n atomic { x := x + 1; g := g + 1; if (g == 1) { h[g] "
                                ":= 5; } } cut h[1] == 5 && h[2] == 2 && w == 2; x := x; }\n");
  CHECK(verdict_of(right) == "nothing wrong");
  CHECK(right.broken_annotation == "");
  const Run wrong = interpreted(ghosts + "thread T { x := x + 1; }\n");
  CHECK(verdict_of(wrong) == "nothing wrong");
  CHECK(wrong.broken_annotation == "an invariant about ghosts");
}

TEST_CASE("annotations that a run breaks are told", "[interpreter]") {
  const auto broken = [](const std::string& text) {
    const Run run = interpreted(text);
    CHECK_FALSE(run.is_wrong());
    return run.broken_annotation;
  };
  const std::string x = "var x: int = 0\n";
  CHECK(broken(x + "thread T { requires x == 0\n skip; }\n") == "");
  CHECK(broken(x + "thread T { requires x == 0\n await x == 5; }\nthread U { x := 1; }\n") == "what T requires");
  CHECK(broken(x + "thread T { ensures x == 0\n skip; }\nthread U { x := 1; }\n") == "what T ensures");
  CHECK(broken(x + "thread T { rely unchanged(x)\n skip; }\nthread U { x := 1; }\n") == "what T relies on");
  CHECK(broken(x + "rely tid == 1 ==> unchanged(x)\nthread T { x := 2; }\nthread U { skip; }\n") == "");
  CHECK(broken(x + "thread T { guarantee unchanged(x)\n x := 2; }\n") == "what T guarantees");
  // While a thread waits, others may take steps. An outline's assertion holds then, too.
  CHECK(broken(x + "thread T { x := 1; cut x == 1; x := 2; }\nthread U { await x == 1; x := 5; }\n") == "");
  CHECK(broken(x +
               "thread T by outline { cut true; x := 1; cut x == 1; x := 2; }\nthread U { await x == 1; x := 5; }\n") ==
        "a cut");
}

TEST_CASE("annotations of branches that a run breaks are told", "[interpreter]") {
  const auto broken = [](const std::string& par) {
    const Run run =
        interpreted("var x: int = 0\nvar y: int = 0\nthread T { q(2); }\nprocedure q(n: int) {\n" + par + "\n}\n");
    CHECK_FALSE(run.is_wrong());
    return run.broken_annotation;
  };
  CHECK(broken("par requires n == 2 && x == 0 ensures x == n { x := n; } and ensures y == 1 { y := 1; }") == "");
  CHECK(broken("par requires n == 1 { x := n; } and { skip; }") == "what a branch of T requires");
  CHECK(broken("par for i in 0..1 requires i == 0 { skip; }") == "what a branch of T requires");
  // When it has ended, whatever the others do then.
  CHECK(broken("par ensures x == n { x := n; } and { x := 5; }") == "what a branch of T ensures");
  CHECK(broken("par ensures x == n { x := n; } and { n := 5; }") == "what a branch of T ensures");
  CHECK(broken("par ensures t == 3 { var t: int = n t := t + 1; } and { skip; }") == "");
  CHECK(broken("par ensures t == 2 { var t: int = n t := t + 1; } and { skip; }") == "what a branch of T ensures");
  // What others do, not what it does itself or its own branches do.
  CHECK(broken("par rely unchanged(x, n) { x := 5; n := 1; } and { y := 1; }") == "");
  CHECK(broken("par rely unchanged(x) { par { x := 5; } and { skip; } } and { y := 1; }") == "");
  CHECK(broken("par rely unchanged(n) { skip; } and { n := 1; }") == "what a branch of T relies on");
  CHECK(broken("par rely unchanged(x) { skip; } and { par { x := 1; } and { skip; } }") ==
        "what a branch of T relies on");
  CHECK(broken("par { x := 1; cut x == 1 && n == 2; skip; } and { y := 1; }") == "");
  CHECK(broken("par { x := 1; cut n == 1; skip; } and { y := 1; }") == "a cut");
  CHECK(broken("par { for i in 0..1 invariant i <= 1 { y := i; } }") == "the invariant of a loop");
  CHECK(broken("par { ghost var g: int = 0 g := g + 1; cut g == 1; } and { skip; }") == "");
  CHECK(broken("par { ghost var g: int = 0 g := g + 1; cut g == 0; } and { skip; }") == "a cut");
}

namespace {

// Certified until places were computed in the store before the step: with x after the havoc as the index, a[0] would
// keep its value where x is not 0.
constexpr const char* dependent_places = R"(var x: int = 0
var a: int[] = map(7)
thread T {
  rely unchanged(x, a)
  havoc x, a[x];
  assume x == 1;
  assert a[0] == 7;
}
)";

}   // namespace

TEST_CASE("places that are havocked are those from before, and the other reading tells them apart", "[interpreter]") {
  CHECK(verdict_of(dependent_places) == "goes wrong");
  CHECK(verdict_of(interpreted(dependent_places, {.places = PlacesRead::one_after_the_other})) == "nothing wrong");
  const std::string raw =
      "var x: int = 0\nvar a: int[] = map(0)\nthread T {\n  atomic modifies x, a[x]: x' == 1 && a'[0] == 5;\n  assert "
      "false;\n}\n";
  CHECK(verdict_of(raw) == "goes wrong");
  CHECK(verdict_of(interpreted(raw, {.places = PlacesRead::one_after_the_other})) == "nothing wrong");
}
