// Running commands: all stores that a command leads to, and all ways in which it goes wrong, within bounds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "explore/accesses.hpp"
#include "explore/exploration_settings.hpp"
#include "explore/store_solver.hpp"

namespace plato {

// As in a schedule, with values as in a store.
struct CommandInput {
  ScheduleInput::Kind kind = ScheduleInput::Kind::value;
  std::size_t variable = 0;
  bool is_map = false;   // the place is the variable, and that is a map
  std::int64_t value = 0;
  std::optional<std::int64_t> present{};
};

struct CommandOutcome {
  const ConcreteStore& store;               // in which it ends, or in which it goes wrong
  std::optional<Literal> violated{};        // what is false if it goes wrong
  std::span<const CommandInput> inputs{};   // what was chosen on the way
  std::span<const Access> accesses{};       // of the variables that are watched, on the way
};

// Who runs a command, and where.
struct CommandStart {
  const ExplorationSetting& setting;
  std::int64_t thread = 0;
  const ConcreteStore& store;
  std::span<const std::int64_t> domain;   // of quantifiers, in that store
};

class CommandRunner {
 public:
  // Refers to all of these for as long as it lives.
  CommandRunner(const Program& program, ConcreteEvaluation& evaluation, MapPool& maps,
                const std::vector<std::size_t>& watched = {});

  using Found = std::function<bool(const CommandOutcome&)>;

  // Calls `found` for each outcome, until it answers false. The answer is false if something was too large to be found.
  bool for_each_outcome(CommandId command, const CommandStart& start, const Found& found);

  // Whether values are tried that nothing determines, so that some outcomes may be missed.
  bool has_guesses(CommandId command) const;

 private:
  // In the middle of a command.
  struct State {
    ConcreteStore store;
    std::vector<CommandId> rest;   // what comes next is last
    std::vector<CommandInput> inputs;
    std::vector<Access> accesses;
    // A havoc that has begun: the indices of its places, and how many of them have their value.
    CommandId havoc = 0;
    std::vector<std::int64_t> indices;
    std::size_t havocked = 0;

    void clear() {
      rest.clear();
      inputs.clear();
      accesses.clear();
      havoc = 0;
    }
  };
  const Program& program_;
  ConcreteEvaluation& evaluation_;
  MapPool& maps_;
  State spare_;                                         // whose memory is used again
  std::unordered_map<CommandId, SolutionPlan> plans_;   // of the operations
  WatchedAccesses watched_;

  friend class CommandRun;
};

}   // namespace plato
