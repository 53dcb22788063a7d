// Where threads are, calls and scopes included, and which steps they can take there.
//
// A location is a place of the control graph with a stack: the calls and scopes that are still to be left, and the
// values that a scope gives back. Choices, loops, exits and calls are silent: a thread may take any step that some way
// through them leads to. Locations are numbered as they are met; how deep calls may be nested is bounded.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "explore/concrete_evaluation.hpp"
#include "explore/control_graph.hpp"

namespace plato {

inline constexpr std::uint32_t deepest_call = 200;

struct ControlEdge {
  StatementId statement = 0;   // one step: an operation, or a scope that ends
  std::uint32_t target = 0;    // location
  std::uint32_t stack = 0;     // at the step
};

// What a thread can do at a location.
struct ControlChoices {
  std::vector<ControlEdge> edges;   // by statement
  bool may_end = false;             // nothing is left that must be done
  bool are_all = true;              // nothing was left out
};

// A thread's own values of local variables, which a scope that begins keeps.
struct OwnValues {
  const MapPool& maps;
  const ConcreteStore& store;
  std::int64_t thread = 0;
  std::int64_t operator()(std::size_t variable) const { return maps[store[variable]].at(thread); }
};

class ControlLocations {
 public:
  // Refers to the program for as long as it lives.
  explicit ControlLocations(const Program& program);

  const ControlGraph& graph() const { return graph_; }
  std::uint32_t start(std::size_t family) const { return starts_[family]; }
  // The values are not needed in a program without scopes.
  ControlChoices at(std::uint32_t location, const OwnValues* own_values);

  // Of a scope that ends: the values that its variables get back.
  std::span<const std::int64_t> kept_values(const ControlEdge& edge) const { return frames_[edge.stack].kept; }
  // The call statements that the step is inside of, outermost first.
  std::vector<StatementId> calls(const ControlEdge& edge) const;

  // Why some steps were left out, if they were: calls are nested too deeply, or too much lies between two steps.
  const std::string& left_out() const { return left_out_; }

 private:
  using PlaceId = ControlGraph::PlaceId;
  struct Frame {
    StatementId statement = 0;   // the call or scope
    PlaceId back = 0;
    std::vector<std::int64_t> kept{};   // scope: values of its variables
    std::uint32_t outer = 0;            // the stack below it
    std::uint32_t depth = 0;            // of calls
    friend auto operator<=>(const Frame&, const Frame&) = default;
  };
  struct Point {
    PlaceId place = 0;
    std::uint32_t stack = 0;
    friend auto operator<=>(const Point&, const Point&) = default;
  };
  struct Known {
    bool is_known = false;   // what can be done there does not depend on values
    ControlChoices choices{};
  };

  const Program& program_;
  ControlGraph graph_;
  std::vector<std::uint32_t> starts_;
  std::vector<Frame> frames_{1};   // stack 0 is empty; a stack is its topmost frame
  std::map<Frame, std::uint32_t> stacks_;
  std::vector<Point> points_;   // of the locations
  std::map<Point, std::uint32_t> locations_;
  std::vector<Known> known_;   // of the locations
  std::string left_out_;

  std::uint32_t location_of(const Point& point);
  std::uint32_t enter(const ControlGraph::Entry& entry, std::uint32_t stack, const OwnValues* own_values);
};

}   // namespace plato
