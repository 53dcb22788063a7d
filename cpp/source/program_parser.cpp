// Parsing declarations and threads; see program_parser.hpp.

#include "source/program_parser.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "source/expression_parser.hpp"
#include "source/par_parser.hpp"
#include "source/specification_parser.hpp"
#include "source/statement_parser.hpp"
#include "source/token_stream.hpp"
#include "source/type_parser.hpp"
#include "source/unwritable_parser.hpp"
#include "source/variable_parser.hpp"

namespace plato {
namespace {

constexpr std::array declaration_words = {"var",  "const",     "ghost",     "assume", "init",   "invariant",
                                          "rely", "guarantee", "predicate", "action", "thread", "program"};
constexpr std::array specification_words = {"requires", "rely", "guarantee", "ensures"};

class ProgramParser {
 public:
  ProgramParser(const std::vector<Token>& tokens, Diagnostics& diagnostics) : tokens_(tokens, diagnostics) {}

  SyntaxTree run() {
    while (!tokens_.at_end()) {
      const std::size_t before = tokens_.position();
      try {
        declaration();
      } catch (const SyntaxFault&) {
        skip_to_declaration(before);
      }
    }
    find_calls();
    find_old_values(tree_);
    find_branch_questions(tree_);
    return std::move(tree_);
  }

 private:
  TokenStream tokens_;
  SyntaxTree tree_;
  std::optional<std::size_t> procedure_end_;   // where the last procedure ended

  // Procedures may be called before they are declared, so only now is it known what x := p(e) is.
  void find_calls() {
    std::set<std::string> procedures, definitions;
    for (const ProcedureDeclaration& p : tree_.procedures) procedures.insert(p.name);
    for (const Definition& d : tree_.definitions) definitions.insert(d.name);
    for (SyntaxStatement& s : tree_.statements) {
      if (s.kind != SyntaxStatement::Kind::assign || s.values.size() != 1 || s.operation) continue;
      const Expression& value = tree_[s.values[0]];
      if (value.kind != Expression::Kind::call) continue;
      if (procedures.contains(value.name) || (s.places.size() > 1 && !definitions.contains(value.name)))
        s.kind = SyntaxStatement::Kind::call;
    }
  }

  bool at_declaration() const {
    const Token& token = tokens_.peek();
    if (tokens_.at_procedure() || at_enumeration(tokens_) || at_unwritable(tokens_)) return true;
    return token.kind == Token::Kind::keyword &&
           std::ranges::find(declaration_words, token.text) != declaration_words.end();
  }
  void skip_to_declaration(std::size_t from) {
    if (tokens_.position() == from) tokens_.next();
    for (std::size_t open = 0; !tokens_.at_end(); tokens_.next()) {
      if (open == 0 && at_declaration()) return;
      if (tokens_.at_body_owner()) return;
      if (tokens_.at("{")) ++open;
      if (tokens_.at("}") && open > 0) --open;
    }
  }

  ExpressionIndex expression() { return parse_expression(tokens_, tree_); }

  void declaration() {
    const Token word = tokens_.peek();
    if (!at_declaration()) {
      if (at_statement(tokens_))
        tokens_.fail("expected a declaration, found " + describe(word),
                     word.text == "procedure" ? "a procedure is written 'procedure p(x: int) returns (r: int) { … }'"
                                              : "statements belong into a thread: thread T { … }");
      tokens_.fail("expected a declaration, found " + describe(word),
                   at_procedure_clause(tokens_) && tokens_.position() == procedure_end_ ? place_of_clauses
                   : word.is("requires") || word.is("ensures")
                       ? "the specification of the whole program is a block: program { requires e; ensures e }"
                       : "a program consists of enum, var, const, ghost, assume, init, invariant, rely, guarantee, "
                         "predicate, action, procedure, thread and program");
    }
    if (at_enumeration(tokens_)) {
      parse_enumeration(tokens_, tree_);
      return end_declaration();
    }
    if (at_unwritable(tokens_)) {
      tree_.relies.push_back(parse_unwritable(tokens_, tree_));
      return end_declaration();
    }
    tokens_.next();
    if (word.is("var") || word.is("const"))
      variables(word.is("const"), tree_.variables);
    else if (word.is("ghost"))
      ghosts(tree_.variables);
    else if (word.is("thread"))
      return thread();
    else if (word.kind == Token::Kind::name)
      return procedure();
    else if (word.is("program"))
      return specification(word);
    else if (word.is("predicate") || word.is("action"))
      definition(word.is("action"));
    else if (word.is("assume"))
      tree_.assumptions.push_back(expression());
    else if (word.is("init"))
      tree_.inits.push_back(expression());
    else if (word.is("invariant"))
      tree_.invariants.push_back(expression());
    else if (word.is("rely"))
      tree_.relies.push_back(expression());
    else
      tree_.guarantees.push_back(expression());
    end_declaration();
  }
  void end_declaration() {
    if (tokens_.accept(";") || at_declaration() || tokens_.at_end()) return;
    if (tokens_.at("=")) tokens_.fail("expected ';' or a declaration, found '='", "equality is written '=='");
    if (tokens_.at("}")) tokens_.fail("unexpected '}'", "there is no block to close here");
    tokens_.fail("expected ';' or a declaration, found " + describe(tokens_.peek()));
  }

