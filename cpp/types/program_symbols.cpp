// Types by their names, and what expressions mention; see program_symbols.hpp. Recursion is bounded by
// `highest_expression` and `highest_definition`.

#include "types/program_symbols.hpp"

#include <algorithm>

namespace plato {

using Kind = ValueType::Kind;

ValueType value_type(const SyntaxType& type) {
  switch (type.kind) {
    case SyntaxType::Kind::integer: return {Kind::integer, type.enumeration};
    case SyntaxType::Kind::lock: return ValueType::integer;
    case SyntaxType::Kind::boolean: return ValueType::boolean;
    case SyntaxType::Kind::set: return ValueType::set;
    case SyntaxType::Kind::map: return {Kind::map, type.enumeration};
    case SyntaxType::Kind::lock_map: return ValueType::map;
    case SyntaxType::Kind::bool_map: return ValueType::bool_map;
    case SyntaxType::Kind::record: return ValueType::record;
    default: return ValueType::mistake;
  }
}

ValueType element_type(ValueType map) {
  return map.kind == Kind::bool_map ? ValueType::boolean : ValueType{Kind::integer, map.enumeration};
}

ValueType map_of(ValueType element) {
  return element.kind == Kind::boolean ? ValueType::bool_map : ValueType{Kind::map, element.enumeration};
}

std::string name_of(const SyntaxTree& tree, ValueType type) {
  const std::string number = type.enumeration == 0 ? "int" : tree.enumerations[type.enumeration - 1].name;
  switch (type.kind) {
    case Kind::integer: return number;
    case Kind::boolean: return "bool";
    case Kind::set: return "set";
    case Kind::map: return number + "[]";
    case Kind::bool_map: return "bool[]";
    case Kind::record: return "a record";
    default: return "unknown";
  }
}

bool mentions_ghost(const CheckedProgram& program, ExpressionIndex e) {
  const SymbolIndex symbol = program.info[e].symbol;
  return (symbol != 0 && program.symbols[symbol].is_ghost) ||
         std::ranges::any_of(program.tree[e].parts,
                             [&](ExpressionIndex part) { return mentions_ghost(program, part); });
}

namespace {

// `seen`: the definitions that were looked at.
bool mentions_only(const CheckedProgram& program, ExpressionIndex e, const std::set<SymbolIndex>& variables,
                   std::set<SymbolIndex>& seen) {
  const SymbolIndex symbol = program.info[e].symbol;
  const Symbol& s = program.symbols[symbol];
  const bool is_variable = symbol != 0 && (s.kind == Symbol::Kind::variable || s.kind == Symbol::Kind::record ||
                                           s.kind == Symbol::Kind::pending);
  if (is_variable && (!variables.contains(symbol) || program.info[e].of_other_thread)) return false;
  if (program.tree[e].kind == Expression::Kind::old) return false;
  if (symbol != 0 && s.kind == Symbol::Kind::definition && seen.insert(symbol).second &&
      !mentions_only(program, program.tree.definitions[s.declaration].body, variables, seen))
    return false;
  return std::ranges::all_of(program.tree[e].parts,
                             [&](ExpressionIndex part) { return mentions_only(program, part, variables, seen); });
}

}   // namespace

bool mentions_only(const CheckedProgram& program, ExpressionIndex e, const std::set<SymbolIndex>& variables) {
  std::set<SymbolIndex> seen;
  return mentions_only(program, e, variables, seen);
}

}   // namespace plato
