// Statements that are one step each, as atomic operations gate ? step ↓ post.
//
// A step says what becomes of every variable: those that are assigned get their value, all others stay.
#pragma once

#include <optional>
#include <vector>

#include "core/lower_expressions.hpp"
#include "logic/formula_builder.hpp"

namespace plato {

struct AtomicOperation {
  Literal gate = 0, step = 0, post = 0;
  std::optional<Literal> ghost_step{};   // the step and what becomes of the ghosts, if there are any
};

class AtomicLowering {
 public:
  // `frame` has x' = x for every variable of the program, `true` for ghosts. Refers to all of these for as long as it
  // lives.
  AtomicLowering(const CheckedProgram& program, const ExpressionLowering& expressions, FormulaTable& table,
                 const ConjunctionTree& frame)
      : program_(program), expressions_(expressions), table_(table), frame_(frame) {}

  // assign, assert, assume, await, havoc, acquire, release, if: a sequence of them as one step.
  AtomicOperation block(const std::vector<SyntaxIndex>& statements) const;
  AtomicOperation raw(const SyntaxStatement& s) const;
  AtomicOperation release(const SyntaxStatement& s) const;
  // Nothing changes, and the formula holds.
  AtomicOperation assumption(Literal formula) const;
  // cas(place, old, new) that succeeds or that fails, and one that stores whether it did.
  AtomicOperation cas(ExpressionIndex e, bool succeeds) const;
  AtomicOperation cas_into(ExpressionIndex result, ExpressionIndex e) const;

 private:
  // What was done so far in a step.
  struct Effect {
    CurrentValues values{};   // of the variables that changed, over the pre-store
    std::vector<Literal> assumptions{}, gates{}, posts{};
  };

  const CheckedProgram& program_;
  const ExpressionLowering& expressions_;
  FormulaTable& table_;
  const ConjunctionTree& frame_;

  const Expression& at(ExpressionIndex e) const { return program_.tree[e]; }
  SymbolIndex variable_of(ExpressionIndex place) const;
  std::int32_t number_of(ExpressionIndex place) const { return expressions_.number_of(variable_of(place)); }
  const Symbol& symbol_of(std::int32_t variable) const {
    return program_.symbols[expressions_.numbers().symbols[static_cast<std::size_t>(variable)]];
  }
  // Expressions where these variables have changed already.
  ExpressionLowering after(const CurrentValues& values) const { return expressions_.in({.current = &values}); }
  TermId value_of(std::int32_t variable, const CurrentValues& values) const;
  // What the whole variable becomes if the place becomes `value`.
  TermId updated(ExpressionIndex place, TermId value, const CurrentValues& values) const;
  // What the variable becomes if the place becomes anything: only for this may a term mention the post-store.
  TermId havocked(ExpressionIndex place, const CurrentValues& values) const;
  Literal becomes(std::int32_t variable, TermId value) const;
  Literal frame_except(std::vector<std::size_t> variables) const;
  std::optional<Literal> with_ghosts(Literal step, const CurrentValues& values) const;
  AtomicOperation operation_of(Effect effect) const;

  // What a statement does where `path` holds, after `effect`.
  void run(const std::vector<SyntaxIndex>& statements, Literal path, Effect& effect) const;
  void statement(const SyntaxStatement& s, Literal path, Effect& effect) const;
  void assign(const SyntaxStatement& s, CurrentValues& values) const;
  void havoc(const SyntaxStatement& s, CurrentValues& values) const;
  void branch(const SyntaxStatement& s, Literal path, Effect& effect) const;
  void assert_that(Literal formula, Literal path, Effect& effect) const;
  void assume_that(Literal formula, Literal path, Effect& effect) const;
  // cas(place, old, new): that the place has the old value.
  Literal has_old_value(const Expression& cas) const;
};

}   // namespace plato
