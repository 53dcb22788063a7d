// Executions of a few threads on small values, for whoever wants to see what a program does.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "explore/explore.hpp"

namespace plato {

struct FewThreads {
  std::size_t of_a_family = 2;
  std::int64_t lowest = 0, highest = 1;   // values
};

// Each search looks far, and goes deep until all statements were reached. Within one search the observer is one;
// `begin` is called before each, because each numbers maps anew.
void observe_few_threads(const Program& program, std::span<const FewThreads> searches, std::uint64_t most_work,
                         const std::function<void()>& begin, const StepObserver& observer);

}   // namespace plato
