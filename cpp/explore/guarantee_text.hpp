// What threads that are run apart do to what they share, and what they see, as formulas in the names of the source.
#pragma once

#include <string>

#include "core/core_program.hpp"
#include "explore/thread_views.hpp"

namespace plato {

// For each family the guarantee of its threads, and what is true where they are about to make a step. Threads of a
// family for which it is the same, but for their identifiers, are told once. A formula may be true of a little more
// than what was seen: of variables with many values it says nothing. The views must have been kept.
std::string guarantee_text(const CoreProgram& core, const ThreadViews& views);

}   // namespace plato
