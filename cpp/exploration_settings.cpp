// Enumerating settings; see exploration_settings.hpp.

#include "exploration_settings.hpp"

#include <algorithm>

namespace plato {
namespace {

// A given thread has its one identifier; of a family the first few members run.
void add_threads(const CoreProgram& program, const ExploreOptions& options, ConcreteEvaluation& evaluation,
                 std::size_t family, ExplorationSetting& s) {
  const Literal members = program.families[family].members;
  const FormulaId id = formula_of(members);
  if (is_given_thread(program, program.families[family])) {
    for (TermId side : {program.table.left(id), program.table.right(id)})
      if (program.table[side].kind == TermKind::num)
        s.threads.push_back({family, evaluation.number(side, {.parameters = s.parameters})});
    return;
  }
  constexpr std::int64_t furthest = 64;
  std::vector<std::int64_t> candidates = options.identifiers;
  if (candidates.empty()) {
    for (std::int64_t i = 0; i <= furthest; ++i) candidates.push_back(i);
    for (std::int64_t i = 1; i <= furthest; ++i) candidates.push_back(-i);
  }
  const auto is_member = [&](std::int64_t tid) {
    return evaluation.holds(members, {.tid = tid, .parameters = s.parameters, .domain = s.domain});
  };
  std::size_t count = 0, left = 0;
  for (std::int64_t tid : candidates) {
    if (!is_member(tid)) continue;
    if (options.identifiers.empty() && count == options.threads_per_family) {
      ++left;
      break;
    }
    s.threads.push_back({family, tid});
    ++count;
  }
  // A family with members far away has more than can run; all have ended only if all have run.
  for (std::int64_t far = 2 * furthest; far < std::int64_t{1} << 40; far *= 2) left += is_member(far) || is_member(-far) ? 1 : 0;
  if (left != 0 || !options.identifiers.empty()) s.has_all_threads = false;
}

// What a parameter may be. Of maps there are too many: for truth values those that differ at three places, for numbers
// those that are the same everywhere, and the one that maps every small number to itself.
std::vector<std::int64_t> candidates_for(const CoreParameter& parameter, const ExploreOptions& options, MapPool& maps) {
  std::vector<std::int64_t> candidates;
  if (!is_map_type(parameter.type)) {
    for (std::int64_t v = options.lowest; v <= options.highest; ++v) candidates.push_back(v);
  } else if (parameter.type == VariableType::map) {
    for (std::int64_t v = options.lowest; v <= options.highest; ++v) candidates.push_back(maps.constant(v));
    constexpr std::int64_t beyond = 3;   // as far as formulas with + 1 reach from the domain of quantifiers
    std::int64_t identity = maps.constant(0);
    for (std::int64_t v = options.lowest - beyond; v <= options.highest + beyond; ++v) identity = maps.with(identity, v, v);
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

}   // namespace

void sort_unique(std::vector<std::int64_t>& values) {
  std::ranges::sort(values);
  const auto same = std::ranges::unique(values);
  values.erase(same.begin(), same.end());
}

std::vector<ExplorationSetting> exploration_settings(const CoreProgram& program, const ExploreOptions& options,
                                                     ConcreteEvaluation& evaluation, MapPool& maps, std::string& left_out) {
  constexpr std::size_t most_tried = 100000;
  std::vector<ExplorationSetting> settings;
  std::vector<std::vector<std::int64_t>> candidates;
  for (const CoreParameter& parameter : program.parameters) candidates.push_back(candidates_for(parameter, options, maps));
  std::vector<std::size_t> chosen(candidates.size(), 0);
  for (std::size_t tried = 0; tried < most_tried; ++tried) {
    std::vector<std::int64_t> parameters;
    for (std::size_t i = 0; i < candidates.size(); ++i) parameters.push_back(candidates[i][chosen[i]]);
    ExplorationSetting s{
        .parameters = parameters, .threads = {}, .bounds = {options.lowest, options.highest, {}}, .domain = {}};
    for (std::int64_t v = options.lowest - 1; v <= options.highest + 1; ++v) s.domain.push_back(v);
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (!is_map_type(program.parameters[i].type)) s.domain.insert(s.domain.end(), {parameters[i] - 1, parameters[i], parameters[i] + 1});
    sort_unique(s.domain);
    try {
      if (evaluation.holds(program.assumption, {.parameters = parameters, .domain = s.domain})) {
        for (std::size_t f = 0; f < program.families.size(); ++f) add_threads(program, options, evaluation, f, s);
        for (const ScheduleThread& t : s.threads) s.bounds.identifiers.push_back(t.identifier);
        sort_unique(s.bounds.identifiers);
        s.domain.insert(s.domain.end(), s.bounds.identifiers.begin(), s.bounds.identifiers.end());
        sort_unique(s.domain);
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
