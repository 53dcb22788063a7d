// Types of expressions; see expression_checker.hpp. Recursion is bounded by `highest_expression`.

#include "types/expression_checker.hpp"

#include <algorithm>

namespace plato {

using Kind = Expression::Kind;

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

void ExpressionChecker::report(const SourceRange& where, std::string message, std::string help) {
  diagnostics_.push_back({where, std::move(message), std::move(help), {}, {}});
}

void ExpressionChecker::mistyped(ExpressionIndex e, std::string_view expected, ValueType found, std::string help) {
  if (found == ValueType::mistake) return;
  report(at(e).where,
         "expected " + std::string(expected) + ", found " + quote(e) + " of type " + std::string(name_of(found)),
         std::move(help));
}

void ExpressionChecker::expect(ExpressionIndex e, ValueType type, const ExpressionContext& context) {
  const ValueType found = check(e, context);
  if (found == type || type == ValueType::mistake) return;
  std::string help;
  if (type == ValueType::boolean && found == ValueType::integer) help = "compare it: 'e != 0'";
  if (type == ValueType::integer && found == ValueType::boolean) help = "use 'if e then 1 else 0'";
  mistyped(e, name_of(type), found, help);
}

ValueType ExpressionChecker::check(ExpressionIndex e, const ExpressionContext& context) {
  return program_.info[e].type = infer(e, context);
}

ValueType ExpressionChecker::infer(ExpressionIndex e, const ExpressionContext& context) {
  const Expression& x = at(e);
  const auto parts_are = [&](ValueType type) {
    for (ExpressionIndex part : at(e).parts) expect(part, type, context);
  };
  switch (x.kind) {
    case Kind::mistake: return ValueType::mistake;
    case Kind::number: return ValueType::integer;
    case Kind::truth: return ValueType::boolean;
    case Kind::tid:
      tid_was_used = true;
      if (!context.allows_tid)
        report(x.where, "'tid' means nothing in " + context.what,
               "it is the identifier of one thread; quantify: 'forall i :: …'");
      return ValueType::integer;
    case Kind::name: return name(e, context);
    case Kind::call: return call(e, context);
    case Kind::select:
    case Kind::update: return map_access(e, context);
    case Kind::set_literal: parts_are(ValueType::integer); return ValueType::set;
    case Kind::constant_map: {
      const ValueType type = check(x.parts[0], context);
      if (type != ValueType::integer && type != ValueType::boolean) mistyped(x.parts[0], "int or bool", type);
      return type == ValueType::boolean ? ValueType::bool_map : ValueType::map;
    }
    case Kind::negation: parts_are(ValueType::boolean); return ValueType::boolean;
    case Kind::minus:
    case Kind::mul:
    case Kind::div:
    case Kind::mod: parts_are(ValueType::integer); return ValueType::integer;
    case Kind::add:
    case Kind::sub: return sum(e, context);
    case Kind::eq:
    case Kind::ne: return equality(e, context);
    case Kind::lt:
    case Kind::le:
    case Kind::gt:
    case Kind::ge: parts_are(ValueType::integer); return ValueType::boolean;
    case Kind::in:
    case Kind::not_in:
      expect(x.parts[0], ValueType::integer, context);
      expect(at(e).parts[1], ValueType::set, context);
      return ValueType::boolean;
    case Kind::and_:
    case Kind::or_:
    case Kind::implies:
    case Kind::iff: parts_are(ValueType::boolean); return ValueType::boolean;
    case Kind::ite: return conditional(e, context);
    case Kind::forall:
    case Kind::exists: return quantifier(e, context);
    case Kind::unchanged: return unchanged(e, context);
    case Kind::star: report(x.where, "'*' must be the whole condition of 'if' or 'while'"); return ValueType::mistake;
    case Kind::cas:
      report(x.where, "'cas' must be the whole condition of 'if' or 'while', or the value of an assignment",
             "write 'b := cas(x, old, new);' first");
      return ValueType::mistake;
  }
  return ValueType::mistake;
}

ValueType ExpressionChecker::call(ExpressionIndex e, const ExpressionContext& context) {
  const Expression& x = at(e);
  const SymbolIndex symbol = lookup(x.name, context.thread);
  if (symbol == 0) {
    report_unknown(e, context);
    for (ExpressionIndex part : x.parts) check(part, context);
    return ValueType::mistake;
  }
  const Symbol s = program_.symbols[symbol];
  if (s.kind != Symbol::Kind::definition) {
    report(
        x.where,
        "expected a predicate or an action before '(', found '" + x.name + "' of type " + std::string(name_of(s.type)),
        s.type == ValueType::map || s.type == ValueType::bool_map ? "the value of a map is written '" + x.name + "[i]'"
                                                                  : "");
    return ValueType::mistake;
  }
  program_.info[e].symbol = symbol;
  highest_call = std::max(highest_call, s.height);
  const Definition& d = program_.tree.definitions[s.declaration];
  if (!context.allows_variables) report(x.where, "expected a constant in " + context.what + ", found " + quote(e));
  if (d.is_action && !context.allows_primes)
    report(x.where, "'" + d.name + "' is an action, but " + context.what + " is about one store", "use a predicate");
  if (d.is_action && x.is_primed)
    report(x.where, "'" + d.name + "' is an action and cannot have a prime",
           "only predicates can: " + d.name + "' holds after the step");
  if (!d.is_action) check_prime(e, context);
  check_ghost(e, s, context);
  if (s.uses_tid) {
    tid_was_used = true;
    if (!context.allows_tid)
      report(x.where, "'" + d.name + "' mentions 'tid', which means nothing in " + context.what,
             "give it the identifier as a parameter");
  }
  const std::vector<ExpressionIndex> arguments = x.parts;
  if (arguments.size() != d.parameters.size())
    report(x.where, "'" + d.name + "' takes " + std::to_string(d.parameters.size()) + " argument(s), found " +
                        std::to_string(arguments.size()));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i < d.parameters.size())
      expect(arguments[i], value_type(d.parameters[i].type.kind), context);
    else
      check(arguments[i], context);
  }
  return ValueType::boolean;
}

