// What an exploration runs: values of the parameters, and with them the threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "concrete_evaluation.hpp"
#include "explore.hpp"
#include "store_solver.hpp"

namespace plato {

struct ExplorationSetting {
  std::vector<std::int64_t> parameters;   // a number, or for a map its number in the pool
  std::vector<ScheduleThread> threads;
  bool has_all_threads = true;            // no family has more members than those that run
  ValueBounds bounds;
  std::vector<std::int64_t> domain;   // of quantifiers, before what a store adds
};

void sort_unique(std::vector<std::int64_t>& values);

// All settings within the bounds that the program's assumption allows. `left_out` says why there should be more, if so.
std::vector<ExplorationSetting> exploration_settings(const CoreProgram& program, const ExploreOptions& options,
                                                     ConcreteEvaluation& evaluation, MapPool& maps, std::string& left_out);

}   // namespace plato
