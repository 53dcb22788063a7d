// The decisions of a schedule's threads, as events of a certificate: what leads each of them from one step to the next.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explore/schedule.hpp"

namespace plato {

struct BranchStacks;

// What a thread has still to do: statements, and the ends of the blocks, calls and scopes that it is inside of.
struct StackItem {
  StatementId statement = 0;
  bool is_end = false;                              // of that block, call or scope
  std::shared_ptr<const BranchStacks> branches{};   // of that `par`, under way
};
using ThreadStack = std::vector<StackItem>;   // what comes next is last

struct BranchStacks {
  std::int64_t first = 0, last = 0;
  std::map<std::int64_t, ThreadStack> stacks{};   // of the branches that have taken a step
};

class ScheduleWay {
 public:
  // Refers to the program for as long as it lives.
  explicit ScheduleWay(const Program& program) : program_(program) {}

  // The events that select the thread or branch and lead it to its next step, which is taken then. None if there is no
  // way.
  std::optional<std::string> to_step(const ScheduleStep& step);
  // The same to the end of a thread.
  std::optional<std::string> to_end(const ScheduleThread& thread);

 private:
  const Program& program_;
  std::map<std::pair<std::size_t, std::int64_t>, ThreadStack> stacks_;

  ThreadStack& stack_of(const ScheduleThread& thread);
};

}   // namespace plato
