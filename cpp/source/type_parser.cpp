// Parsing types; see type_parser.hpp.

#include "source/type_parser.hpp"

#include <algorithm>

#include "source/expression_parser.hpp"

namespace plato {
namespace {

using Kind = SyntaxType::Kind;

constexpr std::size_t most_indices = 8;   // the pairs that they are written as grow with them

class TypeParser {
 public:
  TypeParser(TokenStream& tokens, SyntaxTree& tree) : tokens_(tokens), tree_(tree) {}

  SyntaxType type(std::uint32_t depth = 0) {
    if (depth > 1)
      tokens_.fail("records cannot be nested", "give each field a simple type", MessageCode::unsuitable_type);
    if (tokens_.accept("set")) return {Kind::set};
    if (tokens_.accept("map")) {
      if (!tokens_.accept("int")) return {Kind::map};
      tokens_.expect("->", "in the type of a map", "write 'map int -> int' or 'map int -> bool'");
      return element();
    }
    if (tokens_.accept("[")) {
      tokens_.expect("int", "as the type of indices");
      tokens_.expect("]", "after the type of indices");
      return element();
    }
    if (tokens_.accept("{")) {
      SyntaxType record = fields(depth);
      return tokens_.at("[") ? array_of_records(std::move(record)) : record;
    }
    return array_of(simple());
  }

 private:
  TokenStream& tokens_;
  SyntaxTree& tree_;

  // int, bool, lock, an enumeration, a..b
  SyntaxType simple() {
    const Token token = tokens_.peek();
    if (tokens_.accept("int")) return {Kind::integer};
    if (tokens_.accept("bool")) return {Kind::boolean};
    if (tokens_.accept("lock")) return {Kind::lock};
    if (const std::uint32_t enumeration = find_enumeration(token)) {
      tokens_.next();
      return {.kind = Kind::integer, .enumeration = enumeration};
    }
    if (tokens_.accept("(")) {
      const SyntaxType range = this->range();
      tokens_.expect(")", "after the range");
      return range;
    }
    const Token& next = tokens_.peek(1);
    const bool is_name = token.kind == Token::Kind::name;
    if (token.kind == Token::Kind::number || token.is("-") ||
        (is_name && (next.is("..") || next.is("+") || next.is("-") || next.is("*"))))
      return range();
    const std::string similar = most_similar(token.text, {"int", "bool", "lock", "set", "map"});
    if (!similar.empty()) tokens_.fail("expected a type, found " + describe(token), "did you mean '" + similar + "'?");
    tokens_.fail(
        "expected a type, found " + describe(token),
        "types are int, bool, lock, set, a..b, int[], int[n], bool[], lock[], int[][], map int -> int, map int -> "
        "bool, {field: type, …} and enumerations that are declared before: enum Phase { idle, busy }");
  }
  std::uint32_t find_enumeration(const Token& token) const {
    if (token.kind != Token::Kind::name || token.is_primed) return 0;
    const auto found = std::ranges::find(tree_.enumerations, token.text, &EnumerationDeclaration::name);
    return found == tree_.enumerations.end() ? 0 : static_cast<std::uint32_t>(found - tree_.enumerations.begin()) + 1;
  }
  // a..b or a..<b
  SyntaxType range() {
    SyntaxType type{.kind = Kind::integer, .low = parse_expression(tokens_, tree_)};
    tokens_.expect("..", "after the lowest value of a range", "write 'a..b', or 'a..<b' without b");
    type.is_open = tokens_.accept("<");
    type.high = parse_expression(tokens_, tree_);
    return type;
  }

