// Lowering single steps; see lower_atomic.hpp. Recursion is bounded by `deepest_statement`.

#include "core/lower_atomic.hpp"

#include <algorithm>
#include <map>

namespace plato {

using Kind = SyntaxStatement::Kind;
using Does = CoreCommand::Kind;

SymbolIndex AtomicLowering::variable_of(ExpressionIndex place) const {
  return program_.info[at(place).kind == Expression::Kind::select ? at(place).parts[0] : place].symbol;
}

CorePlace AtomicLowering::place(ExpressionIndex e) const {
  CorePlace found{.variable = static_cast<std::size_t>(number_of(e))};
  if (at(e).kind == Expression::Kind::select)
    found.index = stored(at(e).parts[1]);
  else if (expressions_.is_per_thread(variable_of(e)))
    found.index = expressions_.self();
  return found;
}

std::vector<CorePlace> AtomicLowering::places(const std::vector<ExpressionIndex>& list) const {
  std::vector<CorePlace> found;
  for (ExpressionIndex e : list) found.push_back(place(e));
  return found;
}

AtomicCommand AtomicLowering::with_ghosts(CommandId command) const {
  const auto is_ghost = [&](std::size_t variable) { return core_.variables[variable].is_ghost; };
  const CommandId plain = erase_assignments(core_.commands, command, is_ghost);
  return {plain, plain == command ? std::nullopt : std::optional(command)};
}

AtomicCommand AtomicLowering::block(const std::vector<SyntaxIndex>& statements) const {
  std::vector<CommandId> parts;
  run(statements, parts);
  return with_ghosts(in_sequence(core_.commands, parts));
}

void AtomicLowering::run(const std::vector<SyntaxIndex>& statements, std::vector<CommandId>& parts) const {
  for (SyntaxIndex s : statements) statement(program_.tree[s], parts);
}

void AtomicLowering::statement(const SyntaxStatement& s, std::vector<CommandId>& parts) const {
  switch (s.kind) {
    case Kind::assign: return parts.push_back(assign(s));
    case Kind::assert_: return parts.push_back(add({.kind = Does::assert_, .condition = formula(s.condition)}));
    case Kind::assume:
    case Kind::await: return parts.push_back(assume(formula(s.condition)));
    case Kind::havoc: return parts.push_back(add({.kind = Does::havoc, .places = places(s)}));
    case Kind::acquire: {   // a lock that is 0 is free
      parts.push_back(assume(equal(table_, stored(s.places[0]), table_.num(0))));
      return parts.push_back(set(place(s.places[0]), expressions_.self()));
    }
    case Kind::release: {
      const Literal is_held = equal(table_, stored(s.places[0]), expressions_.self());
      parts.push_back(add({.kind = Does::assert_, .condition = is_held}));
      return parts.push_back(set(place(s.places[0]), table_.num(0)));
    }
    case Kind::if_: return branch(s, parts);
    case Kind::skip: return;
    case Kind::cut:
    case Kind::while_:
    case Kind::choose:
    case Kind::block:
    case Kind::raw:
    case Kind::group:
    case Kind::call:
    case Kind::return_:
    case Kind::break_:
    case Kind::continue_:
    case Kind::goto_: return;   // the checker has refused them
  }
}

CommandId AtomicLowering::assign(const SyntaxStatement& s) const {
  CoreCommand command{.places = places(s)};
  for (ExpressionIndex e : s.values) command.values.push_back(stored(e));
  return add(std::move(command));
}

void AtomicLowering::branch(const SyntaxStatement& s, std::vector<CommandId>& parts) const {
  if (changes_ghosts_alone(s.body) && changes_ghosts_alone(s.other)) {
    CoreCommand changes = ghost_branch(s);
    if (!does_nothing(changes)) parts.push_back(add(std::move(changes)));
    return;
  }
  const Literal condition = formula(s.condition);
  std::vector<CommandId> body, other;
  run(s.body, body);
  run(s.other, other);
  const CommandId first = in_sequence(core_.commands, body), second = in_sequence(core_.commands, other);
  parts.push_back(add({.kind = Does::if_, .condition = condition, .first = first, .second = second}));
}

bool AtomicLowering::changes_ghosts_alone(const std::vector<SyntaxIndex>& statements) const {
  return std::ranges::all_of(statements, [&](SyntaxIndex index) {
    const SyntaxStatement& s = program_.tree[index];
    switch (s.kind) {
      case Kind::skip: return true;
      case Kind::assign: return std::ranges::all_of(s.places, [&](ExpressionIndex e) { return is_ghost(e); });
      case Kind::if_: return changes_ghosts_alone(s.body) && changes_ghosts_alone(s.other);
      default: return false;
    }
  });
}

CoreCommand AtomicLowering::ghost_branch(const SyntaxStatement& s) const {
  CurrentValues values;
  run_ghosts(s, values);
  CoreCommand command;
  for (const auto& [variable, value] : std::map<std::int32_t, TermId>(values.begin(), values.end())) {
    command.places.push_back({.variable = static_cast<std::size_t>(variable)});
    command.values.push_back(value);
  }
  return command;
}

// `values` has those of the ghosts that have changed, over the store in which the outermost `if` starts.
void AtomicLowering::run_ghosts(const SyntaxStatement& s, CurrentValues& values) const {
  ExpressionLowering now = expressions_.in({.current = &values});
  const auto value_of = [&](std::int32_t variable, const CurrentValues& in) {
    const auto found = in.find(variable);
    return found == in.end() ? table_.var(variable, 0) : found->second;
  };
  CurrentValues changed = values;
  if (s.kind == Kind::if_) {
    const Literal condition = now.formula(s.condition);
    CurrentValues yes = values, no = values;
    for (SyntaxIndex part : s.body) run_ghosts(program_.tree[part], yes);
    for (SyntaxIndex part : s.other) run_ghosts(program_.tree[part], no);
    for (const CurrentValues* side : {&yes, &no})
      for (const auto& [variable, unused] : *side)
        changed[variable] = conditional_term(table_, condition, value_of(variable, yes), value_of(variable, no));
  }
  for (std::size_t i = 0; s.kind == Kind::assign && i < s.places.size(); ++i) {
    const ExpressionIndex target = s.places[i];
    const std::int32_t variable = number_of(target);
    const bool is_element = at(target).kind == Expression::Kind::select;
    TermId value = now.stored(s.values[i]);
    if (is_element || expressions_.is_per_thread(variable_of(target)))
      value = table_.store(value_of(variable, values),
                           is_element ? now.stored(at(target).parts[1]) : expressions_.self(), value);
    changed[variable] = value;
  }
  values = std::move(changed);
}

AtomicCommand AtomicLowering::assumption(Literal formula) const { return {assume(formula)}; }

AtomicCommand AtomicLowering::raw(const SyntaxStatement& s) const {
  const Literal truth = table_.truth();
  const Literal gate = s.gate == 0 ? truth : formula(s.gate), action = formula(s.condition),
                post = s.post == 0 ? truth : formula(s.post);
  return {add({.kind = Does::operation, .places = places(s), .condition = gate, .action = action, .post = post})};
}

Literal AtomicLowering::has_old_value(const Expression& cas) const {
  const TermId here = stored(cas.parts[0]), old = stored(cas.parts[1]);
  return program_.info[cas.parts[0]].type == ValueType::boolean
             ? equivalence(table_, is_nonzero(table_, here), is_nonzero(table_, old))
             : equal(table_, here, old);
}

AtomicCommand AtomicLowering::cas(ExpressionIndex e, bool succeeds) const {
  const Expression& x = at(e);
  const Literal agrees = has_old_value(x);
  if (!succeeds) return {assume(-agrees)};
  const CommandId parts[] = {assume(agrees), set(place(x.parts[0]), stored(x.parts[2]))};
  return {in_sequence(core_.commands, parts)};
}

// Where it fails the place is given the value that it has: one assignment without a branch.
AtomicCommand AtomicLowering::cas_into(ExpressionIndex result, ExpressionIndex e) const {
  const Expression& x = at(e);
  const Literal agrees = has_old_value(x);
  const TermId value = conditional_term(table_, agrees, stored(x.parts[2]), stored(x.parts[0]));
  return {add({.places = {place(x.parts[0]), place(result)}, .values = {value, as_number(table_, agrees)}})};
}

}   // namespace plato
