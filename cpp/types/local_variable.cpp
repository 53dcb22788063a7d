// See local_variable.hpp.

#include "types/local_variable.hpp"

#include "types/declared_type.hpp"

namespace plato {

SymbolIndex declare_local(const VariableDeclaration& v, const LocalScope& scope, ExpressionChecker& expressions) {
  const ValueType type = value_type(v.type);
  const bool is_int = v.type.kind == SyntaxType::Kind::integer, is_bool = v.type.kind == SyntaxType::Kind::boolean;
  if (!is_int && !is_bool && type != ValueType::mistake)
    expressions.report(
        v.where, "'" + v.name + "' is local to " + std::string(scope.of) + " and must be an int or a bool",
        is_map(type)
            ? std::string(scope.start) + " would have to give all elements of a map their values " +
                  "in one step; declare 'var " + v.name + "' as a global map of maps, and use '" + v.name + "[tid][i]'"
            : std::string(scope.instead));
  check_type_parts(v.type, expressions);
  if (v.is_ghost) check_ghost_type(v.name, v.type, v.initial, v.where, expressions);
  // The value is given at the call or at the start of the branch, when the variables declared before have theirs.
  if (v.initial != 0)
    expressions.expect(
        v.initial, type,
        {.what = "an initial value", .allows_tid = true, .allows_ghosts = v.is_ghost, .thread = scope.thread});
  return expressions.names().declare({.kind = Symbol::Kind::variable,
                                      .name = v.name,
                                      .type = type,
                                      .variable_type = variable_type(v.type.kind),
                                      .thread = scope.thread,
                                      .initial = v.initial,
                                      .declared = v.type,
                                      .is_ghost = v.is_ghost,
                                      .par = scope.par,
                                      .branch = scope.branch,
                                      .depth = scope.depth,
                                      .where = v.where});
}

}   // namespace plato
