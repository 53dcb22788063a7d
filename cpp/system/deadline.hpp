// The wall limit: when to give up, whatever is under way.
//
// Counted budgets decide what is proved, so that a verdict does not depend on the machine's load. The deadline stops
// work that they do not bound; an answer that it cuts short is `limit`.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace plato {

class Deadline {
 public:
  // Never.
  Deadline() = default;

  static Deadline in(double seconds) {
    Deadline deadline;
    deadline.end_ =
        std::isfinite(seconds) && seconds < longest
            ? Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))
            : Clock::time_point::max();
    return deadline;
  }

  bool has_passed() const { return end_ != Clock::time_point::max() && Clock::now() >= end_; }
  // At least 0; infinite if there is no end.
  double seconds_left() const {
    if (end_ == Clock::time_point::max()) return std::numeric_limits<double>::infinity();
    return std::max(0.0, std::chrono::duration<double>(end_ - Clock::now()).count());
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double longest = 1e9;   // seconds; the clock counts no further than some centuries
  Clock::time_point end_ = Clock::time_point::max();
};

}   // namespace plato
