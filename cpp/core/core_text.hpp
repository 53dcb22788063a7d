// Core programs as text for people, in the notation of the source: `plato show core FILE`.
#pragma once

#include <cstddef>
#include <string>

#include "core/core_program.hpp"

namespace plato {

std::string core_text(const CoreProgram& core);

// "int", "lock", and of a variable "int for each thread"
std::string type_text(VariableType type);
std::string type_text(const CoreVariable& variable);

// A formula of the program. At most about `budget` symbols; an ellipsis stands for the rest.
std::string core_formula_text(const Program& program, Literal literal, std::size_t budget = 2000);

// The same, with I for the program's whole invariant where it is a part of the formula.
std::string core_assertion_text(const CoreProgram& core, Literal literal, std::size_t budget = 2000);

// A formula without its frame condition: conjuncts x' == x at the top are left out, and `modifies` shows them.
std::string core_step_text(const Program& program, Literal step, std::size_t budget = 2000);

}   // namespace plato
