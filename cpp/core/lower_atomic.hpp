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
  AtomicLowering(const CheckedProgram& program, ExpressionLowering& expressions, FormulaTable& table,
                 const ConjunctionTree& frame)
      : program_(program), expressions_(expressions), table_(table), frame_(frame) {}

  // assign, assert, assume, await, havoc, acquire, release, if: a sequence of them as one step.
  AtomicOperation block(const std::vector<SyntaxIndex>& statements);
  AtomicOperation raw(const SyntaxStatement& s);
  AtomicOperation release(const SyntaxStatement& s);
  // Nothing changes, and the formula holds.
  AtomicOperation assumption(Literal formula);
  // cas(place, old, new) that succeeds or that fails, and one that stores whether it did.
  AtomicOperation cas(ExpressionIndex e, bool succeeds);
  AtomicOperation cas_into(ExpressionIndex result, ExpressionIndex e);

 private:
  const CheckedProgram& program_;
  ExpressionLowering& expressions_;
  FormulaTable& table_;
  const ConjunctionTree& frame_;
  CurrentValues current_;
  std::vector<Literal> assumptions_, gates_, posts_;

  const Expression& at(ExpressionIndex e) const { return program_.tree[e]; }
  SymbolIndex variable_of(ExpressionIndex place) const;
  TermId current(SymbolIndex symbol);
  // What the whole variable becomes if the place becomes `value`.
  TermId updated(ExpressionIndex place, TermId value);
  // What the variable becomes if the place becomes anything: only for this may a term mention the post-store.
  TermId havocked(ExpressionIndex place);
  Literal becomes(std::int32_t variable, TermId value);
  const Symbol& symbol_of(std::int32_t variable) const {
    return program_.symbols[expressions_.numbers().symbols[static_cast<std::size_t>(variable)]];
  }
  std::optional<Literal> with_ghosts(Literal step);
  std::int32_t number_of(ExpressionIndex place) const { return expressions_.number_of(variable_of(place)); }

  void start();
  AtomicOperation finish();
  void run(const std::vector<SyntaxIndex>& statements, Literal path);
  void statement(const SyntaxStatement& s, Literal path);
  void assign(const SyntaxStatement& s);
  void havoc(const SyntaxStatement& s);
  void branch(const SyntaxStatement& s, Literal path);
  void assert_that(Literal formula, Literal path);
  void assume_that(Literal formula, Literal path) { assumptions_.push_back(implication(table_, path, formula)); }
  Literal frame_except(std::vector<std::size_t> variables);
};

}   // namespace plato
