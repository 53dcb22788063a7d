// What a thread-modular proof says of the branches of `par` statements, and what their threads rely on for them.
//
// In all formulas about a branch, logic variable 0 is its identifier.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/branch_structure.hpp"
#include "core/lower_expressions.hpp"
#include "core/lower_frames.hpp"

namespace plato {

// The variables that the branch has to itself.
std::vector<SymbolIndex> locals_of_branch(const CheckedProgram& program, std::uint32_t par, std::size_t branch);

// The last number of a range, where the thread is that starts the branches.
TermId last_number(FormulaTable& table, const SyntaxStatement& par, ExpressionLowering& expressions);

// That the number lies in the range, as far as the range is the same in all stores.
Literal number_in_range(FormulaTable& table, TermId number, TermId low, TermId high);

// What others must respect: as a whole, and as far as variables are concerned that the branches have to themselves.
struct Respected {
  Literal whole = 0, locals = 0;
};

class BranchLowering {
 public:
  // Refers to all of these for as long as it lives.
  BranchLowering(const CheckedProgram& program, const SymbolNumbers& numbers, CoreProgram& core)
      : program_(program),
        numbers_(numbers),
        core_(core),
        table_(core.program.table),
        structure_(branch_structure(program)),
        relies_(structure_.pars.size()) {}

  // What the thread's branches rely on, for all of those that the thread `self` may start.
  Respected of_thread(std::size_t thread, TermId self);

  // When all threads have their guarantees and all statements are there.
  void add_outlines(Literal whole_invariant, Literal kept_invariant);

 private:
  // Of a branch: what the program and its clauses say, and what is only about variables.
  struct Rely {
    Literal wished = 0, locals = 0, whole = 0;
    bool is_known = false;
  };
  const CheckedProgram& program_;
  const SymbolNumbers& numbers_;
  CoreProgram& core_;
  FormulaTable& table_;
  BranchStructure structure_;
  std::vector<Rely> relies_;
  std::map<ParIndex, Literal> guarantees_;

  FrameLowering frames() const { return {program_, numbers_, core_.program}; }
  TermId tid() const { return table_.logic(0); }
  // About the branch with this identifier.
  ExpressionLowering expressions_in(ParIndex par, TermId self) const;
  ExpressionLowering expressions_in(ParIndex par) const { return expressions_in(par, tid()); }
  Literal is_it(ParIndex par, std::size_t branch, const ExpressionLowering& inside) const;
  Literal clauses(ParIndex par, const std::vector<ExpressionIndex> ParBranch::*list, ExpressionLowering& inside) const;
  std::vector<CoreClause> stated(ParIndex par, const std::vector<ExpressionIndex> ParBranch::*list,
                                 ExpressionLowering& inside) const;
  std::vector<SymbolIndex> own_variables(ParIndex par) const;
  Literal place_stays(ParIndex par) const;
  Literal outer_stay(ParIndex par, const std::set<SymbolIndex>& but) const;
  Literal about_parent(Literal formula) const;
  Literal for_branches(Literal formula, TermId parent) const;
  Literal for_numbers(ParIndex par, TermId parent) const;
  Respected of_started(const std::vector<ParIndex>& pars, TermId parent);
  const Rely& rely_of(ParIndex par);
  Literal through_of(ParIndex par, Literal kept_invariant);
  Literal guarantee_of(ParIndex par, Literal kept_invariant);
  Literal is_among(const CoreStatement& par) const;
  Literal only_for(const ParStructure& par, const Starter& starter, Literal formula) const;
};

}   // namespace plato
