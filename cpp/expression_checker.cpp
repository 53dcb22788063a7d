// Checking expressions; see expression_checker.hpp. Recursion is bounded by `highest_expression`.

#include "expression_checker.hpp"

#include <algorithm>

namespace plato {

using Kind = Expression::Kind;

ValueType value_type(SyntaxType::Kind kind) {
  switch (kind) {
    case SyntaxType::Kind::integer: case SyntaxType::Kind::lock: return ValueType::integer;
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

// ---- names

SymbolIndex ExpressionChecker::lookup(const std::string& name, std::int32_t thread) const {
  if (thread >= 0)
    if (const auto local = names_.find(std::to_string(thread) + ":" + name); local != names_.end()) return local->second;
  const auto found = names_.find(name);
  return found == names_.end() ? 0 : found->second;
}

const Symbol* ExpressionChecker::find(const std::string& name, std::int32_t thread) const {
  const SymbolIndex symbol = lookup(name, thread);
  return symbol == 0 ? nullptr : &program_.symbols[symbol];
}

SymbolIndex ExpressionChecker::declare(Symbol symbol) {
  if (const Symbol* taken = find(symbol.name, symbol.thread))
    diagnostics_.push_back({symbol.where, "the name '" + symbol.name + "' is already in use", "choose another name",
                            taken->where, "it was declared here"});
  const auto index = static_cast<SymbolIndex>(program_.symbols.size());
  const bool is_scoped = symbol.kind == Symbol::Kind::parameter || symbol.kind == Symbol::Kind::bound;
  const std::string key = symbol.thread >= 0 ? std::to_string(symbol.thread) + ":" + symbol.name : symbol.name;
  if (is_scoped) scoped_.push_back(key);
  names_.insert_or_assign(key, index);
  program_.symbols.push_back(std::move(symbol));
  return index;
}

void ExpressionChecker::leave(std::size_t scope) {
  for (; scoped_.size() > scope; scoped_.pop_back()) names_.erase(scoped_.back());
}

std::string ExpressionChecker::quote(ExpressionIndex e) const {
  const Expression& x = at(e);
  switch (x.kind) {
    case Kind::name: case Kind::call:
      return "'" + x.name + (x.field.empty() ? "" : "." + x.field) + (x.is_primed ? "'" : "") + (x.kind == Kind::call ? "(…)'" : "'");
    case Kind::number: return "'" + to_string(x.number) + "'";
    case Kind::truth: return x.is_true ? "'true'" : "'false'";
    case Kind::tid: return "'tid'";
    default: return "this expression";
  }
}

void ExpressionChecker::report_unknown(ExpressionIndex e, const ExpressionContext& context) {
  const Expression& x = at(e);
  std::vector<std::string> candidates = {"true", "false", "tid"};
  std::string help;
  const std::string own = std::to_string(context.thread) + ":";
  for (const auto& [name, symbol] : names_) {
    const std::size_t colon = name.find(':');
    if (colon == std::string::npos) candidates.push_back(name);
    else if (name.starts_with(own)) candidates.push_back(name.substr(colon + 1));
    if (colon != std::string::npos && name.substr(colon + 1) == x.name && program_.symbols[symbol].kind == Symbol::Kind::variable)
      help = "'" + x.name + "' is local to a thread; from outside it is written '" +
             program_.tree.threads[static_cast<std::size_t>(program_.symbols[symbol].thread)].name + "." + x.name + "'";
  }
  std::ranges::sort(candidates);
  for (const Definition& d : program_.tree.definitions)
    if (d.name == x.name) help = "'" + x.name + "' is defined further down; move its definition up";
  if (help.empty())
    if (const std::string similar = most_similar(x.name, candidates); !similar.empty()) help = "did you mean '" + similar + "'?";
  if (help.empty() && x.kind == Kind::name) help = "declare it: 'var " + x.name + ": int'";
  report(x.where, "unknown name '" + x.name + "'", help);
}

void ExpressionChecker::check_prime(ExpressionIndex e, const ExpressionContext& context) {
  const Expression& x = at(e);
  if (x.is_primed && !context.allows_primes)
    report(x.where, quote(e) + " has a prime, but " + context.what + " is about one store",
           "primes belong to rely, guarantee, action and 'atomic … : …', which relate the store before and after a step");
}

ValueType ExpressionChecker::use(ExpressionIndex e, SymbolIndex symbol, const ExpressionContext& context) {
  const Symbol& s = program_.symbols[symbol];
  program_.info[e].symbol = symbol;
  check_prime(e, context);
  const Expression& x = at(e);
  switch (s.kind) {
    case Symbol::Kind::variable:
      if (!context.allows_variables)
        report(x.where, "expected a constant in " + context.what + ", found the variable " + quote(e),
               "what is assumed must not depend on the store; declare 'const " + s.name + ": int' if it never changes");
      return s.type;
    case Symbol::Kind::own_identifier:
      tid_was_used = true;
      break;
    case Symbol::Kind::thread:
      report(x.where, "expected a value, found the thread '" + s.name + "'", "its identifier is 'tid' inside of it");
      return ValueType::mistake;
    case Symbol::Kind::record:
      report(x.where, "expected a value, found the record '" + s.name + "'", "use one of its fields, as in '" + s.name + ".field'");
      return ValueType::mistake;
    default: break;
  }
  if (x.is_primed)
    report(x.where, quote(e) + " has a prime, but '" + s.name + "' never changes", "remove the prime");
  return s.type;
}

ValueType ExpressionChecker::name(ExpressionIndex e, const ExpressionContext& context) {
  const Expression& x = at(e);
  if (!x.field.empty()) return field(e, context);
  const SymbolIndex symbol = lookup(x.name, context.thread);
  if (symbol == 0) {
    report_unknown(e, context);
    return ValueType::mistake;
  }
  return program_.symbols[symbol].kind == Symbol::Kind::definition ? call(e, context) : use(e, symbol, context);
}

// p.a is a field of a record, or a local variable of a thread as others see it.
ValueType ExpressionChecker::field(ExpressionIndex e, const ExpressionContext& context) {
  const Expression& x = at(e);
  const SymbolIndex owner = lookup(x.name, context.thread);
  if (owner == 0) {
    report_unknown(e, context);
    return ValueType::mistake;
  }
  const Symbol o = program_.symbols[owner];
  if (o.kind == Symbol::Kind::thread) {
    const SymbolIndex local = lookup(x.field, static_cast<std::int32_t>(o.declaration));
    if (local != 0 && program_.symbols[local].kind == Symbol::Kind::variable && program_.symbols[local].thread >= 0) {
      program_.info[e].of_other_thread = true;
      const ValueType type = use(e, local, context);
      if (!program_.tree.threads[o.declaration].is_family) return type;
      return type == ValueType::boolean ? ValueType::bool_map : ValueType::map;
    }
    report(x.where, "the thread '" + x.name + "' has no local variable '" + x.field + "'");
    return ValueType::mistake;
  }
  if (o.kind != Symbol::Kind::record) {
    report(x.where, "expected a record before '." + x.field + "', found '" + x.name + "' of type " + std::string(name_of(o.type)));
    return ValueType::mistake;
  }
  if (const SymbolIndex symbol = lookup(x.name + "." + x.field, context.thread)) return use(e, symbol, context);
  std::string help = "declare the field in the type of '" + x.name + "'";
  for (const Symbol& s : program_.symbols)
    if (s.name.starts_with(o.name + ".") && !most_similar(x.field, {s.name.substr(o.name.size() + 1)}).empty())
      help = "did you mean '" + s.name + "'?";
  report(x.where, "the record '" + x.name + "' has no field '" + x.field + "'", help);
  return ValueType::mistake;
}

SymbolIndex ExpressionChecker::check_place(ExpressionIndex e, const ExpressionContext& context, std::string_view verb) {
  const ValueType type = check(e, context);
  const ExpressionIndex root = at(e).kind == Kind::select ? at(e).parts[0] : e;
  if (type == ValueType::mistake && program_.info[root].symbol == 0) return 0;
  const Expression& x = at(root);
  const std::string cannot = "cannot " + std::string(verb) + " ";
  if (x.kind != Kind::name) {
    report(x.where, cannot + "this expression", "a variable is needed: x, p.field or a[i]");
    return 0;
  }
  const SymbolIndex symbol = program_.info[root].symbol;
  if (symbol == 0) return 0;
  const Symbol& s = program_.symbols[symbol];
  if (s.kind != Symbol::Kind::variable) {
    if (type == ValueType::mistake) return 0;
    const bool is_constant = s.kind == Symbol::Kind::constant;
    diagnostics_.push_back({x.where, cannot + quote(root) + ", which is not a variable", is_constant ? "declare it with 'var' if it may change" : "",
                            s.where, "it was declared here"});
    return 0;
  }
  if (program_.info[root].of_other_thread) {
    report(x.where, cannot + quote(root) + ", which is local to another thread", "threads change their own local variables alone");
    return 0;
  }
  return symbol;
}

// ---- types

void ExpressionChecker::mistyped(ExpressionIndex e, std::string_view expected, ValueType found, std::string help) {
  if (found == ValueType::mistake) return;
  report(at(e).where, "expected " + std::string(expected) + ", found " + quote(e) + " of type " + std::string(name_of(found)), std::move(help));
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
        report(x.where, "'tid' means nothing in " + context.what, "it is the identifier of one thread; quantify: 'forall i :: …'");
      return ValueType::integer;
    case Kind::name: return name(e, context);
    case Kind::call: return call(e, context);
    case Kind::select: case Kind::update: return map_access(e, context);
    case Kind::set_literal: parts_are(ValueType::integer); return ValueType::set;
    case Kind::constant_map: {
      const ValueType type = check(x.parts[0], context);
      if (type != ValueType::integer && type != ValueType::boolean) mistyped(x.parts[0], "int or bool", type);
      return type == ValueType::boolean ? ValueType::bool_map : ValueType::map;
    }
    case Kind::negation: parts_are(ValueType::boolean); return ValueType::boolean;
    case Kind::minus: case Kind::mul: case Kind::div: case Kind::mod: parts_are(ValueType::integer); return ValueType::integer;
    case Kind::add: case Kind::sub: return sum(e, context);
    case Kind::eq: case Kind::ne: return equality(e, context);
    case Kind::lt: case Kind::le: case Kind::gt: case Kind::ge: parts_are(ValueType::integer); return ValueType::boolean;
    case Kind::in: case Kind::not_in:
      expect(x.parts[0], ValueType::integer, context);
      expect(at(e).parts[1], ValueType::set, context);
      return ValueType::boolean;
    case Kind::and_: case Kind::or_: case Kind::implies: case Kind::iff: parts_are(ValueType::boolean); return ValueType::boolean;
    case Kind::ite: return conditional(e, context);
    case Kind::forall: case Kind::exists: return quantifier(e, context);
    case Kind::unchanged: return unchanged(e, context);
    case Kind::star:
      report(x.where, "'*' must be the whole condition of 'if' or 'while'");
      return ValueType::mistake;
    case Kind::cas:
      report(x.where, "'cas' must be the whole condition of 'if' or 'while', or the value of an assignment", "write 'b := cas(x, old, new);' first");
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
    report(x.where, "expected a predicate or an action before '(', found '" + x.name + "' of type " + std::string(name_of(s.type)),
           s.type == ValueType::map || s.type == ValueType::bool_map ? "the value of a map is written '" + x.name + "[i]'" : "");
    return ValueType::mistake;
  }
  program_.info[e].symbol = symbol;
  highest_call = std::max(highest_call, s.height);
  const Definition& d = program_.tree.definitions[s.declaration];
  if (!context.allows_variables) report(x.where, "expected a constant in " + context.what + ", found " + quote(e));
  if (d.is_action && !context.allows_primes)
    report(x.where, "'" + d.name + "' is an action, but " + context.what + " is about one store", "use a predicate");
  if (d.is_action && x.is_primed)
    report(x.where, "'" + d.name + "' is an action and cannot have a prime", "only predicates can: " + d.name + "' holds after the step");
  if (!d.is_action) check_prime(e, context);
  if (s.uses_tid) {
    tid_was_used = true;
    if (!context.allows_tid)
      report(x.where, "'" + d.name + "' mentions 'tid', which means nothing in " + context.what, "give it the identifier as a parameter");
  }
  const std::vector<ExpressionIndex> arguments = x.parts;
  if (arguments.size() != d.parameters.size())
    report(x.where, "'" + d.name + "' takes " + std::to_string(d.parameters.size()) + " argument(s), found " + std::to_string(arguments.size()));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i < d.parameters.size()) expect(arguments[i], value_type(d.parameters[i].type.kind), context);
    else check(arguments[i], context);
  }
  return ValueType::boolean;
}

