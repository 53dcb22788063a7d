// Variables that are local to a call of a procedure or to a branch: each has a value for each thread.
#pragma once

#include "types/expression_checker.hpp"

namespace plato {

// Where it is declared.
struct LocalScope {
  std::string_view of;                            // "each branch"
  std::string_view start;                         // "the start of a branch"
  std::string_view instead;                       // what to do where it is neither an int nor a bool
  std::int32_t thread = -1;                       // whose statements these are: a thread's or a procedure's
  std::uint32_t par = 0, branch = 0, depth = 0;   // as in Symbol
  bool may_be_map = false;
};

SymbolIndex declare_local(const VariableDeclaration& variable, const LocalScope& scope, ExpressionChecker& expressions);

}   // namespace plato
