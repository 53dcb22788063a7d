// See shown_store.hpp.

#include "thread_modular/shown_store.hpp"

#include <algorithm>

#include "core/call_rows.hpp"

namespace plato {
namespace {

// Whether the procedure may have the variable: it is its own, or that of a procedure without a specification.
bool may_have(const CoreProgram& core, const ProofUnit& unit, const CoreVariable& variable) {
  if (!is_of_procedure(variable)) return false;
  const std::string owner = variable.name.substr(0, variable.name.find('.'));
  const auto found = std::ranges::find(core.program.procedures, owner, &CoreProcedure::name);
  const auto number = static_cast<ProcedureId>(found - core.program.procedures.begin() + 1);
  return owner == unit.name() || !is_abstracted(core.outline, number);
}

}   // namespace

NamedValues shown_store(const CoreProgram& core, const ProofUnit& unit, const Counterexample& model,
                        std::int32_t version) {
  NamedValues shown;
  for (auto& [name, text] : model.store(version)) {
    const auto found = std::ranges::find(core.program.variables, name, &CoreVariable::name);
    const auto number = static_cast<std::size_t>(found - core.program.variables.begin());
    if (number == core.outline.witness) continue;
    const bool is_count = found == core.program.variables.end();   // people read another name
    if (is_count || !unit.is_procedure() || !is_private(*found)) {
      shown.emplace_back(name, text);
    } else if (may_have(core, unit, *found)) {
      const auto in_store = [&](std::size_t v) { return model.value(static_cast<std::int32_t>(v), version); };
      shown.emplace_back(name, shown_text_of(core.program, number, in_store, model.thread(0)));
    }
  }
  return shown;
}

}   // namespace plato
