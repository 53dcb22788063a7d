// One parameterized program: the verdict for every n, and the instances for small n, each run in all ways.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "trial.hpp"
#include "trials/judges/schedule_oracle.hpp"

namespace plato_test {

// The program for one n. An additional thread does what the program's rely allows, and its guarantee is asserted after
// each step: so the explorer, which knows neither, sees all parts of the claim.
struct Instance {
  int n = 0;
  bool has_environment = false;
  bool is_allowed = true;   // by the assumptions: otherwise nothing is claimed of it
  plato::ExploredProgram explored;
  Opinion opinion = Opinion::no_opinion;   // of the schedule, if something is wrong

  bool is_wrong() const { return explored.exploration.verdict != plato::Exploration::Verdict::no_violation; }
};

struct ParameterizedTrial {
  Trial of_all;   // not explored
  std::vector<Instance> instances;

  bool is_wrong() const;      // some instance is
  bool is_complete() const;   // all were seen as a whole, and one is allowed at least
};

// Throws std::runtime_error if an instance of what can be read cannot be.
ParameterizedTrial try_parameterized(const std::string& source);

// Why the verdict for every n and what the instances do cannot both be right, or that a schedule was not replayed; none
// if they agree.
std::optional<std::string> disagreement(const ParameterizedTrial& trial);

}   // namespace plato_test
