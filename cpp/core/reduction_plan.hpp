// What a proof by reduction says of a program's statements, and how a program is grouped for it: which commands are
// right or left movers, what is asserted before them, and which statements become one command
// (lean/Plato/Reduction/Merge.lean).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/core_program.hpp"

namespace plato {

struct StatementMover {
  std::optional<Literal> gate{};   // atomic: what is asserted before the command
  bool is_right = false, is_left = false;
  bool is_merged = false;   // the statement becomes one command
};

// One for each statement of the program.
using ReductionPlan = std::vector<StatementMover>;

// Whether there is a proof by reduction of such programs: what is claimed is about their ends alone, and there are
// no recursive procedures, branches and ghosts.
bool is_reducible(const CoreProgram& core);

// All commands as right and left movers. Where a thread holds a lock, as far as that is seen, its commands assert it.
ReductionPlan claim_all_movers(CoreProgram& core);

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
