// The branches of a `par`: the names that they have to themselves, and what is said of them.
#pragma once

#include "types/expression_checker.hpp"

namespace plato {

// Which branch, and where it is.
struct BranchPlace {
  std::uint32_t par = 0;      // 1 + its place in tree.pars
  std::uint32_t branch = 0;   // which of them
  std::uint32_t depth = 0;    // how many `par` are around its statements
  std::int32_t thread = -1;   // whose statements these are: a thread's or a procedure's
};

// Declares the number and the local variables of a branch, for as long as the scope of names is not left, and checks
// its clauses.
void declare_branch(const BranchPlace& place, const SyntaxTree& tree, ExpressionChecker& expressions);

// When all calls are known: a procedure with a specification cannot run branches by way of others, and a program with
// branches has no identifiers below 0.
void check_branches(const CheckedProgram& program, ExpressionChecker& expressions);

}   // namespace plato
