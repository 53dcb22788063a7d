// See scope_parser.hpp.

#include "source/scope_parser.hpp"

#include "source/expression_parser.hpp"
#include "source/statement_parser.hpp"

namespace plato {

bool at_scope(const TokenStream& tokens) {
  return tokens.at_word("scope") && tokens.peek(1).kind == Token::Kind::name &&
         (tokens.peek(2).is(",") || tokens.peek(2).is("{"));
}

SyntaxStatement parse_scope(TokenStream& tokens, SyntaxTree& tree, std::uint32_t depth) {
  const std::size_t from = tokens.position();
  SyntaxStatement s{.kind = SyntaxStatement::Kind::scope, .where = tokens.next().where};
  do s.places.push_back(parse_place(tokens, tree));
  while (tokens.accept(","));
  s.text = tokens.text_from(from);
  if (!tokens.at("{")) tokens.expect("{", "before the statements of the scope", "write 'scope x, y { … }'");
  if (const SyntaxIndex body = parse_statement(tokens, tree, depth + 1); body != SyntaxIndex::none) s.body = {body};
  return s;
}

}   // namespace plato
