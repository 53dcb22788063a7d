// See variable_parser.hpp.

#include "source/variable_parser.hpp"

#include <string>
#include <utility>

#include "source/expression_parser.hpp"
#include "source/type_parser.hpp"

namespace plato {

void parse_variables(TokenStream& tokens, SyntaxTree& tree, bool is_constant, std::vector<VariableDeclaration>& into) {
  std::vector<VariableDeclaration> group;
  do {
    const Token name = tokens.expect_name(is_constant ? "the name of a constant" : "the name of a variable");
    group.push_back({std::string(name.text), {}, 0, is_constant, name.where});
  } while (tokens.accept(","));
  tokens.expect(":", "and a type after the name", "write 'var x: int'");
  const SyntaxType declared = parse_type(tokens, tree);
  ExpressionIndex initial = 0;
  if (tokens.at(":=")) tokens.fail("expected '=' before the initial value, found ':='", "write 'var x: int = 0'");
  if (tokens.accept("=")) initial = parse_expression(tokens, tree);
  for (VariableDeclaration& v : group) {
    v.type = declared;
    v.initial = initial;
    into.push_back(std::move(v));
  }
}

void parse_ghosts(TokenStream& tokens, SyntaxTree& tree, std::vector<VariableDeclaration>& into) {
  tokens.expect("var", "after 'ghost'", "write 'ghost var g: int = 0'");
  const std::size_t first = into.size();
  parse_variables(tokens, tree, false, into);
  for (std::size_t i = first; i < into.size(); ++i) into[i].is_ghost = true;
}

std::vector<VariableDeclaration> parse_typed_names(TokenStream& tokens, SyntaxTree& tree, std::string_view what) {
  std::vector<VariableDeclaration> declared;
  if (tokens.accept(")")) return declared;
  do {
    const Token name = tokens.expect_name(what);
    tokens.expect(":", "and a type after the name", "write 'x: int'");
    declared.push_back({std::string(name.text), parse_type(tokens, tree), 0, false, name.where});
  } while (tokens.accept(","));
  tokens.expect(")", "or ',' after the type");
  return declared;
}

}   // namespace plato
