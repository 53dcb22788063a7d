// Statements of a program put together so that what movers make atomic is one statement, and the command that it
// becomes.
#pragma once

#include <cstddef>
#include <vector>

#include "core/reduction_plan.hpp"

namespace plato {

// The command that the kernel makes of a statement that is merged.
CommandId merged_command(Program& program, const ReductionPlan& plan, StatementId s);

// The program with its sequences grouped so that what can be merged is one statement.
struct GroupedProgram {
  CoreProgram core;
  ReductionPlan plan{};                 // with the claims that the merged statements need
  std::vector<StatementId> origins{};   // the old statement of each new one, or a part of it
  std::size_t blocks = 0;               // statements that are merged
  std::size_t steps = 0;                // commands in them
};
GroupedProgram group_movers(const CoreProgram& core, const ReductionPlan& known);

}   // namespace plato
