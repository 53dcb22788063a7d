// See par_parser.hpp.

#include "source/par_parser.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "source/expression_parser.hpp"
#include "source/statement_parser.hpp"
#include "source/variable_parser.hpp"

namespace plato {
namespace {

constexpr const char* form_of_range = "write 'par for i in a..b { … }', or 'par for i in a..<b { … }' without b";

bool is_clause_word(const Token& token) { return token.is("rely") || token.is("requires") || token.is("ensures"); }

// What follows `par` or `and` where a branch begins.
bool begins_branch(const Token& token) { return token.is("{") || is_clause_word(token) || token.is("guarantee"); }

class ParParser {
 public:
  ParParser(TokenStream& tokens, SyntaxTree& tree, std::uint32_t depth) : tokens_(tokens), tree_(tree), depth_(depth) {}

  SyntaxStatement run() {
    const std::size_t from = tokens_.position();
    SyntaxStatement s{.kind = SyntaxStatement::Kind::par, .where = tokens_.next().where};
    ParDeclaration par;
    if (tokens_.accept("for")) range(s, par);
    s.text = tokens_.text_from(from);
    branch(s, par);
    while (s.values.empty() && tokens_.at_word("and") && begins_branch(tokens_.peek(1))) {
      tokens_.next();
      branch(s, par);
    }
    tree_.pars.push_back(std::move(par));
    s.par = static_cast<std::uint32_t>(tree_.pars.size());
    return s;
  }

 private:
  TokenStream& tokens_;
  SyntaxTree& tree_;
  std::uint32_t depth_;

  void range(SyntaxStatement& s, ParDeclaration& par) {
    const Token name = tokens_.expect_name("a name for the number of the branch");
    par.index = name.text;
    par.index_where = name.where;
    tokens_.expect("in", "after the name of the number", form_of_range);
    s.values.push_back(parse_expression(tokens_, tree_));
    tokens_.expect("..", "after the first number", form_of_range);
    s.is_open = tokens_.accept("<");
    s.values.push_back(parse_expression(tokens_, tree_));
  }

  void branch(SyntaxStatement& s, ParDeclaration& par) {
    ParBranch branch{.relies = {}, .requires_ = {}, .ensures = {}, .locals = {}, .where = tokens_.last().where};
    while (is_clause_word(tokens_.peek()) || tokens_.at("guarantee")) clause(branch);
    tokens_.expect("{", "before the statements of the branch", s.values.empty() ? "" : form_of_range);
    s.branches.push_back(body(branch));
    par.branches.push_back(std::move(branch));
  }
  void clause(ParBranch& branch) {
    const Token word = tokens_.next();
    const ExpressionIndex e = parse_expression(tokens_, tree_);
    tokens_.accept(";");
    if (word.is("guarantee"))
      return tokens_.report(MessageCode::misplaced_clause, word.where, "a branch has no 'guarantee'",
                            "it keeps what the other branches and all other threads rely on: say that with 'rely'");
    (word.is("rely") ? branch.relies : word.is("requires") ? branch.requires_ : branch.ensures).push_back(e);
  }

  std::vector<SyntaxIndex> body(ParBranch& branch) {
    std::vector<SyntaxIndex> statements;
    while (!tokens_.at("}") && !tokens_.at_end()) {
      const std::size_t before = tokens_.position();
      if (at_statement(tokens_)) {
        if (const SyntaxIndex s = parse_statement(tokens_, tree_, depth_ + 1); s != SyntaxIndex::none)
          statements.push_back(s);
      } else {
        try {
          local(branch, statements.empty());
        } catch (const SyntaxFault&) {
          skip_to_statement(tokens_, before);
        }
      }
      if (tokens_.at_body_owner() || tokens_.position() == before) break;   // a '}' is missing
    }
    tokens_.expect("}", "at the end of the branch");
    return statements;
  }
  void local(ParBranch& branch, bool is_start) {
    const Token word = tokens_.peek();
    if (!word.is("var") && !word.is("ghost"))
      tokens_.fail("expected a statement, found " + describe(word), is_clause_word(word)
                                                                        ? "the clauses of a branch come before its '{'"
                                                                        : help_for_statement(word.text));
    if (!is_start)
      tokens_.report(MessageCode::syntax, word.where, "expected a statement, found " + describe(word),
                     "local variables come before the statements of the branch");
    tokens_.next();
    if (word.is("var"))
      parse_variables(tokens_, tree_, false, branch.locals);
    else
      parse_ghosts(tokens_, tree_, branch.locals);
    tokens_.accept(";");
  }
};

}   // namespace

bool at_par(const TokenStream& tokens) {
  return tokens.at_word("par") && (tokens.peek(1).is("for") || begins_branch(tokens.peek(1)));
}

SyntaxStatement parse_par(TokenStream& tokens, SyntaxTree& tree, std::uint32_t depth) {
  return ParParser(tokens, tree, depth).run();
}

void find_known_functions(SyntaxTree& tree) {
  struct Function {
    std::string_view word;
    Expression::Kind kind;
    std::size_t arguments;
  };
  constexpr Function known[] = {{"parent_of", Expression::Kind::parent_of, 1},
                                {"number_of", Expression::Kind::number_of, 1},
                                {"pair", Expression::Kind::pair, 2}};
  for (const Function& f : known) {
    const auto has_word = [&f](const auto& declared) { return declared.name == f.word; };
    if (std::ranges::any_of(tree.procedures, has_word) || std::ranges::any_of(tree.definitions, has_word)) continue;
    for (Expression& e : tree.expressions)
      if (e.kind == Expression::Kind::call && !e.is_primed && e.parts.size() == f.arguments && has_word(e))
        e.kind = f.kind;
  }
}

}   // namespace plato
