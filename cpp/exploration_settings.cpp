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
  if (members > 0 && program.table[id].kind == FormulaKind::eq) {
    for (TermId side : {program.table.left(id), program.table.right(id)})
      if (program.table[side].kind == TermKind::num)
        s.threads.push_back({family, evaluation.number(side, {.parameters = s.parameters})});
    return;
  }
  constexpr std::int64_t furthest = 64;
  std::vector<std::int64_t> candidates = options.identifiers;
  if (candidates.empty()) {
    for (std::int64_t i = 1; i <= furthest; ++i) candidates.push_back(i);
    for (std::int64_t i = 1; i <= furthest; ++i) candidates.push_back(-i);
  }
  std::size_t count = 0;
  for (std::int64_t tid : candidates) {
    if (options.identifiers.empty() && count == options.threads_per_family) break;
    if (!evaluation.holds(members, {.tid = tid, .parameters = s.parameters, .domain = s.domain})) continue;
    s.threads.push_back({family, tid});
    ++count;
  }
}

}   // namespace

void sort_unique(std::vector<std::int64_t>& values) {
  std::ranges::sort(values);
  const auto same = std::ranges::unique(values);
  values.erase(same.begin(), same.end());
}

std::vector<ExplorationSetting> exploration_settings(const CoreProgram& program, const ExploreOptions& options,
                                                     ConcreteEvaluation& evaluation, std::string& left_out) {
  constexpr std::size_t most_tried = 100000;
  std::vector<ExplorationSetting> settings;
  std::vector<std::int64_t> parameters(program.parameters.size(), options.lowest);
  for (std::size_t tried = 0; tried < most_tried; ++tried) {
    ExplorationSetting s{
        .parameters = parameters, .threads = {}, .bounds = {options.lowest, options.highest, {}}, .domain = {}};
    for (std::int64_t v = options.lowest - 1; v <= options.highest + 1; ++v) s.domain.push_back(v);
    for (std::int64_t p : parameters) s.domain.insert(s.domain.end(), {p - 1, p, p + 1});
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
    while (i < parameters.size() && parameters[i] >= options.highest) parameters[i++] = options.lowest;
    if (i == parameters.size()) return settings;
    ++parameters[i];
  }
  left_out = "there are too many values of the parameters";
  return settings;
}

}   // namespace plato
