// A finite program that has been seen whole, and the kernel's word on that.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/core_program.hpp"
#include "explore/schedule.hpp"
#include "explore/thread_views.hpp"

namespace plato {

struct ClosedProgram {
  enum class Kind : std::uint8_t {
    views,   // each thread was run by itself, among the steps of the others
    states   // the whole program was run in all ways
  };
  Kind kind = Kind::states;
  std::size_t count = 0;             // of the views of all threads, or of the states that the exploration found
  Exposure exposed{};                // what threads had to know of each other besides what they share
  std::optional<FewMembers> few{};   // of whom only a few were run, for any number of them
  std::string certificate{};
  std::string claim{};         // the kernel's
  double kernel_seconds = 0;   // of processor time
};

// What is certified, or why the kernel does not accept it; empty if nothing was tried.
struct ClosingAttempt {
  std::optional<ClosedProgram> closed{};
  std::string reason{};
  std::string grew{};               // if there is too much to see: "'x' takes 1000 values"
  bool is_error = false;            // something is false in a view, which may be none of a state
  StatementId where = 0;            // what is then next
  std::vector<std::string> way{};   // to that view, line by line
  std::size_t few = 0;              // if it is one of a few members that would stand for all: how many these are
};

// By the states of a complete exploration that found nothing wrong.
ClosingAttempt close_by_states(const CoreProgram& core, const Exploration& exploration);

// By the views of the threads, within so many seconds and parts of formulas that are evaluated; of a few members, where
// these stand for all. If that is too coarse, calls in different shared stores are told apart, and then threads are
// told more of each other.
ClosingAttempt close_by_views(const CoreProgram& core, double seconds = std::numeric_limits<double>::infinity(),
                              std::uint64_t most_work = 500'000'000);

// Whether the program says anything for a proof alone: what threads rely on or guarantee, loop invariants, ghosts,
// specifications of procedures, outlines. Invariants are claims.
bool is_annotated(const CoreProgram& core);

}   // namespace plato
