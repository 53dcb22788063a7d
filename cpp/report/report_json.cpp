// See report_json.hpp.

#include "report/report_json.hpp"

#include <algorithm>

#include "core/claim_text.hpp"
#include "core/core_text.hpp"
#include "core/value_text.hpp"
#include "explore/schedule_table.hpp"
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
    Json json{{"where", place_json(d.where)}, {"message", d.message}};
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

Json condition_json(const Checked& checked, std::size_t i, const ConditionFailure* failure) {
  const CoreProgram& core = *checked.program;
  const ConditionOrigin& origin = checked.conditions->conditions[i].origin;
  const ConditionResult& result = checked.conditions->results[i];
  const bool is_global = is_about_program(origin);
  Json json{{"origin", origin.rule},
            {"family", is_global ? Json(nullptr) : Json(core.program.families[origin.family].name)}};
  if (const auto other = other_family_of(origin)) json["otherFamily"] = core.program.families[*other].name;
  const auto statement = statement_of(origin);
  json["statement"] = statement ? Json(core.provenance.statements[*statement - 1].text) : Json(nullptr);
  json["says"] = condition_text(core, origin);
  json["status"] = status_word(result.status);
  json["where"] = place_json(failure != nullptr ? failure->message.where : condition_place(core, origin));
  if (failure != nullptr) {
    json["message"] = failure->message.text;
    json["related"] = Json::array();
    for (const RelatedPlace& r : failure->message.related)
      json["related"].push_back({{"where", place_json(r.where)}, {"message", r.text}});
    std::vector<std::string> notes = failure->message.notes;
    if (failure->counterexample) std::ranges::move(notes_of(*failure->counterexample), std::back_inserter(notes));
    json["notes"] = notes;
    json["help"] = failure->message.help;
    if (failure->counterexample) json["counterexample"] = counterexample_json(*failure->counterexample);
  }
  json["z3Seconds"] = result.z3_seconds;
  json["searchSeconds"] = result.search_seconds;
  return json;
}

Json conditions_json(const Checked& checked) {
  std::vector<const ConditionFailure*> failure_of(checked.conditions->conditions.size());
  for (const ConditionFailure& failure : failures_of(checked)) failure_of[failure.condition] = &failure;
  Json all = Json::array();
  for (std::size_t i = 0; i < failure_of.size(); ++i) all.push_back(condition_json(checked, i, failure_of[i]));
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
}

Json store_json(const Program& program, const std::vector<ModelValue>& store) {
  Json json = Json::object();
  for (std::size_t v = 0; v < program.variables.size(); ++v)
    if (!program.variables[v].is_ghost)
      json[program.variables[v].name] = value_text(program.variables[v].type, store[v]);
  return json;
}

// Null if nothing wrong was found.
Json schedule_json(const CoreProgram& core, const Exploration& found) {
  const Program& program = core.program;
  if (found.verdict == Exploration::Verdict::no_violation) return nullptr;
  constexpr const char* words[] = {"", "goes-wrong", "breaks-invariant", "breaks-guarantee", "breaks-ensures"};
  Json json{{"verdict", words[static_cast<std::size_t>(found.verdict)]},
            {"violated", core_formula_text(program, found.violated.value())}};
  json["parameters"] = Json::object();
  for (std::size_t i = 0; i < program.parameters.size(); ++i)
    json["parameters"][program.parameters[i].name] =
        value_text(program.parameters[i].type, found.schedule.parameters[i]);
  json["initial"] = store_json(program, found.schedule.stores[0]);
  json["steps"] = Json::array();
  for (std::size_t i = 0; i < found.schedule.steps.size(); ++i) {
    const StatementProvenance& statement = core.provenance.statements[found.schedule.steps[i].statement - 1];
    Json step{{"thread", thread_name(program, found.schedule.steps[i].thread)},
              {"statement", statement.text},
              {"where", place_json(statement.where)}};
    step["store"] =
        i + 1 < found.schedule.stores.size() ? store_json(program, found.schedule.stores[i + 1]) : Json(nullptr);
    step["changes"] = i + 1 < found.schedule.stores.size()
                          ? Json(store_changes(program, found.schedule.stores[i], found.schedule.stores[i + 1]))
                          : Json::array();
    json["steps"].push_back(std::move(step));
  }
  return json;
}

std::string_view initial_store_word(Vacuity::InitialStore store) {
  constexpr std::string_view words[] = {"confirmed", "found", "not-found", "impossible"};
  return words[static_cast<std::size_t>(store)];
}

}   // namespace

nlohmann::ordered_json report_json(const std::string& path, const Checked& checked, int exit_code) {
  const Verdict verdict = verdict_of(checked);
  const bool is_certified = verdict == Verdict::certified;
  Json json{{"file", path}, {"verdict", verdict_word(verdict)}, {"exitCode", exit_code}};
  json["claim"] =
      is_certified ? Json(claim_text(checked.program->program, checked.program->specification)) : Json(nullptr);
  json["message"] = is_certified ? Json(nullptr) : Json(message_of(checked));
  if (!checked.program) {
    json["diagnostics"] = diagnostics_json(diagnostics_of(checked));
    return json;
  }
  add_program(json, *checked.program);
  json["conditionsSeconds"] = checked.conditions_seconds;
  if (checked.conditions) json["conditions"] = conditions_json(checked);
  if (const std::string_view certificate = certificate_of(checked); !certificate.empty()) {
    const auto* certified = std::get_if<Certified>(&checked.outcome);
    json.update({{"certificateBytes", certificate.size()},
                 {"kernelSeconds", certified == nullptr ? 0.0 : certified->kernel_seconds}});
  }
  if (const Vacuity* vacuity = vacuity_of(checked)) {
    json["initialStore"] = initial_store_word(vacuity->initial_store);
    json["warnings"] = Json::array();
    for (const VacuityWarning& w : vacuity->warnings)
      json["warnings"].push_back({{"where", place_json(w.where)}, {"message", w.message}});
  }
  if (const ExploredProgram* found = explored_of(checked)) {
    const Exploration& explored = found->exploration;
    json["exploration"] = {{"isComplete", explored.is_complete()},
                           {"states", explored.states},
                           {"tried", explored.tried},
                           {"leftOut", explored.left_out}};
    if (!explored.stopped.empty()) json["exploration"]["stopped"] = explored.stopped;
    json["schedule"] = schedule_json(*checked.program, explored);
  }
  return json;
}

}   // namespace plato
