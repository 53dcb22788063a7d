// Lowering single steps; see lower_atomic.hpp.
//
// An atomic block is executed symbolically: `current_` has the value of each variable that was changed, over the
// pre-store. A variable that is havocked has its own post-value as its value: x' = x' says nothing, so x' may be
// anything.

#include "core/lower_atomic.hpp"

#include <algorithm>

namespace plato {

using Kind = SyntaxStatement::Kind;

SymbolIndex AtomicLowering::variable_of(ExpressionIndex place) const {
  return program_.info[at(place).kind == Expression::Kind::select ? at(place).parts[0] : place].symbol;
}

TermId AtomicLowering::current(SymbolIndex symbol) {
  const std::int32_t number = expressions_.number_of(symbol);
  const auto found = current_.find(number);
  return found == current_.end() ? table_.var(number, 0) : found->second;
}

TermId AtomicLowering::updated(ExpressionIndex place, TermId value) {
  const SymbolIndex symbol = variable_of(place);
  if (at(place).kind == Expression::Kind::select)
    return table_.store(current(symbol), expressions_.stored(at(place).parts[1]), value);
  return expressions_.is_per_thread(symbol) ? table_.store(current(symbol), expressions_.self(), value) : value;
}

TermId AtomicLowering::havocked(ExpressionIndex place) {
  const SymbolIndex symbol = variable_of(place);
  const TermId after = table_.var(expressions_.number_of(symbol), 1);
  const bool is_element = at(place).kind == Expression::Kind::select;
  if (!is_element && !expressions_.is_per_thread(symbol)) return after;
  const TermId index = is_element ? expressions_.stored(at(place).parts[1]) : expressions_.self();
  return table_.store(current(symbol), index, table_.binary(TermKind::select, after, index));
}

Literal AtomicLowering::becomes(std::int32_t variable, TermId value) {
  const TermId after = table_.var(variable, 1);
  const SymbolIndex symbol = expressions_.numbers().symbols[static_cast<std::size_t>(variable)];
  return expressions_.is_map(symbol) ? equal_maps(table_, after, value) : equal(table_, after, value);
}

Literal AtomicLowering::frame_except(std::vector<std::size_t> variables) {
  std::ranges::sort(variables);
  return frame_.all_except(table_, variables);
}

void AtomicLowering::start() {
  current_.clear();
  assumptions_.clear();
  gates_.clear();
  posts_.clear();
  expressions_.read_in(&current_);
}

AtomicOperation AtomicLowering::finish() {
  std::vector<std::pair<std::int32_t, TermId>> changed(current_.begin(), current_.end());
  std::ranges::sort(changed);
  std::vector<std::size_t> variables;
  for (const auto& [variable, value] : changed) {
    if (symbol_of(variable).is_ghost) continue;
    variables.push_back(static_cast<std::size_t>(variable));
    assumptions_.push_back(becomes(variable, value));
  }
  assumptions_.push_back(frame_except(std::move(variables)));
  expressions_.read_in(nullptr);
  const Literal gate = conjunction(table_, gates_), step = conjunction(table_, assumptions_),
                post = conjunction(table_, posts_);
  return {gate, step, post, with_ghosts(step)};
}

// The kernel wants to see that ghosts only follow the step: step ∧ g' = e ∧ …, one conjunct for each ghost in order.
std::optional<Literal> AtomicLowering::with_ghosts(Literal step) {
  std::vector<Literal> parts = {step};
  const auto count = static_cast<std::int32_t>(expressions_.numbers().symbols.size());
  for (std::int32_t v = 0; v < count; ++v) {
    if (!symbol_of(v).is_ghost) continue;
    const auto found = current_.find(v);
    const TermId after = table_.var(v, 1), value = found == current_.end() ? table_.var(v, 0) : found->second;
    const bool is_map = expressions_.is_map(expressions_.numbers().symbols[static_cast<std::size_t>(v)]);
    parts.push_back(is_map ? table_.map_eq(after, value) : table_.eq(after, value));
  }
  if (parts.size() == 1) return std::nullopt;
  return table_.connective(FormulaKind::and_, parts);
}

AtomicOperation AtomicLowering::block(const std::vector<SyntaxIndex>& statements) {
  start();
  run(statements, table_.truth());
  return finish();
}

void AtomicLowering::run(const std::vector<SyntaxIndex>& statements, Literal path) {
  for (SyntaxIndex s : statements) {
    statement(program_.tree.statements[s], path);
    expressions_.read_in(&current_);   // forgets what was expanded with the values before
  }
}

// What was assumed so far is known to hold: an execution that is blocked does not go wrong.
void AtomicLowering::assert_that(Literal formula, Literal path) {
  const Literal known = both(table_, conjunction(table_, assumptions_), path);
  const Literal claim = implication(table_, known, formula);
  (mentions_post_store(table_, claim) ? posts_ : gates_).push_back(claim);
}

void AtomicLowering::statement(const SyntaxStatement& s, Literal path) {
  switch (s.kind) {
    case Kind::assign: return assign(s);
    case Kind::assert_: return assert_that(expressions_.formula(s.condition), path);
    case Kind::assume:
    case Kind::await: return assume_that(expressions_.formula(s.condition), path);
    case Kind::havoc: havoc(s); return;
    case Kind::acquire:
      assume_that(equal(table_, current(variable_of(s.places[0])), table_.num(0)), path);
      current_[number_of(s.places[0])] = expressions_.self();
      return;
    case Kind::release:
      assert_that(equal(table_, current(variable_of(s.places[0])), expressions_.self()), path);
      current_[number_of(s.places[0])] = table_.num(0);
      return;
    case Kind::if_: return branch(s, path);
    default: return;   // skip; the checker has seen to the rest
  }
}

void AtomicLowering::assign(const SyntaxStatement& s) {
  std::vector<std::pair<std::int32_t, TermId>> changes;
  for (std::size_t i = 0; i < s.places.size(); ++i)
    changes.emplace_back(number_of(s.places[i]), updated(s.places[i], expressions_.stored(s.values[i])));
  for (const auto& [variable, value] : changes) current_[variable] = value;
}

// As in an assignment, every place is computed in the store before any of them changes.
void AtomicLowering::havoc(const SyntaxStatement& s) {
  std::vector<std::pair<std::int32_t, TermId>> changes;
  for (ExpressionIndex place : s.places) changes.emplace_back(number_of(place), havocked(place));
  for (const auto& [variable, value] : changes) current_[variable] = value;
}

void AtomicLowering::branch(const SyntaxStatement& s, Literal path) {
  const Literal condition = expressions_.formula(s.condition);
  const CurrentValues before = current_;
  run(s.body, both(table_, path, condition));
  const CurrentValues then = std::exchange(current_, before);
  expressions_.read_in(&current_);
  run(s.other, both(table_, path, -condition));
  for (const auto& [variable, value] : then)
    if (!current_.contains(variable)) current_[variable] = table_.var(variable, 0);
  for (auto& [variable, value] : current_) {
    const auto found = then.find(variable);
    value = conditional_term(table_, condition, found == then.end() ? table_.var(variable, 0) : found->second, value);
  }
}

AtomicOperation AtomicLowering::assumption(Literal formula) {
  current_.clear();
  const Literal truth = table_.truth(), step = both(table_, formula, frame_except({}));
  return {truth, step, truth, with_ghosts(step)};
}

AtomicOperation AtomicLowering::release(const SyntaxStatement& s) {
  start();
  current_[number_of(s.places[0])] = table_.num(0);
  AtomicOperation operation = finish();
  operation.post = equal(table_, table_.var(number_of(s.places[0]), 0), expressions_.self());
  return operation;
}

AtomicOperation AtomicLowering::raw(const SyntaxStatement& s) {
  start();
  havoc(s);
  const CurrentValues changed = std::exchange(current_, {});   // the action itself is over the pre-store
  expressions_.read_in(&current_);
  if (s.gate != 0) gates_.push_back(expressions_.formula(s.gate));
  assumptions_.push_back(expressions_.formula(s.condition));
  if (s.post != 0) posts_.push_back(expressions_.formula(s.post));
  current_ = changed;
  return finish();
}

AtomicOperation AtomicLowering::cas(ExpressionIndex e, bool succeeds) {
  const Expression& x = at(e);
  start();
  const TermId here = expressions_.stored(x.parts[0]), old = expressions_.stored(x.parts[1]);
  const Literal agrees = program_.info[x.parts[0]].type == ValueType::boolean
                             ? equivalence(table_, is_nonzero(table_, here), is_nonzero(table_, old))
                             : equal(table_, here, old);
  assumptions_.push_back(succeeds ? agrees : -agrees);
  if (succeeds) {
    const TermId value = updated(x.parts[0], expressions_.stored(x.parts[2]));
    current_[number_of(x.parts[0])] = value;
  }
  return finish();
}

AtomicOperation AtomicLowering::cas_into(ExpressionIndex result, ExpressionIndex e) {
  const Expression& x = at(e);
  start();
  const TermId here = expressions_.stored(x.parts[0]), old = expressions_.stored(x.parts[1]);
  const Literal agrees = program_.info[x.parts[0]].type == ValueType::boolean
                             ? equivalence(table_, is_nonzero(table_, here), is_nonzero(table_, old))
                             : equal(table_, here, old);
  const TermId changed = updated(x.parts[0], expressions_.stored(x.parts[2]));
  const TermId answer = updated(result, as_number(table_, agrees));
  const SymbolIndex place = variable_of(x.parts[0]);
  current_[expressions_.number_of(place)] = conditional_term(table_, agrees, changed, current(place));
  current_[number_of(result)] = answer;
  return finish();
}

}   // namespace plato
