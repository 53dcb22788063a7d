// The commands of an SMT-LIB file; see smtlib_reader.hpp.

#include "smtlib/smtlib_reader.hpp"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "smtlib/smt_names.hpp"
#include "smtlib/smt_terms.hpp"

namespace plato {
namespace {

using Kind = SmtToken::Kind;

constexpr std::size_t most_scopes = 10000;   // open at once

class Reader {
 public:
  // `quantified`: names of declared sorts that some quantifier ranges over, which a first reading tells.
  Reader(std::string_view text, std::set<std::string> quantified) : lexer_(text), quantified_(std::move(quantified)) {}

  SmtScript run() {
    while (lexer_.peek().kind != Kind::end && !is_over_) read_command();
    if (script_.questions.empty()) script_.questions.push_back({.state = script_.state()});
    return std::move(script_);
  }
  const std::set<std::string>& found_quantified() const { return terms_.quantified(); }

 private:
  SmtLexer lexer_;
  std::set<std::string> quantified_;
  SmtScript script_;
  Problem& problem_ = script_.problem;
  SmtNames names_;
  SmtTermReader terms_{lexer_, problem_, names_};
  std::deque<DeclaredSort> declared_sorts_;
  std::vector<SmtState> scopes_;   // what was in force when each was opened
  bool is_over_ = false;           // after exit

  FormulaTable& table() { return problem_.table; }

  // ---- commands

  void read_command() {
    lexer_.expect(Kind::open, "'(' before a command");
    const SmtToken command = lexer_.expect(Kind::symbol, "the name of a command");
    constexpr std::string_view ignored[] = {"set-logic", "set-info",       "set-option", "get-model",
                                            "get-value", "get-info",       "get-option", "get-unsat-core",
                                            "get-proof", "get-assertions", "echo"};
    if (std::ranges::find(ignored, command.text) != std::end(ignored)) return lexer_.skip_to_close();
    if (command.text == "exit") {
      lexer_.skip_to_close();
      is_over_ = true;
      return;
    }
    if (command.text == "check-sat") {
      script_.questions.push_back({.line = command.line, .state = script_.state()});
      return lexer_.expect_close("check-sat");
    }
    if (command.text == "check-sat-assuming") return read_assumptions(command);
    if (command.text == "push") return push(command, read_count());
    if (command.text == "pop") return pop(command, read_count());
    if (command.text == "assert") return read_assertion(command);
    if (command.text == "declare-sort") return read_sort_declaration();
    if (command.text == "define-sort") return read_sort_definition();
    if (command.text == "declare-const" || command.text == "declare-fun") return read_declaration(command);
    if (command.text == "define-fun" || command.text == "define-const") return read_definition(command);
    fail_at(command, "the command " + describe(command) +
                         " is not supported; expected declare-sort, declare-const, declare-fun, define-fun, assert, "
                         "push, pop or check-sat");
  }

  // ---- scopes and questions

  // How many scopes; 1 if nothing is said.
  std::size_t read_count() {
    if (lexer_.peek().kind == Kind::close) {
      lexer_.next();
      return 1;
    }
    const SmtToken token = lexer_.expect(Kind::numeral, "how many scopes");
    lexer_.expect_close("the number of scopes");
    constexpr std::size_t digits = 9;
    return token.text.size() > digits ? most_scopes + 1 : std::stoul(std::string(token.text));
  }
  void push(const SmtToken& command, std::size_t count) {
    if (count > most_scopes - scopes_.size())
      fail_at(command, "at most " + std::to_string(most_scopes) + " scopes may be open at once");
    for (std::size_t i = 0; i < count; ++i) {
      scopes_.push_back(script_.state());
      names_.open_scope();
    }
  }
  void pop(const SmtToken& command, std::size_t count) {
    if (count > scopes_.size())
      fail_at(command, "there are not so many scopes to close: " + std::to_string(scopes_.size()) + " are open");
    for (std::size_t i = 0; i < count; ++i) {
      names_.close_scope();
      script_.restore(scopes_.back());
      scopes_.pop_back();
    }
  }
  void read_assumptions(const SmtToken& command) {
    lexer_.expect(Kind::open, "'(' before the assumptions");
    SmtQuestion question{.line = command.line, .state = script_.state()};
    while (lexer_.peek().kind != Kind::close) {
      const SmtToken at = lexer_.peek();
      question.assumed.push_back(terms_.read_formula(at, "an assumption"));
    }
    lexer_.next();
    lexer_.expect_close("check-sat-assuming");
    script_.questions.push_back(std::move(question));
  }

  // ---- what is declared and asserted

  void read_assertion(const SmtToken& command) {
    const Literal assertion = terms_.read_formula(command, "an assertion");
    lexer_.expect_close("the assertion");
    script_.assertions.add(problem_.assertions.size());
    problem_.assertions.push_back(assertion);
  }

