// Parsing expressions; see expression_parser.hpp.

#include "source/expression_parser.hpp"

#include <algorithm>
#include <optional>

namespace plato {
namespace {

using Kind = Expression::Kind;

struct BinaryOperator {
  Kind kind;
  int precedence;
  int tokens;   // how many it is made of
};

enum : int { loosest = 0, iff_level, implies_level, or_level, and_level, comparison_level, sum_level, product_level };

std::optional<BinaryOperator> binary_operator(const TokenStream& tokens) {
  struct Named {
    std::string_view text;
    Kind kind;
    int precedence;
  };
  static constexpr Named named[] = {
      {"<==>", Kind::iff, iff_level},     {"==>", Kind::implies, implies_level}, {"||", Kind::or_, or_level},
      {"&&", Kind::and_, and_level},      {"==", Kind::eq, comparison_level},    {"!=", Kind::ne, comparison_level},
      {"<", Kind::lt, comparison_level},  {"<=", Kind::le, comparison_level},    {">", Kind::gt, comparison_level},
      {">=", Kind::ge, comparison_level}, {"in", Kind::in, comparison_level},    {"+", Kind::add, sum_level},
      {"-", Kind::sub, sum_level},        {"*", Kind::mul, product_level},       {"div", Kind::div, product_level},
      {"/", Kind::div, product_level},    {"mod", Kind::mod, product_level},     {"%", Kind::mod, product_level}};
  for (const Named& n : named)
    if (tokens.at(n.text)) return BinaryOperator{n.kind, n.precedence, 1};
  if (tokens.at("!") && tokens.peek(1).is("in")) return BinaryOperator{Kind::not_in, comparison_level, 2};
  return std::nullopt;
}

bool is_ascending(Kind kind) { return kind == Kind::lt || kind == Kind::le || kind == Kind::eq; }
bool is_descending(Kind kind) { return kind == Kind::gt || kind == Kind::ge || kind == Kind::eq; }

class ExpressionParser {
 public:
  ExpressionParser(TokenStream& tokens, SyntaxTree& tree) : tokens_(tokens), tree_(tree) {}

  ExpressionIndex expression(int precedence = loosest) {
    const std::size_t begin = tokens_.peek().offset;
    enter();
    ExpressionIndex left = unary();
    while (const auto op = binary_operator(tokens_)) {
      if (op->precedence <= precedence) break;
      left = op->precedence == comparison_level ? comparisons(left, begin) : binary(left, *op, begin);
    }
    --depth_;
    return left;
  }

  ExpressionIndex place() {
    const Token name = tokens_.peek();
    if (name.kind != Token::Kind::name) tokens_.fail("expected a variable, found " + describe(name));
    if (name.is_primed)
      tokens_.fail("expected a variable without a prime, found " + describe(name),
                   "an assignment says what the variable becomes; write it without the prime");
    return postfix(name_or_call());
  }

  ExpressionIndex condition() {
    if (tokens_.at("*")) return leaf(Kind::star);
    if (tokens_.at("(") && tokens_.peek(1).is("*") && tokens_.peek(2).is(")")) {
      tokens_.next();
      const ExpressionIndex star = leaf(Kind::star);
      tokens_.next();
      return star;
    }
    return expression();
  }

 private:
  TokenStream& tokens_;
  SyntaxTree& tree_;
  std::uint32_t depth_ = 0;

  void enter() {
    if (++depth_ > highest_expression)
      tokens_.fail(too_deep(), "split it with named predicates", MessageCode::too_deep);
  }
  static std::string too_deep() {
    return "this expression is nested more than " + std::to_string(highest_expression) + " deep";
  }

  ExpressionIndex add(Expression e, std::size_t begin) {
    for (ExpressionIndex part : e.parts) e.height = std::max(e.height, tree_[part].height + 1);
    if (e.height > highest_expression) {
      tokens_.report(MessageCode::too_deep, e.where, too_deep(), "split it with named predicates");
      throw SyntaxFault{};
    }
    e.begin = begin;
    e.end = tokens_.end_offset();
    tree_.expressions.push_back(std::move(e));
    return static_cast<ExpressionIndex>(tree_.expressions.size() - 1);
  }
  ExpressionIndex leaf(Kind kind) {
    const Token token = tokens_.next();
    return add({.kind = kind, .where = token.where}, token.offset);
  }

