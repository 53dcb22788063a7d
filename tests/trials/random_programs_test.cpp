// Thousands of random programs: what is certified does not go wrong when all its interleavings are run, and what goes
// wrong is never certified; its schedule is one that the kernel replays. PLATO_LONG_TESTS=1 in the environment tries
// many more.

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "support/how_much.hpp"
#include "support/random_choice.hpp"
#include "trial.hpp"
#include "trial_outcomes.hpp"
#include "trials/programs/random_programs.hpp"

using namespace plato_test;
using plato::Exploration;
using Verdict = Trial::Verdict;

namespace {

constexpr unsigned seed = 20261116;

int programs_to_try() { return is_long_run() ? 300'000 : 6'000; }

std::string some_program(std::mt19937& random) {
  Choice choose(random);
  std::string source = random_program(random);
  for (int changes = choose.chance(35) ? 0 : choose.between(1, 3); changes > 0; --changes)
    source = spoil(source, random);
  return source;
}

Outcome outcome_of(const std::string& source) {
  const Trial trial = try_program(source);
  if (trial.verdict == Verdict::unreadable) return {"unreadable", {}};
  const Exploration& exploration = trial.explored->exploration;
  const bool goes_wrong = exploration.verdict != Exploration::Verdict::no_violation;
  const std::string kind =
      trial.verdict == Verdict::certified
          ? (exploration.is_exhausted() ? "certified, seen to be right" : "certified, too large to be run")
      : goes_wrong                 ? "goes wrong"
      : trial.explored->closed     ? "right, and closed"
      : exploration.is_exhausted() ? "right, but not proved"
                                   : "not proved, too large to be run";
  return {kind, disagreement(trial)};
}

}   // namespace

TEST_CASE("verdicts on random programs agree with running them", "[random]") {
  const int programs = programs_to_try();
  TrialOutcomes tried = try_programs(seed, programs, some_program, outcome_of);
  for (const std::string& flaw : tried.flaws) FAIL_CHECK(flaw);
  INFO(tried.table);
  std::map<std::string, int>& counts = tried.counts;
  // Both opinions must matter: many programs of each kind, and few of which nothing is learnt.
  CHECK(counts["certified, seen to be right"] > programs / 4);
  CHECK(counts["goes wrong"] > programs / 6);
  CHECK(counts["right, and closed"] + counts["right, but not proved"] > programs / 10);
  CHECK(counts["right, and closed"] > programs / 50);
  CHECK(counts["unreadable"] < programs / 6);
  CHECK(counts["certified, too large to be run"] + counts["not proved, too large to be run"] < programs / 50);
}

// Found by the test above: evaluating Z3's model of a condition of this program took all memory there is.
TEST_CASE("a model that defines its maps in a circle is given up", "[random]") {
  const Trial trial = try_program(R"(var x: int = 1
var y: int = 0
var m: lock = 0
rely m == tid ==> m' == tid && x' == x && y' == y
thread worker[k] for 1 <= k && k <= 3 {
  var t: int = 0
  acquire(m);
  x := (x + 2) mod 3;
  x := 0;
  while (x < 2)
    invariant m == tid && 0 <= x && x <= 2
    invariant m == tid && 0 <= x && x <= 2
  {
    x := x + 1;
  }
  if (y == 0) {
    y := x;
  } else {
    y := 0;
  }
  assert x == 2;
  assert y == 0;
  release(m);
}
)");
  CHECK(trial.verdict == Verdict::not_proved);
  CHECK(disagreement(trial).value_or("") == "");
  CHECK(trial.explored->is_refuted);
}

// Found by the test above: an invariant that is simplified to `false` was taken for none at all, and the program called
// certified.
TEST_CASE("an invariant that is never true is still one", "[random]") {
  const Trial trial = try_program("var y: int = 0\ninvariant y != y\nthread T { y := 2; }\n");
  CHECK(trial.verdict == Verdict::not_proved);
  CHECK(disagreement(trial).value_or("") == "");
  CHECK(trial.explored->exploration.verdict == Exploration::Verdict::breaks_invariant);
  CHECK(trial.explored->is_refuted);
}
