// A program whose states have all been visited, or whose threads have all been run apart, as a certificate for the
// kernel to do the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/core_program.hpp"
#include "explore/explore.hpp"
#include "explore/thread_views.hpp"

namespace plato {

// The most states, or views of all threads together, that a certificate may say there are
// (lean/Plato/Closure/Check.lean).
inline constexpr std::size_t most_closure_states = 1'048'576;

// How the kernel is to look at the program.
struct ClosureBounds {
  // How far beyond the least and the greatest identifier and initial value quantified variables are tried.
  std::int64_t margin = 1;
  bool has_truths = false;   // of truth values only matters whether they are 0
};

// The certificate that the program satisfies its specification, by the threads and the initial store of a complete
// exploration that found nothing wrong, with at most so many states. None if the kernel is known not to accept one:
// there are parameters or an environment.
std::optional<std::string> write_closure_certificate(const CoreProgram& core, const Exploration& exploration,
                                                     std::size_t states, const ClosureBounds& bounds);

// The same by the views of its threads, for the kernel to run each thread by itself. It may work for each view as long
// as for `share` of them.
std::optional<std::string> write_views_certificate(const CoreProgram& core, const ThreadViews& views, std::size_t share,
                                                   const ClosureBounds& bounds);

}   // namespace plato
