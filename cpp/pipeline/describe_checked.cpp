// See describe_checked.hpp.

#include "pipeline/describe_checked.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include <algorithm>

#include "core/claim_text.hpp"
#include "core/core_text.hpp"
#include "explore/schedule_table.hpp"
#include "text/shown_name.hpp"

namespace plato {
namespace {

// One function for each way a check may end.
class Description {
 public:
  Description(const std::string& path, const Checked& checked)
      : path_(path), shown_(shown_name(path)), checked_(checked) {}

  std::string operator()(const Unreadable& unreadable) const { return describe_unreadable(unreadable.error); }
  std::string operator()(const Mistaken& mistaken) const {
    return render(mistaken.diagnostics, shown_, checked_.source);
  }
  std::string operator()(const NoConditions& none) const {
    return fmt::format("limit {}: {}{}\n", shown_, none.reason, mark());
  }
  std::string operator()(const Certified& certified) const {
    if (verdict_of(checked_) == Verdict::vacuous)
      return fmt::format(
          "vacuous {}: the program has no initial store, so that whatever is claimed of it is true; the kernel has "
          "confirmed both{}\n",
          shown_, mark());
    std::string text = claim(certified);
    for (const VacuityWarning& warning : certified.vacuity.warnings)
      text += message_at(warning.where, "warning", warning.message + code_mark(warning.code), shown_,
                         certified.written.empty() ? checked_.source : certified.written);
    return text;
  }
  std::string operator()(const Uncertified& uncertified) const {
    return fmt::format("uncertified {}: the kernel does not accept the certificate{}\n{}", shown_, mark(),
                       describe(path_, uncertified.kernel));
  }
  std::string operator()(const Refuted& refuted) const {
    return fmt::format("refuted {}: the program {}; the kernel has replayed this schedule{}\n{}{}", shown_,
                       violation_text(refuted.explored.exploration.verdict), mark(), refuted.explored.table,
                       render_failures(refuted.failures, shown_, checked_.source));
  }
  std::string operator()(const NotProved& not_proved) const {
    const auto& results = checked_.conditions->results;
    const auto proved = std::ranges::count(results, ConditionResult::Status::proved, &ConditionResult::status);
    const bool is_wall = std::ranges::any_of(results, &ConditionResult::is_wall);
    std::string text =
        fmt::format("{} {}: {} of {} conditions {} proved{}{}\n",
                    verdict_of(checked_) == Verdict::limit ? "limit" : "not proved", shown_, proved, results.size(),
                    proved == 1 ? "is" : "are", is_wall ? ", then the time limit was reached" : "", mark());
    text += render_failures(not_proved.failures, shown_, checked_.source);
    if (not_proved.inferred) text += insufficient(*not_proved.inferred);
    if (not_proved.explored) text += exploration(*not_proved.explored, perhaps(results));
    if (!not_proved.grew.empty())
      text += fmt::format(
          "{}: not finite, as far as it was seen: {}; a range such as 'x: 0..7' makes it finite, and without it a "
          "proof needs annotations{}\n",
          shown_, not_proved.grew, code_mark(MessageCode::not_finite));
    return text;
  }
  std::string operator()(const Unprovable& unprovable) const {
    const char* verdict = verdict_of(checked_) == Verdict::limit ? "limit" : "not proved";
    const std::string text = fmt::format("{} {}: {}{}\n", verdict, shown_, unprovable.heading, mark()) +
                             render(unprovable.reason, verdict, shown_, checked_.source);
    return unprovable.explored ? text + exploration(*unprovable.explored, "") : text;
  }

 private:
  const std::string& path_;
  const std::string shown_;
  const Checked& checked_;

  // The code of the answer, at the end of its first line.
  std::string mark() const {
    const auto code = code_of(checked_);
    return code ? code_mark(*code) : "";
  }

  static bool states_actions(const Provenance& provenance) {
    return !provenance.relies.empty() || !provenance.guarantees.empty() ||
           std::ranges::any_of(provenance.families,
                               [](const FamilyProvenance& f) { return !f.relies.empty() || !f.guarantees.empty(); });
  }

  // What is claimed, and what it rests on.
  std::string claim(const Certified& certified) const {
    const Program& program = checked_.program->program;
    std::string text = fmt::format("certified {}: {}\n", shown_, claim_text(program, checked_.program->specification));
    if (certified.closed) return text + by_closure(certified);
    const std::size_t conditions = checked_.conditions->conditions.size();
    text += fmt::format("  {} condition{}, each with a refutation that the kernel checked\n", conditions,
                        conditions == 1 ? "" : "s");
    if (!certified.inferred.empty()) text += inferred(certified.inferred);
    if (certified.merged)
      text += fmt::format(
          "  by reduction: {}, {} steps in all; then thread by thread\n",
          certified.merged->statements == 1
              ? "1 sequence of steps became one atomic step"
              : fmt::format("{} sequences of steps became one atomic step each", certified.merged->statements),
          certified.merged->steps);
    if (certified.merged && states_actions(checked_.program->provenance))
      text += "  what threads rely on and guarantee is so between these steps, and is not claimed\n";
    if (certified.cuts != 0)
      text += fmt::format("  {} put between steps, or carried more along, so that they are proved one by one\n",
                          certified.cuts == 1 ? "1 cut was" : fmt::format("{} cuts were", certified.cuts));
    for (const CoreFamily& family : program.families)
      text += fmt::format("  thread {}: every identifier with {}\n", family.name,
                          core_formula_text(program, family.members));
    return text + not_claimed();
  }

