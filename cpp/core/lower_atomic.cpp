// Lowering single steps; see lower_atomic.hpp.
//
// An atomic block is executed symbolically: an effect has the value of each variable that was changed, over the
// pre-store. A variable that is havocked has its own post-value as its value: x' = x' says nothing, so x' may be
// anything.

#include "core/lower_atomic.hpp"

#include <algorithm>

namespace plato {

using Kind = SyntaxStatement::Kind;

SymbolIndex AtomicLowering::variable_of(ExpressionIndex place) const {
  return program_.info[at(place).kind == Expression::Kind::select ? at(place).parts[0] : place].symbol;
}

TermId AtomicLowering::value_of(std::int32_t variable, const CurrentValues& values) const {
  const auto found = values.find(variable);
  return found == values.end() ? table_.var(variable, 0) : found->second;
}

TermId AtomicLowering::updated(ExpressionIndex place, TermId value, const CurrentValues& values) const {
  const bool is_element = at(place).kind == Expression::Kind::select;
  if (!is_element && !expressions_.is_per_thread(variable_of(place))) return value;
  const TermId index = is_element ? after(values).stored(at(place).parts[1]) : expressions_.self();
  return table_.store(value_of(number_of(place), values), index, value);
}

TermId AtomicLowering::havocked(ExpressionIndex place, const CurrentValues& values) const {
  const TermId anything = table_.var(number_of(place), 1);
  const bool is_element = at(place).kind == Expression::Kind::select;
  if (!is_element && !expressions_.is_per_thread(variable_of(place))) return anything;
  const TermId index = is_element ? after(values).stored(at(place).parts[1]) : expressions_.self();
  const TermId element = table_.binary(TermKind::select, anything, index);
  return table_.store(value_of(number_of(place), values), index, element);
}

Literal AtomicLowering::becomes(std::int32_t variable, TermId value) const {
  const TermId after = table_.var(variable, 1);
  const SymbolIndex symbol = expressions_.numbers().symbols[static_cast<std::size_t>(variable)];
  return expressions_.is_map(symbol) ? equal_maps(table_, after, value) : equal(table_, after, value);
}

Literal AtomicLowering::frame_except(std::vector<std::size_t> variables) const {
  std::ranges::sort(variables);
  return frame_.all_except(table_, variables);
}

// The kernel wants to see that ghosts only follow the step: step ∧ g' = e ∧ …, one conjunct for each ghost in order.
std::optional<Literal> AtomicLowering::with_ghosts(Literal step, const CurrentValues& values) const {
  std::vector<Literal> parts = {step};
  const auto count = static_cast<std::int32_t>(expressions_.numbers().symbols.size());
  for (std::int32_t v = 0; v < count; ++v) {
    if (!symbol_of(v).is_ghost) continue;
    const TermId after = table_.var(v, 1), value = value_of(v, values);
    const bool is_map = expressions_.is_map(expressions_.numbers().symbols[static_cast<std::size_t>(v)]);
    parts.push_back(is_map ? table_.map_eq(after, value) : table_.eq(after, value));
  }
  if (parts.size() == 1) return std::nullopt;
  return table_.connective(FormulaKind::and_, parts);
}

AtomicOperation AtomicLowering::operation_of(Effect effect) const {
  std::vector<std::pair<std::int32_t, TermId>> changed(effect.values.begin(), effect.values.end());
  std::ranges::sort(changed);
  std::vector<std::size_t> variables;
  for (const auto& [variable, value] : changed) {
    if (symbol_of(variable).is_ghost) continue;
    variables.push_back(static_cast<std::size_t>(variable));
    effect.assumptions.push_back(becomes(variable, value));
  }
  effect.assumptions.push_back(frame_except(std::move(variables)));
  const Literal gate = conjunction(table_, effect.gates), step = conjunction(table_, effect.assumptions),
                post = conjunction(table_, effect.posts);
  return {gate, step, post, with_ghosts(step, effect.values)};
}

AtomicOperation AtomicLowering::block(const std::vector<SyntaxIndex>& statements) const {
  Effect effect;
  run(statements, table_.truth(), effect);
  return operation_of(std::move(effect));
}

void AtomicLowering::run(const std::vector<SyntaxIndex>& statements, Literal path, Effect& effect) const {
  for (SyntaxIndex s : statements) statement(program_.tree[s], path, effect);
}

// All assumptions so far hold: an execution that is blocked does not go wrong.
void AtomicLowering::assert_that(Literal formula, Literal path, Effect& effect) const {
  const Literal known = both(table_, conjunction(table_, effect.assumptions), path);
  const Literal claim = implication(table_, known, formula);
  (mentions_post_store(table_, claim) ? effect.posts : effect.gates).push_back(claim);
}

void AtomicLowering::assume_that(Literal formula, Literal path, Effect& effect) const {
  effect.assumptions.push_back(implication(table_, path, formula));
}

void AtomicLowering::statement(const SyntaxStatement& s, Literal path, Effect& effect) const {
  switch (s.kind) {
    case Kind::assign: return assign(s, effect.values);
    case Kind::assert_: return assert_that(after(effect.values).formula(s.condition), path, effect);
    case Kind::assume:
    case Kind::await: return assume_that(after(effect.values).formula(s.condition), path, effect);
    case Kind::havoc: return havoc(s, effect.values);
    case Kind::acquire: {
      const std::int32_t lock = number_of(s.places[0]);
      const TermId nobody = table_.num(0);
      assume_that(equal(table_, value_of(lock, effect.values), nobody), path, effect);
      effect.values[lock] = expressions_.self();
      return;
    }
    case Kind::release: {
      const std::int32_t lock = number_of(s.places[0]);
      assert_that(equal(table_, value_of(lock, effect.values), expressions_.self()), path, effect);
      effect.values[lock] = table_.num(0);
      return;
    }
    case Kind::if_: return branch(s, path, effect);
    case Kind::skip: return;
    case Kind::cut:
    case Kind::while_:
    case Kind::choose:
    case Kind::block:
    case Kind::raw: return;   // the checker has refused them
  }
}

void AtomicLowering::assign(const SyntaxStatement& s, CurrentValues& values) const {
  ExpressionLowering expressions = after(values);
  std::vector<std::pair<std::int32_t, TermId>> changes;
  for (std::size_t i = 0; i < s.places.size(); ++i)
    changes.emplace_back(number_of(s.places[i]), updated(s.places[i], expressions.stored(s.values[i]), values));
  for (const auto& [variable, value] : changes) values[variable] = value;
}

// As in an assignment, every place is computed in the store before any of them changes.
void AtomicLowering::havoc(const SyntaxStatement& s, CurrentValues& values) const {
  std::vector<std::pair<std::int32_t, TermId>> changes;
  for (ExpressionIndex place : s.places) changes.emplace_back(number_of(place), havocked(place, values));
  for (const auto& [variable, value] : changes) values[variable] = value;
}

void AtomicLowering::branch(const SyntaxStatement& s, Literal path, Effect& effect) const {
  CurrentValues& values = effect.values;
  const Literal condition = after(values).formula(s.condition);
  const CurrentValues before = values;
  run(s.body, both(table_, path, condition), effect);
  const CurrentValues then = std::exchange(values, before);
  run(s.other, both(table_, path, -condition), effect);
  for (const auto& [variable, value] : then)
    if (!values.contains(variable)) values[variable] = table_.var(variable, 0);
  for (auto& [variable, value] : values) value = conditional_term(table_, condition, value_of(variable, then), value);
}

AtomicOperation AtomicLowering::assumption(Literal formula) const {
  const Literal truth = table_.truth(), step = both(table_, formula, frame_except({}));
  return {truth, step, truth, with_ghosts(step, {})};
}

AtomicOperation AtomicLowering::release(const SyntaxStatement& s) const {
  const std::int32_t lock = number_of(s.places[0]);
  AtomicOperation operation = operation_of({.values = {{lock, table_.num(0)}}});
  operation.post = equal(table_, table_.var(lock, 0), expressions_.self());
  return operation;
}

// The action itself is over the pre-store.
AtomicOperation AtomicLowering::raw(const SyntaxStatement& s) const {
  Effect effect;
  havoc(s, effect.values);
  ExpressionLowering expressions = expressions_.in({});
  if (s.gate != 0) effect.gates.push_back(expressions.formula(s.gate));
  effect.assumptions.push_back(expressions.formula(s.condition));
  if (s.post != 0) effect.posts.push_back(expressions.formula(s.post));
  return operation_of(std::move(effect));
}

Literal AtomicLowering::has_old_value(const Expression& cas) const {
  ExpressionLowering expressions = expressions_.in({});
  const TermId here = expressions.stored(cas.parts[0]), old = expressions.stored(cas.parts[1]);
  return program_.info[cas.parts[0]].type == ValueType::boolean
             ? equivalence(table_, is_nonzero(table_, here), is_nonzero(table_, old))
             : equal(table_, here, old);
}

AtomicOperation AtomicLowering::cas(ExpressionIndex e, bool succeeds) const {
  const Expression& x = at(e);
  const Literal agrees = has_old_value(x);
  Effect effect{.assumptions = {succeeds ? agrees : -agrees}};
  if (succeeds) effect.values[number_of(x.parts[0])] = updated(x.parts[0], expressions_.in({}).stored(x.parts[2]), {});
  return operation_of(std::move(effect));
}

AtomicOperation AtomicLowering::cas_into(ExpressionIndex result, ExpressionIndex e) const {
  const Expression& x = at(e);
  const Literal agrees = has_old_value(x);
  const TermId changed = updated(x.parts[0], expressions_.in({}).stored(x.parts[2]), {});
  const TermId answer = updated(result, as_number(table_, agrees), {});
  const std::int32_t place = number_of(x.parts[0]);
  Effect effect;
  effect.values[place] = conditional_term(table_, agrees, changed, table_.var(place, 0));
  effect.values[number_of(result)] = answer;
  return operation_of(std::move(effect));
}

}   // namespace plato
