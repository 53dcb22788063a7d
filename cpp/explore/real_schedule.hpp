// The schedule that leads along states that were met.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explore/schedule.hpp"
#include "explore/state_space.hpp"

namespace plato {

// A step between two states that were met: who made it, from where it led to, and where that thread went.
struct MetStep {
  std::uint32_t thread = 0;
  StatementId statement = 0;
  std::uint32_t target = 0;   // location
};

// A state that was met, and the step that led to it from the one before.
struct MetState {
  std::span<const std::int64_t> row;
  MetStep step;
};

// What the way leads to: nothing more, a race, or a last step that goes wrong or breaks the guarantee.
struct WayEnd {
  Exploration::Verdict verdict = Exploration::Verdict::no_violation;
  std::optional<MetStep> step{};
};

struct RealSchedule {
  Schedule schedule;
  std::optional<FoundRace> race{};
};

// The states on the way are only like the real ones, since each stands for all that threads which are alike can be
// exchanged into; so the steps are taken again, by the threads that really make them.
RealSchedule real_schedule(StateSpace& space, std::span<const MetState> way, const WayEnd& end);

}   // namespace plato
