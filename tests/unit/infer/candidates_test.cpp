// What is tried, and what of it says the same.

#include "infer/candidates.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "unit/infer/parsed.hpp"

using namespace plato;
using plato_test::tree_of;

namespace {

bool has(const std::vector<Candidate>& candidates, const std::string& formula) {
  return std::ranges::any_of(candidates, [&](const Candidate& c) { return annotation_of(c).formula == formula; });
}

Candidate under(std::set<std::string> guards, std::string conclusion, std::optional<std::size_t> thread = 0) {
  return {.guards = std::move(guards), .conclusion = std::move(conclusion), .thread = thread};
}

}   // namespace

TEST_CASE("what a thread may rely on") {
  const auto found = candidate_relies(tree_of(
      "var m: lock var x: int var f: bool[] var l: lock[] ghost var g: int = 0\nthread T[i] for i > 0 { x := 1; }"));
  CHECK(has(found, "m == tid ==> unchanged(x)"));
  CHECK(has(found, "m == tid ==> m' == tid"));
  CHECK(has(found, "f'[tid] == f[tid]"));
  CHECK(has(found, "forall k :: l[k] == tid ==> f'[k] == f[k]"));
  CHECK(has(found, "x' >= x"));
  // x never holds an identifier, and of ghosts the user knows what to say
  CHECK_FALSE(has(found, "x == tid ==> unchanged(m)"));
  CHECK_FALSE(has(found, "unchanged(g)"));
}

TEST_CASE("a number that identifiers are assigned to may say who owns something") {
  CHECK(has(candidate_relies(tree_of("var o, x: int thread T[i] for i > 0 { o := i; }")), "o == tid ==> unchanged(x)"));
  CHECK(has(candidate_relies(tree_of("var o, x: int thread T[i] for i > 0 { await cas(o, 0, i); }")),
            "o == tid ==> unchanged(x)"));
}

TEST_CASE("what may always be true") {
  const auto found =
      candidate_invariants(tree_of("const N: int var m: lock var x, y: int var b: bool thread T { x := 7; }"));
  CHECK(has(found, "x <= N"));
  CHECK(has(found, "x + y == N"));
  CHECK(has(found, "m == 0 ==> x == y"));
  CHECK(has(found, "b ==> x == 7"));
}

TEST_CASE("between taking and giving back a thread may be alone") {
  const auto [found, labels] = candidate_regions(tree_of(
      "var b: bool = false var x: int\nthread T[i] for i > 0 { atomic { await !b; b := true; } x := 1; skip; b := "
      "false; }\nthread U { await cas(b, false, true); mine: x := 2; b := false; }"));
  CHECK(has(found, "within(T[tid], inside_b .. leaving_b) ==> unchanged(x)"));
  CHECK(has(found, "forall k :: within(T[k], inside_b .. leaving_b) ==> b"));
  CHECK(has(found,
            "forall k, j :: within(T[k], inside_b .. leaving_b) && within(T[j], inside_b .. leaving_b) ==> k == j"));
  CHECK(has(found, "forall k, j :: within(T[k], inside_b .. leaving_b) && within(U, mine .. leaving_b2) ==> false"));
  CHECK(labels.size() == 3);
}

TEST_CASE("of those that follow from each other one is left") {
  const auto left = strongest({under({"m == tid"}, "unchanged(x)"), under({}, "unchanged(x)"), under({}, "x' >= x"),
                               under({}, "y >= 1"), under({}, "y == 3"), under({}, "y >= 5")},
                              2);
  REQUIRE(left.size() == 3);
  CHECK(has(left, "unchanged(x)"));
  CHECK(has(left, "y == 3"));
  CHECK(has(left, "y >= 5"));
}

TEST_CASE("what all threads rely on is said once") {
  const auto left =
      strongest({under({}, "unchanged(x)", 0), under({}, "unchanged(x)", 1), under({}, "unchanged(y)", 1)}, 2);
  REQUIRE(left.size() == 2);
  CHECK_FALSE(left[0].thread.has_value());
  CHECK(left[1].thread == 1);
}
