// From a checked program to core Plato.
//
// The rely of a thread consists of its `rely` clauses; it also says that no other thread changes its local variables or
// breaks the invariant. Its guarantee is derived as in the paper: it keeps every other thread's rely, and the
// invariant; `guarantee` clauses replace the other threads' `rely` clauses. The whole program's guarantee is added to
// every thread's. Variables of procedures are local maps, in which each thread has its own values.
//
// Ghost variables are only in the proof: initial stores, commands, invariant and the whole program's specification
// never mention them; the outline's `initially`, `ghost_command` and `lemma` say what they add.
#pragma once

#include <string_view>

#include "core/core_program.hpp"
#include "source/diagnostic.hpp"
#include "types/program_symbols.hpp"

namespace plato {

// `diagnostics` reports a family that has the identifier 0 in a program with locks.
// `text` is the source.
CoreProgram lower_to_core(const CheckedProgram& program, std::string_view text, Diagnostics& diagnostics);

}   // namespace plato
