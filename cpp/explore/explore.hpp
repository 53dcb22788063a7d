// Breadth-first search of the real interleavings of a program, on bounded values.
//
// A mistake that it finds is real: the schedule is one of the program's own (where an assertion has no existential
// quantifier). There may be further mistakes outside the bounds.
#pragma once

#include "core/specification.hpp"
#include "explore/concrete_evaluation.hpp"
#include "explore/schedule.hpp"

namespace plato {

// What is wrong with the program by itself, or by what its specification claims.
Exploration explore(const Program& program, const Specification& specification, const ExploreOptions& options);

// A step on the way, or an initial store: then both stores are that one, and nobody has made it.
struct ObservedStep {
  ConcreteModel model;   // its stores; the identifier is that of the thread that makes it
  std::span<const ScheduleThread> threads;
  std::optional<std::size_t> actor{};   // among them
};
// Is told every step. What it asks for may throw as the evaluation does, which ends the exploration.
using StepObserver = std::function<void(ConcreteEvaluation&, const ObservedStep&)>;
Exploration explore(const Program& program, const Specification& specification, const ExploreOptions& options,
                    const StepObserver& observer);

}   // namespace plato
