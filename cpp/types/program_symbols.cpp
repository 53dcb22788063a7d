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
    case SyntaxType::Kind::map: return {Kind::map, type.enumeration, static_cast<std::uint32_t>(type.inner.size())};
    case SyntaxType::Kind::lock_map: return {Kind::map, 0, static_cast<std::uint32_t>(type.inner.size())};
    case SyntaxType::Kind::bool_map: return {Kind::bool_map, 0, static_cast<std::uint32_t>(type.inner.size())};
    case SyntaxType::Kind::record: return ValueType::record;
    default: return ValueType::mistake;
  }
}

ValueType element_type(ValueType map) {
  if (map.inner != 0) return {map.kind, map.enumeration, map.inner - 1};
  return map.kind == Kind::bool_map ? ValueType::boolean : ValueType{Kind::integer, map.enumeration};
}

ValueType map_of(ValueType element) {
  if (is_map(element)) return {element.kind, element.enumeration, element.inner + 1};
  return element.kind == Kind::boolean ? ValueType::bool_map : ValueType{Kind::map, element.enumeration};
}

std::string name_of(const SyntaxTree& tree, ValueType type) {
  const std::string number = type.enumeration == 0 ? "int" : tree.enumerations[type.enumeration - 1].name;
  switch (type.kind) {
    case Kind::integer: return number;
    case Kind::boolean: return "bool";
    case Kind::set: return "set";
    case Kind::map:
    case Kind::bool_map: {
      std::string name = type.kind == Kind::map ? number : "bool";
      for (std::uint32_t i = 0; i <= type.inner; ++i) name += "[]";
      return name;
    }
    case Kind::record: return "a record";
    default: return "unknown";
  }
}

bool is_per_thread(const CheckedProgram& program, SymbolIndex variable) {
  const Symbol& s = program.symbols[variable];
  if (s.kind != Symbol::Kind::variable) return false;
  if (s.par != 0 || procedure_of(program.tree, s.thread)) return true;
  return s.thread >= 0 && program.tree.threads[static_cast<std::size_t>(s.thread)].is_family;
}

SymbolIndex call_of_map(const CheckedProgram& program, SymbolIndex variable) {
  const Symbol& s = program.symbols[variable];
  const auto procedure = procedure_of(program.tree, s.thread);
  const bool is_own_map = s.kind == Symbol::Kind::variable && procedure && s.par == 0 && is_map(s.type);
  return is_own_map ? program.procedures[*procedure].call : 0;
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
