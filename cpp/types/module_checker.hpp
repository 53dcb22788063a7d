// Who names the private variables of modules.
#pragma once

#include "types/expression_checker.hpp"

namespace plato {

// Reports each that is named outside of its module. What its names mean is known already.
void check_modules(const CheckedProgram& program, ExpressionChecker& expressions);

}   // namespace plato
