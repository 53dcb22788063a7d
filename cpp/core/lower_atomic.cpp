// Lowering single steps; see lower_atomic.hpp. Recursion is bounded by `deepest_statement`.

#include "core/lower_atomic.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace plato {

using Kind = SyntaxStatement::Kind;
using Does = CoreCommand::Kind;

SymbolIndex AtomicLowering::variable_of(ExpressionIndex place) const {
  return program_.info[root_of(program_.tree, place)].symbol;
}

CorePlace AtomicLowering::place(ExpressionIndex e) const {
  CorePlace found{.variable = static_cast<std::size_t>(number_of(e))};
  if (at(e).kind == Expression::Kind::select)
    found.index = expressions_.in({}).element_index(e);
  else if (expressions_.is_per_thread(variable_of(e)))
    found.index = expressions_.owner_of(variable_of(e));
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
  return with_ghosts(in_sequence(statements));
}

CommandId AtomicLowering::in_sequence(const std::vector<SyntaxIndex>& statements) const {
  std::vector<CommandId> parts;
  run(statements, parts);
  return plato::in_sequence(core_.commands, parts);
}

void AtomicLowering::run(const std::vector<SyntaxIndex>& statements, std::vector<CommandId>& parts) const {
  for (SyntaxIndex s : statements) statement(program_.tree[s], parts);
}

void AtomicLowering::statement(const SyntaxStatement& s, std::vector<CommandId>& parts) const {
  switch (s.kind) {
    case Kind::assign: return assign(s, parts);
    case Kind::assert_:
      guard(defined(s.condition), parts);
      return parts.push_back(add({.kind = Does::assert_, .condition = formula(s.condition)}));
    case Kind::assume:
    case Kind::await: guard(defined(s.condition), parts); return parts.push_back(assume(formula(s.condition)));
    case Kind::havoc: return havoc(s, parts);
    case Kind::acquire: {   // a lock that is 0 is free
      guard(defined(s.places[0]), parts);
      parts.push_back(assume(equal(table_, stored(s.places[0]), table_.num(0))));
      return parts.push_back(set(place(s.places[0]), expressions_.self()));
    }
    case Kind::release: {
      guard(defined(s.places[0]), parts);
      const Literal is_held = equal(table_, stored(s.places[0]), expressions_.self());
      parts.push_back(add({.kind = Does::assert_, .condition = is_held}));
      return parts.push_back(set(place(s.places[0]), table_.num(0)));
    }
    case Kind::if_: return branch(s, parts);
    case Kind::choose: return parts.push_back(choice(s));
    case Kind::raw: return parts.push_back(raw(s));
    case Kind::skip: return;
    case Kind::cut:
    case Kind::while_:
    case Kind::for_:
    case Kind::start:
    case Kind::block:
    case Kind::group:
    case Kind::call:
    case Kind::return_:
    case Kind::break_:
    case Kind::continue_:
    case Kind::goto_:
    case Kind::scope:
    case Kind::par: return;   // the checker has refused them
  }
}

void AtomicLowering::guard(Literal formula, std::vector<CommandId>& parts) const {
  if (formula != table_.truth()) parts.push_back(add({.kind = Does::assert_, .condition = formula}));
}

Literal AtomicLowering::all_defined(const std::vector<ExpressionIndex>& list) const {
  std::vector<Literal> literals;
  for (ExpressionIndex e : list) literals.push_back(defined(e));
  return conjunction(table_, literals);
}

// Values of an enumeration are always among its own: their types say so.
Literal AtomicLowering::fits(ExpressionIndex place, TermId value) const {
  const SymbolIndex variable = variable_of(place);
  if (at(place).kind != Expression::Kind::select) return fits_variable(variable, value);
  return program_.symbols[variable].declared.low == 0 ? table_.truth() : expressions_.in({}).in_range(variable, value);
}
Literal AtomicLowering::fits_variable(SymbolIndex variable, TermId value) const {
  if (program_.symbols[variable].declared.low == 0) return table_.truth();
  return expressions_.in({}).value_in_range(variable, value);
}

// What is assigned to ghosts may read anything: it cannot go wrong.
void AtomicLowering::assign(const SyntaxStatement& s, std::vector<CommandId>& parts) const {
  CoreCommand command{.places = places(s)};
  for (ExpressionIndex e : s.values) command.values.push_back(stored(e));
  std::vector<Literal> needed;
  for (std::size_t i = 0; i < s.places.size(); ++i) {
    if (is_ghost(s.places[i])) continue;
    needed.push_back(defined(s.places[i]));
    needed.push_back(defined(s.values[i]));
    needed.push_back(fits(s.places[i], command.values[i]));
  }
  guard(conjunction(table_, needed), parts);
  parts.push_back(add(std::move(command)));
}

// Of the places after the step, those of enumerations or those of other ranges.
Literal AtomicLowering::changed_in_range(const SyntaxStatement& s, bool enumerations) const {
  ExpressionLowering here = expressions_.in({});
  std::vector<Literal> literals;
  for (ExpressionIndex e : s.places) {
    const SymbolIndex variable = variable_of(e);
    if (!here.has_range(variable) || (program_.symbols[variable].declared.enumeration != 0) != enumerations) continue;
    if (at(e).kind != Expression::Kind::select) {
      literals.push_back(here.range_of(variable, true));
      continue;
    }
    const TermId after = table_.var(number_of(e), 1);
    literals.push_back(here.in_range(variable, select_from(table_, after, here.element_index(e))));
  }
  return conjunction(table_, literals);
}

