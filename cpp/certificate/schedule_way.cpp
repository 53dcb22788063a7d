// See schedule_way.hpp; the events are those of lean/Plato/Replay/Replay.lean.

#include "certificate/schedule_way.hpp"

#include <set>
#include <span>

namespace plato {
namespace {

using Kind = CoreStatement::Kind;
using Stack = ThreadStack;
using Events = std::vector<std::string>;

// The events of a branch follow those that select its thread and the branches around it.
void select(const ScheduleThread& thread, Events& events) {
  events.push_back("thread " + std::to_string(thread.family) + " " + std::to_string(thread.identifier));
  for (std::int64_t number : thread.branches) events.push_back("branch " + std::to_string(number));
}

// From one step of a thread or branch to the next.
class Way {
 public:
  // To the statement inside of these calls; to the end if the statement is 0.
  Way(const Program& program, const ScheduleThread& thread, StatementId wanted, std::span<const StatementId> calls)
      : program_(program), thread_(thread), wanted_(wanted), calls_(calls.begin(), calls.end()) {}

  // Events up to the step, or to the end; afterwards the stack is what follows it. False if there is no way.
  bool find(Stack& stack, Events& events) {
    if (stack.empty()) return wanted_ == 0;
    const StackItem item = stack.back();
    const auto& [top, is_end, branches] = item;
    const CoreStatement& statement = statement_of(program_, top);
    Stack rest(stack.begin(), stack.end() - 1);
    const auto go_on = [&](std::initializer_list<StackItem> pushed, const char* decision) {
      Stack next = rest;
      next.insert(next.end(), pushed);
      const std::size_t before = events.size();
      if (decision != nullptr) events.emplace_back(decision);
      if (find(next, events)) {
        stack = std::move(next);
        return true;
      }
      events.resize(before);
      return false;
    };
    if (branches != nullptr) {
      const std::size_t before = events.size();
      if (join(*branches, statement.first, events) && go_on({}, "join")) return true;
      events.resize(before);
      return false;
    }
    if (is_end && statement.kind != Kind::scope) return go_on({}, nullptr);
    switch (statement.kind) {
      case Kind::skip: return go_on({}, nullptr);
      case Kind::seq: return go_on({{statement.second}, {statement.first}}, nullptr);
      case Kind::choice: return go_on({{statement.first}}, "left") || go_on({{statement.second}}, "right");
      case Kind::loop: {
        // entering a loop again without a step in between leads nowhere new
        const std::pair here(top, calls_in(rest).size());
        if (!entered_.insert(here).second) return go_on({}, "leave");
        const bool found = go_on({{top}, {statement.first}}, "again") || go_on({}, "leave");
        entered_.erase(here);
        return found;
      }
      case Kind::block: return go_on({{top, true}, {statement.first}}, nullptr);
      case Kind::exit: leave_blocks(rest, statement.passed + 1); return go_on({}, nullptr);
      case Kind::call:
        // calling a procedure again inside of it without a step in between leads nowhere new
        if (calls_in(rest).size() >= calls_.size() + program_.procedures.size()) return false;
        return go_on({{top, true}, {procedure_of(program_, statement.procedure).body}}, nullptr);
      case Kind::scope:
        if (!is_end) return go_on({{top, true}, {statement.first}}, nullptr);
        [[fallthrough]];
      case Kind::par:   // which starts by a step
      case Kind::atomic:
        if (top != wanted_ || calls_in(rest) != calls_) return false;
        stack = std::move(rest);
        return true;
    }
    return false;
  }

  // The procedures that a thread is inside of, by their calls.
  std::vector<StatementId> calls_in(const Stack& stack) const {
    std::vector<StatementId> calls;
    for (const StackItem& item : stack)
      if (item.is_end && statement_of(program_, item.statement).kind == Kind::call) calls.push_back(item.statement);
    return calls;
  }

 private:
  const Program& program_;
  const ScheduleThread& thread_;
  const StatementId wanted_;
  const std::vector<StatementId> calls_;
  std::set<std::pair<StatementId, std::size_t>> entered_;   // loops, and how many calls they are inside of

  // Each of the branches says that it has ended.
  bool join(const BranchStacks& branches, StatementId body, Events& events) const {
    for (std::int64_t number = branches.first; number <= branches.last; ++number) {
      const auto moved = branches.stacks.find(number);
      Stack stack = moved == branches.stacks.end() ? Stack{{body}} : moved->second;
      ScheduleThread branch = thread_;
      branch.branches.push_back(number);
      select(branch, events);
      if (!Way(program_, branch, 0, {}).find(stack, events)) return false;
      events.emplace_back("ended");
    }
    select(thread_, events);
    return true;
  }
  void leave_blocks(Stack& stack, std::uint32_t count) const {
    while (count > 0 && !stack.empty()) {
      const StackItem item = stack.back();
      stack.pop_back();
      if (item.is_end && statement_of(program_, item.statement).kind == Kind::block) --count;
    }
  }
};

// The step of a branch so many branches further in.
bool step_in(const Program& program, const ScheduleStep& step, std::size_t depth, std::span<const StatementId> calls,
             Stack& stack, Events& events) {
  ScheduleThread here = step.thread;
  here.branches.resize(depth);
  if (depth == step.thread.branches.size()) {
    if (!Way(program, here, step.statement, calls).find(stack, events)) return false;
    if (statement_of(program, step.statement).kind == Kind::par)
      stack.push_back(
          {step.statement, false, std::make_shared<const BranchStacks>(BranchStacks{step.first, step.last, {}})});
    return true;
  }
  if (stack.empty() || stack.back().branches == nullptr) return false;
  const std::size_t around = Way(program, here, 0, {}).calls_in(stack).size();
  if (around > calls.size()) return false;
  BranchStacks branches = *stack.back().branches;
  const StatementId body = statement_of(program, stack.back().statement).first;
  Stack& branch = branches.stacks.try_emplace(step.thread.branches[depth], Stack{{body}}).first->second;
  if (!step_in(program, step, depth + 1, calls.subspan(around), branch, events)) return false;
  stack.back().branches = std::make_shared<const BranchStacks>(std::move(branches));
  return true;
}

std::string lines(const Events& events) {
  std::string text;
  for (const std::string& event : events) text += event + "\n";
  return text;
}

}   // namespace

ThreadStack& ScheduleWay::stack_of(const ScheduleThread& thread) {
  const Stack start{{program_.families[thread.family].body}};
  return stacks_.try_emplace({thread.family, thread.identifier}, start).first->second;
}

std::optional<std::string> ScheduleWay::to_step(const ScheduleStep& step) {
  Events events;
  select(step.thread, events);
  if (!step_in(program_, step, 0, step.calls, stack_of(step.thread), events)) return std::nullopt;
  return lines(events);
}

std::optional<std::string> ScheduleWay::to_end(const ScheduleThread& thread) {
  Events events;
  select(thread, events);
  if (!Way(program_, thread, 0, {}).find(stack_of(thread), events)) return std::nullopt;
  return lines(events);
}

}   // namespace plato
