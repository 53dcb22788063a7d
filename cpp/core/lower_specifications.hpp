// Specifications of procedures as actions and predicates: what is proved of their bodies, and what callers know.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "core/core_program.hpp"
#include "core/lower_frames.hpp"

namespace plato {

// What the program says about every thread that may run a procedure. Its identifier is logic variable 0.
struct AnyThread {
  std::vector<Literal> keeps{};   // G: actions that together keep what all other threads rely on
  Literal is_one = 0;             // that it is a thread of the program
  Literal whole_invariant = 0;    // I
  Literal kept_invariant = 0;     // I ==> I'
};

// A variable for the proof that counts the actions still to come; none if no procedure has a specification.
void declare_witness(const CheckedProgram& program, CoreProgram& core);

// The outlines of the procedures, which must be there.
void lower_specifications(const CheckedProgram& program, CoreProgram& core, const SymbolNumbers& numbers,
                          const AnyThread& any);

// The procedures that are called by their abstractions, those together in whose calls the same may happen: what that is
// depends on what idle steps of the procedures change. `through` answers for some of them.
std::vector<CallOutline> lower_calls_of(const CheckedProgram& program, const std::set<std::size_t>& abstracted,
                                        const std::function<Literal(const std::set<std::size_t>&)>& through);

}   // namespace plato
