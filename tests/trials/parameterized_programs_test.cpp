// Thousands of random programs for any number of threads: what is certified for every n does not go wrong, break the
// invariant or end with its postcondition false for n = 1, 2 or 3 when all interleavings are run, nor does it with an
// environment that does what the program relies on; and what does is never certified, and its schedule is one that the
// kernel replays and another program can follow. PLATO_LONG_TESTS=1 in the environment tries many more.

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "core/read_program.hpp"
#include "parameterized_trial.hpp"
#include "support/how_much.hpp"
#include "support/random_choice.hpp"
#include "trial_outcomes.hpp"
#include "trials/programs/parameterized_programs.hpp"

using namespace plato_test;
using plato::Exploration;
using Verdict = Trial::Verdict;

namespace {

constexpr unsigned seed = 20261118;

int programs_to_try() { return is_long_run() ? 150'000 : 2'500; }

bool is_program(const std::string& source) { return plato::read_program(source).has_value(); }

// Half of the small changes make the text invalid: then another change is tried.
std::string spoiled(const std::string& source, std::mt19937& random) {
  for (int tries = 0; tries < 5; ++tries)
    if (const std::string changed = spoil_parameterized(source, random); changed != source && is_program(changed))
      return changed;
  return source;
}

std::string some_program(std::mt19937& random) {
  Choice choose(random);
  std::string source = parameterized_program(random);
  for (int changes = choose.chance(30) ? 0 : choose.between(1, 3); changes > 0; --changes)
    source = spoiled(source, random);
  return source;
}

std::string violation_of(const ParameterizedTrial& trial) {
  for (const Instance& instance : trial.instances) {
    if (instance.is_wrong() && instance.opinion != Opinion::right) return "wrong, and only the kernel can follow";
    const std::string with = instance.has_environment ? " in an environment" : "";
    switch (instance.explored.exploration.verdict) {
      case Exploration::Verdict::goes_wrong: return "wrong: goes wrong" + with;
      case Exploration::Verdict::breaks_invariant: return "wrong: breaks the invariant" + with;
      case Exploration::Verdict::breaks_guarantee: return "wrong: breaks the guarantee" + with;
      case Exploration::Verdict::breaks_post: return "wrong: breaks the postcondition" + with;
      case Exploration::Verdict::has_race: return "wrong: has a race" + with;
      case Exploration::Verdict::no_violation: break;
    }
  }
  return "";
}

Outcome outcome_of(const std::string& source) {
  const ParameterizedTrial trial = try_parameterized(source);
  if (trial.of_all.verdict == Verdict::unreadable)
    return {"unreadable", "this should be a program: " + trial.of_all.message};
  const std::string kind =
      trial.of_all.verdict == Verdict::certified
          ? (trial.is_complete() ? "certified, seen to be right" : "certified, not seen as a whole")
      : trial.is_wrong()    ? violation_of(trial)
      : trial.is_complete() ? "right, but not proved"
                            : "not proved, not seen as a whole";
  return {kind, disagreement(trial)};
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}   // namespace

TEST_CASE("verdicts for any number of threads agree with running one, two and three", "[parameterized]") {
  const int programs = programs_to_try();
  TrialOutcomes tried = try_programs(seed, programs, some_program, outcome_of);
  for (const std::string& flaw : tried.flaws) FAIL_CHECK(flaw);
  INFO(tried.table);
  std::map<std::string, int>& counts = tried.counts;
  // Both opinions must matter: many programs of each kind, and few of which nothing is learnt.
  CHECK(counts["certified, seen to be right"] > programs / 4);
  CHECK(counts["right, but not proved"] > programs / 10);
  CHECK(counts["wrong: breaks the postcondition"] > programs / 10);
  CHECK(counts["wrong: breaks the invariant"] > programs / 25);
  CHECK(counts["wrong: goes wrong"] > programs / 60);
  CHECK(counts["wrong: breaks the postcondition in an environment"] > programs / 100);
  CHECK(counts["wrong: goes wrong in an environment"] > programs / 500);
  CHECK(counts["wrong, and only the kernel can follow"] < programs / 200);
  CHECK(counts["certified, not seen as a whole"] + counts["not proved, not seen as a whole"] < programs / 50);
}

// What the test above rests on: each part of a claim is seen to be broken where it is, for the n for which it is, and
// by two.
TEST_CASE("an instance shows what is wrong with any part of a claim", "[parameterized]") {
  struct Case {
    std::string from, to;   // the change that makes the program wrong
    int n = 0;              // the least that shows it
    Exploration::Verdict verdict;
  };
  const std::string right = R"(const n: int
assume n > 0
var x: int[]
var y: int = 0
program {
  rely y <= y'
  guarantee y <= y'
  ensures forall k :: 0 <= k < n ==> x[k] == 1
  ensures y >= 1
}
invariant 0 <= y
thread worker[i] for 0 <= i < n {
  rely x'[i] == x[i] && y <= y'
  ensures x[i] == 1 && y >= 1
  x[i] := 1;
  y := y + 1;
  assert y >= 1;
}
)";
  CHECK(try_parameterized(right).of_all.verdict == Verdict::not_proved);   // the environment may change x
  const std::string certified = changed(right, "rely y <= y'", "rely y <= y' && (forall k :: x'[k] == x[k])");
  const ParameterizedTrial trial = try_parameterized(certified);
  CHECK(trial.of_all.verdict == Verdict::certified);
  CHECK(trial.is_complete());
  CHECK_FALSE(trial.is_wrong());
  using enum Exploration::Verdict;
  for (const Case& wrong :
       std::vector<Case>{{"guarantee y <= y'", "guarantee y' <= y", 1, goes_wrong},
                         {"guarantee y <= y'", "guarantee x'[1] == x[1] && y <= y'", 2, goes_wrong},
                         {"rely y <= y' &&", "rely", 1, breaks_invariant},   // broken by the environment
                         {"ensures y >= 1\n}", "ensures y <= 2\n}", 1, breaks_post},
                         {"k < n", "k <= n", 1, breaks_post},
                         {"x[i] := 1", "x[0] := 1", 2, breaks_post},
                         {"x[i] := 1", "x[if i < 2 then i else 0] := 1", 3, breaks_post},
                         {"assert y >= 1", "assert y == 1", 1, goes_wrong},
                         {"y := y + 1", "y := y - 1", 1, goes_wrong},
                         {"invariant 0 <= y", "invariant x[2] != 1", 1, breaks_invariant}}) {
    INFO(wrong.to);
    ParameterizedTrial found = try_parameterized(changed(certified, wrong.from, wrong.to));
    CHECK(found.of_all.verdict == Verdict::not_proved);
    CHECK(disagreement(found).value_or("") == "");
    REQUIRE(found.instances.size() == 3);
    for (const Instance& instance : found.instances) {
      INFO("n = " << instance.n);
      REQUIRE(instance.is_wrong() == (instance.n >= wrong.n));
      if (!instance.is_wrong()) continue;
      CHECK(instance.explored.exploration.verdict == wrong.verdict);
      CHECK(instance.explored.is_refuted);
      CHECK(instance.opinion == Opinion::right);
    }
    // had it been certified, that would be reported
    found.of_all.verdict = Verdict::certified;
    CHECK(disagreement(found).value_or("").find("UNSOUND") != std::string::npos);
  }
}