  void variables(bool is_constant, std::vector<VariableDeclaration>& into) {
    parse_variables(tokens_, tree_, is_constant, into);
  }
  void ghosts(std::vector<VariableDeclaration>& into) { parse_ghosts(tokens_, tree_, into); }

  SyntaxType type() { return parse_type(tokens_, tree_); }

  void definition(bool is_action) {
    const Token name = tokens_.expect_name(is_action ? "the name of the action" : "the name of the predicate");
    Definition d{std::string(name.text), is_action, {}, 0, name.where};
    if (tokens_.accept("(") && !tokens_.accept(")")) {
      do {
        const Token parameter = tokens_.expect_name("the name of a parameter");
        SyntaxType of{SyntaxType::Kind::integer};
        if (tokens_.accept(":")) of = type();
        d.parameters.push_back({std::string(parameter.text), of, parameter.where});
      } while (tokens_.accept(","));
      tokens_.expect(")", "or ',' after the parameter");
    }
    tokens_.expect("=", "before the formula");
    d.body = expression();
    tree_.definitions.push_back(std::move(d));
  }

  void thread() {
    const Token name = tokens_.expect_name("the name of the thread");
    ThreadDeclaration t{.name = std::string(name.text),
                        .index = {},
                        .locals = {},
                        .requires_ = {},
                        .relies = {},
                        .guarantees = {},
                        .ensures = {},
                        .body = {},
                        .where = name.where};
    if (tokens_.accept("[")) {
      t.is_family = true;
      if (tokens_.accept("tid"))
        t.index = "tid";
      else
        t.index = tokens_.expect_name("a name for the thread's identifier").text;
      tokens_.expect("]", "after the name of the identifier");
      if (tokens_.accept("for")) t.members = expression();
    } else if (tokens_.accept("=")) {
      const bool is_negative = tokens_.accept("-");
      if (tokens_.peek().kind != Token::Kind::number)
        tokens_.fail("expected a number as the thread's identifier, found " + describe(tokens_.peek()));
      t.identifier = parse_integer(tokens_.next().text);
      if (is_negative) t.identifier.negate();
      t.has_identifier = true;
    }
    if (tokens_.accept("by")) {
      tokens_.expect("outline", "after 'by'", "write 'thread T by outline { … }'");
      t.is_outline = true;
    }
    tokens_.expect("{", "before the thread's statements");
    body(t.body, [&] { thread_clause(t); });
    tree_.threads.push_back(std::move(t));
    tokens_.expect("}", "at the end of the thread");
  }

  // Statements, and before them what `clause` reads.
  void body(std::vector<SyntaxIndex>& statements, const std::function<void()>& clause) {
    while (!tokens_.at("}") && !tokens_.at_end() && !tokens_.at_body_owner()) {
      const std::size_t before = tokens_.position();
      if (at_statement(tokens_)) {
        if (const SyntaxIndex s = parse_statement(tokens_, tree_, 0); s != SyntaxIndex::none) statements.push_back(s);
        continue;
      }
      try {
        clause();
      } catch (const SyntaxFault&) {
        skip_to_statement(tokens_, before);
      }
    }
  }

