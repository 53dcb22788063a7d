// Types of expressions; see expression_checker.hpp. Recursion is bounded by `highest_expression`.

#include "types/expression_checker.hpp"

#include <algorithm>

namespace plato {

using Kind = Expression::Kind;

void ExpressionChecker::mistyped(ExpressionIndex e, std::string_view expected, ValueType found, std::string help) {
  if (found == ValueType::mistake) return;
  report(
      MessageCode::wrong_type, at(e).where,
      "expected " + std::string(expected) + ", found " + names_.quote(e) + " of type " + name_of(program_.tree, found),
      std::move(help));
}

ExpressionUses ExpressionChecker::expect(ExpressionIndex e, ValueType type, const ExpressionContext& context) {
  const auto [found, uses] = check(e, context);
  if (found == type || type == ValueType::mistake) return uses;
  std::string help;
  if (type == ValueType::boolean && found == ValueType::integer) help = "compare it: 'e != 0'";
  if (type == ValueType::integer && found == ValueType::boolean) help = "use 'if e then 1 else 0'";
  if (type.enumeration != 0 && found.kind == type.kind) help = "its values are " + values_of(type.enumeration);
  if (is_map(type) && is_map(found) && type.inner > found.inner && at(e).kind == Kind::constant_map)
    help = "'map(map(e))' is e at all indices of a map of maps";
  if (type == ValueType::integer && found.enumeration != 0)
    help = "values of an enumeration are compared with '==' and '!='";
  mistyped(e, name_of(program_.tree, type), found, help);
  return uses;
}

std::string ExpressionChecker::values_of(std::uint32_t enumeration) const {
  constexpr std::size_t most = 6;
  const auto& values = program_.tree.enumerations[enumeration - 1].values;
  std::string text;
  for (std::size_t i = 0; i < values.size() && i < most; ++i) text += (i == 0 ? "" : ", ") + values[i].name;
  return values.size() > most ? text + ", …" : text;
}

CheckedExpression ExpressionChecker::check(ExpressionIndex e, const ExpressionContext& context) {
  CheckedExpression result = check_map(e, context);
  if (refuse_row(e)) program_.info[e].type = result.type = ValueType::mistake;
  return result;
}

ExpressionUses ExpressionChecker::parts_are(ValueType type, ExpressionIndex e, const ExpressionContext& context) {
  ExpressionUses uses;
  for (ExpressionIndex part : at(e).parts) uses |= expect(part, type, context);
  return uses;
}

CheckedExpression ExpressionChecker::infer(ExpressionIndex e, const ExpressionContext& context) {
  switch (at(e).kind) {
    case Kind::mistake: return {};
    case Kind::number: return {ValueType::integer};
    case Kind::truth: return {ValueType::boolean};
    case Kind::tid: return own_identifier(e, context);
    case Kind::name: return name(e, context);
    case Kind::call: return call(e, context);
    case Kind::select:
    case Kind::update: return map_access(e, context);
    case Kind::set_literal: return {ValueType::set, parts_are(ValueType::integer, e, context)};
    case Kind::constant_map: return constant_map(e, context);
    case Kind::minus:
    case Kind::mul:
    case Kind::div:
    case Kind::mod: return {ValueType::integer, parts_are(ValueType::integer, e, context)};
    case Kind::add:
    case Kind::sub: return sum(e, context);
    case Kind::eq:
    case Kind::ne: return equality(e, context);
    case Kind::lt:
    case Kind::le:
    case Kind::gt:
    case Kind::ge: return {ValueType::boolean, parts_are(ValueType::integer, e, context)};
    case Kind::in:
    case Kind::not_in: return membership(e, context);
    case Kind::negation:
    case Kind::and_:
    case Kind::or_:
    case Kind::implies:
    case Kind::iff: return {ValueType::boolean, parts_are(ValueType::boolean, e, context)};
    case Kind::ite: return conditional(e, context);
    case Kind::forall:
    case Kind::exists: return quantifier(e, context);
    case Kind::unchanged: return unchanged(e, context);
    case Kind::old: return old_value(e, context);
    case Kind::parent_of:
    case Kind::number_of:
    case Kind::pair: return {ValueType::integer, parts_are(ValueType::integer, e, context)};
    case Kind::control: return {ValueType::boolean, parts_are(ValueType::integer, e, context)};
    case Kind::label_range:
    case Kind::count: return {};   // reported or replaced before
    case Kind::star:
      report(MessageCode::place_of_cas, at(e).where, "'*' must be the whole condition of 'if' or 'while'");
      return {};
    case Kind::cas:
      report(MessageCode::place_of_cas, at(e).where,
             "'cas' must be the whole condition of 'if' or 'while', or the value of an assignment",
             "write 'b := cas(x, old, new);' first");
      return {};
  }
  return {};
}

CheckedExpression ExpressionChecker::own_identifier(ExpressionIndex e, const ExpressionContext& context) {
  if (!context.allows_tid)
    report(MessageCode::no_meaning_here, at(e).where, "'tid' means nothing in " + context.what,
           "it is the identifier of one thread; quantify: 'forall i :: …'");
  return {ValueType::integer, {.tid = true}};
}

// A name that is a definition's is a call without arguments.
CheckedExpression ExpressionChecker::name(ExpressionIndex e, const ExpressionContext& context) {
  const Symbol* symbol = at(e).field.empty() ? names_.find(at(e).name, context.thread) : nullptr;
  const bool is_definition = symbol && symbol->kind == Symbol::Kind::definition;
  return is_definition ? call(e, context) : names_.use(e, context);
}

CheckedExpression ExpressionChecker::call(ExpressionIndex e, const ExpressionContext& context) {
  const Expression& x = at(e);
  const SymbolIndex symbol = names_.lookup(x.name, context.thread);
  if (symbol == 0) {
    names_.report_unknown(e, context);
    CheckedExpression result;
    for (ExpressionIndex part : x.parts) result.uses |= check(part, context).uses;
    return result;
  }
  const Symbol s = program_.symbols[symbol];
  if (s.kind == Symbol::Kind::procedure) {
    report(MessageCode::wrong_kind_of_name, x.where,
           "the procedure '" + x.name + "' cannot be called inside of an expression",
           "call it in a statement of its own: 'x := " + x.name + "(…);'", s.where, "it was declared here");
    return {};
  }
  if (s.kind != Symbol::Kind::definition) {
    report(MessageCode::wrong_kind_of_name, x.where,
           "expected a predicate or an action before '(', found '" + x.name + "' of type " +
               name_of(program_.tree, s.type),
           is_map(s.type) ? "the value of a map is written '" + x.name + "[i]'" : "");
    return {};
  }
  program_.info[e].symbol = symbol;
  return {ValueType::boolean, call_definition(e, s, context)};
}

ExpressionUses ExpressionChecker::call_definition(ExpressionIndex e, const Symbol& symbol,
                                                  const ExpressionContext& context) {
  const Expression& x = at(e);
  const Definition& d = program_.tree.definitions[symbol.declaration];
  if (!context.allows_variables)
    report(MessageCode::no_meaning_here, x.where,
           "expected a constant in " + context.what + ", found " + names_.quote(e));
  if (d.is_action && !context.allows_primes)
    report(MessageCode::one_store, x.where,
           "'" + d.name + "' is an action, but " + context.what + " is about one store", "use a predicate");
  if (d.is_action && x.is_primed)
    report(MessageCode::one_store, x.where, "'" + d.name + "' is an action and cannot have a prime",
           "only predicates can: " + d.name + "' holds after the step");
  if (!d.is_action) names_.check_prime(e, context);
  ExpressionUses uses{
      .tid = symbol.uses_tid, .ghost = names_.check_ghost(e, symbol, context), .highest_call = symbol.height};
  if (symbol.uses_tid && !context.allows_tid)
    report(MessageCode::no_meaning_here, x.where,
           "'" + d.name + "' mentions 'tid', which means nothing in " + context.what,
           "give it the identifier as a parameter");
  return uses |= check_arguments(e, d, context);
}

ExpressionUses ExpressionChecker::check_arguments(ExpressionIndex e, const Definition& definition,
                                                  const ExpressionContext& context) {
  const std::vector<ExpressionIndex>& arguments = at(e).parts;
  const std::vector<DefinitionParameter>& parameters = definition.parameters;
  if (arguments.size() != parameters.size())
    report(MessageCode::wrong_count, at(e).where,
           "'" + definition.name + "' takes " + std::to_string(parameters.size()) + " argument(s), found " +
               std::to_string(arguments.size()));
  ExpressionUses uses;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    uses |= i < parameters.size() ? expect(arguments[i], value_type(parameters[i].type), context)
                                  : check(arguments[i], context).uses;
  return uses;
}

CheckedExpression ExpressionChecker::membership(ExpressionIndex e, const ExpressionContext& context) {
  ExpressionUses uses = expect(at(e).parts[0], ValueType::integer, context);
  uses |= expect(at(e).parts[1], ValueType::set, context);
  return {ValueType::boolean, uses};
}

CheckedExpression ExpressionChecker::equality(ExpressionIndex e, const ExpressionContext& context) {
  auto [left, uses] = check(at(e).parts[0], context);
  const auto [right, other_uses] = check(at(e).parts[1], context);
  uses |= other_uses;
  if (left != right && left != ValueType::mistake && right != ValueType::mistake)
    report(MessageCode::wrong_type, at(e).where,
           "expected both sides to have the same type, found " + name_of(program_.tree, left) + " and " +
               name_of(program_.tree, right),
           left == ValueType::boolean || right == ValueType::boolean
               ? "'==' binds tighter than '&&', '||' and '==>'; put parentheses"
               : "");
  return {ValueType::boolean, uses};
}

CheckedExpression ExpressionChecker::sum(ExpressionIndex e, const ExpressionContext& context) {
  const ExpressionIndex a = at(e).parts[0], b = at(e).parts[1];
  auto [left, uses] = check(a, context);
  if (left != ValueType::set) {
    if (left != ValueType::integer) mistyped(a, "int or set", left);
    uses |= expect(b, ValueType::integer, context);
    return {ValueType::integer, uses};
  }
  uses |= expect(b, ValueType::set, context);
  if (program_.info[b].type == ValueType::set && at(b).kind != Kind::set_literal)
    report(MessageCode::wrong_type, at(b).where,
           "expected a set with its elements written out, found " + names_.quote(b),
           "sets grow and shrink by elements: s + {i}, s - {i, j}");
  return {ValueType::set, uses};
}

// Inside, a bound variable hides whatever else has its name.
CheckedExpression ExpressionChecker::quantifier(ExpressionIndex e, const ExpressionContext& context) {
  const std::size_t before = names_.scope();
  const std::vector<std::string>& names = at(e).bound;
  program_.info[e].bound.clear();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::ranges::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i))
      report(MessageCode::name_in_use, at(e).where, "this quantifier binds the name '" + names[i] + "' twice",
             "choose another name");
    program_.info[e].bound.push_back(names_.declare(
        {.kind = Symbol::Kind::bound, .name = names[i], .type = ValueType::integer, .where = at(e).where}));
  }
  const ExpressionUses uses = expect(at(e).parts[0], ValueType::boolean, context);
  names_.leave(before);
  return {ValueType::boolean, uses};
}

