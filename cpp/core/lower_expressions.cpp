// Lowering expressions; see lower_expressions.hpp. Recursion is bounded by `highest_expression`, and once for each
// definition that is expanded, each of which uses only earlier ones.

#include "core/lower_expressions.hpp"

#include "core/lower_control_points.hpp"

#include <algorithm>

#include "logic/formula_builder.hpp"

namespace plato {

using Kind = Expression::Kind;

bool ExpressionLowering::is_per_thread(SymbolIndex variable) const { return plato::is_per_thread(program_, variable); }
bool ExpressionLowering::is_map(SymbolIndex variable) const {
  const ValueType type = program_.symbols[variable].type;
  return is_per_thread(variable) || type == ValueType::set || plato::is_map(type);
}

TermId ExpressionLowering::around(std::uint32_t depth) const {
  TermId owner = self_;
  for (std::uint32_t i = depth; i < branches_; ++i) owner = parent_of_branch(table_, owner);
  return owner;
}

Literal ExpressionLowering::formulas(const std::vector<ExpressionIndex>& list) {
  std::vector<Literal> literals;
  for (ExpressionIndex e : list) literals.push_back(formula(e));
  return conjunction(table_, literals);
}

std::vector<CoreClause> ExpressionLowering::clauses(const std::vector<ExpressionIndex>& list) {
  std::vector<CoreClause> clauses;
  for (ExpressionIndex e : list) clauses.push_back({formula(e), beginning_of(program_.tree, e)});
  return clauses;
}

// A bool that is merely read is copied as it is.
TermId ExpressionLowering::stored(ExpressionIndex e) {
  const Expression& x = at(e);
  if (type(e) == ValueType::boolean && x.kind == Kind::name &&
      program_.symbols[program_.info[e].symbol].kind == Symbol::Kind::variable)
    return variable(program_.info[e].symbol, x.is_primed, program_.info[e].of_other_thread);
  if (type(e) == ValueType::boolean && x.kind == Kind::select) {
    const TermId index = element_index(e);
    return select_from(table_, whole_map(root_of(program_.tree, e)), index);
  }
  const LoweredValue value = lower(e);
  return value.is_formula ? as_number(table_, value.literal) : value.term;
}

TermId ExpressionLowering::index(ExpressionIndex e) {
  const LoweredValue value = lower(e);
  return value.is_formula ? as_number(table_, value.literal) : value.term;
}

LoweredValue ExpressionLowering::loaded(TermId term, ValueType type) {
  return type == ValueType::boolean ? of(is_nonzero(table_, term)) : of(term);
}

TermId ExpressionLowering::variable(SymbolIndex symbol, bool is_primed, bool of_other_thread) {
  const std::int32_t number = number_of(symbol);
  TermId term = 0;
  if (!is_primed && reading_.current)
    if (const auto found = reading_.current->find(number); found != reading_.current->end()) term = found->second;
  const bool is_at_entry =
      reading_.at_entry && std::ranges::find(*reading_.at_entry, symbol) != reading_.at_entry->end();
  if (term == 0) term = table_.var(number, is_primed || is_at_entry ? 1 : reading_.version);
  return is_per_thread(symbol) && !of_other_thread ? select_from(table_, term, owner_of(symbol)) : term;
}

// A value under more quantifiers than it was built under.
LoweredValue ExpressionLowering::lifted(LoweredValue value) {
  if (value.depth == depth_) return value;
  const Replacement by{.logic = {}, .atoms = {}, .bound = {}, .lift = static_cast<std::int32_t>(depth_ - value.depth)};
  if (value.is_formula) return of(replace_in_literal(table_, value.literal, by));
  return of(replace_in_term(table_, value.term, by));
}

LoweredValue ExpressionLowering::name(ExpressionIndex e) {
  const SymbolIndex symbol = program_.info[e].symbol;
  const Symbol& s = program_.symbols[symbol];
  switch (s.kind) {
    case Symbol::Kind::variable:
      return loaded(variable(symbol, at(e).is_primed, program_.info[e].of_other_thread), type(e));
    case Symbol::Kind::constant:
      return s.initial != 0 ? numbers_.constants.at(symbol)
                            : loaded(table_.logic(numbers_.parameters.at(symbol)), s.type);
    case Symbol::Kind::own_identifier: return of(around(0));
    case Symbol::Kind::branch_number: return of(number_of_branch(table_, around(s.depth)));
    case Symbol::Kind::bound: return of(table_.bound(static_cast<std::int32_t>(depth_ - 1 - bound_.at(symbol))));
    case Symbol::Kind::parameter: return lifted(arguments_.at(symbol));
    case Symbol::Kind::pending: return of(table_.var(static_cast<std::int32_t>(*numbers_.witness), 0));
    default: return call(e);
  }
}

LoweredValue ExpressionLowering::lowered(ExpressionIndex e) {
  const Expression& x = at(e);
  const auto term = [&](std::size_t i) { return lower(at(e).parts[i]).term; };
  const auto arithmetic = [&](TermKind kind) {
    const TermId a = term(0), b = term(1);
    return of(table_.binary(kind, a, b));
  };
  const auto chain = [&] {
    std::vector<Literal> literals;
    for (ExpressionIndex part : x.parts) literals.push_back(formula(part));
    return literals;
  };
  switch (x.kind) {
    case Kind::number: return of(table_.num(x.number));
    case Kind::truth: return of(x.is_true ? table_.truth() : -table_.truth());
    case Kind::tid: return of(self_);
    case Kind::name: return name(e);
    case Kind::call: return call(e);
    case Kind::select: return loaded(element(e), type(e));
    case Kind::update: {
      const TermId map = term(0), at_index = index(x.parts[1]);
      return of(table_.store(map, at_index, stored(x.parts[2])));
    }
    case Kind::set_literal: return of(with_elements(table_.constant(table_.num(0)), e, 1));
    case Kind::constant_map:   // a map of maps is one map
      return plato::is_map(type(x.parts[0])) ? lower(x.parts[0]) : of(table_.constant(stored(x.parts[0])));
    case Kind::negation: return of(-formula(x.parts[0]));
    case Kind::minus: {
      const TermId a = term(0);
      return of(table_[a].kind == TermKind::num ? table_.num(-table_.value(a))
                                                : table_.binary(TermKind::sub, table_.num(0), a));
    }
    case Kind::add:
    case Kind::sub: return sum(e);
    case Kind::mul: return arithmetic(TermKind::mul);
    case Kind::div: return arithmetic(TermKind::div);
    case Kind::mod: return arithmetic(TermKind::mod);
    case Kind::eq: return of(equality(x.parts[0], x.parts[1]));
    case Kind::ne: return of(-equality(x.parts[0], x.parts[1]));
    case Kind::lt:
    case Kind::le:
    case Kind::gt:
    case Kind::ge:
    case Kind::in:
    case Kind::not_in: return of(comparison(e));
    case Kind::and_: return of(conjunction(table_, chain()));
    case Kind::or_: return of(disjunction(table_, chain()));
    case Kind::implies: {
      const Literal a = formula(x.parts[0]), b = formula(x.parts[1]);
      return of(implication(table_, a, b));
    }
    case Kind::iff: {
      const Literal a = formula(x.parts[0]), b = formula(x.parts[1]);
      return of(equivalence(table_, a, b));
    }
    case Kind::ite: return conditional(e);
    case Kind::forall:
    case Kind::exists: return quantifier(e);
    case Kind::unchanged: return of(unchanged(e));
    case Kind::old: return old_value(e);
    case Kind::parent_of: return of(parent_of_branch(table_, term(0)));
    case Kind::number_of: return of(number_of_branch(table_, term(0)));
    case Kind::pair: return arithmetic(TermKind::pair);
    case Kind::control: return of(is_at(e));
    case Kind::mistake:
    case Kind::label_range:
    case Kind::count:
    case Kind::star:
    case Kind::cas: break;   // reported before
  }
  return of(table_.truth());
}

// Where the thread is has one of the numbers for which that is so.
Literal ExpressionLowering::is_at(ExpressionIndex e) {
  if (numbers_.points == nullptr) return table_.truth();
  return is_one_of(table_, stored(at(e).parts[0]), numbers_.points->numbers.at(e));
}

Literal ExpressionLowering::equality(ExpressionIndex a, ExpressionIndex b) {
  const LoweredValue left = lower(a), right = lower(b);
  if (left.is_formula) return equivalence(table_, left.literal, right.literal);
  if (type(a).kind == ValueType::Kind::integer) return equal(table_, left.term, right.term);
  if (plato::is_map(type(a)) && type(a).inner != 0) return equal_rows(left, right, type(a));
  return type(a).kind == ValueType::Kind::map ? equal_maps(table_, left.term, right.term) : equal_sets(left, right);
}

// Sets, and maps to bool, are equal if they agree everywhere: an element is there if its number is not 0, whatever it
// is.
Literal ExpressionLowering::equal_sets(const LoweredValue& a, const LoweredValue& b) {
  if (a.term == b.term) return table_.truth();
  ++depth_;
  const TermId element = table_.bound(0);
  const TermId in_a = select_from(table_, lifted(a).term, element), in_b = select_from(table_, lifted(b).term, element);
  const Literal body = equivalence(table_, is_nonzero(table_, in_a), is_nonzero(table_, in_b));
  --depth_;
  return for_all(table_, body);
}

Literal ExpressionLowering::same_store_value(ExpressionIndex e) {
  const Expression& x = at(e);
  const ValueType compared = x.kind == Kind::eq ? type(x.parts[0]) : ValueType::mistake;
  if (compared != ValueType::set && !plato::is_map(compared)) return formula(e);
  const TermId left = lower(x.parts[0]).term, right = lower(x.parts[1]).term;
  return equal_maps(table_, left, right);
}

Literal ExpressionLowering::comparison(ExpressionIndex e) {
  const TermId a = lower(at(e).parts[0]).term, b = lower(at(e).parts[1]).term;
  switch (at(e).kind) {
    case Kind::lt: return -at_most(table_, b, a);
    case Kind::le: return at_most(table_, a, b);
    case Kind::gt: return -at_most(table_, a, b);
    case Kind::ge: return at_most(table_, b, a);
    case Kind::in: return is_nonzero(table_, select_from(table_, b, a));
    default: return -is_nonzero(table_, select_from(table_, b, a));
  }
}

TermId ExpressionLowering::with_elements(TermId set, ExpressionIndex elements, int value) {
  for (ExpressionIndex part : at(elements).parts) set = table_.store(set, lower(part).term, table_.num(value));
  return set;
}

LoweredValue ExpressionLowering::sum(ExpressionIndex e) {
  const bool is_sum = at(e).kind == Kind::add;
  const TermId a = lower(at(e).parts[0]).term;
  if (type(e) == ValueType::set) return of(with_elements(a, at(e).parts[1], is_sum ? 1 : 0));
  const TermId b = lower(at(e).parts[1]).term;
  return of(table_.binary(is_sum ? TermKind::add : TermKind::sub, a, b));
}

LoweredValue ExpressionLowering::conditional(ExpressionIndex e) {
  const std::vector<ExpressionIndex>& parts = at(e).parts;
  const Literal condition = formula(parts[0]);
  const LoweredValue a = lower(parts[1]), b = lower(parts[2]);
  if (a.is_formula) return of(plato::conditional(table_, condition, a.literal, b.literal));
  return of(conditional_term(table_, condition, a.term, b.term));
}

LoweredValue ExpressionLowering::quantifier(ExpressionIndex e) {
  const std::vector<SymbolIndex>& bound = program_.info[e].bound;
  for (SymbolIndex symbol : bound) bound_[symbol] = depth_++;
  const bool is_forall = at(e).kind == Kind::forall;
  Literal body = formula(at(e).parts[0]);
  if (!is_forall) body = -body;
  for (std::size_t i = 0; i < bound.size(); ++i, --depth_) body = for_all(table_, body);
  return of(is_forall ? body : -body);
}

LoweredValue ExpressionLowering::call(ExpressionIndex e) {
  const Symbol& s = program_.symbols[program_.info[e].symbol];
  const Definition& d = program_.tree.definitions[s.declaration];
  const std::vector<SymbolIndex>& parameters = program_.parameters[s.declaration];
  std::vector<LoweredValue> values;
  for (ExpressionIndex part : at(e).parts) values.push_back(lower(part));
  std::vector<std::int64_t> key = {static_cast<std::int64_t>(s.declaration), at(e).is_primed, reading_.version, depth_};
  for (const LoweredValue& v : values) key.push_back(v.is_formula ? v.literal : static_cast<std::int64_t>(v.term));
  if (const auto found = expanded_.find(key); found != expanded_.end()) return of(found->second);
  // The same definition may be an argument of itself, as in P(P(x)): keep the outer values of the parameters.
  const auto outer_arguments = arguments_;
  for (std::size_t i = 0; i < values.size(); ++i) arguments_[parameters[i]] = values[i];
  const StoreReading outer_reading = reading_;
  if (at(e).is_primed) reading_ = {.version = 1};   // what is expanded there is kept under its own key
  const Literal body = formula(d.body);
  reading_ = outer_reading;
  arguments_ = outer_arguments;
  expanded_.emplace(std::move(key), body);
  return of(body);
}

LoweredValue ExpressionLowering::old_value(ExpressionIndex e) {
  const StoreReading outer = reading_;
  reading_ = {.version = 1};
  const LoweredValue value = lower(at(e).parts[0]);
  reading_ = outer;
  return value;
}

}   // namespace plato
