// See report.hpp.

#include "report/report.hpp"

#include <algorithm>

#include "core/call_rows.hpp"
#include "core/claim_text.hpp"
#include "core/core_text.hpp"
#include "core/value_text.hpp"
#include "explore/schedule_table.hpp"
#include "thread_modular/condition_text.hpp"
#include "thread_modular/proof_unit.hpp"

namespace plato {
namespace {

ReportedCondition reported(const CoreProgram& core, const Condition& condition, const ConditionResult& result) {
  const ConditionOrigin& origin = condition.origin;
  ReportedCondition reported{.rule = origin.rule};
  const ProofUnit unit(core, origin.family);
  if (!is_about_program(origin)) (unit.is_procedure() ? reported.procedure : reported.thread) = unit.name();
  if (const auto callee = callee_of(origin)) reported.callee = procedure_of(core.program, *callee).name;
  if (const auto other = other_family_of(origin)) reported.other = core.program.families[*other].name;
  if (const auto statement = statement_of(origin)) reported.statement = core.provenance.statements[*statement - 1].text;
  reported.says = condition_text(core, origin);
  reported.status = result.status;
  reported.where = condition_place(core, origin);
  reported.z3_seconds = result.z3_seconds;
  reported.search_seconds = result.search_seconds;
  reported.budget = result.budget;
  return reported;
}

std::vector<ReportedCondition> conditions_of(const Checked& checked) {
  std::vector<ReportedCondition> all;
  if (!checked.conditions) return all;
  for (std::size_t i = 0; i < checked.conditions->conditions.size(); ++i)
    all.push_back(reported(*checked.program, checked.conditions->conditions[i], checked.conditions->results[i]));
  if (const auto* certified = std::get_if<Certified>(&checked.outcome); certified != nullptr && certified->merged)
    for (ReportedCondition& condition : all) condition.says = "in the reduction: " + condition.says;
  for (const ConditionFailure& failure : failures_of(checked)) all[failure.condition].failure = &failure;
  return all;
}

// Ghosts are not there when the program runs.
NamedValues store_of(const Program& program, const std::vector<ModelValue>& store) {
  NamedValues values;
  for (std::size_t v = 0; v < program.variables.size(); ++v)
    if (!program.variables[v].is_ghost && !program.variables[v].numbers_calls)
      values.emplace_back(program.variables[v].name, shown_text(program, v, [&](std::size_t i) { return store[i]; }));
  return values;
}

NamedValues parameters_of(const Program& program, const Schedule& schedule) {
  NamedValues values;
  for (std::size_t i = 0; i < program.parameters.size(); ++i)
    values.emplace_back(program.parameters[i].name, value_text(program.parameters[i], schedule.parameters[i]));
  return values;
}

// The threads that run, and the branches that take steps.
std::vector<ScheduleThread> lanes_of(const Schedule& schedule) {
  std::vector<ScheduleThread> lanes = schedule.threads;
  for (const ScheduleStep& step : schedule.steps)
    if (std::ranges::find(lanes, step.thread) == lanes.end()) {
      const auto is_same = [&](const ScheduleThread& lane) {
        return lane.family == step.thread.family && lane.identifier == step.thread.identifier && lane < step.thread;
      };
      lanes.insert(std::find_if(lanes.rbegin(), lanes.rend(), is_same).base(), step.thread);
    }
  return lanes;
}

ReportedStep step_of(const CoreProgram& core, const Exploration& found, std::size_t i) {
  const Schedule& schedule = found.schedule;
  const ScheduleStep& step = schedule.steps[i];
  const std::vector<ScheduleThread> lanes = lanes_of(schedule);
  const StatementProvenance& from = core.provenance.statements[step.statement - 1];
  ReportedStep reported{
      .thread = thread_name(core.program, step.thread), .calls = {}, .statement = from.text, .where = from.where};
  for (StatementId call : step.calls)
    reported.calls.push_back(procedure_of(core.program, statement_of(core.program, call).procedure).name);
  reported.lane = static_cast<std::size_t>(std::ranges::find(lanes, step.thread) - lanes.begin());
  reported.reads = step_reads(core.program, schedule, i);
  reported.is_wrong = found.verdict == Exploration::Verdict::goes_wrong && i + 1 == schedule.steps.size();
  if (i + 1 == schedule.stores.size()) return reported;
  reported.store = store_of(core.program, schedule.stores[i + 1]);
  reported.changes = store_changes(core.program, schedule.stores[i], schedule.stores[i + 1]);
  return reported;
}

ReportedSchedule schedule_of(const CoreProgram& core, const Exploration& found) {
  constexpr std::string_view words[] = {
      "", "goes-wrong", "breaks-invariant", "breaks-guarantee", "breaks-ensures", "has-race"};
  ReportedSchedule reported{.verdict = words[static_cast<std::size_t>(found.verdict)],
                            .violated = found.violated
                                            ? violated_text(core.program, core.provenance, *found.violated, 2000)
                                            : outcome_text(core.program, core.provenance, found),
                            .outcome = outcome_text(core.program, core.provenance, found),
                            .threads = {},
                            .parameters = parameters_of(core.program, found.schedule),
                            .initial = store_of(core.program, found.schedule.stores[0]),
                            .steps = {}};
  for (const ScheduleThread& thread : lanes_of(found.schedule))
    reported.threads.push_back(thread_name(core.program, thread));
  for (std::size_t i = 0; i < found.schedule.steps.size(); ++i) reported.steps.push_back(step_of(core, found, i));
  return reported;
}

}   // namespace

Report report_of(const std::string& path, const Checked& checked) {
  Report report{.path = path, .checked = checked, .verdict = verdict_of(checked)};
  if (report.verdict == Verdict::certified || report.verdict == Verdict::vacuous)
    report.claim = claim_text(checked.program->program, checked.program->specification);
  report.code = code_of(checked);
  report.message = message_of(checked);
  report.conditions = conditions_of(checked);
  const ExploredProgram* explored = explored_of(checked);
  if (explored != nullptr && is_wrong(*explored))
    report.schedule = schedule_of(*checked.program, explored->exploration);
  return report;
}

}   // namespace plato
