// Reading terms of SMT-LIB with an explicit stack; see smt_terms.hpp.

#include "smtlib/smt_terms.hpp"

#include <utility>

namespace plato {
namespace {

using Kind = SmtToken::Kind;

constexpr std::size_t most_digits = 4000;   // of a number; the kernel reads no longer ones

SmtValue accept(tl::expected<SmtValue, SmtMistake> result, const SmtToken& at) {
  if (!result) fail_at(at, std::move(result.error().message));
  return *result;
}

}   // namespace

// ---- sorts and names

SmtSort SmtTermReader::read_simple_sort() {
  const SmtToken token = lexer_.next();
  if (token.kind == Kind::symbol) {
    if (token.text == "Int") return Sort::integer;
    if (token.text == "Bool") return Sort::boolean;
    if (const SmtSort* sort = names_.find_sort(token.text)) return *sort;
    if (token.text == "Real") fail_at(token, "the sort Real is not supported: Plato's numbers are integers");
  }
  fail_at(token, "expected Int, Bool, (Array Int Int), (Array Int Bool) or a declared sort, found " + describe(token));
}

SmtSort SmtTermReader::read_sort() {
  if (lexer_.peek().kind != Kind::open) return read_simple_sort();
  const SmtToken open = lexer_.next();
  const SmtToken array = lexer_.next();
  if (array.kind != Kind::symbol || array.text != "Array")
    fail_at(open, "expected Int, Bool, (Array Int Int), (Array Int Bool) or a declared sort, found '('");
  return read_array_sort();
}

// Arrays are compared at all integers, which a declared sort need not have for its elements.
SmtSort SmtTermReader::read_array_sort() {
  const SmtToken at = lexer_.peek();
  if (at.kind == Kind::open || read_simple_sort() != Sort::integer)
    fail_at(at, "arrays must be indexed by Int; use a function instead");
  const SmtToken element_at = lexer_.peek();
  if (element_at.kind == Kind::open)
    fail_at(element_at, "arrays of arrays are not supported; use a function of two arguments instead");
  const SmtSort element = read_simple_sort();
  if (element.declared) fail_at(element_at, "arrays of a declared sort are not supported; use a function instead");
  if (element != Sort::integer && element != Sort::boolean)
    fail_at(element_at, "arrays of arrays are not supported; use a function of two arguments instead");
  lexer_.expect_close("the sort");
  return element == Sort::integer ? Sort::map : Sort::bool_map;
}

void SmtTermReader::skip_expression() {
  const SmtToken token = lexer_.next();
  if (token.kind == Kind::open) return lexer_.skip_to_close();
  if (token.kind == Kind::close || token.kind == Kind::end)
    fail_at(token, "expected a value for the attribute, found " + describe(token));
}

std::string SmtTermReader::read_new_name() {
  const SmtToken token = lexer_.expect(Kind::symbol, "a name");
  if (names_.find(token.text) != nullptr || find_operator(token.text))
    fail_at(token, "the name " + describe(token) + " is already in use; choose another");
  return std::string(token.text);
}

std::size_t SmtTermReader::add_macro(SmtMacro macro) {
  macros_.push_back(std::move(macro));
  return macros_.size() - 1;
}

Literal SmtTermReader::read_formula(const SmtToken& at, const char* what) {
  const SmtValue value = read_term();
  if (value.sort != Sort::boolean)
    fail_at(at, std::string("expected ") + what + " of sort Bool, found one of sort " + sort_name(value.sort));
  return value.literal();
}

// ---- values

// A value under more binders than it was built under.
SmtValue SmtTermReader::lifted(SmtValue value, std::uint32_t by) {
  const Replacement replacement{.logic = {}, .atoms = {}, .bound = {}, .lift = static_cast<std::int32_t>(by)};
  if (value.sort == Sort::boolean) {
    if (by == 0 || table()[formula_of(value.literal())].loose == 0) return value;
    return smt_value(replace_in_literal(table(), value.literal(), replacement));
  }
  if (by == 0 || table()[value.term()].loose == 0) return value;
  return smt_value(value.sort, replace_in_term(table(), value.term(), replacement));
}

SmtValue SmtTermReader::value_of_bound(SmtSort sort, std::uint32_t level) {
  return value_of_sort(table(), sort, table().bound(static_cast<std::int32_t>(depth_ - level)));
}
SmtValue SmtTermReader::value_of_symbol(std::size_t index, std::span<const SmtValue> arguments, const SmtToken& at) {
  return accept(apply_symbol(table(), problem_.symbols[index], signatures_[index], arguments), at);
}

SmtValue SmtTermReader::expand(const SmtMacro& macro, std::span<const SmtValue> arguments, const SmtToken& at) {
  if (arguments.size() != macro.sorts.size())
    fail_at(at, "expected " + std::to_string(macro.sorts.size()) + " argument(s) for '" + macro.name + "', found " +
                    std::to_string(arguments.size()));
  Replacement by;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].sort != macro.sorts[i])
      fail_at(at, "expected a value of sort " + sort_name(macro.sorts[i]) + " as argument " + std::to_string(i + 1) +
                      " of '" + macro.name + "', found one of sort " + sort_name(arguments[i].sort));
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
SmtValue SmtTermReader::value_of(const SmtToken& token) {
  if (token.kind == Kind::numeral) {
    if (token.text.size() > most_digits)
      fail_at(token, "numbers may have at most " + std::to_string(most_digits) + " digits");
    return smt_value(Sort::integer, table().num(parse_integer(token.text)));
  }
  if (token.kind == Kind::other_literal)
    fail_at(token, "only integers are supported as literals, found " + describe(token));
  if (token.kind != Kind::symbol) fail_at(token, "expected a term, found " + describe(token));
  if (const SmtBinding* binding = names_.find(token.text)) {
    switch (binding->what) {
      case SmtBinding::What::value: return lifted(binding->value, depth_ - binding->depth);
      case SmtBinding::What::bound_variable: return value_of_bound(binding->value.sort, binding->depth);
      case SmtBinding::What::symbol: return value_of_symbol(binding->index, {}, token);
      case SmtBinding::What::macro: return expand(macros_[binding->index], {}, token);
    }
  }
  if (const auto op = find_operator(token.text))
    return accept(apply_operator(table(), problem_.encoding, *op, token.text, {}), token);
  fail_at(token, "the name " + describe(token) + " is not declared");
}

