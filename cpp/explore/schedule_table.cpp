// Printing schedules; see schedule_table.hpp.

#include "explore/schedule_table.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <span>

#include "core/call_rows.hpp"
#include "core/core_text.hpp"
#include "core/value_text.hpp"
#include "explore/values_read.hpp"

namespace plato {
namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

// How many columns a text takes; bytes that continue a character take none.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string shortened(const std::string& text, std::size_t most) {
  if (width(text) <= most) return text;
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xc0) != 0x80 && ++seen == most) break;
  return text.substr(0, end) + "…";
}

using Row = std::vector<std::string>;

// A column with nothing below its head is left out.
std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows[0].size());
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  const auto is_empty = [&](std::size_t column) {
    return std::all_of(rows.begin() + 1, rows.end(), [&](const Row& row) { return row[column].empty(); });
  };
  std::string text;
  for (const Row& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (is_empty(i)) continue;
      const std::string padding(widths[i] - width(row[i]), ' ');
      line += i == 0 ? " " + padding + row[i] : "  " + row[i] + padding;   // numbers to the right
    }
    while (line.ends_with(' ')) line.pop_back();
    text += line + "\n";
  }
  return text;
}

}   // namespace

std::string thread_name(const Program& program, const ScheduleThread& thread) {
  const CoreFamily& family = program.families[thread.family];
  std::string name = family.name;
  if (!is_given_thread(program, family)) name += "[" + std::to_string(thread.identifier) + "]";
  for (std::int64_t number : thread.branches) name += "/" + std::to_string(number);
  return name;
}

namespace {

// What the map is for calls that begin in the step.
void show_new_maps(const Program& program, std::size_t v, const ModelValue& call_before,
                   const std::vector<ModelValue>& after, std::vector<std::string>& texts) {
  const CoreVariable& variable = program.variables[v];
  const MapValue &before = std::get<MapValue>(call_before), &now = std::get<MapValue>(after[*variable.call]);
  for (const auto& [thread, number] : now.entries)
    if (before.at(thread) != number)
      texts.push_back(variable.name + "[" + to_string(thread) + "] = " +
                      shown_text_of(
                          program, v, [&](std::size_t i) { return after[i]; }, thread));
}

}   // namespace

std::vector<std::string> store_changes(const Program& program, const std::vector<ModelValue>& before,
                                       const std::vector<ModelValue>& after) {
  std::vector<std::string> texts;
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    if (program.variables[v].is_ghost || program.variables[v].numbers_calls) continue;
    // What was there for a call that begins in this step is no change.
    const StoreValue in_before = [&](std::size_t i) { return before[i]; };
    const StoreValue in_after = [&](std::size_t i) { return after[i]; };
    const ModelValue old_value = shown_value(program, v, in_before, in_after).value;
    const auto [variable, new_value] = shown_value(program, v, in_after, in_after);
    if (const auto call = program.variables[v].call) show_new_maps(program, v, before[*call], after, texts);
    const auto *old_map = std::get_if<MapValue>(&old_value), *new_map = std::get_if<MapValue>(&new_value);
    if (!old_map || !new_map) {
      if (std::get<Integer>(old_value) != std::get<Integer>(new_value))
        texts.push_back(variable.name + " = " + value_text(variable, new_value));
      continue;
    }
    if (same_map(*old_map, *new_map)) continue;
    if (variable.type == VariableType::thread_set || old_map->otherwise != new_map->otherwise) {
      texts.push_back(variable.name + " = " + value_text(variable, new_value));
      continue;
    }
    std::set<Integer> indices;
    for (const MapValue* map : {old_map, new_map})
      for (const auto& [index, value] : map->entries) indices.insert(index);
    for (const Integer& index : indices)
      if (const std::string where = index_text(variable, index);
          old_map->at(index) != new_map->at(index) && !where.empty())
        texts.push_back(variable.name + where + " = " + element_text(variable.type, new_map->at(index)));
  }
  return texts;
}

