// See schedule_writer.hpp; the events are those of lean/Plato/Replay/Replay.lean.

#include "certificate/schedule_writer.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "certificate/initial_terms.hpp"
#include "certificate/program_writer.hpp"
#include "certificate/schedule_way.hpp"
#include "certificate/value_lines.hpp"

namespace plato {
namespace {

ProgramClaim claim_of(Exploration::Verdict verdict) {
  switch (verdict) {
    case Exploration::Verdict::breaks_invariant: return ProgramClaim::breaks_invariant;
    case Exploration::Verdict::breaks_guarantee: return ProgramClaim::breaks_guarantee;
    case Exploration::Verdict::breaks_post: return ProgramClaim::breaks_post;
    case Exploration::Verdict::has_race: return ProgramClaim::has_race;
    default: return ProgramClaim::goes_wrong;
  }
}

// Where two maps differ.
std::set<Integer> differences(const MapValue& a, const MapValue& b) {
  std::set<Integer> indices;
  for (const MapValue* map : {&a, &b})
    for (const auto& [index, element] : map->entries)
      if (a.at(index) != b.at(index)) indices.insert(index);
  return indices;
}

std::string elements(const MapValue& map, const std::set<Integer>& indices) {
  std::string text;
  for (const Integer& index : indices) text += " " + to_string(index) + " " + to_string(map.at(index));
  return text + "\n";
}

// A map that starts as a term, and its values at the indices of the threads and of all that is written to it: maps with
// the same term are compared by these alone.
std::string term_line(std::size_t name, std::uint32_t term, const Exploration& exploration) {
  const MapValue& first = std::get<MapValue>(exploration.schedule.stores[0][name]);
  std::set<Integer> indices;
  for (const ScheduleThread& thread : exploration.schedule.threads) indices.insert(identifier_of(thread));
  for (const ScheduleStep& step : exploration.schedule.steps) indices.insert(identifier_of(step.thread));
  for (const auto& store : exploration.schedule.stores)
    indices.merge(differences(first, std::get<MapValue>(store[name])));
  return "F " + std::to_string(name) + " " + std::to_string(term) + elements(first, indices);
}

// Of a map that starts as a term only a few values are known here: what an operation makes of it is told as a change.
std::string input_line(const ScheduleInput& input, bool is_term) {
  if (input.kind != ScheduleInput::Kind::value)
    return input.kind == ScheduleInput::Kind::first ? "first\n" : "second\n";
  if (!is_term || !input.present) return value_line('v', 'V', input.variable, input.value);
  const MapValue& map = std::get<MapValue>(input.value);
  return "W " + std::to_string(input.variable) + elements(map, differences(*input.present, map));
}

Hull integers_of(const Exploration& exploration) {
  Hull hull;
  for (const ScheduleStep& step : exploration.schedule.steps) {
    for (const ScheduleInput& input : step.inputs) hull.add(input.value);
    hull.add(identifier_of(step.thread));
  }
  for (const ModelValue& parameter : exploration.schedule.parameters) hull.add(parameter);
  for (const ScheduleThread& thread : exploration.schedule.threads) hull.add(Integer(thread.identifier));
  for (const auto& store : exploration.schedule.stores)
    for (const ModelValue& value : store) hull.add(value);
  return hull;
}

// The threads go on to the steps that race, and then these are named, each with what it takes.
std::optional<std::string> race_lines(const FoundRace& race, ScheduleWay& way,
                                      const std::map<std::size_t, TermId>& terms) {
  std::string moves;
  std::string parties =
      fmt::format("race {} {} {}\n", race.variable, race.index.value_or(0), race.second.writes ? 1 : 0);
  for (const FoundRace::Party* party : {&race.first, &race.second}) {
    const std::optional<std::string> events = way.to_step(party->next);
    if (!events || !party->next.thread.branches.empty()) return std::nullopt;
    moves += *events;
    parties += fmt::format("thread {} {}\n", party->next.thread.family, party->next.thread.identifier);
    for (const ScheduleInput& input : party->next.inputs) parties += input_line(input, terms.contains(input.variable));
  }
  return moves + parties;
}

}   // namespace

bool needs_range(const Program& program, const Exploration& exploration) {
  if (exploration.verdict == Exploration::Verdict::breaks_post) return true;
  for (std::size_t i = 1; i <= program.table.formula_count(); ++i)
    if (program.table[static_cast<FormulaId>(i)].kind == FormulaKind::all) return true;
  return false;
}

std::optional<std::string> write_schedule_certificate(const CoreProgram& core, const Exploration& exploration,
                                                      std::int64_t margin) {
  const Program& program = core.program;
  const bool goes_wrong = exploration.verdict == Exploration::Verdict::goes_wrong;
  WrittenProgram written = write_numbered_program(core, claim_of(exploration.verdict));
  std::string text = std::move(written.text);
  const std::map<std::size_t, TermId> terms = initial_terms(program);
  if (needs_range(program, exploration)) text += integers_of(exploration).range_line(margin);
  for (std::size_t i = 0; i < exploration.schedule.parameters.size(); ++i)
    text += value_line('y', 'Y', i + 1, exploration.schedule.parameters[i]);
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const auto term = terms.find(v);
    if (term == terms.end())
      text += value_line('v', 'V', v, exploration.schedule.stores[0][v]);
    else
      text += term_line(v, written.numbers.terms[term->second], exploration);
  }
  text += "run\n";

  ScheduleWay way(program);
  for (std::size_t step = 0; step < exploration.schedule.steps.size(); ++step) {
    const ScheduleStep& taken = exploration.schedule.steps[step];
    const std::optional<std::string> events = way.to_step(taken);
    if (!events) return std::nullopt;
    text += *events;
    for (const ScheduleInput& input : taken.inputs) text += input_line(input, terms.contains(input.variable));
    // The step that breaks the guarantee is prepared and not taken.
    const bool is_last = step + 1 == exploration.schedule.steps.size();
    if (is_last && exploration.verdict == Exploration::Verdict::breaks_guarantee) break;
    const bool is_fork = statement_of(program, taken.statement).kind == CoreStatement::Kind::par;
    text += is_fork ? "fork\n" : goes_wrong && is_last ? "wrong\n" : "step\n";
  }
  if (exploration.race) {
    const std::optional<std::string> race = race_lines(*exploration.race, way, terms);
    return race ? std::optional(text + *race) : std::nullopt;
  }
  if (exploration.verdict != Exploration::Verdict::breaks_post) return text;
  for (const ScheduleThread& thread : exploration.schedule.threads) {
    const std::optional<std::string> events = way.to_end(thread);
    if (!events) return std::nullopt;
    text += *events + "ended\n";
  }
  return text;
}

}   // namespace plato
