// From a checked program to core Plato.
//
// The environment assumption of a thread is what its `rely` clauses say, and that nobody else changes its local
// variables or breaks the invariant. Its guarantee is derived as in the paper: every other thread's assumption, and
// that the invariant is kept; clauses `guarantee` take the place of the other threads' `rely` clauses.
#pragma once

#include "core_program.hpp"
#include "program_symbols.hpp"

namespace plato {

CoreProgram lower_to_core(const CheckedProgram& program);

}   // namespace plato
