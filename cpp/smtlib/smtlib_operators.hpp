// SMT-LIB's functions as terms and formulas of our logic.
//
// What has no direct counterpart is encoded:
// - a < b is ¬(b ≤ a); distinct, xor and chains are spelled out; abs is an `ite`;
// - an uninterpreted function f is a map variable, f(x) is select f x, f(x, y) is select f (pair x y), and so on; a
//   Boolean argument counts as 1 or 0, a Boolean result is "≠ 0";
// - (Array Int Bool) is a map with "≠ 0" for true; two such arrays are equal if ∀ i their elements agree;
// - x div 0 and x mod 0, which SMT-LIB leaves open, are functions of x of their own: ite (b = 0) (select div0 a) (div a
// b);
// - a declared sort is a set of integers. Where no quantifier ranges over it, it may as well be all of them. Otherwise
// a
//   map `r` of its own says which ones: those that it has as elements. A constant c is r[c], f(x) is r[f[x]], and ∀ x.
//   P is ∀ i. P at r[i], so that the sort has as many elements as it likes, and at least one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "logic/problem.hpp"

namespace plato {

// A sort that the file declares.
struct DeclaredSort {
  std::string name;
  std::optional<std::int32_t> elements{};   // the logic variable of its map, where there is one
};

// A sort of SMT-LIB: how its values are encoded and, if it was declared, which one it is.
struct SmtSort {
  Sort encoding = Sort::boolean;
  const DeclaredSort* declared = nullptr;   // the reader's

  SmtSort() = default;
  SmtSort(Sort sort) : encoding(sort) {}   // one of SMT-LIB's own
  explicit SmtSort(const DeclaredSort& sort) : encoding(Sort::integer), declared(&sort) {}
  friend bool operator==(const SmtSort&, const SmtSort&) = default;
};

// As SMT-LIB writes it.
std::string sort_name(SmtSort sort);

// A term or, of sort Bool, a literal.
struct SmtValue {
  SmtSort sort = Sort::boolean;
  std::int32_t id = 0;

  TermId term() const { return static_cast<TermId>(id); }
  Literal literal() const { return id; }
};
inline SmtValue smt_value(Literal literal) { return {Sort::boolean, literal}; }
inline SmtValue smt_value(SmtSort sort, TermId term) { return {sort, static_cast<std::int32_t>(term)}; }

enum class SmtOperator : std::uint8_t {
  true_,
  false_,
  not_,
  and_,
  or_,
  implies,
  xor_,
  equal,
  distinct,
  ite,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  absolute,
  less,
  less_equal,
  greater,
  greater_equal,
  select,
  store,
  const_map,
  const_bool_map   // ((as const …) v)
};
std::optional<SmtOperator> find_operator(std::string_view name);

// The value of an application, or a sentence about what is wrong with its arguments.
struct SmtMistake {
  std::string message;
};
tl::expected<SmtValue, SmtMistake> apply_operator(FormulaTable& table, DivisionByZero& encoding, SmtOperator op,
                                                  std::string_view name, std::span<const SmtValue> arguments);

// The sorts of a declared constant or function.
struct SmtSignature {
  std::vector<SmtSort> arguments{};
  SmtSort result{};
};
tl::expected<SmtValue, SmtMistake> apply_symbol(FormulaTable& table, const ProblemSymbol& symbol,
                                                const SmtSignature& signature, std::span<const SmtValue> arguments);

// What an integer stands for where a value of this sort is wanted.
SmtValue value_of_sort(FormulaTable& table, SmtSort sort, TermId integer);

}   // namespace plato
