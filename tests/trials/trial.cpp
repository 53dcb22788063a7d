// See trial.hpp.

#include "trial.hpp"

#include <algorithm>
#include <variant>

#include "certificate/program_writer.hpp"
#include "certificate/schedule_writer.hpp"
#include "conditions/conditions.hpp"
#include "core/read_program.hpp"
#include "kernel/kernel_bridge.hpp"
#include "pipeline/check_program.hpp"
#include "system/input_file.hpp"

namespace plato_test {

using plato::ConditionResult;
using plato::Exploration;
using Verdict = Trial::Verdict;

namespace {

// Nearly all proofs are found in a tenth of that; what takes longer is seldom proved at all.
constexpr double seconds_for_proofs = 0.5;
// More than the small programs of these tests have.
constexpr std::size_t most_states = 30000;

void check(Trial& trial, double seconds) {
  if (plato::why_unprovable(*trial.program)) {   // it may still be refuted
    trial.verdict = Verdict::not_proved;
    return;
  }
  const std::string program = plato::write_program(*trial.program);
  auto conditions = plato::ask_for_conditions(program);
  if (!conditions) {
    trial.verdict = Verdict::refused;
    trial.message = conditions.error().message;
    return;
  }
  const plato::ProvedConditions proved = plato::prove_conditions(
      trial.program->program, *std::move(conditions), {.deadline = plato::Deadline::in(seconds), .most_failures = 1});
  trial.verdict = Verdict::not_proved;
  if (!std::ranges::all_of(proved.results,
                           [](const ConditionResult& r) { return r.status == ConditionResult::Status::proved; }))
    return;
  trial.certificate = plato::write_program_certificate(program, proved);
  const plato::KernelReport report = plato::check_with_kernel(plato::as_bytes(trial.certificate));
  trial.verdict = report.verdict == plato::KernelReport::Verdict::certified ? Verdict::certified : Verdict::refused;
  trial.message = report.message;
}

}   // namespace

Trial check_source(const std::string& source, double seconds) {
  Trial trial;
  auto program = plato::read_program(source);
  if (!program) {
    trial.message = plato::render(program.error(), "program", source);
    return trial;
  }
  trial.program = *std::move(program);
  check(trial, seconds);
  return trial;
}

Trial try_program(const std::string& source) {
  Trial trial = check_source(source, seconds_for_proofs);
  if (trial.program) trial.explored = plato::explore_program(*trial.program, trial_exploration());
  return trial;
}

plato::ExploreOptions trial_exploration() { return {.threads_per_family = 3, .most_states = most_states}; }

std::optional<std::string> disagreement(const Trial& trial) {
  return trial.explored ? disagreement(trial, *trial.explored) : std::nullopt;
}

namespace {

// Whether a thread that does nothing would break the program's guarantee somewhere.
bool is_broken_by_standing_still(const plato::CoreProgram& core) {
  plato::Program program = core.program;
  constexpr std::int64_t nobody_else = 1'000'003;
  program.statements.push_back(
      {.kind = plato::CoreStatement::Kind::atomic, .command = plato::add_command(program.commands, {})});
  program.families.push_back({.name = "idler",
                              .members = program.table.eq(program.table.logic(0), program.table.num(nobody_else)),
                              .body = static_cast<plato::StatementId>(program.statements.size())});
  return plato::explore(program, core.specification, trial_exploration()).verdict ==
         Exploration::Verdict::breaks_guarantee;
}

}   // namespace

std::optional<std::string> disagreement(const Trial& trial, const plato::ExploredProgram& explored) {
  if (trial.verdict == Verdict::refused) return "the kernel does not accept what was proved: " + trial.message;
  // The kernel also counts steps that change nothing, as the program's meaning does; the explorer has none.
  const bool is_wrong_to_the_kernel = explored.claim.find("is false in a state") != std::string::npos ||
                                      (explored.claim.find("does not satisfy the guarantee") != std::string::npos &&
                                       !is_broken_by_standing_still(*trial.program));
  if (!plato::is_wrong(explored) && is_wrong_to_the_kernel)
    return "everything was seen, but not what the kernel sees: " + explored.claim;
  if (explored.exploration.verdict == Exploration::Verdict::no_violation) return std::nullopt;
  if (trial.verdict == Verdict::certified) return "UNSOUND: certified, and this schedule goes wrong\n" + explored.table;
  if (!explored.is_refuted) return "the kernel does not replay the schedule: " + explored.claim + "\n" + explored.table;
  return std::nullopt;
}

}   // namespace plato_test
