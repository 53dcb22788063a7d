// Whose proof a condition is part of: that of the threads of a family, of a procedure with a specification, or of the
// branches of a `par`.
//
// The kernel numbers them together: families from 0, after them the procedures, and then the statements that are `par`.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/core_program.hpp"

namespace plato {

class ProofUnit {
 public:
  ProofUnit(const CoreProgram& core, std::size_t number) : core_(core), number_(number) {}

  bool is_family() const { return number_ < core_.program.families.size(); }
  bool is_procedure() const { return !is_family() && !is_branches(); }
  bool is_branches() const { return number_ >= core_.program.families.size() + core_.program.procedures.size(); }
  std::size_t family() const { return number_; }   // of threads
  ProcedureId procedure() const { return static_cast<ProcedureId>(number_ - core_.program.families.size() + 1); }

  // The `par`.
  StatementId statement() const {
    return static_cast<StatementId>(number_ - core_.program.families.size() - core_.program.procedures.size());
  }

  const std::string& name() const;
  std::string title() const;   // "thread 'worker'", "procedure 'push'", "a branch of 'par for i in 0..9'"
  SourceRange where() const;

  // As stated; only threads have guarantees.
  std::span<const CoreClause> relies() const;
  std::span<const CoreClause> guarantees() const;
  std::span<const CoreClause> ensures() const;
  // What holds at the end, if it says anything.
  std::optional<Literal> post() const;

 private:
  const CoreProgram& core_;
  std::size_t number_;

  const StatementProvenance& par() const { return core_.provenance.statements.at(statement() - 1); }
  const ProcedureProvenance& specification() const {
    return core_.provenance.specifications.at(procedure() - 1).value();
  }
};

// The number of the unit that the branches of the statement are.
inline std::size_t branch_unit(const Program& program, StatementId par) {
  return program.families.size() + program.procedures.size() + par;
}

}   // namespace plato
