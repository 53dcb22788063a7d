// Core programs as text for people, in the notation of the source: `plato show core FILE`.
#pragma once

#include <cstddef>
#include <string>

#include "core/core_program.hpp"

namespace plato {

std::string core_text(const CoreProgram& program);

// "int", "lock", and of a variable "int for each thread"
std::string type_text(VariableType type);
std::string type_text(const CoreVariable& variable);

// Nothing is said by it: `true`, or no formula at all.
bool is_trivial(const CoreProgram& program, Literal literal);

// A formula of the program. At most about `budget` symbols; an ellipsis stands for the rest.
std::string core_formula_text(const CoreProgram& program, Literal literal, std::size_t budget = 2000);

// The same, with I for the program's whole invariant where it is a part of the formula.
std::string core_assertion_text(const CoreProgram& program, Literal literal, std::size_t budget = 2000);

// Only what is not said by a frame condition: conjuncts x' == x at the top are left out and told by `modifies`.
std::string core_step_text(const CoreProgram& program, Literal step, std::size_t budget = 2000);

}   // namespace plato
