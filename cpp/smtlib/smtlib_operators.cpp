// Encoding SMT-LIB's functions; see smtlib_operators.hpp.

#include "smtlib/smtlib_operators.hpp"

#include <array>
#include <utility>

namespace plato {
namespace {

struct Entry {
  std::string_view name;
  SmtOperator op;
};
constexpr Entry operators[] = {
    {"true", SmtOperator::true_},
    {"false", SmtOperator::false_},
    {"not", SmtOperator::not_},
    {"and", SmtOperator::and_},
    {"or", SmtOperator::or_},
    {"=>", SmtOperator::implies},
    {"xor", SmtOperator::xor_},
    {"=", SmtOperator::equal},
    {"distinct", SmtOperator::distinct},
    {"ite", SmtOperator::ite},
    {"+", SmtOperator::add},
    {"-", SmtOperator::subtract},
    {"*", SmtOperator::multiply},
    {"div", SmtOperator::divide},
    {"mod", SmtOperator::modulo},
    {"abs", SmtOperator::absolute},
    {"<", SmtOperator::less},
    {"<=", SmtOperator::less_equal},
    {">", SmtOperator::greater},
    {">=", SmtOperator::greater_equal},
    {"select", SmtOperator::select},
    {"store", SmtOperator::store},
};

// The least and the largest number of arguments.
std::pair<std::size_t, std::size_t> arity(SmtOperator op) {
  constexpr std::size_t any = SIZE_MAX;
  switch (op) {
    case SmtOperator::true_:
    case SmtOperator::false_: return {0, 0};
    case SmtOperator::not_:
    case SmtOperator::absolute:
    case SmtOperator::const_map:
    case SmtOperator::const_bool_map: return {1, 1};
    case SmtOperator::modulo:
    case SmtOperator::select: return {2, 2};
    case SmtOperator::ite:
    case SmtOperator::store: return {3, 3};
    case SmtOperator::and_:
    case SmtOperator::or_:
    case SmtOperator::subtract: return {1, any};
    default: return {2, any};
  }
}

tl::unexpected<SmtMistake> mistake(std::string message) { return tl::unexpected(SmtMistake{std::move(message)}); }

tl::unexpected<SmtMistake> wrong_sort(std::string_view name, std::size_t argument, std::string_view expected,
                                      SmtSort found) {
  return mistake("expected " + std::string(expected) + " as argument " + std::to_string(argument + 1) + " of '" +
                 std::string(name) + "', found one of sort " + sort_name(found));
}

// Builds applications once the sorts are right.
struct Builder {
  FormulaTable& table;
  DivisionByZero& encoding;

  Literal both(Literal a, Literal b) {
    const Literal parts[] = {a, b};
    return table.connective(FormulaKind::and_, parts);
  }
  Literal implies(Literal a, Literal b) {
    const Literal parts[] = {a, b};
    return table.connective(FormulaKind::implies, parts);
  }
  Literal iff(Literal a, Literal b) {
    const Literal parts[] = {a, b};
    return table.connective(FormulaKind::iff, parts);
  }
  TermId number(Literal truth) { return table.ite(truth, table.num(1), table.num(0)); }
  Literal is_nonzero(TermId term) { return -table.eq(term, table.num(0)); }

  TermId binary(TermKind kind, TermId a, TermId b) { return table.binary(kind, a, b); }

  // a div b or a mod b.
  TermId divide(TermKind kind, TermId a, TermId b) {
    const TermId quotient = binary(kind, a, b);
    if (table[b].kind == TermKind::num && table.value(b) != 0) return quotient;
    std::optional<std::int32_t>& unspecified = kind == TermKind::div ? encoding.div0 : encoding.mod0;
    if (!unspecified) unspecified = encoding.next_logic++;
    const TermId by_zero = binary(TermKind::select, table.logic(*unspecified), a);
    return table.ite(table.eq(b, table.num(0)), by_zero, quotient);
  }

  Literal equal(SmtValue a, SmtValue b) {
    switch (a.sort.encoding) {
      case Sort::boolean: return iff(a.literal(), b.literal());
      case Sort::integer: return table.eq(a.term(), b.term());
      case Sort::map: return table.map_eq(a.term(), b.term());
      case Sort::bool_map: break;
    }
    const auto element = [&](SmtValue map) {
      const TermId lifted = replace_in_term(table, map.term(), {.logic = {}, .atoms = {}, .bound = {}, .lift = 1});
      return is_nonzero(binary(TermKind::select, lifted, table.bound(0)));
    };
    return table.all(iff(element(a), element(b)));
  }

  Literal compare(SmtOperator op, SmtValue a, SmtValue b) {
    switch (op) {
      case SmtOperator::less: return -table.le(b.term(), a.term());
      case SmtOperator::less_equal: return table.le(a.term(), b.term());
      case SmtOperator::greater: return -table.le(a.term(), b.term());
      case SmtOperator::greater_equal: return table.le(b.term(), a.term());
      default: return equal(a, b);
    }
  }

