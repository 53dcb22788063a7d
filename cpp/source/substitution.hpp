// Expressions with others in the place of names.
#pragma once

#include <map>
#include <set>
#include <string>

#include "source/syntax_tree.hpp"

namespace plato {

struct Substitution {
  std::map<std::string, ExpressionIndex> names{};   // without a field or a prime
  ExpressionIndex tid = 0;                          // 0 leaves it as it is
};

// A copy. Names that a quantifier in it binds are its own, and get another name where one of the others mentions
// theirs.
ExpressionIndex substituted(SyntaxTree& tree, ExpressionIndex e, const Substitution& by);

// The names that occur in it, bound ones too.
void add_names_in(const SyntaxTree& tree, ExpressionIndex e, std::set<std::string>& names);

}   // namespace plato
