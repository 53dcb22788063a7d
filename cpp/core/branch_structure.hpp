// Who starts the branches of which `par`: threads and branches, by their own statements or by those of procedures that
// they run.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "types/program_symbols.hpp"

namespace plato {

using ParIndex = std::uint32_t;   // place in tree.pars

// A thread, or a branch of a `par`.
struct Starter {
  bool is_branch = false;
  std::size_t number = 0;   // of the thread, or of the `par`
};

struct ParStructure {
  const SyntaxStatement* statement = nullptr;
  std::int32_t scope = -1;                                // the thread or procedure whose statement it is
  std::vector<std::pair<ParIndex, std::size_t>> around;   // the branches around it there, outermost first
  std::set<std::size_t> runs;                             // procedures that its branches may run, but for those inside
  std::vector<ParIndex> starts;                           // `par` that a branch starts
  std::vector<Starter> starters;
};

struct BranchStructure {
  std::vector<ParStructure> pars;
  std::vector<std::vector<ParIndex>> started;   // by each thread
};

// Refers to the program's statements.
BranchStructure branch_structure(const CheckedProgram& program);

}   // namespace plato
