// See suspicion.hpp.

#include "thread_modular/suspicion.hpp"

#include <fmt/format.h>

namespace plato {

std::string suspicion(const CoreProgram& core, const ProofUnit& unit, const ShownPart& part) {
  using Part = ShownPart::Part;
  if (part.part == Part::ensures) return fmt::format("{} ends where what it ensures is true", unit.title());
  if (part.part == Part::actions || part.statement == 0)
    return fmt::format("{} has done all its actions where it ends", unit.title());
  const StatementProvenance& statement = core.provenance.statements[part.statement - 1];
  const std::string text = statement.text.empty() ? "this statement" : "'" + statement.text + "'";
  const CoreStatement& here = statement_of(core.program, part.statement);
  switch (part.part) {
    case Part::gate:
    case Part::post: return fmt::format("{} does not go wrong", text);
    case Part::guarantee: return fmt::format("{} keeps what other threads rely on, and the invariant", text);
    case Part::assertion:
      return here.kind == CoreStatement::Kind::loop ? fmt::format("the invariant of {} holds wherever it should", text)
                                                    : fmt::format("{} holds where it is reached", text);
    case Part::requires_:
      return fmt::format("{} calls '{}' where what that requires is true", text,
                         procedure_of(core.program, here.procedure).name);
    case Part::abstraction: return fmt::format("{} is an idle step or the next action of {}", text, unit.title());
    case Part::ensures:
    case Part::actions: break;
  }
  return {};
}

}   // namespace plato
