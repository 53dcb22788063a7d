// All stores, within bounds, that make a formula true: the initial stores of a program and the results of a raw
// operation.
//
// A conjunct x' = e gives x' its value; what no conjunct determines is enumerated, and the other conjuncts are filters.
// The order is worked out once for each formula. Ghosts are not sought: they stay 0.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "explore/value_candidates.hpp"

namespace plato {

struct SolutionPlan {
  struct Step {
    enum class Kind : std::uint8_t {
      assign,              // variable := term
      assign_element,      // variable[index] := value
      assign_everywhere,   // variable := the map that is value everywhere
      assign_pointwise,    // variable := the map that at i, where formula(i) holds, is value(i), and 0 elsewhere
      guess,               // variable is anything of its type
      guess_element,       // variable[index] is anything
      check                // the formula must hold
    };
    Kind kind = Kind::check;
    std::size_t variable = 0;
    TermId term = 0;               // assign; 0 stands for the number 1
    TermId index = 0, value = 0;   // elements
    Literal formula = 0;           // check, assign_pointwise
    std::uint32_t indices = 1;     // assign_pointwise: how many there are, written as pairs
    std::optional<std::pair<std::int64_t, std::int64_t>>
        range{};   // guesses: the formula says that it is between these
  };
  std::vector<Step> steps;
  std::int32_t version = 1;   // of the variables that are sought
};

// Whether values are tried that nothing determines, so that some solutions may be missed. This does not apply to truth
// values, which have no others.
bool has_guesses(const Program& program, const SolutionPlan& plan);

// Of the initial stores, and of the results of a raw operation's action.
SolutionPlan plan_initial_stores(const Program& program);
SolutionPlan plan_operation(const Program& program, const CoreCommand& operation);

// Calls `found` for each solution, until it answers false. `model` has what is known; its domain also bounds guesses of
// maps. False if something was too large to be found.
bool for_each_solution(const Program& program, const SolutionPlan& plan, ConcreteEvaluation& evaluation, MapPool& maps,
                       const ValueBounds& bounds, const ConcreteModel& model,
                       const std::function<bool(const ConcreteStore&)>& found);

}   // namespace plato
