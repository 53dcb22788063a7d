// What steps do to the ghosts that say where threads are, and what is known of these ghosts; see control_points.hpp.
#pragma once

#include "core/control_points.hpp"
#include "core/lower_expressions.hpp"

namespace plato {

class ControlLowering {
 public:
  // Refers to all of these for as long as it lives. The families of the program must be there.
  ControlLowering(const CheckedProgram& program, const SymbolNumbers& numbers, CoreProgram& core)
      : program_(program), numbers_(numbers), core_(core), table_(core.program.table) {}

  // Steps assign the numbers.
  void add_moves();
  // What is asserted in statements says them, too.
  void add_assertions();

  // Of a procedure with a specification, whose thread is logic variable 0: nobody else changes where the thread is,
  // where it is when the procedure begins, and where it is when it has ended; version 1 is the store at entry.
  Literal rely(std::size_t procedure);
  Literal pre(std::size_t procedure);
  Literal post(std::size_t procedure);

 private:
  const CheckedProgram& program_;
  const SymbolNumbers& numbers_;
  CoreProgram& core_;
  FormulaTable& table_;

  SymbolIndex symbol(const ControlUnit& unit, const char* name) const;
  std::size_t variable(const ControlUnit& unit, const char* name = "@") const;
  bool has_stack(const ControlUnit& unit) const;
  CorePlace own(const ControlUnit& unit, const char* name = "@") const;
  TermId value(const ControlUnit& unit, const char* name, std::int32_t version) const;
  TermId where(const ControlUnit& unit, std::int32_t version = 0) const { return value(unit, "@", version); }
  TermId depth(const ControlUnit& unit, std::int32_t version = 0) const { return value(unit, "@depth", version); }
  CorePlace stacked(const ControlUnit& unit, TermId at) const;
  TermId stacked(const ControlUnit& unit, TermId at, std::int32_t version) const;
  Literal stack_stays(const ControlUnit& unit, TermId below) const;
  Literal is_member(const ControlUnit& unit) const;
  Literal moves_if(const ControlUnit& unit, const ControlMove& move) const;
  CoreCommand moves_of(const ControlUnit& unit, StatementId step) const;
  Literal same_depth(const ControlUnit& unit) const;
  Literal has_ended(const ControlUnit& unit, const ControlEntry& entry) const;
  Literal is_here(const ControlUnit& unit, const ControlEntry& entry, StatementId s) const;
  Literal at_statement(const ControlUnit& unit, StatementId s) const;
};

// The term has one of these values.
Literal is_one_of(FormulaTable& table, TermId term, const std::set<std::int64_t>& values);

// The step also does that to ghosts, whatever proof it is part of.
void add_ghosts(CoreProgram& core, StatementId step, CommandId ghosts);

}   // namespace plato
