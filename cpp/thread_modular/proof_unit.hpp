// Whose proof a condition is part of: that of the threads of a family, or of a procedure with a specification.
//
// The kernel numbers them together: families from 0, and after them the procedures.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/core_program.hpp"

namespace plato {

class ProofUnit {
 public:
  ProofUnit(const CoreProgram& core, std::size_t number) : core_(core), number_(number) {}

  bool is_procedure() const { return number_ >= core_.program.families.size(); }
  std::size_t family() const { return number_; }   // of threads
  ProcedureId procedure() const { return static_cast<ProcedureId>(number_ - core_.program.families.size() + 1); }

  const std::string& name() const;
  std::string title() const;   // "thread 'worker'", "procedure 'push'"
  SourceRange where() const;

  // As stated; a procedure has no guarantees.
  std::span<const CoreClause> relies() const;
  std::span<const CoreClause> guarantees() const;
  std::span<const CoreClause> ensures() const;
  // What holds at the end, if it says anything.
  std::optional<Literal> post() const;

 private:
  const CoreProgram& core_;
  std::size_t number_;

  const ProcedureProvenance& specification() const {
    return core_.provenance.specifications.at(procedure() - 1).value();
  }
};

}   // namespace plato
