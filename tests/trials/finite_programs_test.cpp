// Random finite programs: what is certified thread by thread, or by all states, does not go wrong when it is run, and
// another program agrees with the certificate; what is right is certified. PLATO_LONG_TESTS=1 in the environment tries
// many more.

#include <catch2/catch.hpp>
#include <string>

#include "core/read_program.hpp"
#include "explore/explore.hpp"
#include "pipeline/close_program.hpp"
#include "pipeline/explore_program.hpp"
#include "support/how_much.hpp"
#include "trial_outcomes.hpp"
#include "trials/judges/judge_program.hpp"
#include "trials/programs/finite_programs.hpp"

using namespace plato_test;
using plato::Exploration;

namespace {

constexpr unsigned seed = 20261118;

std::optional<std::string> flaw_of(const std::string& certificate) {
  const ProgramJudgement judgement = judge_program(certificate, "");
  if (judgement.flaw) return judgement.flaw;
  if (judgement.second_opinion.empty()) return "nobody else has an opinion";
  return std::nullopt;
}

Outcome outcome_of(const std::string& source) {
  const auto core = plato::read_program(source);
  if (!core) return {"unreadable", {}};
  // Without symmetry it sees the same states as others.
  const plato::ExploredProgram explored =
      plato::explore_program(*core, {.most_states = 20'000, .uses_symmetry = false});
  const plato::ClosingAttempt apart = plato::close_by_views(*core);
  const bool is_wrong = explored.exploration.verdict != Exploration::Verdict::no_violation;
  if (is_wrong && apart.closed) return {"wrong", "UNSOUND: threads that are run apart hide what is wrong"};
  if (is_wrong && explored.closed) return {"wrong", "UNSOUND: all states hide what is wrong"};
  if (explored.exploration.verdict == Exploration::Verdict::has_race)
    return {"has a race", explored.is_refuted ? flaw_of(explored.certificate) : "not certified: " + explored.claim};
  if (is_wrong) return {"goes wrong", explored.is_refuted ? std::nullopt : std::optional(explored.claim)};
  if (!explored.exploration.is_exhausted()) return {"too large", {}};
  if (!explored.closed) return {"right, not closed", "not certified: " + explored.claim};
  if (const auto flaw = flaw_of(explored.closed->certificate)) return {"all states", flaw};
  if (!apart.closed) return {"too coarse", {}};
  const plato::Exposure& exposed = apart.closed->exposed;
  const bool is_plain = exposed.statements.empty() && exposed.variables.empty();
  return {is_plain ? "thread by thread" : "with local states exposed", flaw_of(apart.closed->certificate)};
}

}   // namespace

TEST_CASE("finite programs are certified or refuted, and others agree", "[random]") {
  const int programs = is_long_run() ? 50'000 : 1'000;
  TrialOutcomes tried = try_programs(seed, programs, finite_program, outcome_of);
  for (const std::string& flaw : tried.flaws) FAIL_CHECK(flaw);
  INFO(tried.table);
  CHECK(tried.counts["unreadable"] == 0);
  CHECK(tried.counts["goes wrong"] > programs / 10);
  CHECK(tried.counts["has a race"] > programs / 50);
  CHECK(tried.counts["thread by thread"] > programs / 10);
  CHECK(tried.counts["with local states exposed"] > programs / 500);
  CHECK(tried.counts["too coarse"] == 0);
  CHECK(tried.counts["too large"] < programs / 4);
}
