// Which variables of a procedure are read before they have a value.
//
// A call gives any value to those alone: whatever the others hold is overwritten before anyone sees it.
#pragma once

#include <set>

#include "types/program_symbols.hpp"

namespace plato {

// Of the procedure's results, and of its local variables without an initial value: those that a statement may read, or
// with which the procedure may end, before they are assigned to. Annotations do not count.
std::set<SymbolIndex> read_before_assignment(const CheckedProgram& program, std::size_t procedure);

}   // namespace plato
