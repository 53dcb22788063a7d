// Names and types in statements, and what may occur in an atomic block.
#pragma once

#include <vector>

#include "types/expression_checker.hpp"

namespace plato {

void check_statements(const std::vector<SyntaxIndex>& statements, const CheckedProgram& program,
                      ExpressionChecker& expressions, std::int32_t thread, bool in_atomic);

}   // namespace plato
