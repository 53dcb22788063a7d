// Statements as core statements: if and while as choices and loops over assumed conditions, as in the paper; jumps as
// exits from blocks; a call as a step that gives the procedure's variables their values, its body, and a step that
// takes the results.
#pragma once

#include <vector>

#include "core/lower_atomic.hpp"

namespace plato {

// The number that a procedure has in core Plato.
inline ProcedureId number_of(const CheckedProgram& program, std::size_t procedure) {
  return static_cast<ProcedureId>(program.procedures[procedure].place + 1);
}

// The thread's statements as one statement of `core`, after what it requires. `invariant` is the program's, ghosts
// included, and is added to loop invariants and cuts. In an outline, a cut becomes the assertion of the step that
// follows it.
StatementId lower_thread(const ThreadDeclaration& thread, const CheckedProgram& program, CoreProgram& core,
                         ExpressionLowering& expressions, Literal invariant);

// The statements of a procedure, which any thread may run.
StatementId lower_procedure(std::size_t procedure, const CheckedProgram& program, CoreProgram& core,
                            ExpressionLowering& expressions, Literal invariant);

}   // namespace plato
