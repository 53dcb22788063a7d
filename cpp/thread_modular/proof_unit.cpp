// See proof_unit.hpp.

#include "thread_modular/proof_unit.hpp"

namespace plato {

const std::string& ProofUnit::name() const {
  if (is_branches()) return par().text;
  return is_procedure() ? procedure_of(core_.program, procedure()).name : core_.program.families[number_].name;
}

std::string ProofUnit::title() const {
  return (is_branches() ? "a branch of '" : is_procedure() ? "procedure '" : "thread '") + name() + "'";
}

SourceRange ProofUnit::where() const {
  if (is_branches()) return par().where;
  return is_procedure() ? core_.provenance.procedures.at(procedure() - 1) : core_.provenance.families[number_].where;
}

std::span<const CoreClause> ProofUnit::relies() const {
  if (is_branches()) return par().relies;
  return is_procedure() ? specification().relies : core_.provenance.families[number_].relies;
}
std::span<const CoreClause> ProofUnit::guarantees() const {
  return is_family() ? core_.provenance.families[number_].guarantees : std::span<const CoreClause>{};
}
std::span<const CoreClause> ProofUnit::ensures() const {
  if (is_branches()) return par().ensures;
  return is_procedure() ? specification().ensures : core_.provenance.families[number_].ensures;
}

std::optional<Literal> ProofUnit::post() const {
  if (is_family()) return core_.outline.families[number_].post;
  if (is_branches()) return core_.outline.statements.at(statement() - 1).branches.value().post;
  const auto& outline = core_.outline.procedures.at(procedure() - 1);
  return outline ? std::optional(outline->post) : std::nullopt;
}

}   // namespace plato
