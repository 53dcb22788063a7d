// See proof_unit.hpp.

#include "thread_modular/proof_unit.hpp"

namespace plato {

const std::string& ProofUnit::name() const {
  return is_procedure() ? procedure_of(core_.program, procedure()).name : core_.program.families[number_].name;
}

std::string ProofUnit::title() const { return (is_procedure() ? "procedure '" : "thread '") + name() + "'"; }

SourceRange ProofUnit::where() const {
  return is_procedure() ? core_.provenance.procedures.at(procedure() - 1) : core_.provenance.families[number_].where;
}

std::span<const CoreClause> ProofUnit::relies() const {
  return is_procedure() ? specification().relies : core_.provenance.families[number_].relies;
}
std::span<const CoreClause> ProofUnit::guarantees() const {
  return is_procedure() ? std::span<const CoreClause>{} : core_.provenance.families[number_].guarantees;
}
std::span<const CoreClause> ProofUnit::ensures() const {
  return is_procedure() ? specification().ensures : core_.provenance.families[number_].ensures;
}

std::optional<Literal> ProofUnit::post() const {
  if (!is_procedure()) return core_.outline.families[number_].post;
  const auto& outline = core_.outline.procedures.at(procedure() - 1);
  return outline ? std::optional(outline->post) : std::nullopt;
}

}   // namespace plato
