// See unwritable_parser.hpp.

#include "source/unwritable_parser.hpp"

#include <algorithm>
#include <string>

#include "source/expression_parser.hpp"

namespace plato {
namespace {

using Kind = Expression::Kind;

constexpr const char* whole = "write 'x unwritable by others when m == tid'";

ExpressionIndex add(SyntaxTree& tree, Expression e, ExpressionIndex first, ExpressionIndex last) {
  e.where = tree[first].where;
  e.begin = tree[first].begin;
  e.end = tree[last].end;
  for (const ExpressionIndex part : e.parts) e.height = std::max(e.height, tree[part].height + 1);
  tree.expressions.push_back(std::move(e));
  return static_cast<ExpressionIndex>(tree.expressions.size() - 1);
}

void expect_word(TokenStream& tokens, std::string_view word, const std::string& after) {
  if (!tokens.at_word(word))
    tokens.fail("expected '" + std::string(word) + "' after '" + after + "', found " + describe(tokens.peek()), whole);
  tokens.next();
}

}   // namespace

bool at_unwritable(const TokenStream& tokens) {
  std::size_t next = 0;
  const auto is_name = [&] { return tokens.peek(next).kind == Token::Kind::name && !tokens.peek(next).is_primed; };
  if (!is_name()) return false;
  ++next;
  // A field and indices, in any order.
  while (true) {
    if (tokens.peek(next).is(".") && tokens.peek(next + 1).kind == Token::Kind::name)
      next += 2;
    else if (tokens.peek(next).is("[") && tokens.peek(next + 2).is("]"))
      next += 3;
    else
      break;
  }
  return is_name() && tokens.peek(next).text == "unwritable";
}

ExpressionIndex parse_unwritable(TokenStream& tokens, SyntaxTree& tree) {
  const ExpressionIndex place = parse_place(tokens, tree);
  tokens.next();
  tokens.expect("by", "after 'unwritable'", whole);
  expect_word(tokens, "others", "unwritable by");
  expect_word(tokens, "when", "unwritable by others");
  const ExpressionIndex when = parse_expression(tokens, tree);
  const ExpressionIndex stays = add(tree, {.kind = Kind::unchanged, .parts = {place}}, place, place);
  const ExpressionIndex rely = add(tree, {.kind = Kind::implies, .parts = {when, stays}}, place, when);
  Expression all{.kind = Kind::forall, .parts = {rely}};
  for (const ExpressionIndex index : indices_of(tree, place))
    if (tree[index].kind == Kind::name) all.bound.push_back(tree[index].name);
  return all.bound.empty() ? rely : add(tree, std::move(all), place, when);
}

}   // namespace plato
