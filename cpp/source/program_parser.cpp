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

class ProgramParser {
 public:
  ProgramParser(const std::vector<Token>& tokens, Diagnostics& diagnostics) : tokens_(tokens, diagnostics) {}

  SyntaxTree run() {
    while (!tokens_.at_end()) declaration_or_skip();
    find_calls();
    find_old_values(tree_);
    find_known_functions(tree_);
    return std::move(tree_);
  }

 private:
  TokenStream tokens_;
  SyntaxTree tree_;
  std::optional<std::size_t> procedure_end_;   // where the last procedure ended
  std::uint32_t module_ = 0;                   // whose declarations are read: 1 + its place in the tree

  void declaration_or_skip() {
    const std::size_t before = tokens_.position();
    try {
      declaration();
    } catch (const SyntaxFault&) {
      skip_to_declaration(before);
    }
  }

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
    if (tokens_.at_procedure() || tokens_.at_module() || at_private()) return true;
    if (at_enumeration(tokens_) || at_unwritable(tokens_) || at_race_free()) return true;
    return token.kind == Token::Kind::keyword &&
           std::ranges::find(declaration_words, token.text) != declaration_words.end();
  }
  // `private var`, `private ghost var` or `private const`: the word is a name anywhere else.
  bool at_private() const {
    const Token& next = tokens_.peek(1);
    return tokens_.at_word("private") && (next.is("var") || next.is("ghost") || next.is("const"));
  }
  // `race-free x, y`: both words are names anywhere else.
  bool at_race_free() const {
    const Token &minus = tokens_.peek(1), &free = tokens_.peek(2);
    return tokens_.at_word("race") && minus.is("-") && free.kind == Token::Kind::name && free.text == "free";
  }
  void race_free() {
    for (std::size_t word = 0; word < 3; ++word) tokens_.next();
    do {
      tree_.race_free.push_back(parse_place(tokens_, tree_));
    } while (tokens_.accept(","));
  }
  void skip_to_declaration(std::size_t from) {
    if (tokens_.position() == from) tokens_.next();
    // In a module the '}' matters that is its own.
    std::size_t open = module_ == 0 ? 0 : tokens_.open_braces(from);
    for (; !tokens_.at_end(); tokens_.next()) {
      if (open == 0 && (at_declaration() || (module_ != 0 && tokens_.at("}")))) return;
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
                       : "a program consists of enum, var, const, ghost, assume, init, invariant, race-free, rely, "
                         "guarantee, predicate, action, procedure, thread, module and program");
    }
    if (tokens_.at_module()) return module();
    if (at_private()) return private_variables();
    if (at_enumeration(tokens_)) {
      parse_enumeration(tokens_, tree_);
      return end_declaration();
    }
    if (at_unwritable(tokens_)) {
      tree_.relies.push_back(parse_unwritable(tokens_, tree_));
      return end_declaration();
    }
    if (at_race_free()) {
      race_free();
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
      return parse_program_clauses(tokens_, tree_, word);
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
    if (module_ != 0 && tokens_.at("}")) return;
    if (tokens_.at("=")) tokens_.fail("expected ';' or a declaration, found '='", "equality is written '=='");
    if (tokens_.at("}")) tokens_.fail("unexpected '}'", "there is no block to close here");
    tokens_.fail("expected ';' or a declaration, found " + describe(tokens_.peek()));
  }

  // module NAME { … }: what it declares is the program's.
  void module() {
    const SourceRange word = tokens_.next().where;
    const Token name = tokens_.next();
    if (module_ != 0) {
      report_two(MessageCode::syntax, word, "a module cannot be inside of another one",
                 "end the module around it first: '}'", "it begins here", tree_.modules[module_ - 1]);
      return skip_block();
    }
    const std::string text(name.text);
    if (const auto same = std::ranges::find(tree_.modules, text, &ModuleDeclaration::name); same != tree_.modules.end())
      report_two(MessageCode::name_in_use, name.where, "two modules have the name '" + text + "'",
                 "choose another name", "the first one is here", *same);
    tree_.modules.push_back({text, name.where, {}});
    module_ = static_cast<std::uint32_t>(tree_.modules.size());
    tokens_.expect("{", "after the name of the module");
    while (!tokens_.at("}") && !tokens_.at_end()) declaration_or_skip();
    tree_.modules.back().end = tokens_.peek().where;
    module_ = 0;
    tokens_.expect("}", "at the end of the module");
  }
  void report_two(MessageCode code, const SourceRange& where, std::string message, std::string help,
                  std::string other_message, const ModuleDeclaration& other) {
    tokens_.report(code, where, std::move(message), std::move(help), other.where, std::move(other_message));
  }
  // From a '{' to its '}'.
  void skip_block() {
    std::size_t open = 0;
    do {
      if (tokens_.at("{")) ++open;
      if (tokens_.at("}")) --open;
      tokens_.next();
    } while (open > 0 && !tokens_.at_end());
  }
  // private var x: int, inside of a module.
  void private_variables() {
    const SourceRange word = tokens_.next().where;
    if (module_ == 0)
      tokens_.report(MessageCode::misplaced_clause, word, "a variable outside of modules cannot be private",
                     "put it into one: 'module M { private var x: int … }'");
    const std::size_t first = tree_.variables.size();
    if (const Token kind = tokens_.next(); kind.is("ghost"))
      ghosts(tree_.variables);
    else
      variables(kind.is("const"), tree_.variables);
    for (std::size_t i = first; i < tree_.variables.size(); ++i) tree_.variables[i].module = module_;
    end_declaration();
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
                        .parameters = {},
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
    }
    if (tokens_.accept("(")) t.parameters = typed_names("the name of a parameter");
    if (t.is_family) {
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
                           .where = name.where,
                           .end = {}};
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
    p.end = tokens_.peek().where;
    tree_.procedures.push_back(std::move(p));
    tokens_.expect("}", "at the end of the procedure");
    procedure_end_ = tokens_.position();
  }
  std::vector<VariableDeclaration> typed_names(std::string_view what) {
    return parse_typed_names(tokens_, tree_, what);
  }
  void local_declaration(ProcedureDeclaration& p) {
    const Token word = tokens_.peek();
    if (!word.is("var") && !word.is("ghost"))
      tokens_.fail("expected a statement, found " + describe(word), word.is("const")
                                                                        ? "declare constants outside of procedures"
                                                                    : at_procedure_clause(tokens_) ? place_of_clauses
                                                                                                   : "");
    if (!p.body.empty())
      tokens_.report(MessageCode::syntax, word.where, "expected a statement, found " + describe(word),
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
    if (!word.is("var") && !word.is("ghost") && !at_thread_clause(tokens_))
      tokens_.fail("expected a statement, found " + describe(word),
                   word.is("const") ? "declare constants outside of threads" : help_for_statement(word.text));
    if (!t.body.empty())
      tokens_.report(MessageCode::syntax, word.where, "expected a statement, found " + describe(word),
                     "local variables, requires, rely, guarantee and ensures come before the thread's statements");
    tokens_.next();
    if (word.is("var"))
      variables(false, t.locals);
    else if (word.is("ghost"))
      ghosts(t.locals);
    else
      clause_list(t, word).push_back(expression());
    tokens_.accept(";");
  }
};

}   // namespace

SyntaxTree parse_program(std::string_view text, Diagnostics& diagnostics) {
  const std::vector<Token> tokens = read_tokens(text, diagnostics);
  return ProgramParser(tokens, diagnostics).run();
}

}   // namespace plato
