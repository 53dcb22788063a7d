// See surface_progress.hpp.

#include "surface_progress.hpp"

#include <algorithm>
#include <set>

namespace plato_test::surface {

using plato::ProcedureDeclaration;
using plato::SyntaxIndex;
using plato::SyntaxStatement;
using Kind = SyntaxStatement::Kind;
using Role = ToDo::Role;

Progress Control::start(const std::vector<SyntaxIndex>& body) {
  Progress progress;
  push(progress, body);
  return progress;
}

void Control::push(Progress& progress, const std::vector<SyntaxIndex>& statements) {
  for (auto s = statements.rbegin(); s != statements.rend(); ++s) progress.todo.push_back({.statement = *s});
}

void Control::begin_round(Progress& progress) const {
  const SyntaxIndex loop = progress.next();
  progress.todo.back().role = Role::test;
  if (at(loop).kind == Kind::for_) progress.todo.push_back({loop, Role::next});
  push(progress, at(loop).body);
}

bool Control::is_at_test(const Progress& progress) const {
  if (progress.has_ended()) return false;
  const auto [index, role] = progress.todo.back();
  return role == Role::test || (role <= Role::inside && at(index).kind == Kind::while_);
}

bool Control::is_star(const SyntaxStatement& s) const {
  return tree_[s.condition].kind == plato::Expression::Kind::star;
}

int Control::procedure_of(const SyntaxStatement& call) const {
  const auto found = std::ranges::find(tree_.procedures, tree_[call.values[0]].name, &ProcedureDeclaration::name);
  if (found == tree_.procedures.end()) throw CannotRun("a call of no procedure: " + call.text);
  return static_cast<int>(found - tree_.procedures.begin());
}

bool Control::is_step(const Progress& progress) const {
  if (progress.has_ended()) return false;
  const auto [index, role] = progress.todo.back();
  const SyntaxStatement& s = at(index);
  if (role == Role::leave) return !s.places.empty();
  if (role == Role::begin || role == Role::join) return true;
  if (role == Role::end || (role == Role::run && !s.labels.empty())) return false;
  switch (s.kind) {
    case Kind::skip:
    case Kind::cut:
    case Kind::choose:
    case Kind::group:
    case Kind::break_:
    case Kind::continue_:
    case Kind::goto_: return false;
    case Kind::if_:
    case Kind::while_: return !is_star(s);
    case Kind::return_: return !s.values.empty();
    case Kind::call: return !world_.frame_slots[static_cast<std::size_t>(procedure_of(s))].slots.empty();
    default: return true;
  }
}

std::vector<Progress> Control::silent(const Progress& progress) const {
  const auto [index, role] = progress.todo.back();
  const SyntaxStatement& s = at(index);
  Progress rest = progress;
  rest.todo.pop_back();
  const auto with = [](Progress base, const std::vector<SyntaxIndex>& statements) {
    push(base, statements);
    return base;
  };
  if (role == Role::leave) rest.frames.pop_back();
  if (role == Role::leave || role == Role::end) return {rest};
  if (role == Role::run && !s.labels.empty()) {
    rest.todo.push_back({index, Role::end});
    rest.todo.push_back({index, Role::inside});
    return {rest};
  }
  switch (s.kind) {
    case Kind::group: return {with(rest, s.body)};
    case Kind::if_: return {with(rest, s.body), with(rest, s.other)};
    case Kind::while_: {
      Progress round = progress;
      begin_round(round);
      return {round, rest};
    }
    case Kind::choose: {
      std::vector<Progress> ways;
      for (const auto& branch : s.branches) ways.push_back(with(rest, branch));
      return ways;
    }
    case Kind::call: {
      Progress inside = progress;
      enter(inside, {procedure_of(s), {}});
      return {inside};
    }
    case Kind::return_: leave(rest); return {rest};
    case Kind::break_:
    case Kind::continue_:
    case Kind::goto_: jump(rest, s); return {rest};
    default: return {rest};
  }
}

bool Control::is_at_cut(const Progress& progress) const {
  return progress.todo.back().role <= Role::inside && at(progress.next()).kind == Kind::cut;
}

bool Control::resolve(const Progress& progress, const Visit& found, const Visit& passed) const {
  bool is_all = true;
  std::set<Progress> seen;
  std::vector<Progress> open = {progress};
  while (!open.empty()) {
    const Progress here = std::move(open.back());
    open.pop_back();
    const bool has_ended = here.has_ended();
    if (!has_ended && (is_at_test(here) || is_at_cut(here))) passed(here);
    if (here.is_at_join() &&
        std::ranges::all_of(here.branches, [&](const Progress& branch) { return may_end(branch); })) {
      Progress joined = here;
      joined.todo.pop_back();
      joined.branches.clear();
      open.push_back(std::move(joined));
    }
    if (has_ended || is_step(here)) {
      found(here);
      continue;
    }
    if (!seen.insert(here).second) continue;
    if (here.frames.size() > deepest_call) {
      is_all = false;
      continue;
    }
    for (Progress& way : silent(here)) open.push_back(std::move(way));
  }
  return is_all;
}

bool Control::may_end(const Progress& progress) const {
  bool may_end = false;
  resolve(
      progress, [&](const Progress& p) { may_end = may_end || p.has_ended(); }, [](const Progress&) {});
  return may_end;
}

void Control::enter(Progress& progress, Frame frame) const {
  const SyntaxIndex call = progress.next();
  progress.todo.back() = {call, Role::leave};
  push(progress, tree_.procedures[static_cast<std::size_t>(frame.of)].body);
  progress.frames.push_back(std::move(frame));
}

void Control::leave(Progress& progress) const {
  while (!progress.has_ended() && progress.todo.back().role != Role::leave) progress.todo.pop_back();
}

bool Control::has_label(const ToDo& todo, const std::string& name) const {
  return std::ranges::find(at(todo.statement).labels, name, &plato::SyntaxLabel::name) !=
         at(todo.statement).labels.end();
}

// Without a label, the nearest loop that has begun; with one, the statement around that has it.
void Control::jump(Progress& progress, const SyntaxStatement& s) const {
  const bool goes_on = s.kind == Kind::continue_, has_target = !s.target.name.empty();
  const auto is_target = [&](const ToDo& todo) {
    const bool is_for = at(todo.statement).kind == Kind::for_;
    const Role wanted = goes_on ? (is_for ? Role::next : Role::test) : has_target ? Role::end : Role::test;
    return todo.role == wanted && (!has_target || has_label(todo, s.target.name));
  };
  while (true) {
    if (progress.has_ended() || progress.todo.back().role == Role::leave)
      throw CannotRun("a jump that leads nowhere: " + s.text);
    const bool is_there = is_target(progress.todo.back());
    if (is_there && goes_on) return;
    progress.todo.pop_back();
    if (is_there) return;
  }
}

}   // namespace plato_test::surface
