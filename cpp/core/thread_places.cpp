// See thread_places.hpp. Recursion is bounded by the depth of statements and of calls that are not recursive.

#include "core/thread_places.hpp"

#include <algorithm>

namespace plato {

namespace {

void insert(Position& into, const Position& more) { into.insert(more.begin(), more.end()); }

}   // namespace

ThreadPlaces::ThreadPlaces(const Program& program, StatementId body) : program_(program) {
  initial_ = walk(0, body, {NextStep{}}, {});
  while (!open_frames_.empty()) {
    const ProcedureId procedure = open_frames_.back();
    open_frames_.pop_back();
    const ContextId here = frames_.at(procedure);
    walk(here, procedure_of(program_, procedure).body, {NextStep{here, 0}}, {});
  }
}

// ---- contexts

ContextId ThreadPlaces::inner(ContextId context, StatementId call) {
  const auto [known, is_new] = inner_.try_emplace({context, call}, static_cast<ContextId>(contexts_.size()));
  if (is_new)
    contexts_.push_back({.outer = context, .call = call, .procedure = statement_of(program_, call).procedure});
  return known->second;
}
ContextId ThreadPlaces::frame(ProcedureId procedure) {
  const auto [known, is_new] = frames_.try_emplace(procedure, static_cast<ContextId>(contexts_.size()));
  if (is_new) {
    contexts_.push_back({.procedure = procedure, .is_frame = true});
    open_frames_.push_back(procedure);
  }
  return known->second;
}

std::vector<ContextId> ThreadPlaces::contexts_of(ProcedureId procedure) const {
  if (procedure == 0) return {0};
  std::vector<ContextId> found;
  for (ContextId c = 1; c < contexts_.size(); ++c)
    if (contexts_[c].procedure == procedure && !contexts_[c].entered) found.push_back(c);
  return found;
}

// ---- how statements begin

const ThreadPlaces::Beginning& ThreadPlaces::beginning(ContextId context, StatementId s) {
  constexpr std::size_t most = 100'000;
  if (const auto known = beginnings_.find({context, s}); known != beginnings_.end()) return known->second;
  if (++effort_ > most) throw PlacesUnknown("calls of procedures are nested in too many ways", s);
  Beginning found = find_beginning(context, s);
  return beginnings_[{context, s}] = std::move(found);
}

ThreadPlaces::Beginning ThreadPlaces::find_beginning(ContextId context, StatementId index) {
  const CoreStatement& s = statement_of(program_, index);
  const auto either = [](Beginning a, const Beginning& b) {
    insert(a.steps, b.steps);
    a.passes = a.passes || b.passes;
    a.exits.insert(b.exits.begin(), b.exits.end());
    return a;
  };
  switch (s.kind) {
    case CoreStatement::Kind::skip: return {.steps = {}, .passes = true, .exits = {}};
    case CoreStatement::Kind::atomic:
    case CoreStatement::Kind::par: return {.steps = {{context, index}}, .passes = false, .exits = {}};
    case CoreStatement::Kind::call: return of_call(context, index);
    case CoreStatement::Kind::exit: return {.steps = {}, .passes = false, .exits = {s.passed}};
    case CoreStatement::Kind::choice: return either(beginning(context, s.first), beginning(context, s.second));
    case CoreStatement::Kind::seq: {
      Beginning b = beginning(context, s.first);
      if (!b.passes) return b;
      b.passes = false;
      return either(std::move(b), beginning(context, s.second));
    }
    case CoreStatement::Kind::loop: {
      Beginning b = beginning(context, s.first);
      b.passes = true;
      return b;
    }
    case CoreStatement::Kind::block: {
      const Beginning& inside = beginning(context, s.first);
      Beginning b{.steps = inside.steps, .passes = inside.passes || inside.exits.contains(0), .exits = {}};
      for (std::uint32_t passed : inside.exits)
        if (passed > 0) b.exits.insert(passed - 1);
      return b;
    }
    // The step that gives variables their values back does nothing to ghosts: it is as if it were none.
    case CoreStatement::Kind::scope: return beginning(context, s.first);
  }
  return {};
}

ThreadPlaces::Beginning ThreadPlaces::of_call(ContextId context, StatementId index) {
  const ProcedureId procedure = statement_of(program_, index).procedure;
  const StatementId body = procedure_of(program_, procedure).body;
  if (!procedure_of(program_, procedure).is_recursive) return beginning(inner(context, index), body);
  if (!beginning_.insert(procedure).second)
    throw PlacesUnknown("'" + procedure_of(program_, procedure).name + "' may call itself before it takes a step",
                        index);
  const Beginning inside = beginning(frame(procedure), body);
  beginning_.erase(procedure);
  Beginning b{.steps = {}, .passes = inside.passes, .exits = {}};
  for (const NextStep& first : inside.steps) {
    if (contexts_[first.context].entered)
      throw PlacesUnknown("'" + procedure_of(program_, procedure).name +
                              "' may call a procedure that calls itself before it takes a step",
                          index);
    const auto [known, is_new] =
        entering_.try_emplace({context, {first.context, index}}, static_cast<ContextId>(contexts_.size()));
    if (is_new)
      contexts_.push_back({.outer = context, .call = index, .procedure = procedure, .entered = first.context});
    b.steps.insert({known->second, first.step});
  }
  return b;
}

// ---- what comes next at each place

Position ThreadPlaces::at(ContextId context, StatementId s, const Position& next,
                          const std::vector<Position>& outside) {
  const Beginning& b = beginning(context, s);
  Position here = b.steps;
  if (b.passes) insert(here, next);
  for (std::uint32_t passed : b.exits) insert(here, outside[outside.size() - 1 - passed]);
  return here;
}

// `next` is what comes after the statement; `outside` what comes after the blocks around it, the nearest last.
Position ThreadPlaces::walk(ContextId context, StatementId s, const Position& next,
                            const std::vector<Position>& outside) {
  Position here = at(context, s, next, outside);
  before_[{context, s}] = here;
  after_[{context, s}] = next;
  const std::size_t first = order_.size();
  walk_parts(context, s, here, next, outside);
  extents_[{context, s}] = {first, order_.size()};
  return here;
}

void ThreadPlaces::walk_parts(ContextId context, StatementId index, const Position& here, const Position& next,
                              const std::vector<Position>& outside) {
  const CoreStatement& s = statement_of(program_, index);
  switch (s.kind) {
    case CoreStatement::Kind::skip:
    case CoreStatement::Kind::exit: break;
    case CoreStatement::Kind::atomic:
    case CoreStatement::Kind::par:
      follow_[{context, index}] = next;
      order_.push_back({context, index});
      break;
    case CoreStatement::Kind::call:
      if (!procedure_of(program_, s.procedure).is_recursive)
        walk(inner(context, index), procedure_of(program_, s.procedure).body, next, {});
      else
        for (const NextStep& step : beginning(context, index).steps) order_.push_back(step);
      break;
    case CoreStatement::Kind::choice:
      walk(context, s.first, next, outside);
      walk(context, s.second, next, outside);
      break;
    case CoreStatement::Kind::seq:
      walk(context, s.first, at(context, s.second, next, outside), outside);
      walk(context, s.second, next, outside);
      break;
    case CoreStatement::Kind::loop: walk(context, s.first, here, outside); break;
    case CoreStatement::Kind::block: {
      std::vector<Position> inside = outside;
      inside.push_back(next);
      walk(context, s.first, next, inside);
      break;
    }
    case CoreStatement::Kind::scope: walk(context, s.first, next, outside); break;
  }
}

const Position& ThreadPlaces::first_of(ContextId context, StatementId s) const {
  const Position& own = beginnings_.at({context, s}).steps;
  return own.empty() ? before_.at({context, s}) : own;
}

Position ThreadPlaces::enabled(const Position& position) const {
  Position found;
  std::vector<NextStep> open(position.begin(), position.end());
  while (!open.empty()) {
    const NextStep step = open.back();
    open.pop_back();
    if (!found.insert(step).second || step.step == 0) continue;
    if (statement_of(program_, step.step).kind != CoreStatement::Kind::par) continue;
    const Position& next = follow_.at({contexts_[step.context].entered.value_or(step.context), step.step});
    open.insert(open.end(), next.begin(), next.end());
  }
  return found;
}

bool ThreadPlaces::ends_frame(const Position& position) const {
  return std::ranges::any_of(position, [](const NextStep& s) { return s.step == 0 && s.context != 0; });
}

}   // namespace plato
