// Random programs with specifications of procedures: what is certified does not go wrong when it is run, with its
// specifications and without them, and both run alike. PLATO_LONG_TESTS=1 in the environment tries many more.

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "core/read_program.hpp"
#include "support/how_much.hpp"
#include "support/random_choice.hpp"
#include "trial.hpp"
#include "trial_outcomes.hpp"
#include "trials/programs/random_programs.hpp"
#include "trials/programs/specified_programs.hpp"

using namespace plato_test;
using plato::Exploration;
using Verdict = Trial::Verdict;

namespace {

constexpr unsigned seed = 20261118;
// Most proofs are found in a tenth of that; what takes longer is seldom proved at all.
constexpr double seconds_for_proofs = 0.5;

int programs_to_try() { return is_long_run() ? 30'000 : 500; }

std::string some_program(std::mt19937& random) {
  Choice choose(random);
  std::string source = specified_program(random);
  for (int changes = choose.chance(40) ? 0 : choose.between(1, 2); changes > 0; --changes)
    source = choose.chance(45) ? spoil_specification(source, random) : spoil(source, random);
  return source;
}

// The program without specifications, run in the same way.
std::optional<plato::ExploredProgram> run_without_specifications(const std::string& source) {
  const auto program = plato::read_program(without_specifications(source));
  if (!program) return std::nullopt;
  return plato::explore_program(*program, trial_exploration());
}

Outcome outcome_of(const std::string& source) {
  Trial trial = check_source(source, seconds_for_proofs);
  if (!trial.program) return {"unreadable", {}};
  trial.explored = plato::explore_program(*trial.program, trial_exploration());
  const Exploration& exploration = trial.explored->exploration;
  std::optional<std::string> flaw = disagreement(trial);
  if (const auto plain = run_without_specifications(source); !plain) {
    flaw = "it is no program without its specifications";
  } else {
    if (!flaw) flaw = disagreement(trial, *plain);
    if (!flaw && plain->exploration.verdict != exploration.verdict)
      flaw = "it runs in another way without its specifications";
  }
  const bool goes_wrong = exploration.verdict != Exploration::Verdict::no_violation;
  const bool uses_abstractions = trial.program->outline.witness.has_value();
  const std::string kind = !uses_abstractions                    ? "no specification is left"
                           : trial.verdict == Verdict::certified ? "certified"
                           : goes_wrong                          ? "goes wrong"
                           : exploration.is_exhausted()          ? "right, but not proved"
                                                                 : "not proved, too large to be run";
  return {kind, flaw};
}

}   // namespace

TEST_CASE("verdicts on random programs with specified procedures agree with running them", "[specified]") {
  const int programs = programs_to_try();
  TrialOutcomes tried = try_programs(seed, programs, some_program, outcome_of);
  for (const std::string& flaw : tried.flaws) FAIL_CHECK(flaw);
  INFO(tried.table);
  std::map<std::string, int>& counts = tried.counts;
  CHECK(counts["certified"] > programs / 6);
  CHECK(counts["goes wrong"] > programs / 16);
  CHECK(counts["unreadable"] < programs / 8);
  CHECK(counts["no specification is left"] < programs / 20);
}
