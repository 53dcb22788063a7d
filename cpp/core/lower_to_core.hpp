// From a checked program to core Plato.
//
// The environment assumption of a thread is what its `rely` clauses say, and that nobody else changes its local
// variables or breaks the invariant. Its guarantee is derived as in the paper: every other thread's assumption, and
// that the invariant is kept; clauses `guarantee` take the place of the other threads' `rely` clauses. The whole
// program's guarantee is added to every thread's.
//
// Ghost variables are in the proof alone: initial stores, steps, invariant and the whole program's specification never
// mention them; the outline's `initially`, `ghost_step` and `lemma` say what they add.
#pragma once

#include "core/core_program.hpp"
#include "source/diagnostic.hpp"
#include "types/program_symbols.hpp"

namespace plato {

// `diagnostics` tells of a family that has the identifier 0 in a program with locks.
CoreProgram lower_to_core(const CheckedProgram& program, Diagnostics& diagnostics);

}   // namespace plato
