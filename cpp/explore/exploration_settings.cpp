// Enumerating settings; see exploration_settings.hpp.

#include "explore/exploration_settings.hpp"

#include <algorithm>
#include <set>

#include "explore/family_members.hpp"
#include "logic/pair_parts.hpp"

namespace plato {
namespace {

// An individually declared thread has one identifier; of a family, the first few members run.
void add_threads(const Program& program, const ExploreOptions& options, ConcreteEvaluation& evaluation,
                 std::size_t family, ExplorationSetting& s) {
  const Literal members = program.families[family].members;
  const FormulaId id = formula_of(members);
  if (is_given_thread(program, program.families[family])) {
    for (TermId side : {program.table.left(id), program.table.right(id)})
      if (program.table[side].kind == TermKind::num)
        s.threads.push_back({family, evaluation.number(side, {.parameters = s.parameters})});
    return;
  }
  const ConcreteModel model{.parameters = s.parameters, .domain = s.domain};
  if (!options.identifiers.empty()) {
    s.has_all_members[family] = false;
    for (std::int64_t tid : options.identifiers) {
      ConcreteModel here = model;
      here.tid = tid;
      if (evaluation.holds(members, here)) s.threads.push_back({family, tid});
    }
    return;
  }
  constexpr std::size_t most_threads = 1000, few_threads = 2;
  const bool stand_for_all = options.few_of && options.few_of->first == family;
  const std::optional<std::size_t> wanted = stand_for_all ? options.few_of->second : options.threads_per_family;
  const FamilyMembers found =
      find_members(program, members, wanted.value_or(most_threads), wanted.value_or(few_threads), evaluation, model);
  for (std::int64_t tid : found.identifiers) s.threads.push_back({family, tid});
  s.has_all_members[family] = found.are_all || stand_for_all;
  s.is_endless[family] = found.is_endless;
}

// The values of a parameter. There are too many maps to try them all: for truth values, those that differ at three
// places; for numbers, the constant maps and the map from every small number to itself.
std::vector<std::int64_t> candidates_for(const CoreParameter& parameter, const ExploreOptions& options,
                                         const std::vector<std::int64_t>& values, MapPool& maps) {
  std::vector<std::int64_t> candidates;
  if (parameter.type == VariableType::boolean) {
    candidates = {0, 1};
  } else if (!is_map_type(parameter.type)) {
    candidates = values;
  } else if (parameter.type == VariableType::map) {
    for (std::int64_t v : values) candidates.push_back(maps.constant(v));
    constexpr std::int64_t beyond = 3;   // as far as formulas with + 1 reach from the domain of quantifiers
    std::int64_t identity = maps.constant(0);
    for (std::int64_t v = options.lowest - beyond; v <= options.highest + beyond; ++v)
      identity = maps.with(identity, v, v);
    candidates.push_back(identity);
  } else {
    constexpr std::int64_t places = 3;
    for (std::int64_t bits = 0; bits < std::int64_t{1} << places; ++bits) {
      std::int64_t map = maps.constant(0);
      for (std::int64_t i = 0; i < places; ++i) map = maps.with(map, i, bits >> i & 1);
      candidates.push_back(map);
    }
    candidates.push_back(maps.constant(1));
  }
  return candidates;
}

// The integers that the index of a map is made of.
void add_indices(std::int64_t index, std::uint32_t count, std::vector<std::int64_t>& domain) {
  if (count < 2) return domain.push_back(index);
  if (const auto indices = indices_in(index, count))
    for (const Integer& one : *indices) domain.push_back(one.small());
}

bool has_quantifiers(const Program& program) {
  for (std::size_t i = 1; i <= program.table.formula_count(); ++i)
    if (program.table[static_cast<FormulaId>(i)].kind == FormulaKind::all) return true;
  return false;
}

// A setting with these values of the parameters and no threads yet.
ExplorationSetting setting_with(const Program& program, const ExploreOptions& options,
                                const std::vector<std::int64_t>& values, std::vector<std::int64_t> parameters) {
  ExplorationSetting s{.parameters = std::move(parameters),
                       .threads = {},
                       .has_all_members = std::vector<bool>(program.families.size(), true),
                       .is_endless = std::vector<bool>(program.families.size()),
                       .bounds = {values, {}},
                       .domain = values,
                       .has_quantifiers = has_quantifiers(program)};
  s.domain.insert(s.domain.end(), {options.lowest - 1, options.highest + 1});
  for (std::size_t i = 0; i < s.parameters.size(); ++i)
    if (!is_map_type(program.parameters[i].type))
      s.domain.insert(s.domain.end(), {s.parameters[i] - 1, s.parameters[i], s.parameters[i] + 1});
  sort_unique(s.domain);
  return s;
}

// The threads of all families, whose identifiers are values to try as well.
void add_all_threads(const Program& program, const ExploreOptions& options, ConcreteEvaluation& evaluation,
                     ExplorationSetting& s) {
  for (std::size_t f = 0; f < program.families.size(); ++f) add_threads(program, options, evaluation, f, s);
  for (const ScheduleThread& t : s.threads) s.bounds.identifiers.push_back(t.identifier);
  sort_unique(s.bounds.identifiers);
  s.domain.insert(s.domain.end(), s.bounds.identifiers.begin(), s.bounds.identifiers.end());
  sort_unique(s.domain);
}

}   // namespace

void sort_unique(std::vector<std::int64_t>& values) {
  std::ranges::sort(values);
  const auto same = std::ranges::unique(values);
  values.erase(same.begin(), same.end());
}

std::vector<std::int64_t> domain_in(const Program& program, const ExplorationSetting& setting, const MapPool& maps,
                                    const ConcreteStore& store) {
  std::vector<std::int64_t> domain = setting.domain;
  if (!setting.has_quantifiers) return domain;
  for (std::size_t v = 0; v < store.size(); ++v) {
    if (!is_map(program.variables[v]))
      domain.push_back(store[v]);
    else
      for (const auto& [index, value] : maps[store[v]].entries)
        add_indices(index, index_count(program.variables[v]), domain);
  }
  sort_unique(domain);
  return domain;
}

std::vector<std::int64_t> values_to_try(const Program& program, const ExploreOptions& options) {
  std::vector<std::int64_t> values;
  for (std::int64_t v = options.lowest; v <= options.highest; ++v) values.push_back(v);
  std::set<std::int64_t> named;
  for (TermId t = 1; t <= program.table.term_count(); ++t)
    if (program.table[t].kind == TermKind::num && program.table.value(t).is_small())
      named.insert(program.table.value(t).small());
  // A comparison with a constant makes a difference next to the constant; the range covers constants that are near it.
  constexpr std::size_t most_values = 24;
  std::vector<std::int64_t> further;
  constexpr std::int64_t largest = std::int64_t{1} << 40;
  for (std::int64_t v : named)
    if (v > -largest && v < largest && (v < options.lowest - 1 || v > options.highest + 1))
      further.insert(further.end(), {v - 1, v, v + 1});
  std::ranges::stable_sort(further, {}, [](std::int64_t v) { return v < 0 ? -v : v; });
  further.resize(std::min(further.size(), most_values));
  values.insert(values.end(), further.begin(), further.end());
  values.insert(values.end(), options.further_values.begin(), options.further_values.end());
  sort_unique(values);
  return values;
}

std::vector<ExplorationSetting> exploration_settings(const Program& program, const ExploreOptions& options,
                                                     ConcreteEvaluation& evaluation, MapPool& maps,
                                                     std::string& left_out) {
  constexpr std::size_t most_tried = 100000;
  std::vector<ExplorationSetting> settings;
  std::vector<std::vector<std::int64_t>> candidates;
  const std::vector<std::int64_t> values = values_to_try(program, options);
  for (const CoreParameter& parameter : program.parameters)
    candidates.push_back(candidates_for(parameter, options, values, maps));
  std::vector<std::size_t> chosen(candidates.size(), 0);
  for (std::size_t tried = 0; tried < most_tried; ++tried) {
    std::vector<std::int64_t> parameters;
    for (std::size_t i = 0; i < candidates.size(); ++i) parameters.push_back(candidates[i][chosen[i]]);
    ExplorationSetting s = setting_with(program, options, values, std::move(parameters));
    try {
      if (evaluation.holds(program.assumption, {.parameters = s.parameters, .domain = s.domain})) {
        add_all_threads(program, options, evaluation, s);
        settings.push_back(std::move(s));
      }
    } catch (const TooLarge&) {
      left_out = "some values do not fit into 64 bits";
    }
    std::size_t i = 0;
    while (i < chosen.size() && chosen[i] + 1 == candidates[i].size()) chosen[i++] = 0;
    if (i == chosen.size()) return settings;
    ++chosen[i];
  }
  left_out = "there are too many values of the parameters";
  return settings;
}

}   // namespace plato
