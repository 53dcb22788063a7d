// The program's guarantee as something that the explorer sees: an assertion after each step.
#pragma once

#include <functional>

#include "core/core_program.hpp"

namespace plato_test {

// Each step of these families goes wrong where it does what `guarantee` does not allow. The program gets a copy of each
// variable, which is what it was before the step.
void assert_guarantee(plato::CoreProgram& core, plato::Literal guarantee,
                      const std::function<bool(const plato::CoreFamily&)>& keeps_it);

}   // namespace plato_test
