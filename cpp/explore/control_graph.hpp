// Where a thread can be in its statement, and which atomic operations it can do there.
//
// Choices and loops are silent: a thread at a location may do any operation that some resolution of them leads to.
#pragma once

#include <cstdint>
#include <vector>

#include "core/program.hpp"

namespace plato {

struct ControlEdge {
  StatementId statement = 0;   // an atomic one
  std::uint32_t target = 0;
};

struct ControlGraph {
  std::vector<std::vector<ControlEdge>> edges;   // of each location; the thread starts at location 0
  std::vector<bool> may_end;                     // of each location: nothing is left that must be done
};

ControlGraph control_graph(const Program& program, StatementId body);

}   // namespace plato
