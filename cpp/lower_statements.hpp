// Statements as core statements: if and while as choices and loops over assumed conditions, as in the paper.
#pragma once

#include <vector>

#include "lower_atomic.hpp"

namespace plato {

// The whole list as one statement of `core`. `invariant` is the program's and is added to loop invariants and cuts.
StatementId lower_statements(const std::vector<SyntaxIndex>& statements, const CheckedProgram& program,
                             CoreProgram& core, ExpressionLowering& expressions, const ConjunctionTree& frame,
                             Literal invariant);

}   // namespace plato