// With a range, a raw operation, whose places are those from before the step.
CommandId AtomicLowering::havoc(std::vector<CorePlace> places, Literal range) const {
  const Literal truth = table_.truth();
  if (range == truth) return add({.kind = Does::havoc, .places = std::move(places)});
  return add(
      {.kind = Does::operation, .places = std::move(places), .condition = truth, .action = range, .post = truth});
}
void AtomicLowering::havoc(const SyntaxStatement& s, std::vector<CommandId>& parts) const {
  guard(all_defined(s.places), parts);
  const Literal range = both(table_, changed_in_range(s, true), changed_in_range(s, false));
  parts.push_back(havoc(places(s), range));
}

CommandId AtomicLowering::choice(const SyntaxStatement& s) const {
  std::vector<CommandId> branches;
  for (const auto& branch : s.branches) branches.push_back(in_sequence(branch));
  CommandId whole = branches.back();
  for (std::size_t i = branches.size() - 1; i-- > 0;)
    whole = add({.kind = Does::choice, .first = branches[i], .second = whole});
  return whole;
}

void AtomicLowering::branch(const SyntaxStatement& s, std::vector<CommandId>& parts) const {
  const bool is_choice = at(s.condition).kind == Expression::Kind::star;
  if (!is_choice && changes_ghosts_alone(s.body) && changes_ghosts_alone(s.other)) {
    CoreCommand changes = ghost_branch(s);
    if (!does_nothing(changes)) return parts.push_back(add(std::move(changes)));
    if (!mentions_ghost(program_, s.condition)) guard(defined(s.condition), parts);
    return;
  }
  if (!is_choice) guard(defined(s.condition), parts);
  const Literal condition = is_choice ? 0 : formula(s.condition);
  std::vector<CommandId> body, other;
  run(s.body, body);
  run(s.other, other);
  const CommandId first = plato::in_sequence(core_.commands, body), second = plato::in_sequence(core_.commands, other);
  const Does does = is_choice ? Does::choice : Does::if_;
  parts.push_back(add({.kind = does, .condition = condition, .first = first, .second = second}));
}

bool AtomicLowering::changes_ghosts_alone(const std::vector<SyntaxIndex>& statements) const {
  return std::ranges::all_of(statements, [&](SyntaxIndex index) {
    const SyntaxStatement& s = program_.tree[index];
    switch (s.kind) {
      case Kind::skip: return true;
      case Kind::assign: return std::ranges::all_of(s.places, [&](ExpressionIndex e) { return is_ghost(e); });
      case Kind::if_:
        return at(s.condition).kind != Expression::Kind::star && changes_ghosts_alone(s.body) &&
               changes_ghosts_alone(s.other);
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
      value = table_.store(value_of(variable, changed),   // which may have changed at another element
                           is_element ? now.element_index(target) : expressions_.owner_of(variable_of(target)), value);
    changed[variable] = value;
  }
  values = std::move(changed);
}

AtomicCommand AtomicLowering::assumption(Literal formula, Literal defined) const {
  std::vector<CommandId> parts;
  guard(defined, parts);
  if (formula != table_.truth()) parts.push_back(assume(formula));   // `if (true)` has no step that could be read back
  return {plato::in_sequence(core_.commands, parts)};
}

// A formula about two stores may read anything, but a variable that leaves its range goes wrong.
CommandId AtomicLowering::raw(const SyntaxStatement& s) const {
  const Literal truth = table_.truth();
  const Literal stated_gate = s.gate == 0 ? truth : formula(s.gate), stated_action = formula(s.condition),
                stated_post = s.post == 0 ? truth : formula(s.post);
  const Literal gate = both(table_, all_defined(s.places), stated_gate),
                action = both(table_, stated_action, changed_in_range(s, true)),
                post = both(table_, stated_post, changed_in_range(s, false));
  return add({.kind = Does::operation, .places = places(s), .condition = gate, .action = action, .post = post});
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
  std::vector<CommandId> parts;
  guard(all_defined(x.parts), parts);
  parts.push_back(assume(succeeds ? agrees : -agrees));
  if (succeeds) {
    const TermId value = stored(x.parts[2]);
    guard(fits(x.parts[0], value), parts);
    parts.push_back(set(place(x.parts[0]), value));
  }
  return {plato::in_sequence(core_.commands, parts)};
}

AtomicCommand AtomicLowering::with_ghosts(const AtomicCommand& test, const std::vector<SyntaxIndex>& ghosts) const {
  std::vector<CommandId> parts = {test.command};
  run(ghosts, parts);
  return with_ghosts(plato::in_sequence(core_.commands, parts));
}

// Where it fails the place is given the value that it has: one assignment without a branch. Ghosts need the branch.
AtomicCommand AtomicLowering::cas_into(ExpressionIndex result, ExpressionIndex e,
                                       const std::vector<SyntaxIndex>& ghosts) const {
  const Expression& x = at(e);
  const Literal agrees = has_old_value(x);
  std::vector<CommandId> parts;
  guard(all_defined(x.parts), parts);
  guard(defined(result), parts);
  guard(implication(table_, agrees, fits(x.parts[0], stored(x.parts[2]))), parts);
  if (!ghosts.empty()) {
    std::vector<CommandId> succeeds = {
        add({.places = {place(x.parts[0]), place(result)}, .values = {stored(x.parts[2]), table_.num(1)}})};
    run(ghosts, succeeds);
    const CommandId first = plato::in_sequence(core_.commands, succeeds), second = set(place(result), table_.num(0));
    parts.push_back(add({.kind = Does::if_, .condition = agrees, .first = first, .second = second}));
    return with_ghosts(plato::in_sequence(core_.commands, parts));
  }
  const TermId value = conditional_term(table_, agrees, stored(x.parts[2]), stored(x.parts[0]));
  parts.push_back(add({.places = {place(x.parts[0]), place(result)}, .values = {value, as_number(table_, agrees)}}));
  return {plato::in_sequence(core_.commands, parts)};
}

}   // namespace plato
