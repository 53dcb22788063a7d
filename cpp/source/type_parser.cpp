// Parsing types; see type_parser.hpp.

#include "source/type_parser.hpp"

#include <algorithm>

#include "source/expression_parser.hpp"

namespace plato {
namespace {

using Kind = SyntaxType::Kind;

class TypeParser {
 public:
  TypeParser(TokenStream& tokens, SyntaxTree& tree) : tokens_(tokens), tree_(tree) {}

  SyntaxType type(std::uint32_t depth = 0) {
    if (depth > 1) tokens_.fail("records cannot be nested", "give each field a simple type");
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
    tokens_.fail("expected a type, found " + describe(token),
                 "types are int, bool, lock, set, a..b, int[], int[n], bool[], lock[], map int -> int, map int -> "
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

  // The type itself, or an array of it, perhaps with a length.
  SyntaxType array_of(SyntaxType type) {
    if (!tokens_.at("[")) return type;
    array_suffix(type);
    if (tokens_.at("["))
      tokens_.fail("a map cannot hold maps", "use a map for each row, or one map with an index for each pair");
    return type;
  }
  void array_suffix(SyntaxType& type) {
    tokens_.next();
    if (!tokens_.at("]")) type.length = parse_expression(tokens_, tree_);
    tokens_.expect("]", "after '['",
                   "int[] maps every integer to an integer, int[n] is for the indices from 0 to n - 1");
    type.kind = type.kind == Kind::boolean ? Kind::bool_map : type.kind == Kind::lock ? Kind::lock_map : Kind::map;
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
  // {f: int, g: bool}[n] is {f: int[n], g: bool[n]}.
  SyntaxType array_of_records(SyntaxType record) {
    SyntaxType suffix{Kind::integer};
    array_suffix(suffix);
    for (SyntaxType::Field& field : record.fields) {
      const Kind kind = field.type.kind;
      if (kind != Kind::integer && kind != Kind::boolean && kind != Kind::lock) {
        tokens_.report(field.where, "the field '" + field.name + "' of an array of records cannot be a set or a map",
                       "fields of an array of records are int, bool, lock, ranges and enumerations");
        throw SyntaxFault{};
      }
      field.type.length = suffix.length;
      field.type.kind = kind == Kind::boolean ? Kind::bool_map : kind == Kind::lock ? Kind::lock_map : Kind::map;
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
