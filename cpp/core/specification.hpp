// What is claimed of a program, whatever method proves it. Formulas are literals of the program's table.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "logic/literal.hpp"

namespace plato {

// None of them mentions a ghost. What is not stated is not claimed.
struct Specification {
  std::optional<Literal> rely{};        // what the environment does; without it, the environment does nothing
  std::optional<Literal> guarantee{};   // what every step keeps
  std::optional<Literal> invariant{};   // of every reachable store
  std::optional<Literal> post{};        // holds when all threads have ended
  std::vector<std::size_t> races{};     // variables on which there must be none
};

}   // namespace plato
