// What a condition shows of a part of the program, for people: "'x := 1' does not go wrong".
#pragma once

#include <string>

#include "conditions/conditions.hpp"
#include "core/core_program.hpp"
#include "thread_modular/proof_unit.hpp"

namespace plato {

std::string suspicion(const CoreProgram& core, const ProofUnit& unit, const ShownPart& part);

}   // namespace plato