ValueType ExpressionChecker::equality(ExpressionIndex e, const ExpressionContext& context) {
  const ExpressionIndex a = at(e).parts[0], b = at(e).parts[1];
  const ValueType left = check(a, context), right = check(b, context);
  if (left != right && left != ValueType::mistake && right != ValueType::mistake)
    report(at(e).where, "expected both sides to have the same type, found " + std::string(name_of(left)) + " and " + std::string(name_of(right)),
           left == ValueType::boolean || right == ValueType::boolean ? "'==' binds tighter than '&&', '||' and '==>'; put parentheses" : "");
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
    report(at(b).where, "expected a set with its elements written out, found " + quote(b), "sets grow and shrink by elements: s + {i}, s - {i, j}");
  return ValueType::set;
}

ValueType ExpressionChecker::map_access(ExpressionIndex e, const ExpressionContext& context) {
  const std::vector<ExpressionIndex> parts = at(e).parts;
  const ValueType map = check(parts[0], context);
  expect(parts[1], ValueType::integer, context);
  const bool is_map = map == ValueType::map || map == ValueType::bool_map;
  if (!is_map) mistyped(parts[0], "a map before '['", map, map == ValueType::set ? "whether i is in a set is written 'i in s'" : "");
  const ValueType element = !is_map ? ValueType::mistake : map == ValueType::map ? ValueType::integer : ValueType::boolean;
  if (parts.size() == 2) return element;
  expect(parts[2], element, context);
  return map;
}

