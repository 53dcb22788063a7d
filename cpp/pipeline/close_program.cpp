// See close_program.hpp.

#include "pipeline/close_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "certificate/closure_writer.hpp"
#include "core/value_text.hpp"
#include "explore/activation_controls.hpp"
#include "explore/exposure.hpp"
#include "explore/schedule_table.hpp"
#include "explore/thread_views.hpp"
#include "kernel/kernel_bridge.hpp"
#include "system/input_file.hpp"
#include "system/processor_time.hpp"

namespace plato {

namespace {

// What the kernel is tried with, one after the other. A quantified formula, and that a family has no other members, is
// known only if the range reaches far enough. That of truth values only matters whether they are 0 lets the kernel know
// less of other things, such as whether maps are equal.
constexpr ClosureBounds ways[] = {
    {.margin = 1}, {.margin = 1, .has_truths = true}, {.margin = 64}, {.margin = 64, .has_truths = true}};

// Gives the certificate to the kernel; the answer is its verdict.
KernelReport::Verdict ask_kernel(std::string certificate, ClosedProgram made, ClosingAttempt& attempt) {
  const double start = thread_seconds();
  KernelReport report = check_with_kernel(as_bytes(certificate));
  made.kernel_seconds = thread_seconds() - start;
  attempt.reason = report.message;
  if (report.verdict != KernelReport::Verdict::certified) return report.verdict;
  made.certificate = std::move(certificate);
  made.claim = std::move(report.message);
  attempt.closed = std::move(made);
  return report.verdict;
}

// How a thread comes to see what is wrong, step by step; of a long way the last steps.
std::vector<std::string> describe_way(const CoreProgram& core, const NoThreadViews& none) {
  constexpr std::size_t most = 24;
  if (none.way.empty() || none.way.back().statement == 0) return {};
  const std::string seen_by = thread_name(core.program, none.thread);
  std::vector<std::string> lines = {
      fmt::format("what {} may see, by itself, which need not be what happens:", seen_by)};
  const auto changes = [&](std::size_t i) {
    std::vector<std::string> values;
    for (std::size_t v = 0; v < core.program.variables.size(); ++v)
      if (i == 0 ? !core.program.variables[v].is_local : none.way[i].store[v] != none.way[i - 1].store[v])
        values.push_back(fmt::format("{} = {}", core.program.variables[v].name,
                                     value_text(core.program.variables[v], none.way[i].store[v])));
    return fmt::format("{}", fmt::join(values, ", "));
  };
  if (none.way.size() <= most + 2)
    lines.push_back("initially " + changes(0));
  else
    lines.push_back(fmt::format("… {} steps …", none.way.size() - most - 2));
  for (std::size_t i = std::max<std::size_t>(1, none.way.size() - std::min(none.way.size(), most + 1));
       i + 1 < none.way.size(); ++i) {
    const std::string after = changes(i);
    lines.push_back(fmt::format("{}: {}{}{}", thread_name(core.program, none.way[i].thread),
                                core.provenance.statements[none.way[i].statement - 1].text,
                                after.empty() ? "" : ", then ", after));
  }
  lines.push_back(
      fmt::format("{}: {} goes wrong", seen_by, core.provenance.statements[none.way.back().statement - 1].text));
  return lines;
}

// By the views of the threads, with what is exposed.
ClosingAttempt close_by_views_within(const CoreProgram& core, const ViewOptions& options) {
  const auto views = find_thread_views(core.program, core.specification, options);
  if (!views) {
    const NoThreadViews& none = views.error();
    ClosingAttempt attempt{.reason = none.reason, .grew = none.grew, .is_error = none.is_error};
    if (!none.way.empty()) attempt.where = none.way.back().statement;
    attempt.way = describe_way(core, none);
    return attempt;
  }
  ClosingAttempt attempt;
  const std::size_t count = std::accumulate(views->views.begin(), views->views.end(), std::size_t{0});
  const ClosedProgram made{
      .kind = ClosedProgram::Kind::views, .count = count, .exposed = options.exposed, .few = options.few};
  for (const ClosureBounds& bounds : ways) {
    // Where activations begin and end many times, each view asks for more work than others do.
    for (std::size_t share = 1; share * count <= most_closure_states; share *= 8) {
      auto certificate = write_views_certificate(core, *views, share, bounds);
      if (!certificate) return attempt;
      const auto verdict = ask_kernel(*std::move(certificate), made, attempt);
      if (attempt.closed) return attempt;
      if (verdict != KernelReport::Verdict::limit || views->activations.empty()) break;
    }
  }
  return attempt;
}

// The same by a few members that stand for all, if there are such. They see little; so a program in which they see much
// is taken for one whose values have no bounds.
ClosingAttempt close_by_few(const CoreProgram& core, ViewOptions options) {
  constexpr std::size_t most_views = 65'536;
  constexpr std::uint64_t most_work = 20'000'000;
  options.few = few_members(core.program, core.specification);
  options.most_views = most_views;
  options.most_work = most_work;
  if (!options.few) return {};
  ClosingAttempt attempt = close_by_views_within(core, options);
  if (attempt.is_error) attempt.few = options.few->count;
  return attempt;
}

}   // namespace

// The kernel sees more states than the exploration, which takes states that differ in which thread is which for the
// same.
ClosingAttempt close_by_states(const CoreProgram& core, const Exploration& exploration) {
  constexpr std::size_t more = 8;
  ClosingAttempt attempt;
  for (const ClosureBounds& bounds : ways) {
    for (std::size_t states = 2 * exploration.states + 64;; states *= more) {
      auto certificate = write_closure_certificate(core, exploration, states, bounds);
      if (!certificate) return attempt;
      const auto verdict = ask_kernel(*std::move(certificate),
                                      {.kind = ClosedProgram::Kind::states, .count = exploration.states}, attempt);
      if (attempt.closed) return attempt;
      if (verdict != KernelReport::Verdict::limit || states >= most_closure_states) break;
    }
  }
  return attempt;
}

ClosingAttempt close_by_views(const CoreProgram& core, double seconds, std::uint64_t most_work) {
  ViewOptions options{.most_seconds = seconds, .most_views = most_closure_states, .most_work = most_work};
  ClosingAttempt few = close_by_few(core, options);
  if (few.closed) return few;
  ClosingAttempt attempt = close_by_views_within(core, options);
  // Of a family without bounds all members cannot be run.
  if (!attempt.closed && !attempt.is_error && !few.reason.empty()) return few;
  if (attempt.closed || !attempt.is_error) return attempt;
  if (has_activations(core.program)) {
    options.exposed.tells_calls_apart = true;
    attempt = close_by_views_within(core, options);
    if (attempt.closed || !attempt.is_error) return attempt;
  }
  const std::optional<Exposure> exposed = find_exposure(core.program, core.specification);
  if (!exposed) return attempt;
  options.exposed = *exposed;
  ClosingAttempt further = close_by_views_within(core, options);
  return further;
}

bool is_annotated(const CoreProgram& core) {
  const Provenance& p = core.provenance;
  const auto says = [](const auto&... clauses) { return (!clauses.empty() || ...); };
  return !p.lemmas.empty() || core.outline.initially || core.outline.witness ||
         std::ranges::any_of(core.program.variables, &CoreVariable::is_ghost) ||
         std::ranges::any_of(p.families,
                             [&](const FamilyProvenance& f) { return says(f.relies, f.guarantees, f.ensures); }) ||
         std::ranges::any_of(core.outline.families, &FamilyOutline::is_explicit) ||
         std::ranges::any_of(p.specifications, [](const auto& s) { return s.has_value(); }) ||
         std::ranges::any_of(p.statements, [&](const StatementProvenance& s) {
           return says(s.invariants, s.relies, s.requires_, s.ensures, s.assertion_text);
         });
}

}   // namespace plato
