// A program whose states have all been visited, as a certificate for the kernel to visit them, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/core_program.hpp"
#include "explore/explore.hpp"

namespace plato {

// The most states that a certificate may say there are (lean/Plato/Closure/Check.lean).
inline constexpr std::size_t most_closure_states = 1'048'576;

// How the kernel is to visit the states.
struct ClosureBounds {
  std::int64_t margin =
      1;   // how far beyond the least and the greatest identifier and initial value quantified variables are tried
  std::size_t states = 0;   // at most
};

// The certificate that the program satisfies its specification, by the threads and the initial store of a complete
// exploration that found nothing wrong. None if the kernel is known not to accept one: there are parameters or an
// environment.
std::optional<std::string> write_closure_certificate(const CoreProgram& core, const Exploration& exploration,
                                                     const ClosureBounds& bounds);

}   // namespace plato
