// Maps, maps of maps and their rows; see expression_checker.hpp. Recursion is bounded by `highest_expression`.

#include "types/expression_checker.hpp"

namespace plato {

using Kind = Expression::Kind;

CheckedExpression ExpressionChecker::check_map(ExpressionIndex e, const ExpressionContext& context) {
  const CheckedExpression result = infer(e, context);
  program_.info[e].type = result.type;
  return result;
}

// A row is no value: it is a part of a map over all pairs, or over all threads, and no command gives it a value.
bool ExpressionChecker::refuse_row(ExpressionIndex e) {
  const ValueType type = program_.info[e].type;
  if (!is_map(type)) return false;
  const ExpressionIndex root = root_of(program_.tree, e);
  const std::string quoted = at(root).kind == Kind::name ? names_.quote(root) : "a map",
                    further = type.inner == 0 ? "[j]" : "[j][k]",
                    all = "; a formula says it of all elements: 'forall j :: …'";
  if (at(e).kind == Kind::select) {
    report(MessageCode::whole_map, at(e).where,
           "expected an element, found a whole row of " + quoted + ", of type " + name_of(program_.tree, type),
           "rows are used element by element, as in 'm[i]" + further + "'" + all);
    return true;
  }
  const bool is_own =
      at(e).kind == Kind::name && is_per_thread(program_, program_.info[e].symbol) && !program_.info[e].of_other_thread;
  if (!is_own) return false;
  const bool is_of_call = procedure_of(program_.tree, program_.symbols[program_.info[e].symbol].thread).has_value();
  report(MessageCode::whole_map, at(e).where,
         "expected an element, found the whole map " + quoted + ", of which each " + (is_of_call ? "call" : "thread") +
             " has its own",
         "it is used element by element, as in '" + at(e).name + further + "'" + all);
  return true;
}

// Of what is no map before a '[', because it has all its indices.
std::string ExpressionChecker::too_many_indices(ExpressionIndex e) const {
  const std::size_t indices = indices_of(program_.tree, e).size();
  const ExpressionIndex root = root_of(program_.tree, e);
  if (indices == 0 || at(root).kind != Kind::name) return {};
  return names_.quote(root) + " has " + std::to_string(indices) + (indices == 1 ? " index" : " indices");
}

CheckedExpression ExpressionChecker::constant_map(ExpressionIndex e, const ExpressionContext& context) {
  const ExpressionIndex element = at(e).parts[0];
  const auto [type, uses] = check(element, context);
  const bool is_nested = is_map(type) && at(element).kind == Kind::constant_map;
  if (type.kind != ValueType::Kind::integer && type != ValueType::boolean && !is_nested)
    mistyped(element, "int or bool", type, is_map(type) ? "a map of maps is the same everywhere: 'map(map(e))'" : "");
  return {map_of(type), uses};
}

CheckedExpression ExpressionChecker::map_access(ExpressionIndex e, const ExpressionContext& context) {
  const std::vector<ExpressionIndex>& parts = at(e).parts;
  auto [map, uses] = at(e).kind == Kind::select ? check_map(parts[0], context) : check(parts[0], context);
  const auto [index, index_uses] = check(parts[1], context);
  uses |= index_uses;
  if (index.kind != ValueType::Kind::integer && index != ValueType::boolean)
    mistyped(parts[1], name_of(program_.tree, ValueType::integer), index);
  if (!is_map(map))
    mistyped(parts[0], "a map before '['", map,
             map == ValueType::set ? "whether i is in a set is written 'i in s'" : too_many_indices(parts[0]));
  const ValueType element = is_map(map) ? element_type(map) : ValueType::mistake;
  if (parts.size() == 2) return {element, uses};
  if (is_map(map) && map.inner != 0) {
    report(MessageCode::whole_map, at(e).where, "expected a new value of an element, found one of a whole row",
           "assign to elements one by one: 'm[i][j] := e;'");
    return {ValueType::mistake, uses |= check(parts[2], context).uses};
  }
  uses |= expect(parts[2], element, context);
  return {map, uses};
}

CheckedExpression ExpressionChecker::unchanged(ExpressionIndex e, const ExpressionContext& context) {
  if (!context.allows_primes)
    report(MessageCode::one_store, at(e).where,
           "'unchanged' compares two stores, but " + context.what + " is about one");
  ExpressionUses uses;
  for (ExpressionIndex part : at(e).parts) {
    const Expression& x = at(part);
    const Symbol* whole = x.kind == Kind::name && x.field.empty() ? names_.find(x.name, context.thread) : nullptr;
    if (whole && whole->kind == Symbol::Kind::record) {
      program_.info[part].symbol = names_.lookup(x.name, context.thread);
      continue;
    }
    uses |= check_map(part, context).uses;   // also of a row
    if (x.kind != Kind::name && x.kind != Kind::select)
      report(MessageCode::wrong_kind_of_name, x.where,
             "expected a variable in 'unchanged', found " + names_.quote(part));
    else if (x.is_primed)
      report(MessageCode::one_store, x.where, "expected a variable without a prime in 'unchanged'", "remove the prime");
  }
  return {ValueType::boolean, uses};
}

}   // namespace plato