  ExpressionIndex binary(ExpressionIndex left, BinaryOperator op, std::size_t begin) {
    const SourceRange where = tokens_.next().where;
    const bool to_the_right = op.kind == Kind::implies;
    const ExpressionIndex right = expression(to_the_right ? op.precedence - 1 : op.precedence);
    // a && b && c is one node, so that long conjunctions are not deep. (In parentheses it would begin later.)
    if ((op.kind == Kind::and_ || op.kind == Kind::or_) && tree_[left].kind == op.kind && tree_[left].begin == begin) {
      Expression& chain = tree_.expressions[left];
      chain.parts.push_back(right);
      chain.height = std::max(chain.height, tree_[right].height + 1);
      chain.end = tokens_.end_offset();
      return left;
    }
    return add({.kind = op.kind, .parts = {left, right}, .where = where}, begin);
  }

  // a < b <= c means a < b && b <= c.
  ExpressionIndex comparisons(ExpressionIndex left, std::size_t begin) {
    std::vector<ExpressionIndex> links;
    bool ascending = true, descending = true;
    for (auto op = binary_operator(tokens_); op && op->precedence == comparison_level; op = binary_operator(tokens_)) {
      ascending = ascending && is_ascending(op->kind);
      descending = descending && is_descending(op->kind);
      if (!links.empty() && !ascending && !descending)
        tokens_.fail("these comparisons cannot be chained", "put parentheses, or write them apart with '&&'");
      const SourceRange where = tokens_.peek().where;
      for (int i = 0; i < op->tokens; ++i) tokens_.next();
      const std::size_t right_begin = tokens_.peek().offset;
      const ExpressionIndex right = expression(comparison_level);
      links.push_back(add({.kind = op->kind, .parts = {left, right}, .where = where}, begin));
      left = right;
      begin = links.size() == 1 ? begin : right_begin;
    }
    if (links.size() == 1) return links[0];
    const SourceRange where = tree_[links[0]].where;
    const std::size_t whole = tree_[links[0]].begin;
    return add({.kind = Kind::and_, .parts = std::move(links), .where = where}, whole);
  }

  ExpressionIndex unary() {
    const Token token = tokens_.peek();
    if (!token.is("!") && !token.is("-")) return postfix(primary());
    tokens_.next();
    enter();
    const ExpressionIndex part = unary();
    --depth_;
    return add({.kind = token.is("!") ? Kind::negation : Kind::minus, .parts = {part}, .where = token.where},
               token.offset);
  }

  ExpressionIndex primary() {
    const Token token = tokens_.peek();
    if (token.kind == Token::Kind::number) {
      tokens_.next();
      return add({.kind = Kind::number, .number = parse_integer(token.text), .where = token.where}, token.offset);
    }
    if (token.kind == Token::Kind::name) return name_or_call();
    if (token.is("true") || token.is("false")) {
      tokens_.next();
      return add({.kind = Kind::truth, .is_true = token.text == "true", .where = token.where}, token.offset);
    }
    if (token.is("tid")) return leaf(Kind::tid);
    if (token.is("forall") || token.is("exists")) return quantifier();
    if (token.is("if")) return conditional();
    if (token.is("{")) return list(Kind::set_literal, "{", "}");
    if (token.is("map") || token.is("unchanged") || token.is("cas")) {
      tokens_.next();
      return built_in(token);
    }
    if (token.is("(")) {
      tokens_.next();
      const ExpressionIndex inside = expression();
      tokens_.expect(")", "to close the parenthesis");
      return inside;
    }
    tokens_.fail("expected an expression, found " + describe(token),
                 (token.is("=") && !tokens_.last().is("!=")) || token.is(":=") ? "equality is written '=='" : "");
  }

