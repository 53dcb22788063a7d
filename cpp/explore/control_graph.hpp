// The statements of a program as a graph: where threads can be, and which steps lead from one place to another.
//
// A procedure is in it once, however often it is called; which call a thread comes back from is not a matter of the
// graph (control_locations.hpp).
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "core/program.hpp"

namespace plato {

struct ControlGraph {
  using PlaceId = std::uint32_t;
  enum class End : std::uint8_t { none, thread, procedure, scope };
  struct Step {
    StatementId statement = 0;   // an atomic one
    PlaceId target = 0;
  };
  // A call, or the beginning of a scope.
  struct Entry {
    StatementId statement = 0;
    PlaceId start = 0, back = 0;   // of what is entered, and where it is left to
  };
  struct Place {
    std::vector<PlaceId> silent;   // where choices, loops and exits lead
    std::vector<Step> steps;
    std::vector<Entry> entries;
    std::vector<Entry> forks;   // the beginning of a `par`: where a branch starts, and where its thread goes on
    End end = End::none;        // what has ended here
  };
  std::vector<Place> places;     // by place
  std::vector<PlaceId> starts;   // of the families
};

ControlGraph control_graph(const Program& program);

// The atomic statements that a thread of the family may come to.
std::set<StatementId> operations_of(const ControlGraph& graph, std::size_t family);

}   // namespace plato