  // procedure p(x: int, y: bool) returns (r: int) { … }
  void procedure() {
    const Token name = tokens_.expect_name("the name of the procedure");
    ProcedureDeclaration p{.name = std::string(name.text),
                           .parameters = {},
                           .results = {},
                           .specification = {},
                           .locals = {},
                           .body = {},
                           .where = name.where};
    tokens_.expect("(", "after the name of the procedure", "write 'procedure p() { … }'");
    p.parameters = typed_names("the name of a parameter");
    if (tokens_.at_word("returns")) {
      tokens_.next();
      tokens_.expect("(", "after 'returns'", "write 'returns (r: int)'");
      p.results = typed_names("the name of a result");
    }
    p.specification = parse_procedure_clauses(tokens_, tree_);
    tokens_.expect("{", "before the procedure's statements");
    body(p.body, [&] { local_declaration(p); });
    tree_.procedures.push_back(std::move(p));
    tokens_.expect("}", "at the end of the procedure");
    procedure_end_ = tokens_.position();
  }
  // x: int, y: bool) after the parenthesis.
  std::vector<VariableDeclaration> typed_names(std::string_view what) {
    std::vector<VariableDeclaration> declared;
    if (tokens_.accept(")")) return declared;
    do {
      const Token name = tokens_.expect_name(what);
      tokens_.expect(":", "and a type after the name", "write 'x: int'");
      declared.push_back({std::string(name.text), type(), 0, false, name.where});
    } while (tokens_.accept(","));
    tokens_.expect(")", "or ',' after the type");
    return declared;
  }
  bool is_specification_word() const {
    return std::ranges::find(specification_words, tokens_.peek().text) != specification_words.end();
  }
  void local_declaration(ProcedureDeclaration& p) {
    const Token word = tokens_.peek();
    if (!word.is("var") && !word.is("ghost"))
      tokens_.fail("expected a statement, found " + describe(word), word.is("const")
                                                                        ? "declare constants outside of procedures"
                                                                    : at_procedure_clause(tokens_) ? place_of_clauses
                                                                                                   : "");
    if (!p.body.empty())
      tokens_.report(word.where, "expected a statement, found " + describe(word),
                     "local variables come before the procedure's statements");
    tokens_.next();
    if (word.is("var"))
      variables(false, p.locals);
    else
      ghosts(p.locals);
    tokens_.accept(";");
  }
  void thread_clause(ThreadDeclaration& t) {
    const Token word = tokens_.peek();
    if (word.is("invariant"))
      tokens_.fail(
          "expected a statement, found the keyword 'invariant'",
          "the invariant of the program goes outside of threads; that of a loop goes right after its condition");
    if (!word.is("var") && !word.is("ghost") && !is_specification_word())
      tokens_.fail("expected a statement, found " + describe(word),
                   word.is("const") ? "declare constants outside of threads" : help_for_statement(word.text));
    if (!t.body.empty())
      tokens_.report(word.where, "expected a statement, found " + describe(word),
                     "local variables, requires, rely, guarantee and ensures come before the thread's statements");
    tokens_.next();
    if (word.is("var"))
      variables(false, t.locals);
    else if (word.is("ghost"))
      ghosts(t.locals);
    else
      (word.is("requires")    ? t.requires_
       : word.is("rely")      ? t.relies
       : word.is("guarantee") ? t.guarantees
                              : t.ensures)
          .push_back(expression());
    tokens_.accept(";");
  }

  // program { requires e; rely a; guarantee a; ensures e }
  void specification(const Token& word) {
    ProgramSpecification& s = tree_.specification;
    if (s.where.line != 0)
      tokens_.report(word.where, "the program has two blocks 'program'", "put all clauses into one");
    s.where = word.where;
    tokens_.expect("{", "after 'program'", "write 'program { requires e; rely a; guarantee a; ensures e }'");
    while (!tokens_.at("}") && !tokens_.at_end() && !tokens_.at_body_owner()) {
      try {
        specification_clause(s);
      } catch (const SyntaxFault&) {
        skip_to_clause();
      }
    }
    tokens_.expect("}", "at the end of the block 'program'");
  }
  void specification_clause(ProgramSpecification& s) {
    const Token word = tokens_.peek();
    if (!is_specification_word()) {
      const std::string similar = most_similar(word.text, {specification_words.begin(), specification_words.end()});
      tokens_.fail("expected requires, rely, guarantee or ensures, found " + describe(word),
                   !similar.empty()        ? "did you mean '" + similar + "'?"
                   : at_statement(tokens_) ? "statements belong into a thread: thread T { … }"
                                           : "");
    }
    tokens_.next();
    (word.is("requires")    ? s.requires_
     : word.is("rely")      ? s.relies
     : word.is("guarantee") ? s.guarantees
                            : s.ensures)
        .push_back(expression());
    tokens_.accept(";");
  }
  void skip_to_clause() {
    for (std::size_t open = 0; !tokens_.at_end() && !tokens_.at_body_owner(); tokens_.next()) {
      if (open == 0 && tokens_.at("}")) return;
      if (open == 0 && is_specification_word()) return;
      if (tokens_.at("{")) ++open;
      if (tokens_.at("}")) --open;
    }
  }
};

}   // namespace

SyntaxTree parse_program(std::string_view text, Diagnostics& diagnostics) {
  const std::vector<Token> tokens = read_tokens(text, diagnostics);
  return ProgramParser(tokens, diagnostics).run();
}

}   // namespace plato