  // count(i :: …) or count(i in … :: …): no call of something that the program calls so.
  bool at_count() const {
    const Token& word = tokens_.peek();
    if (word.kind != Token::Kind::name || (word.text != "count" && word.text != "sum")) return false;
    if (!tokens_.peek(1).is("(") || tokens_.peek(2).kind != Token::Kind::name) return false;
    if (tokens_.peek(3).is("::")) return true;
    if (!tokens_.peek(3).is("in")) return false;
    std::size_t open = 0;
    for (std::size_t i = 4; tokens_.peek(i).kind != Token::Kind::end; ++i) {
      const Token& token = tokens_.peek(i);
      if (open == 0 && token.is("::")) return true;
      if (token.is("forall") || token.is("exists") || token.is(";")) return false;
      if (token.is("(") || token.is("[") || token.is("{")) ++open;
      if (token.is(")") || token.is("]") || token.is("}")) {
        if (open == 0) return false;
        --open;
      }
    }
    return false;
  }
  ExpressionIndex count() {
    const std::size_t from = tokens_.position();
    const Token word = tokens_.next();
    Expression e{.kind = Kind::count, .is_primed = word.is_primed, .is_true = word.text == "sum", .where = word.where};
    tokens_.next();
    e.bound = {std::string(tokens_.next().text)};
    std::vector<ExpressionIndex> range;
    if (tokens_.accept("in")) {
      const ExpressionIndex low = expression();
      if (tokens_.at("..")) {
        const Token dots = tokens_.next();
        const bool is_open = tokens_.accept("<");
        ExpressionIndex high = expression();
        if (is_open) {
          const std::size_t begin = tree_[high].begin;
          const ExpressionIndex one = add({.kind = Kind::number, .number = 1, .where = dots.where}, begin);
          high = add({.kind = Kind::sub, .parts = {high, one}, .where = dots.where}, begin);
        }
        range = {low, high};
      } else if (tree_[low].kind == Kind::name && tree_[low].field.empty() && !tree_[low].is_primed) {
        e.field = tree_[low].name;
      } else {
        tokens_.fail("expected a family or a range after 'in'",
                     "write 'count(i in T :: …)', 'count(i in a..b :: …)' or 'count(i :: …)'");
      }
    }
    tokens_.expect("::", "before what is counted", "write 'count(i in T :: …)'");
    e.parts = {expression()};
    e.parts.insert(e.parts.end(), range.begin(), range.end());
    tokens_.expect(")", "to close the parenthesis");
    e.name = tokens_.text_from(from);
    return add(std::move(e), word.offset);
  }

  ExpressionIndex name_or_call() {
    if (at_count()) return count();
    const Token token = tokens_.next();
    Expression e{
        .kind = Kind::name, .is_primed = token.is_primed, .name = std::string(token.text), .where = token.where};
    if (tokens_.at("(")) {
      e.kind = Kind::call;
      e.parts = arguments("(", ")");
    } else if (tokens_.at(".")) {
      tokens_.next();
      const Token field = tokens_.peek();
      if (field.kind != Token::Kind::name)
        tokens_.fail("expected the name of a field after '.', found " + describe(field));
      tokens_.next();
      e.field = field.text;
      e.is_primed = e.is_primed || field.is_primed;
    }
    return add(std::move(e), token.offset);
  }

  // a[i].f of an array of records is a.f[i], and a[i].f[j] is a.f[i][j].
  bool take_field(ExpressionIndex e) {
    if (tree_[e].kind != Kind::select) return false;
    Expression& array = tree_.expressions[root_of(tree_, e)];
    if (array.kind != Kind::name || !array.field.empty() || !tokens_.at(".")) return false;
    tokens_.next();
    const Token field = tokens_.peek();
    if (field.kind != Token::Kind::name)
      tokens_.fail("expected the name of a field after '.', found " + describe(field));
    tokens_.next();
    array.field = field.text;
    array.is_primed = array.is_primed || field.is_primed;
    tree_.expressions[e].end = tokens_.end_offset();
    return true;
  }

