// The program's guarantee as something that the explorer sees: an assertion after each step.
#pragma once

#include "core/core_program.hpp"

namespace plato_test {

// Each atomic operation of the family goes wrong where it does what `guarantee` does not allow.
void assert_guarantee(plato::Program& program, const plato::CoreFamily& family, plato::Literal guarantee);

}   // namespace plato_test
