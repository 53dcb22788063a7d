// The three judges of a surface program all count: each disagreement is reported, and made smaller.

#include <catch2/catch.hpp>
#include <string>

#include "surface_trial.hpp"

using namespace plato_test::surface;

namespace {

// Wrong by the manual; right if the index is read after x has changed.
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

TEST_CASE("each disagreement is told", "[programs]") {
  using plato_test::Trial;
  const SurfaceTrial wrong = try_surface_program(dependent_places),
                     mistaken = try_surface_program(dependent_places, PlacesRead::one_after_the_other);
  CHECK(disagreement(wrong).value_or("") == "");
  CHECK(disagreement(mistaken).value_or("").find("refuted, and the interpreter finds nothing wrong") == 0);
  const SurfaceTrial right =
      try_surface_program("var x: int = 0\nthread T {\n  rely unchanged(x)\n  x := 1;\n  assert x == 1;\n}\n");
  CHECK(right.plato.verdict == Trial::Verdict::certified);
  CHECK(disagreement(right).value_or("") == "");

  SurfaceTrial certified = wrong;
  certified.plato.verdict = Trial::Verdict::certified;
  certified.plato.explored = right.plato.explored;
  CHECK(disagreement(certified).value_or("").find("UNSOUND: certified, and the interpreter finds it wrong") == 0);

  SurfaceTrial explored = wrong;
  explored.plato.explored = right.plato.explored;
  CHECK(disagreement(explored).value_or("").find("explored completely") == 0);
  explored.plato.explored->exploration.left_out = {"other havocked values"};
  CHECK(disagreement(explored).value_or("").find("explored on the same values") == 0);

  SurfaceTrial annotated = right;
  annotated.run->broken_annotation = "a cut";
  CHECK(disagreement(annotated).value_or("").find("UNSOUND: certified, and an annotation is broken") == 0);

  SurfaceTrial refused = right;
  refused.plato.program.reset();
  CHECK(disagreement(refused).value_or("").find("the front end refuses") == 0);
  SurfaceTrial not_run = right;
  not_run.run.reset();
  CHECK(disagreement(not_run).value_or("").find("the interpreter cannot run") == 0);
}

// A variable of a procedure without a first value is any value to those that get their first value from it, too.
TEST_CASE("first values that are read before they are given are refuted by all", "[programs]") {
  const auto verdict_on = [](const std::string& procedure) {
    const SurfaceTrial trial = try_surface_program("var x: int = 0\n" + procedure + "\nthread T {\n  q();\n}\n");
    CHECK(disagreement(trial).value_or("") == "");
    const std::string kind = kind_of(trial);
    return kind.substr(0, kind.find(','));
  };
  CHECK(verdict_on("procedure q() {\n  var k: int\n  var l: int = k\n  assert l == 0;\n}") == "goes wrong");
  CHECK(verdict_on("procedure q() {\n  var k: int = 0\n  var l: int = k\n  assert l == 0;\n}") == "certified");
  const auto branch = [](const std::string& before) {
    return "procedure q() returns (r: int) {\n" + before +
           "  par requires r == 0 {\n    var t: int = r\n    assert t == 0;\n  }\n  r := 1;\n}";
  };
  CHECK(verdict_on(branch("")) == "goes wrong");
  CHECK(verdict_on(branch("  r := 0;\n")) == "certified");
}

TEST_CASE("a program that is disagreed about is made smaller", "[programs]") {
  const std::string large =
      std::string(dependent_places) + "thread U {\n  var t: int = 0\n  t := 1;\n  if (t == 1) {\n    t := 2;\n  }\n}\n";
  const std::string small = minimal_disagreement(large, PlacesRead::one_after_the_other);
  CHECK(small.find("havoc x, a[x];") != std::string::npos);
  CHECK(small.find("thread U") == std::string::npos);
}