std::string_view violation_text(Exploration::Verdict verdict) {
  switch (verdict) {
    case Exploration::Verdict::goes_wrong: return "goes wrong";
    case Exploration::Verdict::breaks_invariant: return "breaks the invariant";
    case Exploration::Verdict::breaks_guarantee: return "breaks its guarantee";
    case Exploration::Verdict::breaks_post: return "ends where what it ensures is false";
    case Exploration::Verdict::has_race: return "has a race";
    case Exploration::Verdict::no_violation: break;
  }
  return {};
}

namespace {

// So many steps in a row concern nobody but their thread, from this one on; a single line tells what they do. The last
// steps of a schedule, which say how it came to its end, are shown in any case.
std::size_t local_steps(const Program& program, const std::set<std::size_t>& shared, const Schedule& schedule,
                        std::size_t first) {
  const auto is_local = [&](const ScheduleStep& step) {
    const CoreStatement& statement = statement_of(program, step.statement);
    return statement.kind == CoreStatement::Kind::atomic && leaves_alone(program, statement.command, shared);
  };
  constexpr std::size_t last_steps = 10;
  std::size_t i = first;
  while (i + last_steps < schedule.steps.size() && schedule.steps[i].thread == schedule.steps[first].thread &&
         is_local(schedule.steps[i]))
    ++i;
  return i - first;
}

std::string lines_text(const Provenance& provenance, std::span<const ScheduleStep> steps) {
  std::uint32_t first = std::numeric_limits<std::uint32_t>::max(), last = 0;
  for (const ScheduleStep& step : steps) {
    const auto line = static_cast<std::uint32_t>(provenance.statements[step.statement - 1].where.line);
    first = std::min(first, line);
    last = std::max(last, line);
  }
  return first == last ? std::to_string(first) : std::to_string(first) + "-" + std::to_string(last);
}

// Initial values, then a line for each step; the line of the last step says how it ends.
std::string steps_table(const Program& program, const Provenance& provenance, const Schedule& schedule,
                        std::string_view last) {
  std::vector<std::string> initial;
  for (std::size_t i = 0; i < program.parameters.size(); ++i)
    initial.push_back(program.parameters[i].name + " = " + value_text(program.parameters[i], schedule.parameters[i]));
  for (std::size_t v = 0; v < program.variables.size(); ++v)
    if (!program.variables[v].is_ghost && !is_of_procedure(program.variables[v]))   // nobody reads those yet
      initial.push_back(program.variables[v].name + " = " + value_text(program.variables[v], schedule.stores[0][v]));
  std::string text = "initially " + joined(initial) + "\n";
  constexpr std::size_t widest_statement = 60, deepest_indent = 10, few_steps = 3;
  const std::set<std::size_t> shared = changing_variables(program);
  std::vector<Row> rows = {{"step", "thread", "line", "statement", "reads", "changes"}};
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const ScheduleStep& step = schedule.steps[i];
    const std::string name = thread_name(program, step.thread);
    if (const std::size_t many = local_steps(program, shared, schedule, i); many >= few_steps) {
      rows.push_back({std::to_string(i + 1) + "-" + std::to_string(i + many), name,
                      lines_text(provenance, std::span(schedule.steps).subspan(i, many)),
                      "… " + std::to_string(many) + " steps of its own", "",
                      joined(store_changes(program, schedule.stores[i], schedule.stores[i + many]))});
      i += many - 1;
      continue;
    }
    const StatementProvenance& statement = provenance.statements[step.statement - 1];
    std::string change = i + 1 < schedule.stores.size()
                             ? joined(store_changes(program, schedule.stores[i], schedule.stores[i + 1]))
                             : "";
    if (!last.empty() && i + 1 == schedule.steps.size()) (change += change.empty() ? "" : "; ") += last;
    rows.push_back({std::to_string(i + 1), name, std::to_string(statement.where.line),
                    std::string(2 * std::min(step.calls.size(), deepest_indent), ' ') +
                        shortened(statement.text, widest_statement),
                    joined(step_reads(program, schedule, i)), change});
  }
  return rows.size() > 1 ? text + aligned(rows) : text;
}

}   // namespace

std::vector<std::string> step_reads(const Program& program, const Schedule& schedule, std::size_t i) {
  const ScheduleStep& step = schedule.steps[i];
  const CoreStatement& statement = statement_of(program, step.statement);
  if (statement.kind != CoreStatement::Kind::atomic) return {};
  return values_read(program, statement.command,
                     {.before = schedule.stores[i],
                      .after = schedule.stores[i],
                      .parameters = schedule.parameters,
                      .thread = identifier_of(step.thread)});
}

