// Breadth-first search of the real interleavings of a program, on bounded values.
//
// What it finds wrong is wrong: the schedule is one of the program's own (where an assertion has no existential
// quantifier). What it does not find may still be wrong outside of the bounds.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core_program.hpp"
#include "model_evaluation.hpp"

namespace plato {

struct ExploreOptions {
  std::size_t threads_per_family = 2;
  std::vector<std::int64_t> identifiers{};           // to run, of families; if empty, the first ones that are members
  std::int64_t lowest = -2, highest = 3;             // for havoc, parameters, and initial values that are not given
  std::size_t most_states = 2'000'000;
  double most_seconds = 60;
  bool uses_symmetry = true;                         // of states that differ in which thread is which, see one
  std::function<void(std::size_t states)> progress{};   // called now and then
};

struct ScheduleThread {
  std::size_t family = 0;      // in CoreProgram::families
  std::int64_t identifier = 0;
};

struct ScheduleStep {
  ScheduleThread thread;
  StatementId statement = 0;
};

struct Exploration {
  enum class Verdict : std::uint8_t { no_violation, goes_wrong, breaks_invariant, breaks_post };
  Verdict verdict = Verdict::no_violation;
  bool is_complete = true;         // everything within the bounds was seen
  std::string incomplete_reason;   // otherwise: "more than 2000000 states"
  std::size_t states = 0, transitions = 0, depth = 0;
  double seconds = 0;
  std::vector<ScheduleThread> threads;   // that ran, in the schedule's setting or the first one

  // If something is wrong: the shortest schedule.
  std::vector<ModelValue> parameters;
  std::vector<std::vector<ModelValue>>
      stores;   // the initial one and one after each step; after a gate that fails, none
  std::vector<ScheduleStep> steps;
  Literal violated = 0;            // the conjunct that is false: of a gate, a post-assertion, the invariant or the program's `ensures`
};

Exploration explore(const CoreProgram& program, const ExploreOptions& options);

}   // namespace plato
