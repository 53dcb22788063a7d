// All stores, within bounds, that make a formula true: the initial stores of a program and the results of a step.
//
// A conjunct x' = e gives x' its value; what no conjunct determines is enumerated, and the other conjuncts are filters.
// Variables that stay cost nothing. The order is worked out once for each formula. Ghosts are not sought: they stay 0.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "explore/concrete_evaluation.hpp"

namespace plato {

// The values of variables that nothing determines.
struct ValueBounds {
  std::vector<std::int64_t> values;        // of integers, ascending
  std::vector<std::int64_t> identifiers;   // of the threads that run, ascending
};

struct SolutionPlan {
  struct Step {
    enum class Kind : std::uint8_t {
      assign,             // variable := term
      assign_element,     // variable := map with value at index; without a map, value everywhere
      assign_pointwise,   // variable := the map that at i, where formula(i) holds, is value(i), and 0 elsewhere
      guess,              // variable is anything of its type
      guess_element,      // variable := map with anything at index
      follow,   // variable := the branch of `term` that its conditions lead to, where anything counts as a guess
      check     // the formula must hold
    };
    Kind kind = Kind::check;
    std::size_t variable = 0;
    TermId term = 0;                        // assign, follow
    TermId map = 0, index = 0, value = 0;   // elements
    Literal formula = 0;                    // check, assign_pointwise
  };
  std::vector<Step> steps;
  std::int32_t version = 1;   // of the variables that are sought
};

// Whether values are tried that nothing determines, so that some solutions may be missed. This does not apply to truth
// values, which have no others.
bool has_guesses(const Program& program, const SolutionPlan& plan);

// The variables in this version are sought; 0 for initial stores, 1 for the results of a step.
SolutionPlan plan_solutions(const Program& program, Literal formula, std::int32_t version);

// Calls `found` for each solution, until it answers false. `model` has what is known; its domain also bounds guesses of
// maps. False if something was too large to be found.
bool for_each_solution(const Program& program, const SolutionPlan& plan, ConcreteEvaluation& evaluation, MapPool& maps,
                       const ValueBounds& bounds, const ConcreteModel& model,
                       const std::function<bool(const ConcreteStore&)>& found);

}   // namespace plato
