// Maps that a program's initial condition gives by a term in their index: `forall i :: k[i] == 2 * i + n`.
//
// A local variable whose first value mentions the thread starts like this. Such a map has no usual value with finitely
// many exceptions, so a schedule names the term instead.
#pragma once

#include <map>

#include "core/program.hpp"

namespace plato {

// The term of each such variable, with `b 0` for the index. The term mentions the index and parameters alone: no
// variable, no thread, and nothing that the kernel cannot evaluate.
std::map<std::size_t, TermId> initial_terms(const Program& program);

}   // namespace plato
