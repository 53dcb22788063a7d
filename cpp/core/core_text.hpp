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
std::string type_text(const CoreParameter& parameter);

// A formula of the program. At most about `budget` symbols; an ellipsis stands for the rest.
std::string core_formula_text(const Program& program, Literal literal, std::size_t budget = 2000);

std::string core_term_text(const Program& program, TermId term, std::size_t budget = 2000);

// The same, with I for the program's whole invariant where it is a part of the formula. `of_call`: it is asserted in a
// procedure, with old(x) for values at its entry.
std::string core_assertion_text(const CoreProgram& core, Literal literal, std::size_t budget = 2000,
                                bool of_call = false);

// What is asserted in a procedure, with old(x) for values at its entry.
std::string core_call_text(const Program& program, Literal literal, std::size_t budget = 2000);

// A command as statements of the source, without a semicolon at the end: "assume m == 0; m := 1". A command that does
// nothing is "skip".
std::string core_command_text(const Program& program, CommandId command, std::size_t budget = 2000);

}   // namespace plato