ValueType ExpressionChecker::quantifier(ExpressionIndex e, const ExpressionContext& context) {
  const std::size_t before = scope();
  const std::vector<std::string> names = at(e).bound;
  for (const std::string& name : names) {
    if (const Symbol* taken = find(name, context.thread); taken && taken->kind != Symbol::Kind::bound)
      diagnostics_.push_back({at(e).where, "the name '" + name + "' is already in use", "choose another name", taken->where, "it was declared here"});
    Symbol symbol{.kind = Symbol::Kind::bound, .name = name, .type = ValueType::integer, .thread = -1, .where = at(e).where};
    const SymbolIndex outer = lookup(name, -1);
    if (outer != 0) symbol.name = name;
    if (outer == 0) program_.info[e].bound.push_back(declare(std::move(symbol)));
    else if (program_.symbols[outer].kind == Symbol::Kind::bound)
      report(at(e).where, "the name '" + name + "' is already bound by a quantifier around this one", "choose another name");
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
    const bool is_record = at(part).kind == Kind::name && at(part).field.empty() && find(at(part).name, context.thread) &&
                           find(at(part).name, context.thread)->kind == Symbol::Kind::record;
    if (is_record) {
      program_.info[part].symbol = lookup(at(part).name, context.thread);
      continue;
    }
    check(part, context);
    const Kind kind = at(part).kind;
    if (kind != Kind::name && kind != Kind::select) report(at(part).where, "expected a variable in 'unchanged', found " + quote(part));
    else if (at(part).is_primed) report(at(part).where, "expected a variable without a prime in 'unchanged'", "remove the prime");
  }
  return ValueType::boolean;
}

}   // namespace plato
