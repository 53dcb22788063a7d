// What an exploration runs: values of the parameters, and with them the threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "explore/concrete_evaluation.hpp"
#include "explore/schedule.hpp"
#include "explore/store_solver.hpp"

namespace plato {

struct ExplorationSetting {
  std::vector<std::int64_t> parameters;   // a number, or for a map its number in the pool
  std::vector<ScheduleThread> threads;
  std::vector<bool> has_all_members;   // of the families: they have no other members than those that run
  std::vector<bool> is_endless;        // of the families: nothing bounds their identifiers
  ValueBounds bounds;
  std::vector<std::int64_t> domain;   // of quantifiers, before what a store adds
  bool has_quantifiers = false;       // the program

  bool has_all_threads() const { return std::ranges::all_of(has_all_members, std::identity()); }
};

void sort_unique(std::vector<std::int64_t>& values);

// What quantifiers range over in a store: also its integers and the indices of its maps.
std::vector<std::int64_t> domain_in(const Program& program, const ExplorationSetting& setting, const MapPool& maps,
                                    const ConcreteStore& store);

// The integers to try where nothing determines the value: the range, and those outside it that the program and the
// options name.
std::vector<std::int64_t> values_to_try(const Program& program, const ExploreOptions& options);

// All settings within the bounds that the program's assumption allows. `left_out` says why there should be more, if
// there should.
std::vector<ExplorationSetting> exploration_settings(const Program& program, const ExploreOptions& options,
                                                     ConcreteEvaluation& evaluation, MapPool& maps,
                                                     std::string& left_out);

}   // namespace plato
