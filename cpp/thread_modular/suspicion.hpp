// A condition that is neither proved nor refuted: what it is suspected not to show, in source terms.
#pragma once

#include <span>

#include "conditions/conditions.hpp"
#include "core/core_program.hpp"
#include "source/message.hpp"
#include "thread_modular/proof_unit.hpp"

namespace plato {

// The message is about the first of them, and names the others; as it was if there are none.
void tell_of_suspects(const CoreProgram& core, const ProofUnit& unit, std::span<const ShownPart> suspects,
                      Message& message);

}   // namespace plato
