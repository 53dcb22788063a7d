// What steps do to the ghosts of `count` and `sum`; see source/counts.hpp.
#pragma once

#include "core/core_program.hpp"
#include "core/lower_expressions.hpp"
#include "source/diagnostic.hpp"

namespace plato {

// Every step that may change what is counted at an index, or what is added up there, puts it right there. Reports steps
// that may change it elsewhere, too. `global` reads variables in the present store. Comes after control points.
void add_counts(const CheckedProgram& program, const SymbolNumbers& numbers, ExpressionLowering& global,
                CoreProgram& core, Diagnostics& diagnostics);

}   // namespace plato
