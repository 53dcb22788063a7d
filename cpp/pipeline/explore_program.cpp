// See explore_program.hpp.

#include "pipeline/explore_program.hpp"

#include "certificate/closure_writer.hpp"
#include "certificate/schedule_writer.hpp"
#include "explore/explore.hpp"
#include "explore/schedule_table.hpp"
#include "kernel/kernel_bridge.hpp"
#include "system/input_file.hpp"

namespace plato {

namespace {

// Has the kernel visit all states. It sees more of them than the exploration, which takes states that differ in which
// thread is which for the same.
void certify_closure(ExploredProgram& explored, const CoreProgram& core) {
  constexpr std::size_t more = 8;
  for (const std::int64_t margin : {1, 64}) {
    for (std::size_t states = 2 * explored.exploration.states + 64;; states *= more) {
      auto certificate = write_closure_certificate(core, explored.exploration, {.margin = margin, .states = states});
      if (!certificate) return;
      KernelReport report = check_with_kernel(as_bytes(*certificate));
      explored.is_closed = report.verdict == KernelReport::Verdict::certified;
      explored.claim = std::move(report.message);
      if (explored.is_closed) explored.certificate = *std::move(certificate);
      if (explored.is_closed) return;
      if (report.verdict != KernelReport::Verdict::limit || states >= most_closure_states) break;
    }
  }
}

}   // namespace

bool is_wrong(const ExploredProgram& explored) {
  return explored.exploration.verdict != Exploration::Verdict::no_violation;
}

ExploredProgram explore_program(const CoreProgram& core, const ExploreOptions& options) {
  ExploredProgram explored{.exploration = explore(core.program, core.specification, options)};
  if (!is_wrong(explored)) {
    if (explored.exploration.is_complete() && explored.exploration.has_initial_store) certify_closure(explored, core);
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
