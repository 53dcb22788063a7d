// Declarations of variables: x, y: int = 0 after their word.
#pragma once

#include <vector>

#include "source/syntax_tree.hpp"
#include "source/token_stream.hpp"

namespace plato {

// After `var`, or after `const`.
void parse_variables(TokenStream& tokens, SyntaxTree& tree, bool is_constant, std::vector<VariableDeclaration>& into);

// var g: int = 0 after `ghost`.
void parse_ghosts(TokenStream& tokens, SyntaxTree& tree, std::vector<VariableDeclaration>& into);

}   // namespace plato
