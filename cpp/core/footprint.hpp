// Which variables procedures write and what their proofs are about, so that neither has to speak of all variables of
// the program.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "core/outline.hpp"

namespace plato {

// Of each procedure the variables that its steps and those of what it calls change, ghosts included: the kernel finds
// the same.
std::vector<std::set<std::size_t>> written_variables(const Program& program, const Outline& outline);

// The variables that matter to the proof of a procedure with a specification: where branches meet, stores are compared
// by these alone.
std::set<std::size_t> used_variables(const Program& program, const Outline& outline, ProcedureId procedure);

}   // namespace plato
