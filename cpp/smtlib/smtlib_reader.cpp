// Reading SMT-LIB with an explicit stack; see smtlib_reader.hpp.
//
// `read_term` keeps one frame for each open parenthesis of a term. A value, once complete, is delivered to the
// innermost frame, which may complete another one; so a term of any depth costs memory, not stack.

#include "smtlib/smtlib_reader.hpp"

#include <algorithm>
#include <utility>

namespace plato {
namespace {

using Kind = SmtToken::Kind;

constexpr std::size_t most_digits = 4000;   // of a number; the kernel reads no longer ones

// A defined function: its body over placeholders, which are logic variables and atoms of their own.
struct Macro {
  std::string name;
  std::vector<Sort> sorts;
  std::vector<SmtValue> placeholders;
  SmtValue body;
};

// What a name means at some point of the file.
struct Binding {
  enum class What { value, bound_variable, symbol, macro };
  What what = What::value;
  SmtValue value;            // value: what it means; bound_variable: its sort
  std::uint32_t depth = 0;   // of binders, where the value was built or just inside the variable's own
  std::size_t index = 0;     // of the symbol or macro
};

// An open parenthesis of a term.
struct Frame {
  enum class What { operation, symbol, macro, let_bindings, let_body, quantifier, annotation, pattern };
  What what = What::operation;
  SmtToken head;
  SmtOperator op = SmtOperator::true_;
  std::size_t index = 0;              // of the symbol or macro
  std::vector<SmtValue> values{};     // arguments; values of the bindings; the annotated value
  std::vector<std::string> names{};   // of the bindings or bound variables
  std::vector<Trigger> patterns{};    // of a quantifier
  bool is_exists = false;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : lexer_(text) {}

  Problem run() {
    while (lexer_.peek().kind != Kind::end && !is_over_) read_command();
    return std::move(problem_);
  }

 private:
  SmtLexer lexer_;
  Problem problem_;
  std::vector<Macro> macros_;
  std::unordered_map<std::string, std::vector<Binding>> names_;
  std::vector<Frame> frames_;
  std::uint32_t depth_ = 0;   // of binders around the current place
  bool is_checked_ = false;   // after check-sat
  bool is_over_ = false;      // after exit

  FormulaTable& table() { return problem_.table; }

  // ---- tokens

  SmtToken expect(Kind kind, const char* what) {
    const SmtToken token = lexer_.next();
    if (token.kind != kind) fail_at(token, std::string("expected ") + what + ", found " + describe(token));
    return token;
  }
  void expect_close(const char* after) {
    const SmtToken token = lexer_.next();
    if (token.kind != Kind::close)
      fail_at(token, std::string("expected ')' after ") + after + ", found " + describe(token));
  }
  // Everything up to the parenthesis that closes the current one.
  void skip_to_close() {
    for (std::size_t open = 1; open > 0;) {
      const SmtToken token = lexer_.next();
      if (token.kind == Kind::end) fail_at(token, "expected ')', found the end of the file");
      if (token.kind == Kind::open) ++open;
      if (token.kind == Kind::close) --open;
    }
  }
  void skip_expression() {
    const SmtToken token = lexer_.next();
    if (token.kind == Kind::open) return skip_to_close();
    if (token.kind == Kind::close || token.kind == Kind::end)
      fail_at(token, "expected a value for the attribute, found " + describe(token));
  }

  Sort read_sort() {
    const SmtToken token = lexer_.next();
    if (token.kind == Kind::symbol && token.text == "Int") return Sort::integer;
    if (token.kind == Kind::symbol && token.text == "Bool") return Sort::boolean;
    if (token.kind == Kind::open) {
      const SmtToken array = lexer_.next();
      if (array.kind == Kind::symbol && array.text == "Array") {
        const SmtToken at = lexer_.peek();
        if (read_sort() != Sort::integer) fail_at(at, "arrays must be indexed by Int");
        const SmtToken element_at = lexer_.peek();
        const Sort element = read_sort();
        if (element != Sort::integer && element != Sort::boolean)
          fail_at(element_at, "arrays of arrays are not supported; use a function of two arguments instead");
        expect_close("the sort");
        return element == Sort::integer ? Sort::map : Sort::bool_map;
      }
    }
    fail_at(token, "expected Int, Bool, (Array Int Int) or (Array Int Bool), found " + describe(token));
  }

