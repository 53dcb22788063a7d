// What steps leave alone: formulas that variables keep their values.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "core/lower_expressions.hpp"

namespace plato {

class FrameLowering {
 public:
  // Refers to all of these for as long as it lives.
  FrameLowering(const CheckedProgram& program, const SymbolNumbers& numbers, Program& core)
      : program_(program), numbers_(numbers), core_(core) {}

  // The variable as a whole.
  Literal stays(SymbolIndex symbol) const;
  // Of each variable the thread's own value.
  Literal own_stay(const std::vector<SymbolIndex>& symbols, TermId self) const;

  // The local variables of a thread and of procedures, without those of some of these; of no thread for -1.
  std::vector<SymbolIndex> variables_of(std::int32_t thread, const std::set<std::size_t>& procedures,
                                        const std::set<std::size_t>& but = {}) const;
  // The same without what procedures that are called by their abstractions, and those that they may run, have to
  // themselves: nothing is known of it but that results stay as actions have made them.
  std::vector<SymbolIndex> during_calls(std::int32_t thread, const std::set<std::size_t>& procedures,
                                        const std::set<std::size_t>& abstracted) const;

 private:
  const CheckedProgram& program_;
  const SymbolNumbers& numbers_;
  Program& core_;
};

// The results that actions of the procedure give a value.
std::set<SymbolIndex> results_of_actions(const CheckedProcedure& procedure);

// The parts of a conjunction, and of conjunctions in it, in order; of anything else, that itself.
std::vector<Literal> conjuncts(const FormulaTable& table, Literal conjunction);

// What is left of a conjunction without what mentions one of these variables.
Literal without_mention(FormulaTable& table, Literal conjunction, const std::set<std::int32_t>& variables);

// The variables that idle steps of the procedures may change, by number.
std::set<std::int32_t> idle_changes(const CheckedProgram& program, const std::set<std::size_t>& procedures,
                                    const SymbolNumbers& numbers);

// A ghost that says where its thread is, or one of a count: steps of procedures change it, whatever they modify.
bool is_made_by_tool(const CheckedProgram& program, const Symbol& symbol);

// Variables after a scope: as they are, with the thread's own values from before it. Version 0 is now, 1 is before.
std::vector<TermId> restored(FormulaTable& table, const std::vector<std::size_t>& variables);

// The procedures, and all that they may run.
std::set<std::size_t> with_reached(const CheckedProgram& program, const std::set<std::size_t>& procedures);

}   // namespace plato
