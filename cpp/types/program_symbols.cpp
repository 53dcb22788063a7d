// The names of types; see program_symbols.hpp.

#include "types/program_symbols.hpp"

namespace plato {

ValueType value_type(SyntaxType::Kind kind) {
  switch (kind) {
    case SyntaxType::Kind::integer:
    case SyntaxType::Kind::lock: return ValueType::integer;
    case SyntaxType::Kind::boolean: return ValueType::boolean;
    case SyntaxType::Kind::set: return ValueType::set;
    case SyntaxType::Kind::map: return ValueType::map;
    case SyntaxType::Kind::bool_map: return ValueType::bool_map;
    case SyntaxType::Kind::record: return ValueType::record;
    default: return ValueType::mistake;
  }
}

std::string_view name_of(ValueType type) {
  switch (type) {
    case ValueType::integer: return "int";
    case ValueType::boolean: return "bool";
    case ValueType::set: return "set";
    case ValueType::map: return "int[]";
    case ValueType::bool_map: return "bool[]";
    case ValueType::record: return "a record";
    default: return "unknown";
  }
}

}   // namespace plato