  // ---- names

  void bind(const std::string& name, Binding binding) { names_[name].push_back(binding); }
  void unbind(const std::string& name) { names_.find(name)->second.pop_back(); }
  const Binding* find(std::string_view name) {
    const auto found = names_.find(std::string(name));
    return found == names_.end() || found->second.empty() ? nullptr : &found->second.back();
  }
  std::string read_new_name() {
    const SmtToken token = expect(Kind::symbol, "a name");
    if (find(token.text) != nullptr || find_operator(token.text))
      fail_at(token, "the name " + describe(token) + " is already in use; choose another");
    return std::string(token.text);
  }

  // A value under more binders than it was built under.
  SmtValue lifted(SmtValue value, std::uint32_t by) {
    const Replacement replacement{.logic = {}, .atoms = {}, .bound = {}, .lift = static_cast<std::int32_t>(by)};
    if (value.sort == Sort::boolean) {
      if (by == 0 || table()[formula_of(value.literal())].loose == 0) return value;
      return smt_value(replace_in_literal(table(), value.literal(), replacement));
    }
    if (by == 0 || table()[value.term()].loose == 0) return value;
    return smt_value(value.sort, replace_in_term(table(), value.term(), replacement));
  }

  SmtValue value_of_bound(Sort sort, std::uint32_t level) {
    const TermId variable = table().bound(static_cast<std::int32_t>(depth_ - level));
    return sort == Sort::boolean ? smt_value(-table().eq(variable, table().num(0))) : smt_value(sort, variable);
  }

  SmtValue accept(tl::expected<SmtValue, SmtMistake> result, const SmtToken& at) {
    if (!result) fail_at(at, std::move(result.error().message));
    return *result;
  }