  // "3 relies, 1 invariant"
  static std::string counts(const std::vector<std::string>& lines) {
    const auto relies = std::ranges::count_if(lines, [](const std::string& line) { return line.starts_with("rely "); });
    const auto labels = std::ranges::count_if(lines, [](const std::string& line) { return line.ends_with(':'); });
    const auto invariants = std::ssize(lines) - relies - labels;
    std::vector<std::string> parts;
    if (relies != 0) parts.push_back(relies == 1 ? "1 rely" : fmt::format("{} relies", relies));
    if (invariants != 0) parts.push_back(invariants == 1 ? "1 invariant" : fmt::format("{} invariants", invariants));
    if (labels != 0) parts.push_back(labels == 1 ? "1 label" : fmt::format("{} labels", labels));
    return fmt::format("{}", fmt::join(parts, ", "));
  }
  static std::string inferred(const std::vector<std::string>& lines) {
    return fmt::format("  inferred: {}; 'plato infer' prints them\n", counts(lines));
  }
  static std::string insufficient(const InsufficientAnnotations& found) {
    std::string text = fmt::format("  inferred, but it does not suffice: {}; 'plato infer' prints what was found\n",
                                   counts(found.lines));
    if (!found.helpful.empty())
      text += fmt::format("  with '{}' nothing else would be open; it may need a ghost or another invariant\n",
                          found.helpful);
    return text;
  }

  // Annotations that do not suffice are still told.
  std::string by_closure(const Certified& certified) const {
    const ClosedProgram& closed = *certified.closed;
    const std::string seen =
        closed.kind == ClosedProgram::Kind::views
            ? fmt::format(
                  "  assume-guarantee: the kernel has run each thread by itself, among the steps of the others "
                  "({} views)",
                  closed.count)
            : fmt::format("  the kernel has visited every state ({} states)", closed.count);
    const std::string exposed = few_text(closed.few) + exposed_text(closed.exposed);
    return certified.unproved.empty() ? seen + "\n" + exposed
                                      : seen + "; with the annotations, this is not proved:\n" +
                                            render_failures(certified.unproved, shown_, checked_.source) + exposed;
  }

  // "  3 members of T stand for all, however many it has"
  std::string few_text(const std::optional<FewMembers>& few) const {
    if (!few) return "";
    return fmt::format("  {} members of {} stand for all, however many it has\n", few->count,
                       checked_.program->program.families[few->family].name);
  }

  // "  exposed: which threads are about to run lines 5, 6; the local variable ticket"
  std::string exposed_text(const Exposure& exposed) const {
    const CoreProgram& core = *checked_.program;
    std::set<std::uint32_t> lines;
    for (StatementId s : exposed.statements) lines.insert(core.provenance.statements[s - 1].where.line);
    std::vector<std::string> parts;
    if (!lines.empty())
      parts.push_back(fmt::format("which threads are about to run {} {}", lines.size() == 1 ? "line" : "lines",
                                  fmt::join(lines, ", ")));
    std::vector<std::string> names;
    for (std::size_t v : exposed.variables) names.push_back(core.program.variables[v].name);
    if (!names.empty())
      parts.push_back(
          fmt::format("the local {} {}", names.size() == 1 ? "variable" : "variables", fmt::join(names, ", ")));
    return parts.empty() ? "" : fmt::format("  exposed to the others: {}\n", fmt::join(parts, "; "));
  }

  // Invariants that are proved, but say nothing that the program without its ghosts could keep.
  std::string not_claimed() const {
    const Provenance& provenance = checked_.program->provenance;
    const std::string invariants = in_lines("invariant", "of ghosts", provenance.lemmas),
                      assertions = in_lines("assertion", "about counts", provenance.counted_assertions);
    if (invariants.empty() && assertions.empty()) return {};
    return fmt::format("  not claimed: {}{}{}, for the proof alone\n", invariants,
                       invariants.empty() || assertions.empty() ? "" : ", and ", assertions);
  }
  // "the invariants of ghosts in lines 3, 4"
  static std::string in_lines(std::string_view what, std::string_view of, const std::vector<SourceRange>& places) {
    std::set<std::uint32_t> lines;
    for (const SourceRange& where : places) lines.insert(where.line);
    if (lines.empty()) return {};
    const std::string_view several = lines.size() == 1 ? "" : "s";
    return fmt::format("the {}{} {} in line{} {}", what, several, of, several, fmt::join(lines, ", "));
  }

  // Only a counterexample says something about the annotations.
  static std::string_view perhaps(const std::vector<ConditionResult>& results) {
    const auto has = [&](ConditionResult::Status status) {
      return std::ranges::find(results, status, &ConditionResult::status) != results.end();
    };
    if (has(ConditionResult::Status::fails)) return "; perhaps the annotations are too weak";
    return has(ConditionResult::Status::unknown)
               ? "; '--effort 4' tries more, and a 'cut' on the way asks for less at once"
               : "";
  }

  // `perhaps` says what else may be the reason if nothing goes wrong.
  std::string exploration(const ExploredProgram& explored, std::string_view perhaps) const {
    if (is_wrong(explored))
      return fmt::format("{}: the program itself is wrong (a schedule that the kernel has not certified: {}){}\n{}",
                         shown_, explored.claim, code_mark(MessageCode::uncertified_schedule), explored.table);
    const Exploration& found = explored.exploration;
    const std::string tried = found.tried.empty() ? "" : fmt::format(" ({})", fmt::join(found.tried, "; "));
    const std::string how_far = found.is_complete()    ? ""
                                : found.is_exhausted() ? ", which are not all that there are"
                                                       : ", not all of them: " + found.stopped;
    return fmt::format("{}: no schedule that was tried goes wrong{}: {} states{}{}{}\n", shown_, tried, found.states,
                       how_far, perhaps, code_mark(MessageCode::nothing_found));
  }
};

}   // namespace

std::string describe(const std::string& path, const Checked& checked) {
  return std::visit(Description(path, checked), checked.outcome);
}

}   // namespace plato