  // The type itself, or an array of it, or an array of arrays; each perhaps with a length.
  SyntaxType array_of(SyntaxType type) {
    if (tokens_.at("[")) add_indices(type, array_suffix());
    return type;
  }
  // The lengths of [n][k]…, 0 where there is none.
  std::vector<ExpressionIndex> array_suffix() {
    std::vector<ExpressionIndex> lengths;
    while (tokens_.at("[")) {
      const Token open = tokens_.next();
      lengths.push_back(tokens_.at("]") ? 0 : parse_expression(tokens_, tree_));
      tokens_.expect("]", "after '['",
                     "int[] maps every integer to an integer, int[n] is for the indices from 0 to n - 1");
      if (lengths.size() > most_indices) fail_too_many(open.where);
    }
    return lengths;
  }
  [[noreturn]] void fail_too_many(const SourceRange& where) {
    tokens_.report(MessageCode::unsuitable_type, where,
                   "a map has at most " + std::to_string(most_indices) + " indices", "use several maps");
    throw SyntaxFault{};
  }
  // Indices with these lengths come before those that the type has.
  static void add_indices(SyntaxType& type, std::vector<ExpressionIndex> lengths) {
    const bool is_map = type.kind == Kind::map || type.kind == Kind::bool_map || type.kind == Kind::lock_map;
    if (is_map) {
      lengths.push_back(type.length);
      lengths.insert(lengths.end(), type.inner.begin(), type.inner.end());
    } else {
      type.kind = type.kind == Kind::boolean ? Kind::bool_map : type.kind == Kind::lock ? Kind::lock_map : Kind::map;
    }
    type.length = lengths.front();
    type.inner.assign(lengths.begin() + 1, lengths.end());
  }
  SyntaxType element() {
    if (tokens_.accept("int")) return {Kind::map};
    if (tokens_.accept("bool")) return {Kind::bool_map};
    if (const std::uint32_t enumeration = find_enumeration(tokens_.peek())) {
      tokens_.next();
      return {.kind = Kind::map, .enumeration = enumeration};
    }
    tokens_.fail("expected 'int' or 'bool' as the values of the map, found " + describe(tokens_.peek()));
  }

  SyntaxType fields(std::uint32_t depth) {
    SyntaxType record{Kind::record};
    do {
      const Token name = tokens_.expect_name("the name of a field");
      tokens_.expect(":", "after the name of the field");
      record.fields.push_back({std::string(name.text), type(depth + 1), name.where});
    } while (tokens_.accept(","));
    tokens_.expect("}", "or ',' after the field");
    return record;
  }
  // {f: int, g: bool[k]}[n] is {f: int[n], g: bool[n][k]}.
  SyntaxType array_of_records(SyntaxType record) {
    const std::vector<ExpressionIndex> lengths = array_suffix();
    for (SyntaxType::Field& field : record.fields) {
      if (field.type.kind == Kind::set) {
        tokens_.report(MessageCode::unsuitable_type, field.where,
                       "the field '" + field.name + "' of an array of records cannot be a set",
                       "fields of an array of records are int, bool, lock, ranges, enumerations and maps of them");
        throw SyntaxFault{};
      }
      add_indices(field.type, lengths);
      if (field.type.inner.size() >= most_indices) fail_too_many(field.where);
    }
    return record;
  }
};

}   // namespace

SyntaxType parse_type(TokenStream& tokens, SyntaxTree& tree) { return TypeParser(tokens, tree).type(); }

bool at_enumeration(const TokenStream& tokens) {
  return tokens.peek().kind == Token::Kind::name && tokens.peek().text == "enum" &&
         tokens.peek(1).kind == Token::Kind::name && tokens.peek(2).is("{");
}

void parse_enumeration(TokenStream& tokens, SyntaxTree& tree) {
  tokens.next();
  const Token name = tokens.next();
  EnumerationDeclaration declared{.name = std::string(name.text), .values = {}, .where = name.where};
  tokens.expect("{", "after the name of the enumeration");
  do {
    const Token value = tokens.expect_name("the name of a value");
    tree.expressions.push_back({.kind = Expression::Kind::number,
                                .number = static_cast<std::int64_t>(declared.values.size()),
                                .where = value.where});
    declared.values.push_back(
        {std::string(value.text), static_cast<ExpressionIndex>(tree.expressions.size() - 1), value.where});
  } while (tokens.accept(","));
  tokens.expect("}", "or ',' after the value");
  tree.enumerations.push_back(std::move(declared));
}

}   // namespace plato
