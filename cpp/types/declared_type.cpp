// See declared_type.hpp.

#include "types/declared_type.hpp"

#include <algorithm>

namespace plato {

VariableType variable_type(SyntaxType::Kind kind) {
  switch (kind) {
    case SyntaxType::Kind::boolean: return VariableType::boolean;
    case SyntaxType::Kind::lock: return VariableType::lock;
    case SyntaxType::Kind::set: return VariableType::thread_set;
    case SyntaxType::Kind::lock_map:
    case SyntaxType::Kind::map: return VariableType::map;
    case SyntaxType::Kind::bool_map: return VariableType::bool_map;
    default: return VariableType::integer;
  }
}

void check_type_parts(const SyntaxType& type, ExpressionChecker& expressions) {
  for (const ExpressionIndex bound : {type.low, type.high})
    if (bound != 0)
      expressions.expect(bound, ValueType::integer, {.what = "the range of a type", .allows_variables = false});
  const auto length = [&](ExpressionIndex e) {
    if (e != 0)
      expressions.expect(e, ValueType::integer, {.what = "the length of an array", .allows_variables = false});
  };
  length(type.length);
  for (const ExpressionIndex e : type.inner) length(e);
}

bool has_length(const SyntaxType& type) {
  return type.length != 0 || std::ranges::any_of(type.inner, [](ExpressionIndex length) { return length != 0; });
}

void check_ghost_type(const std::string& name, const SyntaxType& declared, ExpressionIndex initial,
                      const SourceRange& where, ExpressionChecker& expressions) {
  if (declared.low != 0)
    expressions.report(MessageCode::ghost_changed, where,
                       "the ghost variable '" + name + "' cannot have a range: ghosts do not go wrong",
                       "declare it as an int, and state the range as an invariant");
  if (has_length(declared))
    expressions.report(MessageCode::ghost_changed, where,
                       "the ghost variable '" + name + "' cannot have a length: ghosts do not go wrong",
                       "leave the length out, as in 'int[]'");
  if (declared.enumeration != 0 && initial == 0)
    expressions.report(MessageCode::ghost_changed, where,
                       "the ghost variable '" + name + "' of an enumeration needs a first value",
                       "write one of its values: 'ghost var " + name + ": … = …'");
}

}   // namespace plato