CheckedExpression ExpressionChecker::conditional(ExpressionIndex e, const ExpressionContext& context) {
  const std::vector<ExpressionIndex>& parts = at(e).parts;
  ExpressionUses uses = expect(parts[0], ValueType::boolean, context);
  const CheckedExpression value = check(parts[1], context);
  uses |= value.uses;
  uses |= expect(parts[2], value.type, context);
  return {value.type, uses};
}

CheckedExpression ExpressionChecker::old_value(ExpressionIndex e, ExpressionContext context) {
  if (!context.allows_old) {
    const std::string help =
        context.allows_primes
            ? "the value of x before a step is x, and after it x'"
            : "old(e) is the value of e where a procedure was entered; it may stand in its 'ensures', "
              "and in cuts and loop invariants of a procedure with a specification";
    const auto procedure = procedure_of(program_.tree, context.thread);
    const ProcedureDeclaration* owner = procedure ? &program_.tree.procedures[*procedure] : nullptr;
    const bool is_unspecified = owner != nullptr && !is_specified(*owner);
    report(MessageCode::no_meaning_here, at(e).where, "'old' means nothing in " + context.what, help,
           is_unspecified ? owner->where : SourceRange{},
           is_unspecified ? "'" + owner->name + "' has no specification" : "");
  }
  // A result has no value there.
  if (context.own == ExpressionContext::Own::parameters_and_results) context.own = ExpressionContext::Own::parameters;
  context.allows_old = false;
  context.allows_pending = false;
  context.what = "old(…)";
  return check(at(e).parts[0], context);
}

