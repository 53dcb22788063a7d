// What a proof by reduction says of a program's statements, and how a program is grouped for it: which commands are
// right or left movers, what is asserted before them, what they are replaced by, and which statements become one
// command (lean/Plato/Reduction/Plan.lean).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/core_program.hpp"

namespace plato {

struct StatementMover {
  std::optional<Literal> gate{};            // atomic: what is asserted before the command
  std::optional<CommandId> replacement{};   // atomic: what the command is replaced by
  std::optional<CommandId> summary{};       // loop: what it does in any number of iterations
  bool is_right = false, is_left = false;
  bool is_merged = false;   // the statement becomes one command
};

// One for each statement of the program.
using ReductionPlan = std::vector<StatementMover>;

// What is said for one step of a reduction.
struct ReductionStep {
  ReductionPlan plan;
  std::optional<Literal> invariant{};   // which all commands keep
};

// Why there is no proof by reduction of such a program, if so: what is claimed must be about its end alone, and each
// step is compared with each other one.
std::optional<std::string_view> why_irreducible(const CoreProgram& core);

// What might be an invariant: A, where threads rely on A ==> A'.
std::vector<Literal> invariant_candidates(const CoreProgram& core);

// All commands as right and left movers. Where a thread holds a lock, as far as that is seen, its commands assert it;
// and those that write what is shared assert what it has found out about its own variables.
ReductionPlan claim_all_movers(CoreProgram& core);

// What is still known of a value that was read from a variable: that this is now at least so large, at most so large,
// or nothing.
enum class StillKnown : std::uint8_t { at_least, at_most, nothing };

// Commands that are no right movers, in loops and before them, and do nothing but read what is shared, for the thread
// itself: of what they read less is known, and what they wait for they need not wait for. How many there are.
std::size_t forget_what_is_read(CoreProgram& core, ReductionPlan& plan, StillKnown known);

// The command of a statement, with what the plan says of it.
CommandId command_in(Program& program, const ReductionPlan& plan, StatementId s);

}   // namespace plato
