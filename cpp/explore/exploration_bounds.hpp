// What an exploration tried and what it left out, in words.
#pragma once

#include <string>
#include <vector>

#include "core/specification.hpp"
#include "explore/exploration_settings.hpp"
#include "explore/store_solver.hpp"

namespace plato {

struct ExplorationBounds {
  std::vector<std::string> tried;      // "3 threads of T", "x in {3, 6, 7}"
  std::vector<std::string> left_out;   // "other threads of T", "other initial values of x"
};

// `start` is the plan for the initial stores; `has_guesses` says whether steps try values that nothing determines.
ExplorationBounds describe_bounds(const Program& program, const Specification& specification,
                                  const std::vector<ExplorationSetting>& settings,
                                  const std::vector<std::int64_t>& values, const SolutionPlan& start, bool has_guesses);

}   // namespace plato
