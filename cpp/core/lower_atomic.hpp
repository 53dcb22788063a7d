// Statements that are one step each, as commands: names, types and sugar, and nothing else.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "core/lower_expressions.hpp"
#include "logic/formula_builder.hpp"

namespace plato {

struct AtomicCommand {
  CommandId command = 0;
  std::optional<CommandId> ghost_command{};   // with its assignments to ghosts, if it has any
};

class AtomicLowering {
 public:
  // Refers to all of these for as long as it lives.
  AtomicLowering(const CheckedProgram& program, const ExpressionLowering& expressions, Program& core)
      : program_(program), expressions_(expressions), core_(core), table_(core.table) {}

  // assign, assert, assume, await, havoc, acquire, release, if, choose, raw: a sequence of them as one step.
  AtomicCommand block(const std::vector<SyntaxIndex>& statements) const;
  // Nothing changes, and the formula holds; it goes wrong where something that it reads does not exist.
  AtomicCommand assumption(Literal formula, Literal defined) const;
  // cas(place, old, new) that succeeds or that fails, and one that stores whether it did.
  AtomicCommand cas(ExpressionIndex e, bool succeeds) const;
  AtomicCommand cas_into(ExpressionIndex result, ExpressionIndex e, const std::vector<SyntaxIndex>& ghosts) const;
  // Whether a cas succeeds, about the store before it.
  Literal succeeds(ExpressionIndex e) const { return has_old_value(at(e)); }
  // A test, and in the same step what happens to ghosts.
  AtomicCommand with_ghosts(const AtomicCommand& test, const std::vector<SyntaxIndex>& ghosts) const;

  // ---- calls of procedures (lower_calls.cpp)

  // The procedure's variables, ghosts aside.
  std::vector<std::size_t> variables_of(std::size_t procedure) const;
  // The parameters get the values of the arguments, and local variables their first values; none if there are neither.
  std::optional<AtomicCommand> enter(std::size_t procedure, const std::vector<ExpressionIndex>& arguments) const;
  // The same for the variables of a branch that starts.
  std::optional<AtomicCommand> enter_branch(const std::vector<SymbolIndex>& locals) const;
  // Variables of procedures get values, or those of others; places get those of variables.
  AtomicCommand give(const std::vector<SymbolIndex>& variables, const std::vector<ExpressionIndex>& values) const;
  AtomicCommand copy(const std::vector<SymbolIndex>& to, const std::vector<SymbolIndex>& from) const;
  AtomicCommand take(const std::vector<ExpressionIndex>& places, const std::vector<SymbolIndex>& from) const;

 private:
  const CheckedProgram& program_;
  const ExpressionLowering& expressions_;
  Program& core_;
  FormulaTable& table_;

  const Expression& at(ExpressionIndex e) const { return program_.tree[e]; }
  SymbolIndex variable_of(ExpressionIndex place) const;
  std::int32_t number_of(ExpressionIndex place) const { return expressions_.number_of(variable_of(place)); }
  bool is_ghost(ExpressionIndex place) const { return program_.symbols[variable_of(place)].is_ghost; }
  CorePlace place(ExpressionIndex e) const;
  std::vector<CorePlace> places(const std::vector<ExpressionIndex>& list) const;
  std::vector<CorePlace> places(const SyntaxStatement& s) const { return places(s.places); }
  TermId caller(bool of_recursive) const;
  TermId caller(SymbolIndex variable) const;   // of the procedure whose variable it is
  // The thread's own value of a procedure's variable.
  CorePlace own_place(SymbolIndex variable) const;
  TermId own_value(SymbolIndex variable) const;
  void give(const std::vector<SymbolIndex>& variables, const std::vector<ExpressionIndex>& values,
            std::vector<CommandId>& parts) const;
  TermId stored(ExpressionIndex e) const { return expressions_.in({}).stored(e); }
  Literal formula(ExpressionIndex e) const { return expressions_.in({}).formula(e); }

  CommandId add(CoreCommand command) const { return add_command(core_.commands, std::move(command)); }
  CommandId assume(Literal formula) const { return add({.kind = CoreCommand::Kind::assume, .condition = formula}); }
  CommandId set(CorePlace place, TermId value) const { return add({.places = {place}, .values = {value}}); }
  // The command, and what is left of it without its ghosts.
  AtomicCommand with_ghosts(CommandId command) const;

  // Goes wrong where the formula is false; nothing is added if it is true anyway.
  void guard(Literal formula, std::vector<CommandId>& parts) const;
  Literal defined(ExpressionIndex e) const { return expressions_.in({}).defined(e); }
  Literal all_defined(const std::vector<ExpressionIndex>& list) const;
  // Whether the value may be assigned to the place, or to the variable as a whole.
  Literal fits(ExpressionIndex place, TermId value) const;
  Literal fits_variable(SymbolIndex variable, TermId value) const;
  Literal changed_in_range(const SyntaxStatement& s, bool enumerations) const;
  // Any values with which the formula, about the store after the step, holds.
  CommandId havoc(std::vector<CorePlace> places, Literal range) const;
  void havoc(const SyntaxStatement& s, std::vector<CommandId>& parts) const;
  CommandId havoc(const std::set<SymbolIndex>& variables) const;
  CommandId count_call(const CheckedProcedure& p) const;

  // Appends what the statements do to a sequence.
  void run(const std::vector<SyntaxIndex>& statements, std::vector<CommandId>& parts) const;
  void statement(const SyntaxStatement& s, std::vector<CommandId>& parts) const;
  void assign(const SyntaxStatement& s, std::vector<CommandId>& parts) const;
  void branch(const SyntaxStatement& s, std::vector<CommandId>& parts) const;
  CommandId in_sequence(const std::vector<SyntaxIndex>& statements) const;
  CommandId choice(const SyntaxStatement& s) const;
  // atomic requires gate modifies places : action ensures post
  CommandId raw(const SyntaxStatement& s) const;

  // An `if` that changes ghosts alone is one assignment to them: an `if` about ghosts must not be left when they are
  // erased.
  bool changes_ghosts_alone(const std::vector<SyntaxIndex>& statements) const;
  CoreCommand ghost_branch(const SyntaxStatement& s) const;
  void run_ghosts(const SyntaxStatement& s, CurrentValues& values) const;

  // Whether the place has the old value. Truth values are the same if both are 0 or neither is.
  Literal has_old_value(const Expression& cas) const;
};

}   // namespace plato
