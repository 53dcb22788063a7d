// source → core → conditions → proofs → certificate → kernel; see check_program.hpp.

#include "pipeline/check_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "certificate/program_writer.hpp"
#include "certificate/schedule_writer.hpp"
#include "core/read_program.hpp"
#include "explore/explore.hpp"
#include "explore/schedule_table.hpp"
#include "kernel/kernel_bridge.hpp"
#include "kernel/recheck.hpp"
#include "system/input_file.hpp"
#include "system/processor_time.hpp"
#include "text/shown_name.hpp"

namespace plato {
namespace {

Checked unreadable(const FileError& error) {
  return {.verdict = error.is_limit ? Verdict::limit : Verdict::bad_input,
          .text = fmt::format("{}: {}\n", error.is_limit ? "limit" : "error", error.message),
          .message = error.message};
}

// A condition that fails is not proved, whatever became of the others.
Verdict verdict_of(const std::vector<ConditionResult>& results) {
  const auto fails = [](const ConditionResult& r) { return r.status == ConditionResult::Status::fails; };
  const auto is_proved = [](const ConditionResult& r) { return r.status == ConditionResult::Status::proved; };
  if (std::ranges::any_of(results, fails)) return Verdict::not_proved;
  if (std::ranges::all_of(results, is_proved)) return Verdict::certified;
  return std::ranges::any_of(results, &ConditionResult::is_limit) ? Verdict::limit : Verdict::not_proved;
}

// One check, stage by stage.
class Check {
 public:
  Check(const std::string& path, const CheckOptions& options)
      : path_(path), shown_(shown_name(path)), options_(options) {}

  Checked run() {
    const auto contents = read_file(path_);
    if (!contents) return unreadable(contents.error());
    checked_.source = as_text(*contents);
    auto program_read = read_program(checked_.source);
    if (program_read)
      checked_.program = *std::move(program_read);
    else
      checked_.diagnostics = std::move(program_read.error());
    if (!checked_.program) {
      checked_.text = render(checked_.diagnostics, shown_, checked_.source);
      checked_.message = checked_.diagnostics.empty() ? "" : checked_.diagnostics.front().message;
      return std::move(checked_);
    }
    const std::string program = write_program(*checked_.program);
    if (!prove(program)) return std::move(checked_);
    if (checked_.verdict == Verdict::certified)
      certify(program);
    else
      explain();
    return std::move(checked_);
  }

 private:
  const std::string& path_;
  const std::string shown_;
  const CheckOptions& options_;
  Checked checked_;

  bool give_up(const std::string& why) {
    checked_.verdict = Verdict::limit;
    checked_.message = why;
    checked_.text = fmt::format("limit {}: {}\n", shown_, why);
    return false;
  }
  // False if there are no conditions to prove.
  bool prove(const std::string& program) {
    // Each thread that is given by itself has a condition with each other one.
    constexpr std::size_t most_threads = 1000;
    const std::size_t threads = checked_.program->program.families.size();
    if (threads > most_threads)
      return give_up(
          fmt::format("{} threads and families are more than the {} that conditions are made for; a family has one "
                      "condition for all its threads",
                      threads, most_threads));
    const double asked = processor_seconds();
    auto conditions = ask_for_conditions(program);
    checked_.conditions_seconds = processor_seconds() - asked;
    if (!conditions) return give_up("the kernel gives no conditions for this program: " + conditions.error().message);
    // A program that goes wrong soon is found out before time is spent on conditions that cannot be proved.
    const auto is_wrong = [&] {
      constexpr std::size_t first_states = 20'000;   // a fraction of a second
      if (!checked_.explored) explore(first_states);
      return is_program_wrong();
    };
    checked_.conditions =
        prove_conditions(checked_.program->program, *std::move(conditions),
                         {.effort = options_.effort, .deadline = options_.deadline, .is_hopeless = is_wrong});
    checked_.verdict = verdict_of(checked_.conditions->results);
    return true;
  }

  // ---- what is proved

  void certify(const std::string& program) {
    checked_.explored.reset();   // a proof for all values has made it pointless
    checked_.certificate = write_program_certificate(program, *checked_.conditions);
    const double start = processor_seconds();
    const Rechecked kernel = recheck_bytes(path_, as_bytes(checked_.certificate));
    checked_.kernel_seconds = processor_seconds() - start;
    checked_.message = kernel.report.message;
    if (kernel.report.verdict != KernelReport::Verdict::certified) {
      checked_.verdict = kernel.report.verdict == KernelReport::Verdict::limit ? Verdict::limit : Verdict::not_proved;
      checked_.certificate.clear();
      checked_.text =
          fmt::format("uncertified {}: the kernel does not accept the certificate\n{}", shown_, kernel.text);
      return;
    }
    look_closer();
    if (checked_.verdict == Verdict::vacuous) {
      checked_.text = fmt::format(
          "vacuous {}: the program has no initial store, so that whatever is claimed of it is true; the kernel has "
          "confirmed both\n",
          shown_);
      return;
    }
    checked_.text = describe_certified(*checked_.program, *checked_.conditions, shown_);
    for (const VacuityWarning& warning : checked_.vacuity->warnings)
      checked_.text += message_at(warning.where, "warning", warning.message, shown_, checked_.source);
  }