// ---- terms

SmtValue SmtTermReader::read_term() {
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

void SmtTermReader::open_frame(const SmtToken& head) {
  Frame frame{.head = head};
  if (head.kind == Kind::open) {
    open_qualified(frame);
  } else if (head.kind != Kind::symbol) {
    fail_at(head, "expected the name of a function after '(', found " + describe(head));
  } else if (head.text == "let") {
    lexer_.expect(Kind::open, "'(' before the bindings of let");
    frame.what = Frame::What::let_bindings;
    open_binding(frame);
  } else if (head.text == "forall" || head.text == "exists") {
    open_quantifier(frame);
  } else if (head.text == "!") {
    frame.what = Frame::What::annotation;
  } else if (const SmtBinding* binding = names_.find(head.text)) {
    if (binding->what == SmtBinding::What::symbol)
      frame.what = Frame::What::symbol;
    else if (binding->what == SmtBinding::What::macro)
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
void SmtTermReader::open_qualified(Frame& frame) {
  const SmtToken as = lexer_.expect(Kind::symbol, "'as'");
  const SmtToken name = lexer_.next();
  if (as.text != "as" || name.kind != Kind::symbol || name.text != "const")
    fail_at(as, "expected ((as const SORT) VALUE), the only qualified name that is supported");
  const SmtToken at = lexer_.peek();
  const SmtSort sort = read_sort();
  if (sort != Sort::map && sort != Sort::bool_map) fail_at(at, "expected an array sort for a constant array");
  lexer_.expect_close("the sort of a constant array");
  frame.head = name;
  frame.op = sort == Sort::map ? SmtOperator::const_map : SmtOperator::const_bool_map;
}

void SmtTermReader::open_binding(Frame& frame) {
  lexer_.expect(Kind::open, "'(' before a binding of let");
  frame.names.emplace_back(lexer_.expect(Kind::symbol, "the name of a let binding").text);
}

void SmtTermReader::open_quantifier(Frame& frame) {
  frame.what = Frame::What::quantifier;
  frame.is_exists = frame.head.text == "exists";
  lexer_.expect(Kind::open, "'(' before the variables of a quantifier");
  while (lexer_.peek().kind != Kind::close) {
    lexer_.expect(Kind::open, "'(' before a variable of a quantifier");
    const SmtToken name = lexer_.expect(Kind::symbol, "the name of a variable");
    const SmtToken at = lexer_.peek();
    const SmtSort sort = read_sort();
    if (sort.encoding != Sort::integer && sort.encoding != Sort::boolean)
      fail_at(at,
              "quantifiers range over Int, Bool and declared sorts only, found a variable of sort " + sort_name(sort));
    if (sort.declared) quantified_.insert(sort.declared->name);
    lexer_.expect_close("the sort of a variable");
    frame.names.emplace_back(name.text);
    names_.bind(frame.names.back(), {.what = SmtBinding::What::bound_variable, .value = {sort, 0}, .depth = ++depth_});
  }
  const SmtToken close = lexer_.next();
  if (frame.names.empty()) fail_at(close, "expected at least one variable in a quantifier");
}

std::optional<SmtValue> SmtTermReader::close_frame(const SmtToken& at, std::size_t bottom) {
  if (frames_.size() <= bottom) fail_at(at, "expected a term, found ')'");
  Frame& frame = frames_.back();
  SmtValue value;
  switch (frame.what) {
    case Frame::What::operation:
      value = accept(apply_operator(table(), problem_.encoding, frame.op, frame.head.text, frame.values), frame.head);
      break;
    case Frame::What::symbol: value = value_of_symbol(frame.index, frame.values, frame.head); break;
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
std::optional<SmtValue> SmtTermReader::deliver(SmtValue value) {
  Frame& frame = frames_.back();
  frame.values.push_back(value);
  switch (frame.what) {
    case Frame::What::let_bindings:
      lexer_.expect_close("the value of a let binding");
      if (lexer_.peek().kind != Kind::close) {
        open_binding(frame);
        return std::nullopt;
      }
      lexer_.next();
      for (std::size_t i = 0; i < frame.names.size(); ++i)
        names_.bind(frame.names[i], {.what = SmtBinding::What::value, .value = frame.values[i], .depth = depth_});
      frame.what = Frame::What::let_body;
      return std::nullopt;
    case Frame::What::let_body:
      lexer_.expect_close("the body of let");
      for (const std::string& name : frame.names) names_.unbind(name);
      frames_.pop_back();
      return value;
    case Frame::What::quantifier: return close_quantifier(frame);
    case Frame::What::annotation: return read_attributes();
    default: return std::nullopt;
  }
}

std::optional<SmtValue> SmtTermReader::close_quantifier(Frame& frame) {
  const SmtValue body = frame.values.back();
  if (body.sort != Sort::boolean)
    fail_at(frame.head, "expected a body of sort Bool, found one of sort " + sort_name(body.sort));
  lexer_.expect_close("the body of a quantifier");
  Literal result = frame.is_exists ? -body.literal() : body.literal();
  for (const std::string& name : frame.names) {
    result = table().all(result);
    names_.unbind(name);
  }
  depth_ -= static_cast<std::uint32_t>(frame.names.size());
  if (!frame.patterns.empty()) problem_.triggers[formula_of(result)] = std::move(frame.patterns);
  if (frame.is_exists) result = -result;
  frames_.pop_back();
  return smt_value(result);
}

// A pattern's term; of an atom such as p(x), encoded as ¬(p[x] = 0), the term inside.
void SmtTermReader::add_pattern_term(Trigger& trigger, SmtValue value) {
  if (value.sort != Sort::boolean) return trigger.push_back(value.term());
  const FormulaId formula = formula_of(value.literal());
  if (table()[formula].kind == FormulaKind::eq) trigger.push_back(table().left(formula));
}

// The attributes after the term of `(! …`, up to a pattern, whose terms are read by the main loop.
std::optional<SmtValue> SmtTermReader::read_attributes() {
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
      names_.declare(name, {.what = SmtBinding::What::value, .value = value, .depth = 0});
    } else if (token.text == ":pattern") {
      lexer_.expect(Kind::open, "'(' before the terms of a pattern");
      frames_.push_back({.what = Frame::What::pattern, .head = token});
      return std::nullopt;
    } else if (lexer_.peek().kind != Kind::keyword && lexer_.peek().kind != Kind::close) {
      skip_expression();
    }
  }
}

}   // namespace plato
