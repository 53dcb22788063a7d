// Explicit proof outlines (`thread T by outline`): every step has an assertion of its own.
#pragma once

#include "types/expression_checker.hpp"

namespace plato {

// Reports each step of the thread that has no assertion before it.
void check_outline(const ThreadDeclaration& thread, const SyntaxTree& tree, ExpressionChecker& expressions);

}   // namespace plato
