// Labels and jumps: what `break`, `continue` and `goto` are about.
#pragma once

#include "types/expression_checker.hpp"

namespace plato {

// Finds the targets of all jumps in the statements of a thread or procedure and reports those that have none.
void check_jumps(const std::vector<SyntaxIndex>& body, CheckedProgram& program, ExpressionChecker& expressions);

}   // namespace plato
