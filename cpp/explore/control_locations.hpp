// Where threads are, calls and scopes included, and which steps they can take there.
//
// A location is a place of the control graph with a stack: the calls and scopes that are still to be left, and the
// values that a scope gives back. Where the branches of a `par` are under way, it is the locations of these. Choices,
// loops, exits and calls are silent: a thread may take any step that some way through them leads to. Locations are
// numbered as they are met; how deep calls may be nested is bounded.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "explore/concrete_evaluation.hpp"
#include "explore/control_graph.hpp"

namespace plato {

struct ControlEdge {
  StatementId statement = 0;                   // one step: an operation, a scope that ends, or a `par` that starts
  std::uint32_t target = 0;                    // location; of a `par` see `fork`
  std::uint32_t stack = 0;                     // at the step
  std::vector<std::int64_t> branches{};        // whose step it is: as in ScheduleThread
  ControlGraph::PlaceId start = 0, back = 0;   // par: of a branch, and where the thread goes on
  std::int64_t first = 0, last = 0;            // par: the numbers of its branches, when they are known
};

inline constexpr std::size_t most_branches = 1000;   // of one `par`

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
  OwnValues of_branch(std::int64_t number) const;   // throws `TooLarge`
};

class ControlLocations {
 public:
  // Refers to the program for as long as it lives. Calls are nested so deeply at most.
  explicit ControlLocations(const Program& program, std::uint32_t deepest_call = 200);

  const ControlGraph& graph() const { return graph_; }
  std::uint32_t start(std::size_t family) const { return starts_[family]; }
  // The values are not needed in a program without scopes. What does not depend on them is kept for good; anything else
  // until the next call.
  const ControlChoices& at(std::uint32_t location, const OwnValues* own_values);

  // Where the `par` of an edge leads: branches of these numbers, at most `most_branches`, start.
  std::uint32_t fork(std::uint32_t location, const ControlEdge& edge, std::int64_t first, std::int64_t last);

  // Whether its branches would be nested more deeply than calls may be.
  bool is_deep(const ControlEdge& edge) const { return frames_[edge.stack].depth >= deepest_call_; }

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
  // Branches under way, and where their thread goes on when all have ended.
  struct Forked {
    std::int64_t first = 0;   // number
    std::vector<std::uint32_t> locations{};
    PlaceId back = 0;
    std::uint32_t stack = 0;
    friend auto operator<=>(const Forked&, const Forked&) = default;
  };
  struct Point {
    PlaceId place = 0;
    std::uint32_t stack = 0;
    std::uint32_t forked = 0;   // in `forked_`; 0 if no branches are under way
    friend auto operator<=>(const Point&, const Point&) = default;
  };
  struct Known {
    bool is_known = false;   // what can be done there does not depend on values
    ControlChoices choices{};
  };

  const Program& program_;
  std::uint32_t deepest_call_;
  ControlGraph graph_;
  std::vector<std::uint32_t> starts_;
  std::vector<Frame> frames_{1};   // stack 0 is empty; a stack is its topmost frame
  std::map<Frame, std::uint32_t> stacks_;
  std::vector<Point> points_;   // of the locations
  std::vector<Forked> forked_{1};
  std::map<Forked, std::uint32_t> forks_;
  std::map<Point, std::uint32_t> locations_;
  std::deque<Known> known_;   // of the locations
  ControlChoices latest_;     // that depend on values
  std::string left_out_;

  std::uint32_t location_of(const Point& point);
  std::uint32_t location_of(Forked forked);
  bool add_branches(const Forked& forked, const OwnValues* own_values, ControlChoices& choices);
  std::uint32_t enter(const ControlGraph::Entry& entry, std::uint32_t stack, const OwnValues* own_values);
};

}   // namespace plato
