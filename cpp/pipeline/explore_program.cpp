// See explore_program.hpp.

#include "pipeline/explore_program.hpp"

#include "certificate/schedule_writer.hpp"
#include "explore/activation_controls.hpp"
#include "explore/explore.hpp"
#include "explore/schedule_table.hpp"
#include "kernel/kernel_bridge.hpp"
#include "system/input_file.hpp"

namespace plato {

MessageCode code_of(Exploration::Verdict violation) {
  switch (violation) {
    case Exploration::Verdict::no_violation: return MessageCode::nothing_found;
    case Exploration::Verdict::goes_wrong: return MessageCode::goes_wrong;
    case Exploration::Verdict::breaks_invariant: return MessageCode::refuted_invariant;
    case Exploration::Verdict::breaks_guarantee: return MessageCode::refuted_guarantee;
    case Exploration::Verdict::breaks_post: return MessageCode::refuted_ensures;
    case Exploration::Verdict::has_race: return MessageCode::refuted_race;
  }
  return MessageCode::goes_wrong;
}

bool is_wrong(const ExploredProgram& explored) {
  return explored.exploration.verdict != Exploration::Verdict::no_violation;
}

ExploredProgram explore_program(const CoreProgram& core, const ExploreOptions& options) {
  ExploredProgram explored{.exploration = explore(core.program, core.specification, options)};
  if (!is_wrong(explored)) {
    if (!explored.exploration.seems_complete() || !explored.exploration.has_initial_store) return explored;
    // The kernel does not run stacks of all threads at once.
    constexpr std::uint64_t little_work = 20'000'000;
    ClosingAttempt attempt = has_activations(core.program) ? close_by_views(core, options.most_seconds, little_work)
                                                           : close_by_states(core, explored.exploration);
    explored.closed = std::move(attempt.closed);
    explored.claim = std::move(attempt.reason);
    return explored;
  }
  explored.table = schedule_table(core.program, core.provenance, explored.exploration);
  // A formula such as `j <= n + 5` is known for all large j only if the range reaches that far.
  for (const std::int64_t margin : {1, 8, 64}) {
    const auto certificate = write_schedule_certificate(core, explored.exploration, margin);
    if (!certificate) {
      explored.claim = "no way through its choices and loops was found";
      return explored;
    }
    explored.certificate = *certificate;
    const KernelReport report = check_with_kernel(as_bytes(explored.certificate));
    explored.is_refuted = report.verdict == KernelReport::Verdict::refuted;
    explored.claim = report.message;
    if (explored.is_refuted || !needs_range(core.program, explored.exploration)) break;
  }
  return explored;
}

}   // namespace plato
