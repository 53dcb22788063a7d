// The witness of the proof of a procedure with a specification: a variable that counts the actions that are still to
// come. A step that is the next action takes one from it.
//
// Which steps these are is inferred: those that assign to what others see. Only the proof knows the witness; without
// the assignments to it, a command is the same as before.
#pragma once

#include <set>
#include <vector>

#include "core/lower_expressions.hpp"

namespace plato {

class WitnessLowering {
 public:
  // `is_visible`: by variable, whether only actions may change it. Refers to the program for as long as it lives.
  WitnessLowering(Program& program, std::size_t witness, std::vector<bool> is_visible)
      : program_(program), witness_(witness), is_visible_(std::move(is_visible)) {}

  // Commits where something visible is assigned to, along each path at most once: where two parts of a sequence may,
  // and neither always does, there is no telling. The command itself if it does not commit.
  CommandId inferred(CommandId command);
  // Commits at the end.
  CommandId at_end(CommandId command);
  // Of a cas that stores whether it succeeded: commits if it did. `succeeds` is about the store before the step.
  CommandId if_succeeds(CommandId command, Literal succeeds);

  // Of a call: what each action of the called procedure, which changes these variables, commits.
  std::vector<CommandId> of_actions(const std::vector<std::set<SymbolIndex>>& changed, const SymbolNumbers& numbers);

 private:
  Program& program_;
  std::size_t witness_;
  std::vector<bool> is_visible_;
  CommandId one_ = 0, none_ = 0;

  CommandId one_action();
  CommandId no_action();
  TermId one_less();
  CommandId sequence(CommandId first, CommandId second);
  // The assignment, and the witness one less where the condition holds.
  CommandId committing(CoreCommand assign, Literal condition);
  bool writes_visible(const CoreCommand& command) const;
  Literal condition_of(const CoreCommand& assign) const;
};

// By variable, whether one of the procedures that run these statements as their own changes it in actions alone: what
// callers see, and results that actions give values.
std::vector<bool> visible_in(const CheckedProgram& program, std::size_t procedure, const SymbolNumbers& numbers,
                             const Program& core);

}   // namespace plato
