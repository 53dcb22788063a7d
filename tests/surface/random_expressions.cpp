// See random_expressions.hpp.

#include "random_expressions.hpp"

namespace plato_test::surface {

std::vector<Variable> RandomExpressions::of_type(const Scope& scope, Type type) {
  std::vector<Variable> found;
  for (const Variable& v : scope.variables)
    if (v.type == type && (!v.is_ghost || scope.has_ghosts)) found.push_back(v);
  return found;
}

std::string RandomExpressions::constant() { return choose_.chance(85) ? choose_.number(0, 2) : choose_.number(-1, 3); }
std::string RandomExpressions::index(const Scope& scope, int depth) {
  const auto integers = of_type(scope, Type::integer);
  if (!integers.empty() && choose_.chance(60)) return choose_.of(integers).name;
  if (choose_.chance(30)) return constant();
  return integer(scope, depth - 1);
}

std::string RandomExpressions::integer(const Scope& scope, int depth) {
  const auto integers = of_type(scope, Type::integer), maps = of_type(scope, Type::map);
  switch (choose_.below(depth <= 0 ? 5 : 12)) {
    case 0: return constant();
    case 1:
    case 2:
    case 3: return integers.empty() ? constant() : choose_.of(integers).name;
    case 4: return scope.has_tid && choose_.chance(40) ? "tid" : has_parameter && choose_.chance(30) ? "N" : constant();
    case 5:
    case 6:
    case 7: return maps.empty() ? constant() : choose_.of(maps).name + "[" + index(scope, depth) + "]";
    case 8:
      return "(" + integer(scope, depth - 1) + choose_.of({" + ", " - ", " + ", " * "}) + integer(scope, depth - 1) +
             ")";
    case 9:
      return "(" + integer(scope, depth - 1) +
             choose_.of({" mod 2", " mod 3", " div 2", " mod -2", " div -2", " mod 0", " / 2", " % 3"}) + ")";
    case 10:
      return "(if " + formula(scope, depth - 1) + " then " + integer(scope, depth - 1) + " else " +
             integer(scope, depth - 1) + ")";
    default: return "-" + (integers.empty() ? constant() : choose_.of(integers).name);
  }
}

std::string RandomExpressions::set(const Scope& scope, int depth) {
  const auto sets = of_type(scope, Type::set);
  if (sets.empty() || choose_.chance(25))
    return choose_.chance(30) ? "{}" : "{" + constant() + ", " + index(scope, depth) + "}";
  if (choose_.chance(40)) return choose_.of(sets).name;
  return "(" + choose_.of(sets).name + choose_.of({" + {", " - {"}) + index(scope, depth) + "})";
}

std::string RandomExpressions::map(const Scope& scope, int depth) {
  const auto maps = of_type(scope, Type::map);
  if (maps.empty() || choose_.chance(20)) return "map(" + constant() + ")";
  const std::string name = choose_.of(maps).name;
  return choose_.chance(30) ? name : name + "[" + index(scope, depth) + " := " + integer(scope, depth - 1) + "]";
}

std::string RandomExpressions::formula(const Scope& scope, int depth) {
  const auto booleans = of_type(scope, Type::boolean), maps = of_type(scope, Type::bool_map),
             sets = of_type(scope, Type::set);
  const int most = depth <= 0 ? 6 : 17;
  switch (choose_.below(static_cast<std::size_t>(most))) {
    case 0:
    case 1:
    case 2:
      return integer(scope, depth) + choose_.of({" == ", " == ", " != ", " < ", " <= ", " > ", " >= "}) +
             integer(scope, depth - 1);
    case 3: return booleans.empty() ? "true" : choose_.of(booleans).name;
    case 4:
      return maps.empty() ? integer(scope, 0) + " == " + constant()
                          : choose_.of(maps).name + "[" + index(scope, depth) + "]";
    case 5: return index(scope, depth) + choose_.of({" in ", " !in "}) + set(scope, depth);
    case 6: return "(" + formula(scope, depth - 1) + " && " + formula(scope, depth - 1) + ")";
    case 7: return "(" + formula(scope, depth - 1) + " || " + formula(scope, depth - 1) + ")";
    case 8: return "(" + formula(scope, depth - 1) + " ==> " + formula(scope, depth - 1) + ")";
    case 9: return "(" + formula(scope, depth - 1) + " <==> " + formula(scope, depth - 1) + ")";
    case 10: return "!(" + formula(scope, depth - 1) + ")";
    case 11: return "0 <= " + integer(scope, depth - 1) + " <= " + constant();
    case 12:
      return sets.empty() ? integer(scope, depth) + " == " + integer(scope, depth)
                          : choose_.of(sets).name + choose_.of({" == ", " != "}) + set(scope, depth);
    case 13: return map(scope, depth) + " == " + map(scope, depth);
    case 14:
      return "(if " + formula(scope, depth - 1) + " then " + formula(scope, depth - 1) + " else " +
             formula(scope, depth - 1) + ")";
    case 15:
      return has_predicates ? choose_.of({"Small(", "Meets("}) + index(scope, depth) + ")"
                            : integer(scope, depth) + " == " + integer(scope, depth);
    default: {
      const auto integer_maps = of_type(scope, Type::map);
      if (integer_maps.empty() || !choose_.chance(30)) return integer(scope, depth) + " == " + integer(scope, depth);
      const std::string a = choose_.of(integer_maps).name;
      return choose_.chance(50) ? "(forall k :: 0 <= k <= 2 ==> " + a + "[k] <= " + constant() + ")"
                                : "(exists k :: 0 <= k <= 2 && " + a + "[k] == " + integer(scope, 0) + ")";
    }
  }
}

std::string RandomExpressions::fact(const Scope& scope) {
  const auto integers = of_type(scope, Type::integer), maps = of_type(scope, Type::map);
  switch (choose_.below(5)) {
    case 0: return integers.empty() ? formula(scope, 2) : choose_.of(integers).name + " == " + integer(scope, 1);
    case 1:
    case 2:
      return maps.empty() ? formula(scope, 2)
                          : choose_.of(maps).name + "[" + index(scope, 1) + "] == " + integer(scope, 1);
    default: return formula(scope, 2);
  }
}

std::string RandomExpressions::value(const Scope& scope, Type type) {
  switch (type) {
    case Type::integer: {
      const std::string e = integer(scope, 2);
      return choose_.chance(25) ? "(" + e + ") mod 3" : e;
    }
    case Type::boolean: return formula(scope, 1);
    case Type::map: return map(scope, 2);
    case Type::bool_map:
      return "map(" + formula(scope, 0) + ")" + "[" + index(scope, 1) + " := " + formula(scope, 1) + "]";
    case Type::set: return set(scope, 1);
  }
  return "";
}

}   // namespace plato_test::surface
