// Checking a program by one method, which the user has named.
#pragma once

#include "pipeline/check_program.hpp"
#include "pipeline/method.hpp"

namespace plato {

// A method that is not for such a program is refused, with the place that it cannot deal with.
Checked check_by_method(Read read, Method method, CheckOptions options);

}   // namespace plato
