// See specification_parser.hpp.

#include "source/specification_parser.hpp"

#include <algorithm>
#include <array>

#include "source/expression_parser.hpp"
#include "source/statement_parser.hpp"

namespace plato {
namespace {

constexpr std::array clause_words = {"requires", "rely", "modifies", "action", "ensures", "guarantee"};
constexpr std::array thread_words = {"requires", "rely", "guarantee", "ensures"};

std::vector<ExpressionIndex> places(TokenStream& tokens, SyntaxTree& tree) {
  std::vector<ExpressionIndex> list;
  do list.push_back(parse_place(tokens, tree));
  while (tokens.accept(","));
  return list;
}

// After `action`: what the step may change, and how. The next `ensures` is the action's unless a ';' comes before it.
ProcedureAction action(TokenStream& tokens, SyntaxTree& tree, const SourceRange& where) {
  ProcedureAction a{.where = where};
  const bool changes = tokens.accept("modifies");
  if (changes) a.modifies = places(tokens, tree);
  if (tokens.accept("ensures"))
    a.ensures = parse_expression(tokens, tree);
  else if (!changes)
    tokens.fail("expected 'modifies' or 'ensures' after 'action', found " + describe(tokens.peek()),
                tokens.peek().kind == Token::Kind::name
                    ? "an action of a procedure has no name: write 'action modifies x ensures x' == x + 1'"
                    : "say what the step changes and how: 'action modifies x ensures x' == x + 1'");
  return a;
}

void clause(TokenStream& tokens, SyntaxTree& tree, ProcedureSpecification& specification) {
  const Token word = tokens.next();
  if (word.is("guarantee")) {
    tokens.report(MessageCode::misplaced_clause, word.where, "a procedure has no 'guarantee'",
                  "its actions say what its steps do to the store: 'action modifies x ensures x' == x + 1'");
    parse_expression(tokens, tree);
  } else if (word.is("modifies")) {
    std::ranges::move(places(tokens, tree), std::back_inserter(specification.modifies));
  } else if (word.is("action")) {
    specification.actions.push_back(action(tokens, tree, word.where));
  } else {
    (word.is("requires") ? specification.requires_
     : word.is("rely")   ? specification.relies
                         : specification.ensures)
        .push_back(parse_expression(tokens, tree));
  }
  tokens.accept(";");
}

void program_clause(TokenStream& tokens, SyntaxTree& tree) {
  const Token word = tokens.peek();
  if (!at_thread_clause(tokens)) {
    const std::string similar = most_similar(word.text, {thread_words.begin(), thread_words.end()});
    tokens.fail("expected requires, rely, guarantee or ensures, found " + describe(word),
                !similar.empty()       ? "did you mean '" + similar + "'?"
                : at_statement(tokens) ? "statements belong into a thread: thread T { … }"
                                       : "");
  }
  tokens.next();
  const ExpressionIndex e = parse_expression(tokens, tree);
  clause_list(tree.specification, word).push_back(e);
  tokens.accept(";");
}

void skip_to_program_clause(TokenStream& tokens) {
  for (std::size_t open = 0; !tokens.at_end() && !tokens.at_body_owner(); tokens.next()) {
    if (open == 0 && tokens.at("}")) return;
    if (open == 0 && at_thread_clause(tokens)) return;
    if (tokens.at("{")) ++open;
    if (tokens.at("}")) --open;
  }
}

}   // namespace

bool at_thread_clause(const TokenStream& tokens) {
  return std::ranges::find(thread_words, tokens.peek().text) != thread_words.end();
}

void parse_program_clauses(TokenStream& tokens, SyntaxTree& tree, const Token& word) {
  if (tree.specification.where.line != 0)
    tokens.report(MessageCode::misplaced_clause, word.where, "the program has two blocks 'program'",
                  "put all clauses into one");
  tree.specification.where = word.where;
  tokens.expect("{", "after 'program'", "write 'program { requires e; rely a; guarantee a; ensures e }'");
  while (!tokens.at("}") && !tokens.at_end() && !tokens.at_body_owner()) {
    try {
      program_clause(tokens, tree);
    } catch (const SyntaxFault&) {
      skip_to_program_clause(tokens);
    }
  }
  tokens.expect("}", "at the end of the block 'program'");
}

bool at_procedure_clause(const TokenStream& tokens) {
  return std::ranges::any_of(clause_words, [&](std::string_view word) { return tokens.at(word); });
}

ProcedureSpecification parse_procedure_clauses(TokenStream& tokens, SyntaxTree& tree) {
  ProcedureSpecification specification;
  if (at_procedure_clause(tokens)) specification.where = tokens.peek().where;
  while (at_procedure_clause(tokens)) {
    try {
      clause(tokens, tree, specification);
    } catch (const SyntaxFault&) {
      while (!tokens.at_end() && !tokens.at("{") && !tokens.at_body_owner() && !at_procedure_clause(tokens))
        tokens.next();
    }
  }
  return specification;
}

void find_old_values(SyntaxTree& tree) {
  const auto is_old = [](const auto& declared) { return declared.name == "old"; };
  if (std::ranges::any_of(tree.procedures, is_old) || std::ranges::any_of(tree.definitions, is_old)) return;
  for (Expression& e : tree.expressions)
    if (e.kind == Expression::Kind::call && !e.is_primed && e.parts.size() == 1 && is_old(e))
      e.kind = Expression::Kind::old;
}

}   // namespace plato