  Literal conjunction(const std::vector<Literal>& literals) {
    return literals.size() == 1 ? literals[0] : table.connective(FormulaKind::and_, literals);
  }
  Literal chain(SmtOperator op, std::span<const SmtValue> a) {
    std::vector<Literal> links;
    for (std::size_t i = 0; i + 1 < a.size(); ++i) links.push_back(compare(op, a[i], a[i + 1]));
    return conjunction(links);
  }
  Literal distinct(std::span<const SmtValue> a) {
    std::vector<Literal> pairs;
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = i + 1; j < a.size(); ++j) pairs.push_back(-equal(a[i], a[j]));
    return conjunction(pairs);
  }
  SmtValue if_then_else(std::span<const SmtValue> a) {
    if (a[1].sort != Sort::boolean) return smt_value(a[1].sort, table.ite(a[0].literal(), a[1].term(), a[2].term()));
    const Literal parts[] = {a[0].literal(), a[1].literal(), a[2].literal()};
    return smt_value(table.connective(FormulaKind::ite, parts));
  }
};

TermKind arithmetic_kind(SmtOperator op) {
  switch (op) {
    case SmtOperator::add: return TermKind::add;
    case SmtOperator::subtract: return TermKind::sub;
    case SmtOperator::multiply: return TermKind::mul;
    case SmtOperator::divide: return TermKind::div;
    default: return TermKind::mod;
  }
}

SmtValue arithmetic(Builder& build, SmtOperator op, std::span<const SmtValue> a) {
  FormulaTable& table = build.table;
  if (op == SmtOperator::subtract && a.size() == 1) {
    const bool is_number = table[a[0].term()].kind == TermKind::num;
    return smt_value(Sort::integer, is_number ? table.num(-table.value(a[0].term()))
                                              : table.binary(TermKind::sub, table.num(0), a[0].term()));
  }
  const TermKind kind = arithmetic_kind(op);
  TermId result = a[0].term();
  for (std::size_t i = 1; i < a.size(); ++i)
    result = kind == TermKind::div || kind == TermKind::mod ? build.divide(kind, result, a[i].term())
                                                            : table.binary(kind, result, a[i].term());
  return smt_value(Sort::integer, result);
}

SmtValue connect(Builder& build, SmtOperator op, std::span<const SmtValue> a) {
  std::vector<Literal> literals;
  for (SmtValue value : a) literals.push_back(value.literal());
  Literal result = 0;
  switch (op) {
    case SmtOperator::true_: return smt_value(build.table.truth());
    case SmtOperator::false_: return smt_value(-build.table.truth());
    case SmtOperator::not_: return smt_value(-literals[0]);
    case SmtOperator::implies:
      result = literals.back();
      for (std::size_t i = literals.size() - 1; i-- > 0;) result = build.implies(literals[i], result);
      return smt_value(result);
    case SmtOperator::xor_:
      result = literals[0];
      for (std::size_t i = 1; i < literals.size(); ++i) result = -build.iff(result, literals[i]);
      return smt_value(result);
    default: break;
  }
  if (literals.size() == 1) return smt_value(literals[0]);
  return smt_value(build.table.connective(op == SmtOperator::and_ ? FormulaKind::and_ : FormulaKind::or_, literals));
}

tl::expected<void, SmtMistake> check_all(std::string_view name, std::span<const SmtValue> a, Sort sort,
                                         std::string_view noun) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].sort != sort) return wrong_sort(name, i, noun, a[i].sort);
  return {};
}
// Arguments of `=`, `distinct` and the branches of `ite` have one sort.
tl::expected<void, SmtMistake> check_same(std::string_view name, std::span<const SmtValue> a, std::size_t from) {
  for (std::size_t i = from + 1; i < a.size(); ++i)
    if (a[i].sort != a[from].sort) return wrong_sort(name, i, "a value of sort " + sort_name(a[from].sort), a[i].sort);
  return {};
}

tl::expected<void, SmtMistake> check_map_arguments(std::string_view name, SmtOperator op, std::span<const SmtValue> a) {
  if (a[0].sort != Sort::map && a[0].sort != Sort::bool_map) return wrong_sort(name, 0, "an array", a[0].sort);
  if (a[1].sort != Sort::integer) return wrong_sort(name, 1, "an index of sort Int", a[1].sort);
  const Sort element = a[0].sort == Sort::map ? Sort::integer : Sort::boolean;
  if (op == SmtOperator::store && a[2].sort != element)
    return wrong_sort(name, 2, "an element of sort " + sort_name(element), a[2].sort);
  return {};
}

