// Names in expressions: what they mean, and what is said of those that mean nothing; see expression_checker.hpp.

#include <algorithm>

#include "types/expression_checker.hpp"

namespace plato {

using Kind = Expression::Kind;

SymbolIndex ExpressionChecker::lookup(const std::string& name, std::int32_t thread) const {
  if (thread >= 0)
    if (const auto local = names_.find(std::to_string(thread) + ":" + name); local != names_.end())
      return local->second;
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
    case Kind::name:
    case Kind::call:
      return "'" + x.name + (x.field.empty() ? "" : "." + x.field) + (x.is_primed ? "'" : "") +
             (x.kind == Kind::call ? "(…)'" : "'");
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
    if (colon == std::string::npos)
      candidates.push_back(name);
    else if (name.starts_with(own))
      candidates.push_back(name.substr(colon + 1));
    if (colon != std::string::npos && name.substr(colon + 1) == x.name &&
        program_.symbols[symbol].kind == Symbol::Kind::variable)
      help = "'" + x.name + "' is local to a thread; from outside it is written '" +
             program_.tree.threads[static_cast<std::size_t>(program_.symbols[symbol].thread)].name + "." + x.name + "'";
  }
  std::ranges::sort(candidates);
  for (const Definition& d : program_.tree.definitions)
    if (d.name == x.name) help = "'" + x.name + "' is defined further down; move its definition up";
  if (help.empty())
    if (const std::string similar = most_similar(x.name, candidates); !similar.empty())
      help = "did you mean '" + similar + "'?";
  if (help.empty() && x.kind == Kind::name) help = "declare it: 'var " + x.name + ": int'";
  report(x.where, "unknown name '" + x.name + "'", help);
}

void ExpressionChecker::check_prime(ExpressionIndex e, const ExpressionContext& context) {
  const Expression& x = at(e);
  if (x.is_primed && !context.allows_primes)
    report(
        x.where, quote(e) + " has a prime, but " + context.what + " is about one store",
        "primes belong to rely, guarantee, action and 'atomic … : …', which relate the store before and after a step");
}

// What the program does must not depend on ghosts: they are for its proof alone, and a run without them is the same.
void ExpressionChecker::check_ghost(ExpressionIndex e, const Symbol& symbol, const ExpressionContext& context) {
  if (!symbol.is_ghost) return;
  ghost_was_used = true;
  if (context.allows_ghosts) return;
  const std::string help =
      "ghosts may be read in assignments to ghosts, cuts, invariants, rely and guarantee of threads, and requires and "
      "ensures of threads";
  if (symbol.kind == Symbol::Kind::definition)
    diagnostics_.push_back({at(e).where,
                            "'" + symbol.name + "' mentions a ghost variable, which must not be read in " +
                                context.what + ": ghosts do not influence the program",
                            help, symbol.where, "it was defined here"});
  else
    diagnostics_.push_back({at(e).where,
                            "the ghost variable " + quote(e) + " must not be read in " + context.what +
                                ": ghosts do not influence the program",
                            help, symbol.where, "it was declared here"});
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
      check_ghost(e, s, context);
      return s.type;
    case Symbol::Kind::own_identifier: tid_was_used = true; break;
    case Symbol::Kind::thread:
      report(x.where, "expected a value, found the thread '" + s.name + "'", "its identifier is 'tid' inside of it");
      return ValueType::mistake;
    case Symbol::Kind::record:
      report(x.where, "expected a value, found the record '" + s.name + "'",
             "use one of its fields, as in '" + s.name + ".field'");
      return ValueType::mistake;
    default: break;
  }
  if (x.is_primed) report(x.where, quote(e) + " has a prime, but '" + s.name + "' never changes", "remove the prime");
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
    report(x.where, "expected a record before '." + x.field + "', found '" + x.name + "' of type " +
                        std::string(name_of(o.type)));
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

SymbolIndex ExpressionChecker::check_place(ExpressionIndex e, ExpressionContext context, std::string_view verb) {
  // A ghost may be written to, at an index that ghosts say; another variable only where the program itself says.
  const ExpressionIndex variable = at(e).kind == Kind::select ? at(e).parts[0] : e;
  if (at(variable).kind == Kind::name)
    if (const Symbol* symbol = find(at(variable).name, context.thread)) context.allows_ghosts = symbol->is_ghost;
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
    diagnostics_.push_back({x.where, cannot + quote(root) + ", which is not a variable",
                            is_constant ? "declare it with 'var' if it may change" : "", s.where,
                            "it was declared here"});
    return 0;
  }
  if (program_.info[root].of_other_thread) {
    report(x.where, cannot + quote(root) + ", which is local to another thread",
           "threads change their own local variables alone");
    return 0;
  }
  return symbol;
}

}   // namespace plato