ValueType ExpressionChecker::equality(ExpressionIndex e, const ExpressionContext& context) {
  const ExpressionIndex a = at(e).parts[0], b = at(e).parts[1];
  const ValueType left = check(a, context), right = check(b, context);
  if (left != right && left != ValueType::mistake && right != ValueType::mistake)
    report(at(e).where,
           "expected both sides to have the same type, found " + std::string(name_of(left)) + " and " +
               std::string(name_of(right)),
           left == ValueType::boolean || right == ValueType::boolean
               ? "'==' binds tighter than '&&', '||' and '==>'; put parentheses"
               : "");
  return ValueType::boolean;
}

ValueType ExpressionChecker::sum(ExpressionIndex e, const ExpressionContext& context) {
  const ExpressionIndex a = at(e).parts[0], b = at(e).parts[1];
  const ValueType left = check(a, context);
  if (left != ValueType::set) {
    if (left != ValueType::integer) mistyped(a, "int or set", left);
    expect(b, ValueType::integer, context);
    return ValueType::integer;
  }
  expect(b, ValueType::set, context);
  if (program_.info[b].type == ValueType::set && at(b).kind != Kind::set_literal)
    report(at(b).where, "expected a set with its elements written out, found " + quote(b),
           "sets grow and shrink by elements: s + {i}, s - {i, j}");
  return ValueType::set;
}

ValueType ExpressionChecker::map_access(ExpressionIndex e, const ExpressionContext& context) {
  const std::vector<ExpressionIndex> parts = at(e).parts;
  const ValueType map = check(parts[0], context);
  expect(parts[1], ValueType::integer, context);
  const bool is_map = map == ValueType::map || map == ValueType::bool_map;
  if (!is_map)
    mistyped(parts[0], "a map before '['", map,
             map == ValueType::set ? "whether i is in a set is written 'i in s'" : "");
  const ValueType element = !is_map                 ? ValueType::mistake
                            : map == ValueType::map ? ValueType::integer
                                                    : ValueType::boolean;
  if (parts.size() == 2) return element;
  expect(parts[2], element, context);
  return map;
}

ValueType ExpressionChecker::quantifier(ExpressionIndex e, const ExpressionContext& context) {
  const std::size_t before = scope();
  const std::vector<std::string> names = at(e).bound;
  for (const std::string& name : names) {
    if (const Symbol* taken = find(name, context.thread); taken && taken->kind != Symbol::Kind::bound)
      diagnostics_.push_back({at(e).where, "the name '" + name + "' is already in use", "choose another name",
                              taken->where, "it was declared here"});
    Symbol symbol{
        .kind = Symbol::Kind::bound, .name = name, .type = ValueType::integer, .thread = -1, .where = at(e).where};
    const SymbolIndex outer = lookup(name, -1);
    if (outer != 0) symbol.name = name;
    if (outer == 0)
      program_.info[e].bound.push_back(declare(std::move(symbol)));
    else if (program_.symbols[outer].kind == Symbol::Kind::bound)
      report(at(e).where, "the name '" + name + "' is already bound by a quantifier around this one",
             "choose another name");
  }
  expect(at(e).parts[0], ValueType::boolean, context);
  leave(before);
  return ValueType::boolean;
}

ValueType ExpressionChecker::conditional(ExpressionIndex e, const ExpressionContext& context) {
  const std::vector<ExpressionIndex> parts = at(e).parts;
  expect(parts[0], ValueType::boolean, context);
  const ValueType type = check(parts[1], context);
  expect(parts[2], type, context);
  return type;
}

ValueType ExpressionChecker::unchanged(ExpressionIndex e, const ExpressionContext& context) {
  if (!context.allows_primes)
    report(at(e).where, "'unchanged' compares two stores, but " + context.what + " is about one");
  const std::vector<ExpressionIndex> parts = at(e).parts;
  for (ExpressionIndex part : parts) {
    const bool is_record = at(part).kind == Kind::name && at(part).field.empty() &&
                           find(at(part).name, context.thread) &&
                           find(at(part).name, context.thread)->kind == Symbol::Kind::record;
    if (is_record) {
      program_.info[part].symbol = lookup(at(part).name, context.thread);
      continue;
    }
    check(part, context);
    const Kind kind = at(part).kind;
    if (kind != Kind::name && kind != Kind::select)
      report(at(part).where, "expected a variable in 'unchanged', found " + quote(part));
    else if (at(part).is_primed)
      report(at(part).where, "expected a variable without a prime in 'unchanged'", "remove the prime");
  }
  return ValueType::boolean;
}

}   // namespace plato
