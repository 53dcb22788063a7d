// The proof of a program as a proof outline for people: `plato show derivation FILE`.
//
// Thread by thread: pre, rely, guar, post, the assertions between the statements in braces, and behind each line the
// rule that is used there and the numbers of the conditions (as in `plato show conditions`) that it rests on.
#pragma once

#include <string>
#include <vector>

#include "conditions/conditions.hpp"
#include "core/core_program.hpp"

namespace plato {

std::string proof_outline(const CoreProgram& core, const std::vector<Condition>& conditions);

}   // namespace plato