SymbolIndex ExpressionChecker::check_place(ExpressionIndex e, ExpressionContext context, std::string_view verb) {
  // A ghost may be written to at an index that depends on ghosts; any other variable only at an index of the program
  // itself.
  const ExpressionIndex root = root_of(program_.tree, e);
  if (at(root).kind == Kind::name)
    if (const Symbol* symbol = names_.find(at(root).name, context.thread)) context.allows_ghosts = symbol->is_ghost;
  const ValueType type = check(e, context).type;
  if (type == ValueType::mistake && program_.info[root].symbol == 0) return 0;
  const Expression& x = at(root);
  const std::string cannot = "cannot " + std::string(verb) + " ";
  if (x.kind != Kind::name) {
    report(MessageCode::not_assignable, x.where, cannot + "this expression",
           "a variable is needed: x, p.field, a[i] or m[i][j]");
    return 0;
  }
  const SymbolIndex symbol = program_.info[root].symbol;
  if (symbol == 0) return 0;
  const Symbol& s = program_.symbols[symbol];
  if (s.kind != Symbol::Kind::variable) {
    if (type == ValueType::mistake) return 0;
    const bool is_constant = s.kind == Symbol::Kind::constant;
    diagnostics_.push_back(
        {MessageCode::not_assignable, x.where, cannot + names_.quote(root) + ", which is not a variable",
         is_constant ? "declare it with 'var' if it may change" : "", s.where, "it was declared here"});
    return 0;
  }
  if (program_.info[root].of_other_thread) {
    report(MessageCode::not_assignable, x.where, cannot + names_.quote(root) + ", which is local to another thread",
           "threads change their own local variables alone");
    return 0;
  }
  return symbol;
}

}   // namespace plato
