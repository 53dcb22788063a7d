// Families of which a few members stand for all, however many there are.
//
// If a program only compares identifiers and stores them, it cannot tell which thread is which. What two threads see of
// a state names at most so many threads: themselves, and those whose identifiers variables hold. So many members show
// what all see. What is decided here is a guess: the kernel makes sure of it (lean/Plato/Closure/Few.lean).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/program.hpp"
#include "core/specification.hpp"

namespace plato {

struct FewMembers {
  std::size_t family = 0;
  std::size_t count = 0;                    // of members that run
  std::vector<std::size_t> identifiers{};   // variables that hold identifiers of threads, in order
  std::vector<std::int64_t> constants{};    // and besides these numbers, in order; and 0
};

// Nothing if no family has more members than are needed, more than one has no bounds, identifiers are not only compared
// and stored, or procedures call themselves.
std::optional<FewMembers> few_members(const Program& program, const Specification& specification);

}   // namespace plato
