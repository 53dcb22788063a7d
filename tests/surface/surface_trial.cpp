// See surface_trial.hpp.

#include "surface_trial.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <variant>

#include "logic/pair_parts.hpp"
#include "source/program_parser.hpp"

namespace plato_test::surface {

using plato::Exploration;
using PlatoVerdict = Trial::Verdict;

namespace {

// The same for the explorer and the interpreter. The constants of the random programs are in this range or beside it,
// so that the explorer adds none.
const SmallValues small_values{};
constexpr std::size_t most_states = 20'000;
// Nearly all proofs are found in a tenth of that; what takes longer is seldom proved at all.
constexpr double seconds_for_proofs = 0.4;

plato::ExploreOptions explore_options() {
  return {.threads_per_family = small_values.threads_per_family,
          .lowest = small_values.lowest,
          .highest = small_values.highest,
          .most_states = most_states};
}

// Whether the two tried the same executions: those on small integers. Quantifiers are about small numbers in the random
// programs, so that both get their truth right.
bool tried_the_same(const Run& run) {
  const Guesses& g = run.guesses;
  return !g.maps && !g.relations && !g.environment && !g.constants && !g.threads && !g.beyond;
}
// Whether the interpreter tried the explorer's schedule: all values in it were given to it.
bool tried_the_schedule(const Run& run) { return run.is_exhausted && !run.guesses.threads; }

Value value_of(const plato::ModelValue& value) {
  if (const auto* number = std::get_if<plato::Integer>(&value)) return of_number(number->small());
  const auto& map = std::get<plato::MapValue>(value);
  Value result = constant_map(map.otherwise.small());
  for (const auto& [index, element] : map.entries)
    result = with_element(std::move(result), index.small(), element.small());
  return result;
}

// Of a map of maps, in the way in which the interpreter keeps it; what each thread or call has by itself, for each.
std::vector<Value> maps_of_maps(const plato::MapValue& map, const plato::CoreVariable& variable) {
  std::map<std::vector<plato::Integer>, Value> maps;   // by thread and call
  const std::uint32_t count = index_count(variable);
  const std::ptrdiff_t first = variable.call ? 2 : variable.is_local ? 1 : 0;
  for (const auto& [index, element] : map.entries) {
    const auto indices = plato::indices_in(index, count);
    if (!indices) continue;
    std::vector<plato::Integer> whose(indices->begin(), indices->begin() + first);
    std::int64_t all = (*indices)[static_cast<std::size_t>(first)].small();
    for (auto i = indices->begin() + first + 1; i != indices->end(); ++i) all = further_index(all, i->small());
    Value& found = maps.try_emplace(std::move(whose), constant_map(map.otherwise.small())).first->second;
    found = with_element(std::move(found), all, element.small());
  }
  std::vector<Value> values = {constant_map(map.otherwise.small())};
  for (auto& [whose, value] : maps) values.push_back(std::move(value));
  return values;
}

// The values in a schedule: an equation in it may lead out of the range that is tried.
std::vector<Value> values_of(const plato::Program& program, const plato::Schedule& schedule) {
  std::set<Value> values;
  const auto add = [&](const plato::ModelValue& v) {
    const Value value = value_of(v);
    values.insert(value);
    for (const auto& [index, number] : value.entries) values.insert(of_number(number));
  };
  for (const auto& store : schedule.stores)
    for (std::size_t v = 0; v < store.size(); ++v) {
      const plato::CoreVariable& variable = program.variables[v];
      if (index_count(variable) < 2) {
        add(store[v]);
        continue;
      }
      for (const Value& value : maps_of_maps(std::get<plato::MapValue>(store[v]), variable)) {
        values.insert(value);
        for (const auto& [index, number] : value.entries) values.insert(of_number(number));
      }
    }
  std::ranges::for_each(schedule.parameters, add);
  return {values.begin(), values.end()};
}

// A value in the midst of an atomic block is in no store: it is small, or a constant of the program or beside one.
void add_constants(const plato::SyntaxTree& tree, std::vector<Value>& values) {
  std::set<Value> all(values.begin(), values.end());
  for (const plato::Expression& e : tree.expressions)
    if (e.kind == plato::Expression::Kind::number && e.number.is_small())
      for (const std::int64_t n : {e.number.small(), -e.number.small()})
        for (const std::int64_t beside : {n - 1, n, n + 1}) all.insert(of_number(beside));
  values.assign(all.begin(), all.end());
}

// A schedule that only the explorer vouches for: the kernel evaluates quantifiers where bounds settle them, and it
// replays no broken guarantees.
bool is_beyond_the_kernel(const SurfaceTrial& trial) {
  if (trial.plato.verdict != PlatoVerdict::not_proved) return false;
  const auto& formulas = trial.plato.program->program.table;
  for (std::size_t i = 1; i <= formulas.formula_count(); ++i)
    if (formulas[static_cast<plato::FormulaId>(i)].kind == plato::FormulaKind::all) return true;
  return false;
}

}   // namespace

SurfaceTrial try_surface_program(const std::string& source, PlacesRead places) {
  SurfaceTrial trial{.plato = check_source(source, seconds_for_proofs), .run = {}, .why_not_run = {}};
  if (trial.plato.program) trial.plato.explored = plato::explore_program(*trial.plato.program, explore_options());
  plato::Diagnostics diagnostics;
  const plato::SyntaxTree tree = plato::parse_program(source, diagnostics);
  if (!diagnostics.empty()) {
    trial.why_not_run = diagnostics.front().message;
    return trial;
  }
  try {
    RunOptions options{.values = small_values, .most_states = most_states, .places = places};
    trial.run = run_program(tree, options);
    if (!trial.plato.explored || !trial.plato.explored->is_refuted || trial.run->is_wrong()) return trial;
    options.values.further = values_of(trial.plato.program->program, trial.plato.explored->exploration.schedule);
    add_constants(tree, options.values.further);
    trial.run = run_program(tree, options);
  } catch (const CannotRun& why) {
    trial.why_not_run = why.what();
  }
  return trial;
}

std::optional<std::string> disagreement(const SurfaceTrial& trial) {
  if (!trial.plato.program && trial.run)
    return "the front end refuses what the interpreter runs\n" + trial.plato.message;
  if (trial.plato.program && !trial.run)
    return "the interpreter cannot run what the front end accepts: " + trial.why_not_run;
  if (!trial.plato.program) return std::nullopt;
  const Run& run = *trial.run;
  if (const auto flaw = disagreement(trial.plato); flaw && !is_beyond_the_kernel(trial)) return flaw;
  const plato::ExploredProgram& explored = *trial.plato.explored;
  const bool is_certified = trial.plato.verdict == PlatoVerdict::certified;
  const bool explorer_finds = explored.exploration.verdict != Exploration::Verdict::no_violation;
  if (is_certified && run.is_wrong()) return "UNSOUND: certified, and the interpreter finds it wrong\n" + run.trace;
  if (is_certified && !run.broken_annotation.empty())
    return "UNSOUND: certified, and an annotation is broken: " + run.broken_annotation + ", line " +
           std::to_string(run.annotation_line);
  if (explorer_finds && explored.is_refuted && !run.is_wrong() && tried_the_schedule(run))
    return "refuted, and the interpreter finds nothing wrong\n" + explored.table;
  if (!explorer_finds && run.is_wrong() && explored.exploration.is_complete())
    return "explored completely, and the interpreter finds it wrong\n" + run.trace;
  if (!explorer_finds && run.is_wrong() && explored.exploration.is_exhausted() && tried_the_same(run))
    return "explored on the same values, and the interpreter finds it wrong\n" + run.trace;
  return std::nullopt;
}

std::string kind_of(const SurfaceTrial& trial) {
  if (!trial.plato.program || !trial.run) return "not run";
  const bool explorer_finds = trial.plato.explored->exploration.verdict != Exploration::Verdict::no_violation;
  const Run& run = *trial.run;
  if (trial.plato.verdict == PlatoVerdict::certified)
    return run.is_complete()  ? "certified, all was seen"
           : run.is_exhausted ? "certified, small values were seen"
                              : "certified, too large to be run";
  if (run.is_wrong()) {
    const std::string by = run.by_environment ? ", by the environment"
                           : explorer_finds   ? ", the explorer agrees"
                                              : ", the explorer saw less";
    switch (run.verdict) {
      case Run::Verdict::goes_wrong: return "goes wrong" + by;
      case Run::Verdict::breaks_invariant: return "breaks the invariant" + by;
      case Run::Verdict::breaks_guarantee: return "breaks the guarantee" + by;
      default: return "breaks what it ensures" + by;
    }
  }
  if (explorer_finds) return "only the explorer finds it wrong";
  return run.is_exhausted ? "right as far as seen, not proved" : "not proved, too large to be run";
}

}   // namespace plato_test::surface
