// See activation_controls.hpp.

#include "explore/activation_controls.hpp"

#include <algorithm>
#include <utility>

namespace plato {

ActivationControls::ActivationControls(const Program& program) : program_(program) {
  for (const CoreFamily& family : program.families)
    starts_.push_back(location_of({{.kind = Frame::Kind::code, .number = family.body}}));
}

std::uint32_t ActivationControls::location_of(Frames frames) {
  const auto [found, is_new] = numbers_.emplace(std::move(frames), static_cast<std::uint32_t>(locations_.size()));
  if (is_new) {
    locations_.push_back(found->first);
    known_.emplace_back();
  }
  return found->second;
}

const ActivationControls::Choices& ActivationControls::at(std::uint32_t location) {
  if (known_[location]) return *known_[location];
  Choices choices;
  std::set<Frames> seen = {locations_[location]};
  std::vector<Frames> open = {locations_[location]};
  while (!open.empty()) {
    Frames here = std::move(open.back());
    open.pop_back();
    for (Frames& next : look_at(std::move(here), choices))
      if (seen.insert(next).second) open.push_back(std::move(next));
  }
  std::ranges::stable_sort(choices.edges, {}, &Edge::statement);
  return known_[location].emplace(std::move(choices));
}

// Notes what can be done next; the answer is where choices, loops, exits and calls lead.
std::vector<ActivationControls::Frames> ActivationControls::look_at(Frames frames, Choices& choices) {
  if (frames.empty()) {
    choices.may_end = true;
    return {};
  }
  const Frame top = frames.back();
  frames.pop_back();
  switch (top.kind) {
    case Frame::Kind::skip:
    case Frame::Kind::block: return {std::move(frames)};
    case Frame::Kind::code: return begin(top.number, std::move(frames), choices);
    case Frame::Kind::exit: {
      if (frames.empty()) return {};
      const bool is_block = frames.back().kind == Frame::Kind::block;
      frames.pop_back();
      if (!is_block || top.number > 0)
        frames.push_back({.kind = Frame::Kind::exit, .number = is_block ? top.number - 1 : top.number});
      return {std::move(frames)};
    }
  }
  return {};
}

std::vector<ActivationControls::Frames> ActivationControls::begin(StatementId statement, Frames rest,
                                                                  Choices& choices) {
  const CoreStatement& s = statement_of(program_, statement);
  const auto with = [&](std::initializer_list<Frame> more) {
    Frames frames = rest;
    frames.insert(frames.end(), more);
    return frames;
  };
  const auto code = [](StatementId id) { return Frame{.kind = Frame::Kind::code, .number = id}; };
  const auto enter = [&](StatementId body) {
    choices.entrances.push_back({.statement = statement,
                                 .first = location_of({code(body)}),
                                 .after = location_of(with({{}})),
                                 .variables = s.variables});
  };
  switch (s.kind) {
    case CoreStatement::Kind::skip: return {rest};
    case CoreStatement::Kind::atomic: choices.edges.push_back({statement, location_of(with({{}}))}); return {};
    case CoreStatement::Kind::choice: return {with({code(s.first)}), with({code(s.second)})};
    case CoreStatement::Kind::seq: return {with({code(s.second), code(s.first)})};
    case CoreStatement::Kind::loop: return {rest, with({code(statement), code(s.first)})};
    case CoreStatement::Kind::block: return {with({{.kind = Frame::Kind::block}, code(s.first)})};
    case CoreStatement::Kind::exit: return {with({{.kind = Frame::Kind::exit, .number = s.passed}})};
    case CoreStatement::Kind::call: {
      // In the procedure's own body, unless nothing is left to do after it.
      const StatementId body = procedure_of(program_, s.procedure).body;
      if (rest.empty() || body < statement) return {with({code(body)})};
      enter(body);
      return {};
    }
    case CoreStatement::Kind::scope: enter(s.first); return {};
    case CoreStatement::Kind::par: choices.has_branches = true; return {};
  }
  return {};
}

bool has_activations(const Program& program) {
  return std::ranges::any_of(program.procedures, &CoreProcedure::is_recursive) ||
         std::ranges::any_of(program.statements,
                             [](const CoreStatement& s) { return s.kind == CoreStatement::Kind::scope; });
}

std::set<std::size_t> kept_variables(const Program& program) {
  std::set<std::size_t> kept;
  for (const CoreStatement& s : program.statements)
    if (s.kind == CoreStatement::Kind::scope) kept.insert(s.variables.begin(), s.variables.end());
  return kept;
}

}   // namespace plato
