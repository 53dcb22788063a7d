// See control_locations.hpp.

#include "explore/control_locations.hpp"

#include <algorithm>
#include <set>

namespace plato {

using End = ControlGraph::End;

ControlLocations::ControlLocations(const Program& program) : program_(program), graph_(control_graph(program)) {
  for (PlaceId start : graph_.starts) {
    const std::uint32_t first = location_of({.place = start});
    starts_.push_back(first);
    if (!program.procedures.empty()) continue;
    // Without calls there are finitely many, so their numbers need not depend on the order in which they are met.
    for (std::uint32_t location = first; location < points_.size(); ++location) at(location, nullptr);
  }
}

std::uint32_t ControlLocations::location_of(const Point& point) {
  const auto [found, is_new] = locations_.emplace(point, static_cast<std::uint32_t>(points_.size()));
  if (is_new) {
    points_.push_back(point);
    known_.emplace_back();
  }
  return found->second;
}

// The stack with a frame for the call or scope, 0 if it would be too deep.
std::uint32_t ControlLocations::enter(const ControlGraph::Entry& entry, std::uint32_t stack,
                                      const OwnValues* own_values) {
  const CoreStatement& entered = statement_of(program_, entry.statement);
  Frame frame{.statement = entry.statement, .back = entry.back, .outer = stack, .depth = frames_[stack].depth};
  if (entered.kind == CoreStatement::Kind::call && ++frame.depth > deepest_call) return 0;
  for (std::size_t v : entered.variables) frame.kept.push_back((*own_values)(v));
  const auto [found, is_new] = stacks_.emplace(frame, static_cast<std::uint32_t>(frames_.size()));
  if (is_new) frames_.push_back(std::move(frame));
  return found->second;
}

ControlChoices ControlLocations::at(std::uint32_t location, const OwnValues* own_values) {
  if (known_[location].is_known) return known_[location].choices;
  constexpr std::size_t most_points = 10'000;
  ControlChoices choices;
  bool depends_on_values = false;
  std::set<Point> seen = {points_[location]};
  std::vector<Point> open = {points_[location]};
  const auto reach = [&](const Point& point) {
    if (seen.insert(point).second) open.push_back(point);
  };
  while (!open.empty()) {
    const Point here = open.back();
    open.pop_back();
    if (seen.size() > most_points) {
      choices.are_all = false;
      left_out_ = "more than " + std::to_string(most_points) + " places lie between two steps of a thread";
      break;
    }
    const ControlGraph::Place& there = graph_.places[here.place];
    const Frame top = frames_[here.stack];
    switch (there.end) {
      case End::none: break;
      case End::thread: choices.may_end = true; break;
      case End::procedure: reach({top.back, top.outer}); break;
      case End::scope: choices.edges.push_back({top.statement, location_of({top.back, top.outer}), here.stack}); break;
    }
    for (const ControlGraph::Step& step : there.steps)
      choices.edges.push_back({step.statement, location_of({step.target, here.stack}), here.stack});
    for (PlaceId next : there.silent) reach({next, here.stack});
    for (const ControlGraph::Entry& entry : there.entries) {
      depends_on_values =
          depends_on_values || statement_of(program_, entry.statement).kind == CoreStatement::Kind::scope;
      if (const std::uint32_t stack = enter(entry, here.stack, own_values); stack != 0) {
        reach({entry.start, stack});
      } else {
        choices.are_all = false;
        left_out_ = "calls are nested more than " + std::to_string(deepest_call) + " deep";
      }
    }
  }
  std::ranges::stable_sort(choices.edges, {}, &ControlEdge::statement);
  if (!depends_on_values) known_[location] = {.is_known = true, .choices = choices};
  return choices;
}

std::vector<StatementId> ControlLocations::calls(const ControlEdge& edge) const {
  std::vector<StatementId> calls;
  for (std::uint32_t stack = edge.stack; stack != 0; stack = frames_[stack].outer)
    if (statement_of(program_, frames_[stack].statement).kind == CoreStatement::Kind::call)
      calls.push_back(frames_[stack].statement);
  std::ranges::reverse(calls);
  return calls;
}

}   // namespace plato
