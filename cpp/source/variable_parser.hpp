// Declarations of variables and constants.
#pragma once

#include <string_view>
#include <vector>

#include "source/syntax_tree.hpp"
#include "source/token_stream.hpp"

namespace plato {

// x, y: int = e after `var` or `const`.
void parse_variables(TokenStream& tokens, SyntaxTree& tree, bool is_constant, std::vector<VariableDeclaration>& into);

// var g: int = e after `ghost`.
void parse_ghosts(TokenStream& tokens, SyntaxTree& tree, std::vector<VariableDeclaration>& into);

// x: int, y: bool) after the parenthesis. `what` is what each name is: "the name of a parameter".
std::vector<VariableDeclaration> parse_typed_names(TokenStream& tokens, SyntaxTree& tree, std::string_view what);

}   // namespace plato
