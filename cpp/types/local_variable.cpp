// See local_variable.hpp.

#include "types/local_variable.hpp"

#include "types/declared_type.hpp"

namespace plato {

namespace {

// A map of a call is a row of a map over all calls, whose first values are those of the initial store. The thread and
// the call are further indices, and with each index the numbers of pairs have twice as many digits.
constexpr std::uint32_t most_indices = 6;

void check_own_map(const VariableDeclaration& v, std::int32_t scope, ExpressionChecker& expressions) {
  if (v.is_ghost)
    expressions.report(MessageCode::unsuitable_type, v.where,
                       "the ghost variable '" + v.name + "' is local to each call and cannot be a map",
                       "declare it as a global ghost map of maps, and use '" + v.name + "[tid][i]'");
  if (value_type(v.type).inner >= most_indices)
    expressions.report(
        MessageCode::unsuitable_type, v.where,
        "the map '" + v.name + "' is local to each call and has more than " + std::to_string(most_indices) + " indices",
        "declare a global map of maps instead");
  if (v.initial == 0) return;
  const SyntaxTree& tree = expressions.tree();
  if (tree[v.initial].kind == Expression::Kind::constant_map)
    expressions.expect(v.initial, value_type(v.type),
                       {.what = "the first value of a local map", .allows_variables = false, .thread = scope});
  else
    expressions.report(MessageCode::unsuitable_type, beginning_of(tree, v.initial),
                       "the map '" + v.name + "' is local to each call and starts with the same value everywhere",
                       "write 'map(e)', where e is about constants, or leave the value out and assign to elements");
}

}   // namespace

SymbolIndex declare_local(const VariableDeclaration& v, const LocalScope& scope, ExpressionChecker& expressions) {
  const ValueType type = value_type(v.type);
  const bool is_int = v.type.kind == SyntaxType::Kind::integer, is_bool = v.type.kind == SyntaxType::Kind::boolean;
  const bool is_array = v.type.kind == SyntaxType::Kind::map || v.type.kind == SyntaxType::Kind::bool_map;
  const bool is_own_map = scope.may_be_map && is_array;
  if (!is_int && !is_bool && !is_own_map && type != ValueType::mistake)
    expressions.report(MessageCode::unsuitable_type, v.where,
                       "'" + v.name + "' is local to " + std::string(scope.of) + " and must be an int" +
                           (scope.may_be_map ? ", a bool or a map of these" : " or a bool"),
                       is_map(type)
                           ? std::string(scope.start) + " would have to give all elements of a map their values " +
                                 "in one step; declare 'var " + v.name + "' as a global map of maps, and use '" +
                                 v.name + "[tid][i]'"
                           : std::string(scope.instead));
  check_type_parts(v.type, expressions);
  if (is_own_map)
    check_own_map(v, scope.thread, expressions);
  else if (v.is_ghost)
    check_ghost_type(v.name, v.type, v.initial, v.where, expressions);
  // The value is given at the call or at the start of the branch, when the variables declared before have theirs.
  if (v.initial != 0 && !is_own_map)
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