tl::expected<void, SmtMistake> check_sorts(SmtOperator op, std::string_view name, std::span<const SmtValue> a) {
  switch (op) {
    case SmtOperator::true_:
    case SmtOperator::false_:
    case SmtOperator::not_:
    case SmtOperator::and_:
    case SmtOperator::or_:
    case SmtOperator::implies:
    case SmtOperator::xor_:
    case SmtOperator::const_bool_map: return check_all(name, a, Sort::boolean, "a value of sort Bool");
    case SmtOperator::equal:
    case SmtOperator::distinct: return check_same(name, a, 0);
    case SmtOperator::ite:
      if (a[0].sort != Sort::boolean) return wrong_sort(name, 0, "a condition of sort Bool", a[0].sort);
      return check_same(name, a, 1);
    case SmtOperator::select:
    case SmtOperator::store: return check_map_arguments(name, op, a);
    default: return check_all(name, a, Sort::integer, "a value of sort Int");
  }
}

}   // namespace

std::string sort_name(SmtSort sort) {
  if (sort.declared) return sort.declared->name;
  constexpr const char* names[] = {"Bool", "Int", "(Array Int Int)", "(Array Int Bool)"};
  return names[static_cast<std::size_t>(sort.encoding)];
}

std::optional<SmtOperator> find_operator(std::string_view name) {
  for (const Entry& entry : operators)
    if (entry.name == name) return entry.op;
  return std::nullopt;
}

tl::expected<SmtValue, SmtMistake> apply_operator(FormulaTable& table, DivisionByZero& encoding, SmtOperator op,
                                                  std::string_view name, std::span<const SmtValue> a) {
  const auto [least, most] = arity(op);
  if (a.size() < least || a.size() > most)
    return mistake("expected " + std::string(least == most ? "" : "at least ") + std::to_string(least) +
                   " argument(s) for '" + std::string(name) + "', found " + std::to_string(a.size()));
  if (auto sorts = check_sorts(op, name, a); !sorts) return tl::unexpected(std::move(sorts.error()));
  Builder build{table, encoding};
  switch (op) {
    case SmtOperator::add:
    case SmtOperator::subtract:
    case SmtOperator::multiply:
    case SmtOperator::divide:
    case SmtOperator::modulo: return arithmetic(build, op, a);
    case SmtOperator::absolute: {
      const TermId x = a[0].term(), zero = table.num(0);
      return smt_value(Sort::integer, table.ite(table.le(zero, x), x, table.binary(TermKind::sub, zero, x)));
    }
    case SmtOperator::equal:
    case SmtOperator::less:
    case SmtOperator::less_equal:
    case SmtOperator::greater:
    case SmtOperator::greater_equal: return smt_value(build.chain(op, a));
    case SmtOperator::distinct: return smt_value(build.distinct(a));
    case SmtOperator::ite: return build.if_then_else(a);
    case SmtOperator::select: {
      const TermId element = table.binary(TermKind::select, a[0].term(), a[1].term());
      return a[0].sort == Sort::map ? smt_value(Sort::integer, element) : smt_value(build.is_nonzero(element));
    }
    case SmtOperator::store: {
      const TermId element = a[2].sort == Sort::boolean ? build.number(a[2].literal()) : a[2].term();
      return smt_value(a[0].sort, table.store(a[0].term(), a[1].term(), element));
    }
    case SmtOperator::const_map: return smt_value(Sort::map, table.constant(a[0].term()));
    case SmtOperator::const_bool_map: return smt_value(Sort::bool_map, table.constant(build.number(a[0].literal())));
    default: return connect(build, op, a);
  }
}

SmtValue value_of_sort(FormulaTable& table, SmtSort sort, TermId integer) {
  if (sort == Sort::boolean) return smt_value(-table.eq(integer, table.num(0)));
  if (sort.declared && sort.declared->elements)
    integer = table.binary(TermKind::select, table.logic(*sort.declared->elements), integer);
  return smt_value(sort, integer);
}

tl::expected<SmtValue, SmtMistake> apply_symbol(FormulaTable& table, const ProblemSymbol& symbol,
                                                const SmtSignature& signature, std::span<const SmtValue> a) {
  if (a.size() != signature.arguments.size())
    return mistake("expected " + std::to_string(signature.arguments.size()) + " argument(s) for '" + symbol.name +
                   "', found " + std::to_string(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].sort != signature.arguments[i])
      return wrong_sort(symbol.name, i, "a value of sort " + sort_name(signature.arguments[i]), a[i].sort);
  if (a.empty()) {
    if (signature.result == Sort::boolean) return smt_value(table.atom(symbol.number));
    return value_of_sort(table, signature.result, table.logic(symbol.number));
  }
  const auto as_number = [&](SmtValue value) {
    return value.sort == Sort::boolean ? table.ite(value.literal(), table.num(1), table.num(0)) : value.term();
  };
  TermId index = as_number(a.back());
  for (std::size_t i = a.size() - 1; i-- > 0;) index = table.binary(TermKind::pair, as_number(a[i]), index);
  return value_of_sort(table, signature.result, table.binary(TermKind::select, table.logic(symbol.number), index));
}

}   // namespace plato
