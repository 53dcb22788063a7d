// source → core → conditions → proofs → certificate → kernel; see check_program.hpp.

#include "pipeline/check_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "certificate/program_writer.hpp"
#include "conditions/counterexample.hpp"
#include "core/claim_text.hpp"
#include "core/read_program.hpp"
#include "core/small_steps.hpp"
#include "explore/activation_controls.hpp"
#include "explore/explore.hpp"
#include "kernel/recheck.hpp"
#include "pipeline/check_by_method.hpp"
#include "pipeline/infer_program.hpp"
#include "pipeline/reduce_program.hpp"
#include "system/input_file.hpp"
#include "system/processor_time.hpp"
#include "thread_modular/proof_unit.hpp"

namespace plato {
namespace {

// A few hundredths of a second, before anything is proved, and a fraction of a second.
constexpr std::uint32_t few_calls = 4;   // nested
constexpr std::size_t very_few_states = 2'000, few_states = 20'000;
constexpr std::uint64_t little_work = 1'000'000;

ExploreOptions bounds(const CheckOptions& options, std::size_t most_states) {
  ExploreOptions within = options.explore;
  within.most_states = std::min(within.most_states, most_states);
  within.most_seconds = std::min(within.most_seconds, options.deadline.seconds_left());
  return within;
}

// Short enough to wait for, long enough for the schedules that people get wrong. A complete exploration is not
// repeated.
std::optional<ExploredProgram> explore_further(const CoreProgram& core, std::optional<ExploredProgram> so_far,
                                               const CheckOptions& options) {
  if (options.explore.most_states == 0) return so_far;
  if (so_far && (is_wrong(*so_far) || so_far->exploration.is_complete())) return so_far;
  const ExploreOptions within = bounds(options, options.explore.most_states);
  if (has_activations(core.program)) {
    // Deep calls make many more states, and most mistakes show without them.
    ExploreOptions shallow = within;
    shallow.deepest_call = few_calls;
    ExploredProgram explored = explore_program(core, shallow);
    if (is_wrong(explored)) return explored;
  }
  return explore_program(core, within);
}

// What goes wrong within a few steps, if anything does.
std::optional<ExploredProgram> find_early_mistake(const CoreProgram& core, const CheckOptions& options) {
  ExploreOptions brief = bounds(options, very_few_states);
  brief.most_work = std::min(brief.most_work, little_work);
  if (brief.most_states == 0) return std::nullopt;
  if (explore(core.program, core.specification, brief).verdict == Exploration::Verdict::no_violation)
    return std::nullopt;
  return explore_program(core, brief);
}

// Also tries the values in the prover's counterexamples, which may be needed to go wrong; they make the search much
// wider.
std::optional<ExploredProgram> explore_counterexamples(const CoreProgram& core, const ProvedConditions& proved,
                                                       std::optional<ExploredProgram> so_far,
                                                       const CheckOptions& options) {
  if (options.explore.most_states == 0 || (so_far && is_wrong(*so_far))) return so_far;
  ExploreOptions wider = bounds(options, options.explore.most_states);
  wider.further_values = integers_of_counterexamples(core.program, proved);
  constexpr std::size_t few_values = 12, few_threads = 3;
  if (wider.further_values.empty()) return so_far;
  wider.further_values.resize(std::min(wider.further_values.size(), few_values));
  if (!wider.threads_per_family) wider.threads_per_family = few_threads;
  ExploredProgram found = explore_program(core, wider);
  return is_wrong(found) ? std::move(found) : std::move(so_far);
}

ProveConditionsOptions limits_of(const CheckOptions& options) {
  return {.effort = options.effort, .deadline = options.deadline, .jobs = options.jobs};
}

bool has_cuts(const CoreProgram& core) {
  for (StatementId s = 1; s <= core.program.statements.size(); ++s)
    if (is_cut(core.program, core.outline, s)) return true;
  return false;
}

// What the certified claim may fail to say. The exploration ends as soon as it has seen every statement run.
Vacuity look_closer(const CoreProgram& core, const CheckOptions& options) {
  constexpr std::size_t most_rounds = 300;
  constexpr std::uint64_t most_effort = 20'000'000;
  ExploreOptions reaching = bounds(options, few_states);
  reaching.only_reaches = true;
  const Exploration explored = explore(core.program, core.specification, reaching);
  return look_for_vacuity(core, explored,
                          {.seconds = options.deadline.seconds_left(), .effort = most_effort, .rounds = most_rounds});
}

}   // namespace

// The kernel has seen the whole program.
Outcome certified_by_closure(const Read& read, ClosedProgram closed, std::vector<ConditionFailure> unproved,
                             const CheckOptions& options) {
  return Certified{.certificate = closed.certificate,
                   .claim = closed.claim,
                   .kernel_seconds = closed.kernel_seconds,
                   .vacuity = look_closer(read.core, options),
                   .closed = std::move(closed),
                   .unproved = std::move(unproved)};
}

namespace {

// Nothing is annotated: a finite program needs no proof. Each thread is run by itself, which may be too coarse.
ClosingAttempt close_unannotated(const Read& read, const CheckOptions& options) {
  if (options.explore.most_states == 0 || is_annotated(read.core)) return {};
  return close_by_views(read.core, options.deadline.seconds_left());
}

// Why there is no proof that there are no races.
Message why_races(const CoreProgram& core, const ClosingAttempt& attempt,
                  const std::optional<ExploredProgram>& explored) {
  Message message{.code = MessageCode::races, .where = core.provenance.race_free.at(0)};
  if (explored && explored->exploration.verdict == Exploration::Verdict::has_race) {
    message.text = "there is a race on " + core.program.variables[explored->exploration.race->variable].name;
    message.help = {"let threads access it under a lock, or at different indices"};
    return message;
  }
  message.text = fmt::format(
      "that there is no race on {} is proved by 'assume-guarantee' and 'all-states' alone, and neither succeeds",
      race_free_text(core.program, core.specification));
  if (!attempt.grew.empty())
    message.help.push_back(attempt.grew + "; a range such as 'x: 0..7' makes the program finite");
  else if (!attempt.reason.empty())
    message.help.push_back("each thread by itself: " + attempt.reason);
  if (explored && !explored->claim.empty()) message.help.push_back("all states: " + explored->claim);
  message.help.emplace_back("other methods prove the rest of what is claimed: leave out 'race-free'");
  return message;
}

// The kernel must run the program: no other method knows races.
Outcome check_races(const Read& read, const CheckOptions& options) {
  ClosingAttempt attempt;
  if (options.explore.most_states != 0) attempt = close_by_views(read.core, options.deadline.seconds_left());
  if (attempt.closed) return certified_by_closure(read, *std::move(attempt.closed), {}, options);
  std::optional<ExploredProgram> explored = explore_further(read.core, {}, options);
  if (explored && explored->is_refuted) return Refuted{.failures = {}, .explored = *std::move(explored)};
  if (explored && explored->closed) return certified_by_closure(read, *std::move(explored->closed), {}, options);
  Message reason = why_races(read.core, attempt, explored);
  return Unprovable{.reason = std::move(reason),
                    .explored = std::move(explored),
                    .heading = "it is not proved that there are no races"};
}

}   // namespace

// What a procedure runs as its own comes before it, so another call of a procedure without a specification is
// recursive.
std::optional<Message> why_unprovable(const CoreProgram& core) {
  ProcedureId recursive = 0;
  for (StatementId s = 1; s <= core.program.statements.size(); ++s) {
    const CoreStatement& call = statement_of(core.program, s);
    const ProcedureId caller = core.provenance.statements[s - 1].procedure;
    if (call.kind != CoreStatement::Kind::call || caller == 0 || is_abstracted(core.outline, call.procedure)) continue;
    if (call.procedure >= caller && (recursive == 0 || call.procedure < recursive)) recursive = call.procedure;
  }
  if (recursive == 0) return std::nullopt;
  const std::string& name = procedure_of(core.program, recursive).name;
  return Message{
      .code = MessageCode::recursion,
      .where = core.provenance.procedures[recursive - 1],
      .text = fmt::format("the procedure '{}' is recursive, and a proof needs a specification of it", name),
      .help = {fmt::format("say what callers know of it: 'procedure {}(…) requires e ensures e {{ … }}'; or use a loop",
                           name),
               "'plato explore' runs recursive procedures, too"}};
}

void tell_way(const CoreProgram& core, const ClosingAttempt& attempt, Message& message) {
  if (attempt.way.empty()) return;
  message.where = core.provenance.statements[attempt.where - 1].where;
  message.notes.insert(message.notes.end(), attempt.way.begin(), attempt.way.end());
}

Outcome explore_unprovable(const Read& read, Message reason, const ClosingAttempt& attempt,
                           const CheckOptions& options) {
  std::optional<ExploredProgram> explored = explore_further(read.core, {}, options);
  if (explored && explored->is_refuted) return Refuted{.failures = {}, .explored = *std::move(explored)};
  if (explored && explored->closed) return certified_by_closure(read, *std::move(explored->closed), {}, options);
  if (!attempt.grew.empty())
    reason.help.push_back(attempt.grew + "; a range such as 'x: 0..7' makes the program finite");
  else if (!attempt.reason.empty())
    reason.help.push_back("each thread by itself: " + attempt.reason);
  for (const std::string& line : attempt.way) reason.notes.push_back(line);
  return Unprovable{.reason = std::move(reason), .explored = std::move(explored)};
}

tl::expected<Asked, NoConditions> ask(const Read& read) {
  // Each individually declared thread has a condition with each other one.
  constexpr std::size_t most_threads = 1000;
  const std::size_t threads = read.core.program.families.size();
  if (threads > most_threads)
    return tl::unexpected(NoConditions{
        fmt::format("{} threads and families are more than the {} that conditions are made for; a family has one "
                    "condition for all its threads",
                    threads, most_threads)});
  std::string text = write_program(read.core);
  const double start = thread_seconds();
  auto conditions = ask_for_conditions(text);
  if (!conditions)
    return tl::unexpected(
        NoConditions{"the kernel gives no conditions for this program: " + conditions.error().message});
  return Asked{.text = std::move(text), .conditions = *std::move(conditions), .seconds = thread_seconds() - start};
}

ProvedProgram prove(const Read& read, Conditions conditions, const CheckOptions& options) {
  ProveConditionsOptions limits = limits_of(options);
  limits.progress = options.progress;
  // A program that goes wrong early is detected before time is spent on conditions that cannot be proved.
  std::optional<ExploredProgram> explored = find_early_mistake(read.core, options);
  ProvedConditions brief = prove_briefly(read.core.program, std::move(conditions), limits);
  const bool is_settled = is_proved(brief);
  const bool lacks_annotations = !is_settled && !is_annotated(read.core);
  if (!explored && (lacks_annotations || has_unknown(brief)) && options.explore.most_states != 0)
    explored = explore_program(read.core, bounds(options, few_states));
  // All states of a small program are seen sooner than annotations are found.
  if (lacks_annotations && explored && explored->closed)
    return {.conditions = std::move(brief), .explored = std::move(explored)};
  // What is left open may need to be taken apart. That is tried before much time is spent, unless the user has done it,
  // or much of the program is in procedures.
  if (!is_settled && !has_failure(brief) && !(explored && is_wrong(*explored)) && !has_cuts(read.core) &&
      read.core.program.procedures.empty()) {
    if (auto split = prove_in_small_steps(read, brief, true, options))
      return {.conditions = std::move(brief), .explored = {}, .split = std::move(split)};
  }
  const bool is_program_wrong = explored && is_wrong(*explored);
  // A counterexample shows that what is annotated does not suffice, or that the program is wrong.
  const bool infers = !is_settled && !is_program_wrong && options.explore.most_states != 0;
  std::optional<InsufficientAnnotations> insufficient;
  if (infers && has_failure(brief)) {
    Inference found = infer_annotations(read.source, options);
    if (found.proof) return {.conditions = std::move(brief), .explored = {}, .inferred = std::move(found.proof)};
    insufficient = std::move(found.insufficient);
  }
  const bool was_tried = has_failure(brief);
  ProvedProgram proved{.conditions = prove_at_length(std::move(brief), is_program_wrong, limits),
                       .explored = std::move(explored),
                       .insufficient = std::move(insufficient)};
  if (!is_settled && !is_program_wrong && !is_proved(proved.conditions))
    proved.split = prove_in_small_steps(read, proved.conditions, false, options);
  if (infers && !was_tried && !proved.split && !is_proved(proved.conditions)) {
    Inference found = infer_annotations(read.source, options);
    proved.inferred = std::move(found.proof);
    proved.insufficient = std::move(found.insufficient);
  }
  return proved;
}

namespace {

// The threads, procedures and branches about which a condition is open.
SplitUnits units_to_split(const CoreProgram& core, const ProvedConditions& proved) {
  SplitUnits units;
  for (std::size_t i = 0; i < proved.results.size(); ++i) {
    if (proved.results[i].status == ConditionResult::Status::proved) continue;
    const ProofUnit unit(core, proved.conditions[i].origin.family);
    if (unit.is_family()) units.families.insert(unit.family());
    if (unit.is_procedure() && unit.procedure() <= core.program.procedures.size())
      units.procedures.insert(unit.procedure());
    if (unit.is_branches() && unit.statement() != 0) units.pars.insert(unit.statement());
  }
  return units;
}

}   // namespace

std::optional<SplitProgram> prove_in_small_steps(const Read& read, const ProvedConditions& so_far, bool is_brief,
                                                 const CheckOptions& options) {
  const SplitUnits units = units_to_split(read.core, so_far);
  ProveConditionsOptions limits{.effort = options.effort,
                                .deadline = options.deadline,
                                .most_failures = 1,
                                .explains = false,
                                .jobs = options.jobs};
  constexpr std::size_t few_open = 4;
  constexpr double little = 0.25;
  if (is_brief) limits.most_open = few_open;
  std::vector<SplitProgram> open;   // with a few conditions left
  for (const Carried carried : {Carried::tested, Carried::own}) {
    SmallSteps split = in_small_steps(read.core, units, carried);
    if (split.cuts == 0) return std::nullopt;
    SplitProgram smaller{.read = {.source = read.source, .core = std::move(split.core)}, .cuts = split.cuts};
    auto asked = ask(smaller.read);
    if (!asked) return std::nullopt;
    smaller.text = std::move(asked->text);
    smaller.conditions = prove_briefly(smaller.read.core.program, std::move(asked->conditions), limits);
    if (is_proved(smaller.conditions)) return smaller;
    if (!has_failure(smaller.conditions) && smaller.conditions.open.size() < limits.most_open)
      open.push_back(std::move(smaller));
  }
  std::ranges::stable_sort(open, {}, [](const SplitProgram& p) { return p.conditions.open.size(); });
  if (is_brief) limits.effort *= little;
  for (SplitProgram& smaller : open) {
    smaller.conditions = prove_at_length(std::move(smaller.conditions), false, limits);
    if (is_proved(smaller.conditions)) return std::move(smaller);
  }
  return std::nullopt;
}

bool is_proved(const ProvedConditions& conditions) {
  return std::ranges::all_of(conditions.results,
                             [](const ConditionResult& r) { return r.status == ConditionResult::Status::proved; });
}

Outcome certify(const Read& read, const std::string& text, const ProvedConditions& proved,
                const CheckOptions& options) {
  std::string certificate = write_program_certificate(text, proved);
  const double start = thread_seconds();
  Rechecked kernel = recheck_bytes(as_bytes(certificate));
  const double seconds = thread_seconds() - start;
  if (kernel.report.verdict != KernelReport::Verdict::certified) return Uncertified{std::move(kernel)};
  return Certified{.certificate = std::move(certificate),
                   .claim = std::move(kernel.report.message),
                   .kernel_seconds = seconds,
                   .vacuity = look_closer(read.core, options)};
}

Outcome explain(const Read& read, const ProvedProgram& proved, const CheckOptions& options) {
  std::optional<ExploredProgram> explored = explore_counterexamples(
      read.core, proved.conditions, explore_further(read.core, proved.explored, options), options);
  const bool is_program_wrong = explored && is_wrong(*explored);
  std::vector<ConditionFailure> failures = describe_failures(read.core, proved.conditions, is_program_wrong);
  // What is annotated does not suffice; the threads by themselves may do.
  if (!is_program_wrong && options.explore.most_states != 0 && !(explored && explored->closed) &&
      is_annotated(read.core))
    if (std::optional<ClosedProgram> closed = close_by_views(read.core, options.deadline.seconds_left()).closed)
      return certified_by_closure(read, *std::move(closed), std::move(failures), options);
  if (explored && explored->closed)
    return certified_by_closure(read, *std::move(explored->closed),
                                is_annotated(read.core) ? std::move(failures) : std::vector<ConditionFailure>(),
                                options);
  if (is_program_wrong && explored->is_refuted)
    return Refuted{.failures = std::move(failures), .explored = *std::move(explored)};
  return NotProved{.failures = std::move(failures), .explored = std::move(explored)};
}

namespace {

// What is wrong with so many members of a family may be right with fewer.
void explore_few(Checked& checked, std::size_t members, const CheckOptions& options) {
  auto* not_proved = std::get_if<NotProved>(&checked.outcome);
  if (not_proved == nullptr || options.explore.threads_per_family) return;
  constexpr std::size_t most_states = 100'000;
  ExploreOptions more = bounds(options, most_states);
  more.threads_per_family = members;
  ExploredProgram explored = explore_program(*checked.program, more);
  if (!explored.is_refuted) return;
  checked.outcome = Refuted{.failures = std::move(not_proved->failures), .explored = std::move(explored)};
}

}   // namespace

Checked check_program_file(const std::string& path, const CheckOptions& options) {
  const auto contents = read_file(path);
  if (!contents) return {.outcome = Unreadable{contents.error()}};
  std::string source(as_text(*contents));
  auto core = read_program(source);
  if (!core) return {.source = std::move(source), .outcome = Mistaken{std::move(core.error())}};

  Read read{.source = std::move(source), .core = *std::move(core)};
  if (options.method) return check_by_method(std::move(read), *options.method, options);
  if (!read.core.specification.races.empty()) {
    Outcome outcome = check_races(read, options);
    return {.source = std::move(read.source), .program = std::move(read.core), .outcome = std::move(outcome)};
  }
  ClosingAttempt attempt = close_unannotated(read, options);
  if (attempt.closed) {
    Outcome outcome = certified_by_closure(read, *std::move(attempt.closed), {}, options);
    return {.source = std::move(read.source), .program = std::move(read.core), .outcome = std::move(outcome)};
  }
  if (std::optional<Message> reason = why_unprovable(read.core)) {
    Outcome outcome = explore_unprovable(read, *std::move(reason), attempt, options);
    return {.source = std::move(read.source), .program = std::move(read.core), .outcome = std::move(outcome)};
  }
  Checked checked = check_by_conditions(std::move(read), std::move(attempt.grew), options);
  if (attempt.few != 0) explore_few(checked, attempt.few, options);
  return checked;
}

std::optional<Checked> check_by_reduction(const Read& read, const CheckOptions& options) {
  auto reduced = prove_by_reduction(read.core, limits_of(options));
  if (!reduced) return std::nullopt;
  Certified certified{.certificate = std::move(reduced->certificate),
                      .claim = std::move(reduced->claim),
                      .kernel_seconds = reduced->kernel_seconds,
                      .vacuity = look_closer(read.core, options),
                      .merged = Merged{.statements = reduced->grouped.blocks, .steps = reduced->grouped.steps}};
  return Checked{.source = read.source,
                 .program = std::move(reduced->grouped.core),
                 .conditions = std::move(reduced->conditions),
                 .outcome = std::move(certified)};
}

namespace {

// The program with what was inferred, as the one that was checked; nothing if the kernel does not accept it.
std::optional<Checked> certify_inferred(const Read& read, InferredProgram found, double conditions_seconds,
                                        const CheckOptions& options) {
  Outcome outcome = certify(found.read, found.text, found.conditions, options);
  auto* certified = std::get_if<Certified>(&outcome);
  if (certified == nullptr) return std::nullopt;
  certified->inferred = std::move(found.lines);
  certified->cuts = found.cuts;
  certified->vacuity = look_closer(read.core, options);
  certified->written = read.source;
  return Checked{.source = std::move(found.read.source),
                 .program = std::move(found.read.core),
                 .conditions_seconds = conditions_seconds,
                 .conditions = std::move(found.conditions),
                 .outcome = std::move(outcome)};
}

// What takes longest comes last.
std::optional<Checked> certify_otherwise(const Read& read, double conditions_seconds, const CheckOptions& options) {
  if (auto reduced = check_by_reduction(read, options)) {
    reduced->conditions_seconds = conditions_seconds;
    return reduced;
  }
  auto learned = infer_from_counterexamples(read.source, options);
  return learned ? certify_inferred(read, *std::move(learned), conditions_seconds, options) : std::nullopt;
}

}   // namespace

Checked check_by_conditions(Read read, std::string grew, const CheckOptions& options) {
  auto asked = ask(read);
  if (!asked)
    return {.source = std::move(read.source), .program = std::move(read.core), .outcome = std::move(asked.error())};

  ProvedProgram proved = prove(read, std::move(asked->conditions), options);
  if (proved.split) {
    Outcome outcome = certify(proved.split->read, proved.split->text, proved.split->conditions, options);
    if (auto* certified = std::get_if<Certified>(&outcome)) {
      certified->cuts = proved.split->cuts;
      return {.source = std::move(read.source),
              .program = std::move(proved.split->read.core),
              .conditions_seconds = asked->seconds,
              .conditions = std::move(proved.split->conditions),
              .outcome = std::move(outcome)};
    }
  }
  if (proved.inferred)
    if (auto certified = certify_inferred(read, *std::move(proved.inferred), asked->seconds, options))
      return *std::move(certified);
  Outcome outcome = is_proved(proved.conditions) ? certify(read, asked->text, proved.conditions, options)
                                                 : explain(read, proved, options);
  // What is annotated does not suffice, and nothing is seen to be wrong.
  if (const auto* open = std::get_if<NotProved>(&outcome);
      open != nullptr && options.explore.most_states != 0 && !(open->explored && is_wrong(*open->explored)))
    if (auto certified = certify_otherwise(read, asked->seconds, options)) return *std::move(certified);
  if (auto* not_proved = std::get_if<NotProved>(&outcome)) {
    not_proved->grew = std::move(grew);
    if (!(not_proved->explored && is_wrong(*not_proved->explored)))
      not_proved->inferred = std::move(proved.insufficient);
  }
  // A certificate by closure has no conditions.
  const auto* certified = std::get_if<Certified>(&outcome);
  std::optional<ProvedConditions> conditions;
  if (certified == nullptr || !certified->closed) conditions = std::move(proved.conditions);
  return {.source = std::move(read.source),
          .program = std::move(read.core),
          .conditions_seconds = asked->seconds,
          .conditions = std::move(conditions),
          .outcome = std::move(outcome)};
}

}   // namespace plato
