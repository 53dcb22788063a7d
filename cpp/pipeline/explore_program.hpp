// A search of the real interleavings of a program, and the kernel's word on the schedule that it finds.
#pragma once

#include <optional>
#include <string>

#include "core/core_program.hpp"
#include "explore/schedule.hpp"
#include "messages/message_code.hpp"
#include "pipeline/close_program.hpp"

namespace plato {

struct ExploredProgram {
  Exploration exploration;
  std::string table{};       // the schedule, for people; empty if nothing is wrong
  bool is_refuted = false;   // the kernel replayed the schedule
  std::optional<ClosedProgram>
      closed{};                // the kernel visited all states, too: the program satisfies its specification
  std::string certificate{};   // of the schedule
  std::string claim{};         // the kernel's, or why it does not accept the schedule or the states
};

// Explores the program; the kernel replays a schedule that shows it wrong. If every execution was seen and nothing is
// wrong, the kernel visits all states, too.
ExploredProgram explore_program(const CoreProgram& core, const ExploreOptions& options);

// The code of what the exploration found wrong.
MessageCode code_of(Exploration::Verdict violation);

// The exploration found something wrong, whether or not the kernel could confirm it.
bool is_wrong(const ExploredProgram& explored);

}   // namespace plato