std::string violated_text(const Program& program, const Provenance& provenance, Literal violated, std::size_t budget) {
  // Different formulas that say nothing of values are one.
  if (program.table[formula_of(violated)].kind == FormulaKind::true_) return violated > 0 ? "true" : "false";
  const auto found = provenance.written.find(violated);
  return found != provenance.written.end() ? found->second : core_formula_text(program, violated, budget);
}

namespace {

// "worker[1] is about to write it (line 7: x := 1)"
std::string party_text(const Program& program, const Provenance& provenance, const FoundRace::Party& party) {
  constexpr std::size_t widest = 60;
  const StatementProvenance& statement = provenance.statements[party.next.statement - 1];
  return thread_name(program, party.next.thread) + " to " + (party.writes ? "write" : "read") + " it (line " +
         std::to_string(statement.where.line) + ": " + shortened(statement.text, widest) + ")";
}

std::string race_text(const Program& program, const Provenance& provenance, const FoundRace& race) {
  const CoreVariable& variable = program.variables[race.variable];
  const std::string where = race.index && is_map(variable) ? index_text(variable, *race.index) : "";
  return "there is a race on " + variable.name + where + ": " + party_text(program, provenance, race.first) + ", and " +
         party_text(program, provenance, race.second);
}

}   // namespace

std::string outcome_text(const Program& program, const Provenance& provenance, const Exploration& exploration) {
  using Verdict = Exploration::Verdict;
  const Schedule& schedule = exploration.schedule;
  if (exploration.verdict == Verdict::no_violation) return {};
  std::string what;
  if (exploration.violated && program.table[formula_of(*exploration.violated)].kind == FormulaKind::true_) {
    what = "what it requires is false, whatever the values are";
  } else if (exploration.violated) {
    constexpr std::size_t symbols = 200;
    what = violated_text(program, provenance, *exploration.violated, symbols) + " is false";
    const bool has_two = exploration.verdict == Verdict::breaks_guarantee && schedule.stores.size() > 1;
    const std::vector<std::string> values =
        values_in(program, *exploration.violated,
                  {.before = schedule.stores[schedule.stores.size() - (has_two ? 2 : 1)],
                   .after = schedule.stores.back(),
                   .parameters = schedule.parameters,
                   .thread = schedule.steps.empty() ? Integer(0) : identifier_of(schedule.steps.back().thread)});
    if (!values.empty()) what += ", where " + joined(values);
  }
  const std::string where = schedule.steps.empty() ? "the initial store" : "the last store";
  switch (exploration.verdict) {
    case Verdict::no_violation: break;
    case Verdict::goes_wrong: return "the last step goes wrong: " + what;
    case Verdict::breaks_invariant: return where + " breaks the invariant: " + what;
    case Verdict::breaks_guarantee: return "the last step breaks what the program guarantees: " + what;
    case Verdict::breaks_post:
      return "all threads have ended, and " + where + " is not what the program ensures: " + what;
    case Verdict::has_race: return exploration.race ? race_text(program, provenance, *exploration.race) : "";
  }
  return {};
}

std::string schedule_table(const Program& program, const Provenance& provenance, const Exploration& exploration) {
  using Verdict = Exploration::Verdict;
  if (exploration.verdict == Verdict::no_violation) return {};
  const std::string_view last = exploration.verdict == Verdict::goes_wrong         ? "goes wrong"
                                : exploration.verdict == Verdict::breaks_guarantee ? "breaks the guarantee"
                                                                                   : "";
  return steps_table(program, provenance, exploration.schedule, last) + outcome_text(program, provenance, exploration) +
         "\n";
}

std::string deadlock_table(const Program& program, const Provenance& provenance, const Schedule& schedule) {
  std::vector<std::string> names;
  for (const ScheduleThread& thread : schedule.threads) names.push_back(thread_name(program, thread));
  return steps_table(program, provenance, schedule, "") + "no thread that ran (" + joined(names) +
         ") can take a step now, and not all have ended\n";
}

}   // namespace plato
