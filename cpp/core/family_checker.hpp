// Families of threads that cannot be meant: two that share identifiers, and one that a given thread leaves without
// members.
#pragma once

#include "core/program.hpp"
#include "core/provenance.hpp"
#include "source/diagnostic.hpp"

namespace plato {

void check_families(const Program& program, const Provenance& provenance, Diagnostics& diagnostics);

}   // namespace plato