  std::string read_new_sort_name() {
    const SmtToken token = lexer_.expect(Kind::symbol, "the name of a sort");
    constexpr std::string_view own[] = {"Int", "Bool", "Array", "Real"};
    if (names_.find_sort(token.text) != nullptr || std::ranges::find(own, token.text) != std::end(own))
      fail_at(token, "the name " + describe(token) + " is already in use; choose another");
    return std::string(token.text);
  }
  void read_sort_declaration() {
    const std::string name = read_new_sort_name();
    if (lexer_.peek().kind != Kind::close) {
      const SmtToken count = lexer_.expect(Kind::numeral, "how many parameters the sort has");
      if (count.text != "0") fail_at(count, "sorts with parameters are not supported");
    }
    lexer_.expect_close("the declaration of a sort");
    DeclaredSort& sort = declared_sorts_.emplace_back(DeclaredSort{name});
    if (quantified_.contains(name))
      sort.elements = add_symbol("the elements of " + name, {{Sort::integer}, Sort::integer});
    script_.sorts.add(problem_.declared_sorts.size());
    problem_.declared_sorts.push_back(name);
    names_.declare_sort(name, SmtSort(sort));
  }
  void read_sort_definition() {
    const std::string name = read_new_sort_name();
    lexer_.expect(Kind::open, "'(' before the parameters of a sort");
    if (lexer_.peek().kind != Kind::close) fail_at(lexer_.peek(), "sorts with parameters are not supported");
    lexer_.next();
    const SmtSort sort = terms_.read_sort();
    lexer_.expect_close("the definition of a sort");
    names_.declare_sort(name, sort);
  }

  // What functions take and give.
  static bool is_first_order(SmtSort sort) { return sort.encoding == Sort::integer || sort.encoding == Sort::boolean; }

  void read_declaration(const SmtToken& command) {
    const std::string name = terms_.read_new_name();
    SmtSignature signature;
    if (command.text == "declare-fun") {
      lexer_.expect(Kind::open, "'(' before the sorts of the arguments");
      while (lexer_.peek().kind != Kind::close) {
        const SmtToken at = lexer_.peek();
        signature.arguments.push_back(terms_.read_sort());
        if (!is_first_order(signature.arguments.back())) fail_at(at, "functions do not take arrays as arguments");
      }
      lexer_.next();
    }
    const SmtToken at = lexer_.peek();
    signature.result = terms_.read_sort();
    if (!signature.arguments.empty() && !is_first_order(signature.result))
      fail_at(at, "functions do not give arrays as results");
    lexer_.expect_close("the sort");
    names_.declare(name, {.what = SmtBinding::What::symbol, .value = {}, .index = problem_.symbols.size()});
    add_symbol(name, std::move(signature));
  }
  // Its number in the logic. Nothing has its name yet.
  std::int32_t add_symbol(const std::string& name, SmtSignature signature) {
    ProblemSymbol symbol{.name = name, .arguments = {}, .result = signature.result.encoding};
    for (SmtSort sort : signature.arguments) symbol.arguments.push_back(sort.encoding);
    const bool is_atom = symbol.arguments.empty() && symbol.result == Sort::boolean;
    symbol.number = is_atom ? problem_.encoding.next_atom++ : problem_.encoding.next_logic++;
    script_.symbols.add(problem_.symbols.size());
    problem_.symbols.push_back(std::move(symbol));
    terms_.add_signature(std::move(signature));
    return problem_.symbols.back().number;
  }

  void read_definition(const SmtToken& command) {
    SmtMacro macro{.name = terms_.read_new_name(), .sorts = {}, .placeholders = {}, .body = {}};
    std::vector<std::string> parameters;
    if (command.text == "define-fun") {
      lexer_.expect(Kind::open, "'(' before the parameters");
      while (lexer_.peek().kind != Kind::close) {
        lexer_.expect(Kind::open, "'(' before a parameter");
        parameters.emplace_back(lexer_.expect(Kind::symbol, "the name of a parameter").text);
        macro.sorts.push_back(terms_.read_sort());
        lexer_.expect_close("the sort of a parameter");
      }
      lexer_.next();
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const SmtSort sort = macro.sorts[i];
      macro.placeholders.push_back(sort == Sort::boolean
                                       ? smt_value(table().atom(problem_.encoding.next_atom++))
                                       : smt_value(sort, table().logic(problem_.encoding.next_logic++)));
      names_.bind(parameters[i], {.what = SmtBinding::What::value, .value = macro.placeholders.back()});
    }
    const SmtSort result = terms_.read_sort();
    macro.body = terms_.read_term();
    if (macro.body.sort != result)
      fail_at(command, "expected a definition of sort " + sort_name(result) + ", found one of sort " +
                           sort_name(macro.body.sort));
    lexer_.expect_close("the definition");
    for (const std::string& name : parameters) names_.unbind(name);
    const std::string name = macro.name;
    names_.declare(name, {.what = SmtBinding::What::macro, .value = {}, .index = terms_.add_macro(std::move(macro))});
  }
};

}   // namespace

tl::expected<SmtScript, SmtError> read_smtlib(std::string_view text) {
  try {
    Reader first(text, {});
    SmtScript script = first.run();
    if (first.found_quantified().empty()) return script;
    return Reader(text, first.found_quantified()).run();
  } catch (SmtError& error) {
    return tl::unexpected(std::move(error));
  }
}

}   // namespace plato
