// A proof by reduction: the commands that are movers are found, what can be merged becomes atomic, and the program
// after that is proved thread by thread.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "conditions/prove_conditions.hpp"
#include "core/core_program.hpp"
#include "core/group_movers.hpp"

namespace plato {

// A command of another thread.
struct OtherCommand {
  std::size_t family = 0;
  StatementId other = 0;
};

// What each command of a program is, as far as the search knows.
struct KnownMovers {
  CoreProgram core;                     // the program, with the formulas that the plan asserts
  ReductionPlan plan;                   // for each command whether it is a right or left mover
  std::optional<Literal> invariant{};   // what all commands keep
  // Of a command that is no right mover, the first one that it does not move to the right of.
  std::map<StatementId, OtherCommand> conflicts{};
};
// Nothing if there is no proof by reduction of such programs, or they are too large.
std::optional<KnownMovers> find_movers(const CoreProgram& core, const ProveConditionsOptions& limits);

// The same where commands in loops and before them no longer read what is shared; nothing if there are none.
std::optional<KnownMovers> find_movers_without_reads(KnownMovers known, const ProveConditionsOptions& limits);

// The one of both by which more steps become atomic.
std::optional<KnownMovers> find_most_movers(const CoreProgram& core, const ProveConditionsOptions& limits);

// A program that is proved after it was reduced, and the kernel's word on that.
struct ReducedProgram {
  GroupedProgram grouped;
  ProvedConditions conditions;   // of movers and of the reduced program
  std::string certificate{};
  std::string claim{};         // the kernel's
  double kernel_seconds = 0;   // of processor time
};
std::optional<ReducedProgram> prove_by_reduction(const CoreProgram& core, const ProveConditionsOptions& limits);

}   // namespace plato
