// What an exploration is asked for and what it answers: schedules of a program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/program.hpp"
#include "logic/branch_identifiers.hpp"
#include "logic/model_evaluation.hpp"

namespace plato {

// How far an exploration is; `bytes` is what its tables take.
struct ExplorationProgress {
  std::size_t states = 0, transitions = 0, bytes = 0;
};

struct ExploreOptions {
  std::optional<std::size_t>
      threads_per_family{};   // at most; otherwise all of a family with bounds and two of one without
  std::optional<std::pair<std::size_t, std::size_t>>
      few_of{};                              // a family, and how many of its members run and stand for all
  std::vector<std::int64_t> identifiers{};   // to run, of families; if empty, the first ones that are members
  std::int64_t lowest = -2, highest = 3;     // for havoc, parameters, and initial values that are not given
  std::vector<std::int64_t>
      further_values{};   // for the same; the program's constants and their neighbours are tried anyway
  std::size_t most_states = 2'000'000;
  std::uint32_t deepest_call = 200;                                // of nested ones; deeper ones are left out
  std::uint64_t most_work = 4'000'000'000;                         // parts of formulas that are evaluated
  double most_seconds = std::numeric_limits<double>::infinity();   // of wall-clock time: a last resort
  bool uses_symmetry = true;   // of states that differ in which thread is which, see one
  bool only_reaches = false;   // depth first, until every statement was reached, or is seen not to be
  std::function<void(const ExplorationProgress&)> progress{};   // called now and then
};

// A thread, or a branch of one.
struct ScheduleThread {
  std::size_t family = 0;   // in Program::families
  std::int64_t identifier = 0;
  std::vector<std::int64_t> branches{};   // of a branch: its number, after those of the branches around it

  friend auto operator<=>(const ScheduleThread&, const ScheduleThread&) = default;
};

// Its own identifier.
inline Integer identifier_of(const ScheduleThread& thread) {
  Integer identifier = thread.identifier;
  for (std::int64_t number : thread.branches) identifier = branch_of(identifier, number);
  return identifier;
}

// What a command leaves open: the value of a place that becomes anything, or the way at a choice inside of it.
struct ScheduleInput {
  enum class Kind : std::uint8_t { value, first, second };
  Kind kind = Kind::value;
  std::size_t variable = 0;   // value: of the place
  ModelValue value{};
  std::optional<MapValue> present{};   // value of a whole map that an operation changes: what it was
};

struct ScheduleStep {
  ScheduleThread thread;
  StatementId statement = 0;             // one step: an operation, a scope, whose end it is, or a `par` that starts
  std::vector<StatementId> calls{};      // that it is inside of, outermost first
  std::vector<ScheduleInput> inputs{};   // in the order in which the command needs them
  std::int64_t first = 0, last = 0;      // par: the numbers of its branches
};

// One execution: the stores are the initial one and one after each step. After a step that goes wrong it is the store
// where it does so, or none if nothing has changed by then.
struct Schedule {
  std::vector<ScheduleThread> threads;   // that run
  std::vector<ModelValue> parameters;
  std::vector<std::vector<ModelValue>> stores;
  std::vector<ScheduleStep> steps;
};

// What an exploration leaves out that knows of quantified formulas only what small integers show.
inline constexpr std::string_view left_out_quantifiers = "quantifiers beyond small integers";

// Two threads, or branches, are about to access a variable, and one of them to write it.
struct FoundRace {
  struct Party {
    ScheduleStep next;   // that it is about to take
    bool writes = false;
  };
  std::size_t variable = 0;
  std::optional<std::int64_t> index{};   // of a map, if they do not access all of it
  Party first, second;                   // the first one writes
};

struct Exploration {
  enum class Verdict : std::uint8_t {
    no_violation,
    goes_wrong,
    breaks_invariant,
    breaks_guarantee,
    breaks_post,
    has_race
  };
  Verdict verdict = Verdict::no_violation;
  std::string stopped;   // why the search ended before it had seen every state within the bounds; empty if it did not
  std::vector<std::string> tried;      // the bounds: "3 threads of T", "x in {3, 6, 7}"
  std::vector<std::string> left_out;   // what is outside of them: "other threads of T", "other initial values of x"
  std::size_t states = 0, transitions = 0, depth = 0;
  double seconds = 0;
  bool has_initial_store = false;
  std::vector<std::size_t> empty_families;     // families for which no member was found
  std::vector<std::size_t> endless_families;   // whose identifiers are not bounded, whatever the parameters were
  std::vector<StatementId> unreached;          // operations that no thread came to

  // If something is wrong: the shortest schedule, and the conjunct that is false: of a gate, a post-assertion, the
  // invariant, the program's `guarantee` or its `ensures`. If nothing is wrong: how an execution starts, if any does.
  Schedule schedule;
  std::optional<Literal> violated{};
  std::optional<FoundRace> race{};   // in the last store of the schedule

  // The shortest schedule after which no thread that ran can do a step, although one has not ended; if there is one.
  std::optional<Schedule> deadlock;

  bool is_exhausted() const { return stopped.empty(); }
  // Every execution of the program was seen.
  bool is_complete() const { return stopped.empty() && left_out.empty(); }
  // The same, if quantified formulas are as they seem; the kernel knows.
  bool seems_complete() const {
    return stopped.empty() && std::ranges::all_of(left_out, [](const auto& s) { return s == left_out_quantifiers; });
  }
};

}   // namespace plato
