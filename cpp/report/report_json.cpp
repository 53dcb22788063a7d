// See report_json.hpp.

#include "report/report_json.hpp"

#include <algorithm>

#include "core/core_text.hpp"
#include "thread_modular/condition_text.hpp"

namespace plato {
namespace {

using Json = nlohmann::ordered_json;

Json place_json(const SourceRange& where) {
  if (where.line == 0) return nullptr;
  return {{"line", where.line}, {"column", where.column}, {"length", where.length}};
}

Json formula_json(const Program& program, const std::optional<Literal>& literal) {
  if (is_trivial(program, literal)) return nullptr;
  return core_formula_text(program, *literal);
}

Json diagnostics_json(std::span<const Diagnostic> diagnostics) {
  Json all = Json::array();
  for (const Diagnostic& d : diagnostics) {
    Json json{{"where", place_json(d.where)}, {"code", code_text(d.code)}, {"message", d.message}};
    if (!d.help.empty()) json["help"] = d.help;
    if (d.other_place.line != 0)
      json.update({{"otherWhere", place_json(d.other_place)}, {"otherMessage", d.other_message}});
    all.push_back(std::move(json));
  }
  return all;
}

Json values_json(const NamedValues& values) {
  Json json = Json::object();
  for (const auto& [name, value] : values) json[name] = value;
  return json;
}

Json counterexample_json(const CounterexampleText& found) {
  Json json = Json::object();
  if (!found.thread.empty()) json["thread"] = found.thread;
  if (!found.other.empty()) json["otherThread"] = found.other;
  json["parameters"] = values_json(found.parameters);
  json["stores"] = Json::array();
  for (const auto& store : found.stores)
    json["stores"].push_back(
        {{"when", store.when.empty() ? Json(nullptr) : Json(store.when)}, {"values", values_json(store.values)}});
  return json;
}

Json optional_json(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

void add_failure(Json& json, const ConditionFailure& failure) {
  json["code"] = code_text(failure.message.code);
  json["message"] = failure.message.text;
  json["related"] = Json::array();
  for (const RelatedPlace& r : failure.message.related)
    json["related"].push_back({{"where", place_json(r.where)}, {"message", r.text}});
  std::vector<std::string> notes = failure.message.notes;
  if (failure.counterexample) std::ranges::move(notes_of(*failure.counterexample), std::back_inserter(notes));
  json["notes"] = notes;
  json["help"] = failure.message.help;
  if (failure.counterexample) json["counterexample"] = counterexample_json(*failure.counterexample);
}

Json effort_json(const CountedEffort& effort) { return {{"spent", effort.spent}, {"allowed", effort.allowed}}; }

Json condition_json(const ReportedCondition& condition) {
  Json json{{"origin", condition.rule}, {"family", optional_json(condition.thread)}};
  if (condition.procedure) json["procedure"] = *condition.procedure;
  if (condition.other) json["otherFamily"] = *condition.other;
  if (condition.callee) json["callee"] = *condition.callee;
  json["statement"] = optional_json(condition.statement);
  json["says"] = condition.says;
  json["status"] = status_word(condition.status);
  json["where"] = place_json(condition.failure != nullptr ? condition.failure->message.where : condition.where);
  if (condition.failure != nullptr) add_failure(json, *condition.failure);
  json["seconds"] = condition.z3_seconds + condition.search_seconds;
  json["z3Seconds"] = condition.z3_seconds;
  json["searchSeconds"] = condition.search_seconds;
  json["budget"] = {{"rounds", effort_json(condition.budget.rounds)},
                    {"entries", effort_json(condition.budget.entries)},
                    {"z3Resources", effort_json(condition.budget.resources)}};
  return json;
}

// What callers know of procedures that have a specification.
Json specifications_json(const CoreProgram& core) {
  const Program& program = core.program;
  Json all = Json::array();
  for (std::size_t p = 0; p < core.outline.procedures.size(); ++p) {
    if (!core.outline.procedures[p]) continue;
    const ProcedureOutline& outline = *core.outline.procedures[p];
    Json json{
        {"name", program.procedures[p].name},
        {"requires", formula_json(program, outline.pre)},
        {"rely", formula_json(program, outline.rely)},
        {"idle", formula_json(program, outline.idle)},
        {"actions", Json::array()},
        {"ensures", is_trivial(program, outline.post) ? Json(nullptr) : Json(core_call_text(program, outline.post))},
        {"where", place_json(core.provenance.procedures[p])}};
    for (Literal step : outline.steps) json["actions"].push_back(core_formula_text(program, step));
    all.push_back(std::move(json));
  }
  return all;
}

// What stands for each call in the proof: the statements of the procedure, or what its specification says.
Json calls_json(const CoreProgram& core) {
  Json all = Json::array();
  for (StatementId s = 1; s <= core.program.statements.size(); ++s) {
    const CoreStatement& statement = statement_of(core.program, s);
    if (statement.kind != CoreStatement::Kind::call) continue;
    all.push_back({{"statement", core.provenance.statements[s - 1].text},
                   {"where", place_json(core.provenance.statements[s - 1].where)},
                   {"procedure", procedure_of(core.program, statement.procedure).name},
                   {"uses", is_abstracted(core.outline, statement.procedure) ? "abstraction" : "body"}});
  }
  return all;
}

void add_program(Json& json, const CoreProgram& core) {
  const Program& program = core.program;
  const Specification& claimed = core.specification;
  json["assumption"] = formula_json(program, program.assumption);
  json["init"] = formula_json(program, program.init);
  json["invariant"] = formula_json(program, claimed.invariant);
  if (core.outline.lemma) json["lemma"] = formula_json(program, core.outline.lemma);
  if (claimed.rely) json["rely"] = formula_json(program, claimed.rely);
  if (claimed.guarantee) json["guarantee"] = formula_json(program, claimed.guarantee);
  if (claimed.post) json["ensures"] = formula_json(program, claimed.post);
  json["parameters"] = Json::array();
  for (const CoreParameter& p : program.parameters) json["parameters"].push_back(p.name);
  json["variables"] = Json::array();
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    if (v == core.outline.witness) continue;   // it is not in the source
    const CoreVariable& variable = program.variables[v];
    json["variables"].push_back({{"name", variable.name},
                                 {"type", (variable.is_ghost ? "ghost " : "") + type_text(variable)},
                                 {"where", place_json(core.provenance.variables[v])}});
  }
  json["families"] = Json::array();
  for (std::size_t f = 0; f < program.families.size(); ++f) {
    const FamilyOutline& outline = core.outline.families[f];
    json["families"].push_back({{"name", program.families[f].name},
                                {"members", core_formula_text(program, program.families[f].members)},
                                {"rely", formula_json(program, outline.rely)},
                                {"guarantee", formula_json(program, outline.guarantee)},
                                {"where", place_json(core.provenance.families[f].where)}});
    if (outline.post) json["families"].back()["ensures"] = formula_json(program, outline.post);
  }
  if (core.outline.witness) json["procedures"] = specifications_json(core);
  if (Json calls = calls_json(core); !calls.empty()) json["calls"] = std::move(calls);
}

Json schedule_json(const ReportedSchedule& schedule) {
  Json json{{"verdict", schedule.verdict}, {"violated", schedule.violated}};
  json["parameters"] = values_json(schedule.parameters);
  json["initial"] = values_json(schedule.initial);
  json["steps"] = Json::array();
  for (const ReportedStep& step : schedule.steps) {
    json["steps"].push_back({{"thread", step.thread},
                             {"statement", step.statement},
                             {"where", place_json(step.where)},
                             {"store", step.store ? values_json(*step.store) : Json(nullptr)},
                             {"reads", Json(step.reads)},
                             {"changes", Json(step.changes)}});
    if (!step.calls.empty()) json["steps"].back()["calls"] = step.calls;
  }
  return json;
}

std::string_view initial_store_word(Vacuity::InitialStore store) {
  constexpr std::string_view words[] = {"confirmed", "found", "not-found", "impossible"};
  return words[static_cast<std::size_t>(store)];
}

}   // namespace

nlohmann::ordered_json report_json(const Report& report, int exit_code) {
  const Checked& checked = report.checked;
  const bool is_certified = report.verdict == Verdict::certified;
  Json json{{"file", report.path}, {"verdict", verdict_word(report.verdict)}, {"exitCode", exit_code}};
  json["claim"] = is_certified ? Json(*report.claim) : Json(nullptr);
  json["code"] = report.code ? Json(code_text(*report.code)) : Json(nullptr);
  json["message"] = is_certified ? Json(nullptr) : Json(report.message);
  if (!checked.program) {
    json["diagnostics"] = diagnostics_json(diagnostics_of(checked));
    return json;
  }
  add_program(json, *checked.program);
  json["conditionsSeconds"] = checked.conditions_seconds;
  if (checked.conditions) {
    json["conditions"] = Json::array();
    for (const ReportedCondition& condition : report.conditions)
      json["conditions"].push_back(condition_json(condition));
  }
  if (const auto* open = std::get_if<NotProved>(&checked.outcome); open != nullptr && open->inferred)
    json["insufficient"] = open->inferred->lines;
  if (const std::string_view certificate = certificate_of(checked); !certificate.empty()) {
    const auto* certified = std::get_if<Certified>(&checked.outcome);
    if (const std::string_view method = method_of(checked); !method.empty()) json["method"] = method;
    if (certified != nullptr && !certified->inferred.empty()) json["inferred"] = certified->inferred;
    json.update({{"certificateBytes", certificate.size()},
                 {"kernelSeconds", certified == nullptr ? 0.0 : certified->kernel_seconds}});
  }
  if (const Vacuity* vacuity = vacuity_of(checked)) {
    json["initialStore"] = initial_store_word(vacuity->initial_store);
    json["warnings"] = Json::array();
    for (const VacuityWarning& w : vacuity->warnings)
      json["warnings"].push_back({{"where", place_json(w.where)}, {"code", code_text(w.code)}, {"message", w.message}});
  }
  if (const ExploredProgram* found = explored_of(checked)) {
    const Exploration& explored = found->exploration;
    json["exploration"] = {{"isComplete", explored.is_complete()},
                           {"states", explored.states},
                           {"tried", explored.tried},
                           {"leftOut", explored.left_out}};
    if (!explored.stopped.empty()) json["exploration"]["stopped"] = explored.stopped;
    json["schedule"] = report.schedule ? schedule_json(*report.schedule) : Json(nullptr);
  }
  return json;
}

}   // namespace plato