  // What the certified claim may fail to say. The exploration ends as soon as it has seen every statement run.
  void look_closer() {
    constexpr std::size_t few_states = 20'000, most_rounds = 300;
    constexpr std::uint64_t most_effort = 20'000'000;
    ExploreOptions options = bounds(few_states);
    options.only_reaches = true;
    const Exploration explored = plato::explore(checked_.program->program, checked_.program->specification, options);
    checked_.vacuity =
        look_for_vacuity(*checked_.program, explored,
                         {.seconds = options_.deadline.seconds_left(), .effort = most_effort, .rounds = most_rounds});
    if (checked_.vacuity->initial_store == Vacuity::InitialStore::impossible) checked_.verdict = Verdict::vacuous;
  }

  // ---- what is not

  bool is_program_wrong() const {
    return checked_.explored && checked_.explored->exploration.verdict != Exploration::Verdict::no_violation;
  }

  ExploreOptions bounds(std::size_t most_states) const {
    ExploreOptions options = options_.explore;
    options.most_states = std::min(options.most_states, most_states);
    options.most_seconds = std::min(options.most_seconds, options_.deadline.seconds_left());
    return options;
  }
  // Short enough to wait for, long enough for the schedules that people get wrong. A complete exploration is not
  // repeated.
  void explore(std::size_t most_states) {
    if (options_.explore.most_states == 0) return;
    if (checked_.explored && (is_program_wrong() || checked_.explored->exploration.is_complete())) return;
    checked_.explored = explore_program(*checked_.program, bounds(most_states));
  }
  // With the values that the prover's counterexamples name, which may be needed to go wrong; they make the search much
  // wider.
  void explore_counterexamples() {
    if (options_.explore.most_states == 0 || is_program_wrong()) return;
    ExploreOptions options = bounds(options_.explore.most_states);
    options.further_values = integers_of_counterexamples(checked_.program->program, *checked_.conditions);
    constexpr std::size_t few_values = 12, few_threads = 3;
    if (options.further_values.empty()) return;
    options.further_values.resize(std::min(options.further_values.size(), few_values));
    if (!options.threads_per_family) options.threads_per_family = few_threads;
    ExploredProgram found = explore_program(*checked_.program, options);
    if (found.exploration.verdict != Exploration::Verdict::no_violation) checked_.explored = std::move(found);
  }

  void explain() {
    explore(options_.explore.most_states);
    explore_counterexamples();
    checked_.failures = describe_failures(*checked_.program, *checked_.conditions, is_program_wrong());
    const bool is_wall = std::ranges::any_of(checked_.conditions->results, &ConditionResult::is_wall);
    checked_.message = is_wall                     ? "the time limit was reached"
                       : checked_.failures.empty() ? ""
                                                   : checked_.failures.front().message;
    const std::string failures = render_failures(checked_.failures, shown_, checked_.source);
    if (is_program_wrong() && checked_.explored->is_refuted) return refute(failures);
    const auto proved =
        std::ranges::count(checked_.conditions->results, ConditionResult::Status::proved, &ConditionResult::status);
    checked_.text = fmt::format("{} {}: {} of {} conditions {} proved{}\n",
                                checked_.verdict == Verdict::limit ? "limit" : "not proved", shown_, proved,
                                checked_.conditions->results.size(), proved == 1 ? "is" : "are",
                                is_wall ? ", then the time limit was reached" : "");
    checked_.text += failures;
    if (checked_.explored) tell_exploration();
  }

  void refute(const std::string& failures) {
    checked_.verdict = Verdict::refuted;
    checked_.certificate = checked_.explored->certificate;
    checked_.text = fmt::format("refuted {}: the program {}; the kernel has replayed this schedule\n{}", shown_,
                                violation_text(checked_.explored->exploration.verdict), checked_.explored->table);
    checked_.text += failures;
  }

  void tell_exploration() {
    const Exploration& explored = checked_.explored->exploration;
    if (is_program_wrong()) {
      checked_.verdict = Verdict::not_proved;
      checked_.text +=
          fmt::format("{}: the program itself is wrong (a schedule that the kernel has not certified: {})\n{}", shown_,
                      checked_.explored->claim, checked_.explored->table);
      return;
    }
    const std::string tried = explored.tried.empty() ? "" : fmt::format(" ({})", fmt::join(explored.tried, "; "));
    const std::string how_far = explored.is_complete()    ? ""
                                : explored.is_exhausted() ? ", which are not all that there are"
                                                          : ", not all of them: " + explored.stopped;
    checked_.text +=
        fmt::format("{}: no schedule that was tried goes wrong{}: {} states{}; perhaps the annotations are too weak\n",
                    shown_, tried, explored.states, how_far);
  }
};

}   // namespace

ExploredProgram explore_program(const CoreProgram& core, const ExploreOptions& options) {
  ExploredProgram explored{.exploration = explore(core.program, core.specification, options)};
  if (explored.exploration.verdict == Exploration::Verdict::no_violation) return explored;
  explored.table = schedule_table(core.program, core.provenance, explored.exploration);
  // A formula such as `j <= n + 5` is known for all large j only beyond a range that reaches so far.
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

Checked check_program_file(const std::string& path, const CheckOptions& options) { return Check(path, options).run(); }

}   // namespace plato
