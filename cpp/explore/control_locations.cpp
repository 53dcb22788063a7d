// See control_locations.hpp.

#include "explore/control_locations.hpp"

#include <algorithm>
#include <set>

#include "logic/branch_identifiers.hpp"

namespace plato {

using End = ControlGraph::End;

ControlLocations::ControlLocations(const Program& program, std::uint32_t deepest_call)
    : program_(program), deepest_call_(deepest_call), graph_(control_graph(program)) {
  for (PlaceId start : graph_.starts) {
    const std::uint32_t first = location_of({.place = start});
    starts_.push_back(first);
    const auto depends_on_values = [](const CoreStatement& s) {
      return s.kind == CoreStatement::Kind::par || s.kind == CoreStatement::Kind::scope;
    };
    if (!program.procedures.empty() || std::ranges::any_of(program.statements, depends_on_values)) continue;
    // Without calls, branches and scopes there are finitely many, so their numbers need not depend on the order in
    // which they are met.
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

std::uint32_t ControlLocations::location_of(Forked forked) {
  const auto [found, is_new] = forks_.emplace(std::move(forked), static_cast<std::uint32_t>(forked_.size()));
  if (is_new) forked_.push_back(found->first);
  return location_of(Point{.forked = found->second});
}

std::uint32_t ControlLocations::fork(std::uint32_t location, const ControlEdge& edge, std::int64_t first,
                                     std::int64_t last) {
  // From the branch that starts branches of its own outwards.
  std::vector<Forked> around;
  for (std::int64_t number : edge.branches) {
    around.push_back(forked_[points_[location].forked]);
    location = around.back().locations[static_cast<std::size_t>(number - around.back().first)];
  }
  Forked forked{.first = first, .back = edge.back, .stack = edge.stack};
  if (first <= last) {
    Frame frame{.statement = edge.statement, .outer = edge.stack, .depth = frames_[edge.stack].depth + 1};
    const auto [found, is_new] = stacks_.emplace(frame, static_cast<std::uint32_t>(frames_.size()));
    if (is_new) frames_.push_back(std::move(frame));
    forked.locations.assign(static_cast<std::size_t>(last - first + 1), location_of({edge.start, found->second, 0}));
  }
  std::uint32_t made = location_of(std::move(forked));
  for (std::size_t i = around.size(); i-- > 0;) {
    around[i].locations[static_cast<std::size_t>(edge.branches[i] - around[i].first)] = made;
    made = location_of(std::move(around[i]));
  }
  return made;
}

// The steps of branches. The answer: whether all of them may end.
bool ControlLocations::add_branches(const Forked& forked, const OwnValues* own_values, ControlChoices& choices) {
  bool may_all_end = true;
  for (std::size_t i = 0; i < forked.locations.size(); ++i) {
    const std::int64_t number = forked.first + static_cast<std::int64_t>(i);
    const OwnValues own = own_values->of_branch(number);
    const ControlChoices branch = at(forked.locations[i], &own);
    may_all_end = may_all_end && branch.may_end;
    choices.are_all = choices.are_all && branch.are_all;
    for (ControlEdge edge : branch.edges) {
      if (statement_of(program_, edge.statement).kind != CoreStatement::Kind::par) {
        Forked after = forked;
        after.locations[i] = edge.target;
        edge.target = location_of(std::move(after));
      }
      edge.branches.insert(edge.branches.begin(), number);
      choices.edges.push_back(std::move(edge));
    }
  }
  return may_all_end;
}

OwnValues OwnValues::of_branch(std::int64_t number) const {
  const Integer branch = branch_of(thread, number);
  if (!branch.is_small()) throw TooLarge{};
  return {maps, store, branch.small()};
}

// The stack with a frame for the call or scope, 0 if it would be too deep.
std::uint32_t ControlLocations::enter(const ControlGraph::Entry& entry, std::uint32_t stack,
                                      const OwnValues* own_values) {
  const CoreStatement& entered = statement_of(program_, entry.statement);
  Frame frame{.statement = entry.statement, .back = entry.back, .outer = stack, .depth = frames_[stack].depth};
  if (entered.kind == CoreStatement::Kind::call && ++frame.depth > deepest_call_) return 0;
  for (std::size_t v : entered.variables) frame.kept.push_back((*own_values)(v));
  const auto [found, is_new] = stacks_.emplace(frame, static_cast<std::uint32_t>(frames_.size()));
  if (is_new) frames_.push_back(std::move(frame));
  return found->second;
}

const ControlChoices& ControlLocations::at(std::uint32_t location, const OwnValues* own_values) {
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
    if (here.forked != 0) {
      const Forked forked = forked_[here.forked];
      if (add_branches(forked, own_values, choices)) reach({forked.back, forked.stack, 0});
      for (std::uint32_t branch : forked.locations) depends_on_values = depends_on_values || !known_[branch].is_known;
      continue;
    }
    const ControlGraph::Place& there = graph_.places[here.place];
    const Frame top = frames_[here.stack];
    switch (there.end) {
      case End::none: break;
      case End::thread: choices.may_end = true; break;
      case End::procedure: reach({top.back, top.outer, 0}); break;
      case End::scope:
        choices.edges.push_back({top.statement, location_of({top.back, top.outer, 0}), here.stack});
        break;
    }
    for (const ControlGraph::Step& step : there.steps)
      choices.edges.push_back({step.statement, location_of({step.target, here.stack, 0}), here.stack});
    for (PlaceId next : there.silent) reach({next, here.stack, 0});
    for (const ControlGraph::Entry& entry : there.forks)
      choices.edges.push_back(
          {.statement = entry.statement, .stack = here.stack, .start = entry.start, .back = entry.back});
    for (const ControlGraph::Entry& entry : there.entries) {
      depends_on_values =
          depends_on_values || statement_of(program_, entry.statement).kind == CoreStatement::Kind::scope;
      if (const std::uint32_t stack = enter(entry, here.stack, own_values); stack != 0) {
        reach({entry.start, stack, 0});
      } else {
        choices.are_all = false;
        left_out_ = "calls are nested more than " + std::to_string(deepest_call_) + " deep";
      }
    }
  }
  std::ranges::stable_sort(choices.edges, {}, &ControlEdge::statement);
  if (depends_on_values) return latest_ = std::move(choices);
  known_[location] = {.is_known = true, .choices = std::move(choices)};
  return known_[location].choices;
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
