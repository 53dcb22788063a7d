// Families of threads that cannot be intended: two that share identifiers, and one that an individually declared thread
// leaves without members.
#pragma once

#include "core/program.hpp"
#include "core/provenance.hpp"
#include "source/diagnostic.hpp"

namespace plato {

void check_families(const Program& program, const Provenance& provenance, Diagnostics& diagnostics);

}   // namespace plato