  SmtValue expand(const Macro& macro, std::span<const SmtValue> arguments, const SmtToken& at) {
    if (arguments.size() != macro.sorts.size())
      fail_at(at, "expected " + std::to_string(macro.sorts.size()) + " argument(s) for '" + macro.name + "', found " +
                      std::to_string(arguments.size()));
    Replacement by;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].sort != macro.sorts[i])
        fail_at(at, "expected a value of sort " + std::string(sort_name(macro.sorts[i])) + " as argument " +
                        std::to_string(i + 1) + " of '" + macro.name + "', found one of sort " +
                        std::string(sort_name(arguments[i].sort)));
      const SmtValue placeholder = macro.placeholders[i];
      if (placeholder.sort == Sort::boolean)
        by.atoms.emplace(table().operands(formula_of(placeholder.literal()))[0], arguments[i].literal());
      else
        by.logic.emplace(table()[placeholder.term()].operand[0], arguments[i].term());
    }
    if (macro.body.sort == Sort::boolean) return smt_value(replace_in_literal(table(), macro.body.literal(), by));
    return smt_value(macro.body.sort, replace_in_term(table(), macro.body.term(), by));
  }

  // The value of a literal token.
  SmtValue value_of(const SmtToken& token) {
    if (token.kind == Kind::numeral) {
      if (token.text.size() > most_digits)
        fail_at(token, "numbers may have at most " + std::to_string(most_digits) + " digits");
      return smt_value(Sort::integer, table().num(parse_integer(token.text)));
    }
    if (token.kind == Kind::other_literal)
      fail_at(token, "only integers are supported as literals, found " + describe(token));
    if (token.kind != Kind::symbol) fail_at(token, "expected a term, found " + describe(token));
    if (const Binding* binding = find(token.text)) {
      switch (binding->what) {
        case Binding::What::value: return lifted(binding->value, depth_ - binding->depth);
        case Binding::What::bound_variable: return value_of_bound(binding->value.sort, binding->depth);
        case Binding::What::symbol: return accept(apply_symbol(table(), problem_.symbols[binding->index], {}), token);
        case Binding::What::macro: return expand(macros_[binding->index], {}, token);
      }
    }
    if (const auto op = find_operator(token.text))
      return accept(apply_operator(table(), problem_.encoding, *op, token.text, {}), token);
    fail_at(token, "the name " + describe(token) + " is not declared");
  }

  // ---- terms

  SmtValue read_term() {
    const std::size_t bottom = frames_.size();
    for (;;) {
      const SmtToken token = lexer_.next();
      std::optional<SmtValue> value;
      if (token.kind == Kind::open)
        open_frame(lexer_.next());
      else if (token.kind == Kind::close)
        value = close_frame(token, bottom);
      else
        value = value_of(token);
      while (value && frames_.size() > bottom) value = deliver(*value);
      if (value) return *value;
    }
  }

  void open_frame(const SmtToken& head) {
    Frame frame{.head = head};
    if (head.kind == Kind::open) {
      open_qualified(frame);
    } else if (head.kind != Kind::symbol) {
      fail_at(head, "expected the name of a function after '(', found " + describe(head));
    } else if (head.text == "let") {
      expect(Kind::open, "'(' before the bindings of let");
      frame.what = Frame::What::let_bindings;
      open_binding(frame);
    } else if (head.text == "forall" || head.text == "exists") {
      open_quantifier(frame);
    } else if (head.text == "!") {
      frame.what = Frame::What::annotation;
    } else if (const Binding* binding = find(head.text)) {
      if (binding->what == Binding::What::symbol)
        frame.what = Frame::What::symbol;
      else if (binding->what == Binding::What::macro)
        frame.what = Frame::What::macro;
      else
        fail_at(head, describe(head) + " is a constant and takes no arguments; remove the parentheses");
      frame.index = binding->index;
    } else if (const auto op = find_operator(head.text)) {
      frame.op = *op;
    } else if (head.text == "_" || head.text == "as") {
      fail_at(head, "indexed and qualified names are not supported here, only ((as const SORT) VALUE)");
    } else {
      fail_at(head, "the function " + describe(head) + " is not declared or not supported");
    }
    frames_.push_back(std::move(frame));
  }

  // After `((`: as const SORT `)`.
  void open_qualified(Frame& frame) {
    const SmtToken as = expect(Kind::symbol, "'as'");
    const SmtToken name = lexer_.next();
    if (as.text != "as" || name.kind != Kind::symbol || name.text != "const")
      fail_at(as, "expected ((as const SORT) VALUE), the only qualified name that is supported");
    const SmtToken at = lexer_.peek();
    const Sort sort = read_sort();
    if (sort != Sort::map && sort != Sort::bool_map) fail_at(at, "expected an array sort for a constant array");
    expect_close("the sort of a constant array");
    frame.head = name;
    frame.op = sort == Sort::map ? SmtOperator::const_map : SmtOperator::const_bool_map;
  }

  void open_binding(Frame& frame) {
    expect(Kind::open, "'(' before a binding of let");
    frame.names.emplace_back(expect(Kind::symbol, "the name of a let binding").text);
  }

  void open_quantifier(Frame& frame) {
    frame.what = Frame::What::quantifier;
    frame.is_exists = frame.head.text == "exists";
    expect(Kind::open, "'(' before the variables of a quantifier");
    while (lexer_.peek().kind != Kind::close) {
      expect(Kind::open, "'(' before a variable of a quantifier");
      const SmtToken name = expect(Kind::symbol, "the name of a variable");
      const SmtToken at = lexer_.peek();
      const Sort sort = read_sort();
      if (sort != Sort::integer && sort != Sort::boolean)
        fail_at(at,
                "quantifiers range over Int and Bool only, found a variable of sort " + std::string(sort_name(sort)));
      expect_close("the sort of a variable");
      frame.names.emplace_back(name.text);
      bind(frame.names.back(), {.what = Binding::What::bound_variable, .value = {sort, 0}, .depth = ++depth_});
    }
    const SmtToken close = lexer_.next();
    if (frame.names.empty()) fail_at(close, "expected at least one variable in a quantifier");
  }

  std::optional<SmtValue> close_frame(const SmtToken& at, std::size_t bottom) {
    if (frames_.size() <= bottom) fail_at(at, "expected a term, found ')'");
    Frame& frame = frames_.back();
    SmtValue value;
    switch (frame.what) {
      case Frame::What::operation:
        value = accept(apply_operator(table(), problem_.encoding, frame.op, frame.head.text, frame.values), frame.head);
        break;
      case Frame::What::symbol:
        value = accept(apply_symbol(table(), problem_.symbols[frame.index], frame.values), frame.head);
        break;
      case Frame::What::macro: value = expand(macros_[frame.index], frame.values, frame.head); break;
      case Frame::What::pattern: {
        Trigger trigger;
        for (SmtValue term : frame.values) add_pattern_term(trigger, term);
        frames_.pop_back();
        if (frames_.size() >= 2 && frames_[frames_.size() - 2].what == Frame::What::quantifier && !trigger.empty())
          frames_[frames_.size() - 2].patterns.push_back(std::move(trigger));
        return read_attributes();
      }
      default: fail_at(at, "expected a term, found ')'");
    }
    frames_.pop_back();
    return value;
  }

  // Gives a complete value to the innermost frame; the value that this completes in turn, if any.
  std::optional<SmtValue> deliver(SmtValue value) {
    Frame& frame = frames_.back();
    frame.values.push_back(value);
    switch (frame.what) {
      case Frame::What::let_bindings:
        expect_close("the value of a let binding");
        if (lexer_.peek().kind != Kind::close) {
          open_binding(frame);
          return std::nullopt;
        }
        lexer_.next();
        for (std::size_t i = 0; i < frame.names.size(); ++i)
          bind(frame.names[i], {.what = Binding::What::value, .value = frame.values[i], .depth = depth_});
        frame.what = Frame::What::let_body;
        return std::nullopt;
      case Frame::What::let_body:
        expect_close("the body of let");
        for (const std::string& name : frame.names) unbind(name);
        frames_.pop_back();
        return value;
      case Frame::What::quantifier: return close_quantifier(frame);
      case Frame::What::annotation: return read_attributes();
      default: return std::nullopt;
    }
  }

  std::optional<SmtValue> close_quantifier(Frame& frame) {
    const SmtValue body = frame.values.back();
    if (body.sort != Sort::boolean)
      fail_at(frame.head, "expected a body of sort Bool, found one of sort " + std::string(sort_name(body.sort)));
    expect_close("the body of a quantifier");
    Literal result = frame.is_exists ? -body.literal() : body.literal();
    for (const std::string& name : frame.names) {
      result = table().all(result);
      unbind(name);
    }
    depth_ -= static_cast<std::uint32_t>(frame.names.size());
    if (!frame.patterns.empty()) problem_.triggers[formula_of(result)] = std::move(frame.patterns);
    if (frame.is_exists) result = -result;
    frames_.pop_back();
    return smt_value(result);
  }

  // A pattern's term; of an atom such as p(x), encoded as ¬(p[x] = 0), the term inside.
  void add_pattern_term(Trigger& trigger, SmtValue value) {
    if (value.sort != Sort::boolean) return trigger.push_back(value.term());
    const FormulaId formula = formula_of(value.literal());
    if (table()[formula].kind == FormulaKind::eq) trigger.push_back(table().left(formula));
  }

  // The attributes after the term of `(! …`, up to a pattern, whose terms are read by the main loop.
  std::optional<SmtValue> read_attributes() {
    for (;;) {
      const SmtToken token = lexer_.next();
      Frame& frame = frames_.back();
      const SmtValue value = frame.values.front();
      if (token.kind == Kind::close) {
        frames_.pop_back();
        return value;
      }
      if (token.kind != Kind::keyword)
        fail_at(token, "expected an attribute such as :named or ')', found " + describe(token));
      if (token.text == ":named") {
        const SmtToken at = lexer_.peek();
        const std::string name = read_new_name();
        const bool is_closed = value.sort == Sort::boolean ? table()[formula_of(value.literal())].loose == 0
                                                           : table()[value.term()].loose == 0;
        if (!is_closed) fail_at(at, "a term with bound variables cannot be named");
        bind(name, {.what = Binding::What::value, .value = value, .depth = depth_});
      } else if (token.text == ":pattern") {
        expect(Kind::open, "'(' before the terms of a pattern");
        frames_.push_back({.what = Frame::What::pattern, .head = token});
        return std::nullopt;
      } else if (lexer_.peek().kind != Kind::keyword && lexer_.peek().kind != Kind::close) {
        skip_expression();
      }
    }
  }

  // ---- commands

  void read_command() {
    expect(Kind::open, "'(' before a command");
    const SmtToken command = expect(Kind::symbol, "the name of a command");
    constexpr std::string_view ignored[] = {"set-logic", "set-info",       "set-option", "get-model",
                                            "get-value", "get-info",       "get-option", "get-unsat-core",
                                            "get-proof", "get-assertions", "echo"};
    if (std::ranges::find(ignored, command.text) != std::end(ignored)) return skip_to_close();
    if (command.text == "exit") {
      skip_to_close();
      is_over_ = true;
      return;
    }
    if (is_checked_) fail_at(command, "only one check-sat is supported, as the last command but exit; split the file");
    if (command.text == "check-sat") {
      is_checked_ = true;
      return expect_close("check-sat");
    }
    if (command.text == "assert") return read_assertion(command);
    if (command.text == "declare-const" || command.text == "declare-fun") return read_declaration(command);
    if (command.text == "define-fun" || command.text == "define-const") return read_definition(command);
    fail_at(command, "the command " + describe(command) +
                         " is not supported; expected declare-const, declare-fun, define-fun, assert or check-sat");
  }

  void read_assertion(const SmtToken& command) {
    const SmtValue value = read_term();
    if (value.sort != Sort::boolean)
      fail_at(command, "expected an assertion of sort Bool, found one of sort " + std::string(sort_name(value.sort)));
    expect_close("the assertion");
    problem_.assertions.push_back(value.literal());
  }

  void read_declaration(const SmtToken& command) {
    ProblemSymbol symbol{.name = read_new_name(), .arguments = {}};
    if (command.text == "declare-fun") {
      expect(Kind::open, "'(' before the sorts of the arguments");
      while (lexer_.peek().kind != Kind::close) {
        const SmtToken at = lexer_.peek();
        symbol.arguments.push_back(read_sort());
        if (symbol.arguments.back() != Sort::integer && symbol.arguments.back() != Sort::boolean)
          fail_at(at, "functions take arguments of sort Int and Bool only");
      }
      lexer_.next();
    }
    const SmtToken at = lexer_.peek();
    symbol.result = read_sort();
    if (!symbol.arguments.empty() && symbol.result != Sort::integer && symbol.result != Sort::boolean)
      fail_at(at, "functions give results of sort Int and Bool only");
    expect_close("the sort");
    const bool is_atom = symbol.arguments.empty() && symbol.result == Sort::boolean;
    symbol.number = is_atom ? problem_.encoding.next_atom++ : problem_.encoding.next_logic++;
    bind(symbol.name, {.what = Binding::What::symbol, .value = {}, .index = problem_.symbols.size()});
    problem_.symbols.push_back(std::move(symbol));
  }

  void read_definition(const SmtToken& command) {
    Macro macro{.name = read_new_name(), .sorts = {}, .placeholders = {}, .body = {}};
    std::vector<std::string> parameters;
    if (command.text == "define-fun") {
      expect(Kind::open, "'(' before the parameters");
      while (lexer_.peek().kind != Kind::close) {
        expect(Kind::open, "'(' before a parameter");
        parameters.emplace_back(expect(Kind::symbol, "the name of a parameter").text);
        macro.sorts.push_back(read_sort());
        expect_close("the sort of a parameter");
      }
      lexer_.next();
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Sort sort = macro.sorts[i];
      macro.placeholders.push_back(sort == Sort::boolean
                                       ? smt_value(table().atom(problem_.encoding.next_atom++))
                                       : smt_value(sort, table().logic(problem_.encoding.next_logic++)));
      bind(parameters[i], {.what = Binding::What::value, .value = macro.placeholders.back()});
    }
    const Sort result = read_sort();
    macro.body = read_term();
    if (macro.body.sort != result)
      fail_at(command, "expected a definition of sort " + std::string(sort_name(result)) + ", found one of sort " +
                           std::string(sort_name(macro.body.sort)));
    expect_close("the definition");
    for (const std::string& name : parameters) unbind(name);
    bind(macro.name, {.what = Binding::What::macro, .value = {}, .index = macros_.size()});
    macros_.push_back(std::move(macro));
  }
};

}   // namespace

tl::expected<Problem, SmtError> read_smtlib(std::string_view text) {
  try {
    return Reader(text).run();
  } catch (SmtError& error) {
    return tl::unexpected(std::move(error));
  }
}

}   // namespace plato
