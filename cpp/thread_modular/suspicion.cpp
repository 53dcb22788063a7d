// See suspicion.hpp.

#include "thread_modular/suspicion.hpp"

#include <fmt/format.h>

#include <string>

#include "thread_modular/procedure_failure.hpp"

namespace plato {
namespace {

// "'x := 1' does not go wrong"
std::string shown_by(const CoreProgram& core, const ProofUnit& unit, const ShownPart& part) {
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
    case Part::fork: return fmt::format("what each branch of {} requires holds where it starts", text);
    case Part::abstraction: return fmt::format("{} is an idle step or the next action of {}", text, unit.title());
    case Part::ensures:
    case Part::actions: break;
  }
  return {};
}

}   // namespace

void tell_of_suspects(const CoreProgram& core, const ProofUnit& unit, std::span<const ShownPart> suspects,
                      Message& message) {
  for (const ShownPart& suspect : suspects) {
    const std::string text = shown_by(core, unit, suspect);
    const SourceRange where =
        suspect.statement == 0 ? unit.where() : core.provenance.statements[suspect.statement - 1].where;
    if (&suspect != &suspects.front()) {
      message.related.push_back({where, "neither was it shown that " + text});
      continue;
    }
    message.text = "it was not shown that " + text;
    message.where = where;
    if (suspect.part == ShownPart::Part::abstraction)
      tell_of_suspected_step(core, unit.procedure(), assigned_in(core, suspect.statement), message);
  }
}

}   // namespace plato