  ExpressionIndex postfix(ExpressionIndex e) {
    while (tokens_.at("[") || (take_field(e) && tokens_.at("["))) {
      const SourceRange where = tokens_.next().where;
      const std::size_t begin = tree_[e].begin;
      const ExpressionIndex index = expression();
      if (tokens_.accept(":=")) {
        const ExpressionIndex value = expression();
        tokens_.expect("]", "after the new value");
        e = add({.kind = Kind::update, .parts = {e, index, value}, .where = where}, begin);
      } else {
        tokens_.expect("]", "after the index");
        e = add({.kind = Kind::select, .parts = {e, index}, .where = where}, begin);
      }
    }
    return e;
  }

  // Also L .. M, which is no expression.
  ExpressionIndex argument() {
    const std::size_t begin = tokens_.peek().offset;
    const ExpressionIndex first = expression();
    if (!tokens_.at("..")) return first;
    const SourceRange where = tokens_.next().where;
    const ExpressionIndex last = expression();
    return add({.kind = Kind::label_range, .parts = {first, last}, .where = where}, begin);
  }
  std::vector<ExpressionIndex> arguments(std::string_view open, std::string_view close) {
    tokens_.expect(open, "before the list");
    std::vector<ExpressionIndex> parts;
    if (tokens_.accept(close)) return parts;
    do parts.push_back(argument());
    while (tokens_.accept(","));
    tokens_.expect(close, "or ',' in the list");
    return parts;
  }
  ExpressionIndex list(Kind kind, std::string_view open, std::string_view close) {
    const Token token = tokens_.peek();
    return add({.kind = kind, .parts = arguments(open, close), .where = token.where}, token.offset);
  }
  ExpressionIndex built_in(const Token& token) {
    std::vector<ExpressionIndex> parts = arguments("(", ")");
    const Kind kind = token.is("map") ? Kind::constant_map : token.is("cas") ? Kind::cas : Kind::unchanged;
    const std::size_t wanted = kind == Kind::constant_map ? 1 : 3;
    if (kind != Kind::unchanged && parts.size() != wanted) {
      tokens_.report(MessageCode::wrong_count, token.where,
                     "'" + std::string(token.text) + "' takes " + std::to_string(wanted) + " argument(s), found " +
                         std::to_string(parts.size()),
                     kind == Kind::cas
                         ? "cas(place, old, new) changes the place from old to new and says whether it did"
                         : "map(e) is the map that is e everywhere");
      return add({.kind = Kind::mistake, .where = token.where}, token.offset);
    }
    return add({.kind = kind, .parts = std::move(parts), .where = token.where}, token.offset);
  }

  ExpressionIndex quantifier() {
    const Token token = tokens_.next();
    Expression e{.kind = token.is("forall") ? Kind::forall : Kind::exists, .where = token.where};
    do {
      e.bound.push_back(std::string(tokens_.expect_name("the name of a bound variable").text));
      if (tokens_.accept(":"))
        tokens_.expect("int", "as the type of a bound variable", "quantifiers range over integers");
    } while (tokens_.accept(","));
    tokens_.expect("::", "after the bound variables", "write 'forall i :: …'");
    e.parts = {expression()};
    return add(std::move(e), token.offset);
  }

  ExpressionIndex conditional() {
    const Token token = tokens_.next();
    const ExpressionIndex condition = expression();
    tokens_.expect("then", "after the condition", "an expression is written 'if c then a else b'");
    const ExpressionIndex a = expression();
    tokens_.expect("else", "after the first alternative");
    const ExpressionIndex b = expression();
    return add({.kind = Kind::ite, .parts = {condition, a, b}, .where = token.where}, token.offset);
  }
};

}   // namespace

ExpressionIndex parse_expression(TokenStream& tokens, SyntaxTree& tree) {
  return ExpressionParser(tokens, tree).expression();
}
ExpressionIndex parse_place(TokenStream& tokens, SyntaxTree& tree) { return ExpressionParser(tokens, tree).place(); }
ExpressionIndex parse_condition(TokenStream& tokens, SyntaxTree& tree) {
  return ExpressionParser(tokens, tree).condition();
}

}   // namespace plato
