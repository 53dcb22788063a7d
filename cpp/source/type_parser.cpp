// Parsing types; see type_parser.hpp.

#include "source/type_parser.hpp"

namespace plato {
namespace {

class TypeParser {
 public:
  explicit TypeParser(TokenStream& tokens) : tokens_(tokens) {}

  SyntaxType type(std::uint32_t depth) {
    using Kind = SyntaxType::Kind;
    const Token token = tokens_.peek();
    if (depth > 1) tokens_.fail("records cannot be nested", "give each field a simple type");
    if (tokens_.accept("int")) return {array_suffix() ? Kind::map : Kind::integer};
    if (tokens_.accept("bool")) return {array_suffix() ? Kind::bool_map : Kind::boolean};
    if (tokens_.accept("lock")) return {Kind::lock};
    if (tokens_.accept("set")) return {Kind::set};
    if (tokens_.accept("map")) {
      if (!tokens_.accept("int")) return {Kind::map};
      tokens_.expect("->", "in the type of a map", "write 'map int -> int' or 'map int -> bool'");
      return {element()};
    }
    if (tokens_.accept("[")) {
      tokens_.expect("int", "as the type of indices");
      tokens_.expect("]", "after the type of indices");
      return {element()};
    }
    if (tokens_.accept("{")) return record(depth);
    const std::string similar = most_similar(token.text, {"int", "bool", "lock", "set", "map"});
    if (!similar.empty()) tokens_.fail("expected a type, found " + describe(token), "did you mean '" + similar + "'?");
    tokens_.fail("expected a type, found " + describe(token),
                 "types are int, bool, lock, set, int[], bool[], map int -> int, map int -> bool and {field: type, …}");
  }

 private:
  TokenStream& tokens_;

  bool array_suffix() {
    if (!tokens_.accept("[")) return false;
    tokens_.expect("]", "after '['", "arrays have no bounds: int[] maps every integer to an integer");
    return true;
  }
  SyntaxType::Kind element() {
    if (tokens_.accept("int")) return SyntaxType::Kind::map;
    if (tokens_.accept("bool")) return SyntaxType::Kind::bool_map;
    tokens_.fail("expected 'int' or 'bool' as the values of the map, found " + describe(tokens_.peek()));
  }
  SyntaxType record(std::uint32_t depth) {
    SyntaxType record{SyntaxType::Kind::record};
    do {
      const Token name = tokens_.expect_name("the name of a field");
      tokens_.expect(":", "after the name of the field");
      record.fields.push_back({std::string(name.text), type(depth + 1).kind, name.where});
    } while (tokens_.accept(","));
    tokens_.expect("}", "or ',' after the field");
    return record;
  }
};

}   // namespace

SyntaxType parse_type(TokenStream& tokens) { return TypeParser(tokens).type(0); }

}   // namespace plato
