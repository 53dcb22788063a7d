// SMT-LIB's functions as terms and formulas of our logic.
//
// What has no direct counterpart is encoded:
// - a < b is ¬(b ≤ a); distinct, xor and chains are spelled out; abs is an `ite`;
// - an uninterpreted function f is a map variable, f(x) is select f x, f(x, y) is select f (pair x y), and so on; a
//   Boolean argument counts as 1 or 0, a Boolean result is "≠ 0";
// - (Array Int Bool) is a map with "≠ 0" for true; two such arrays are equal if ∀ i their elements agree;
// - x div 0 and x mod 0, which SMT-LIB leaves open, are functions of x of their own: ite (b = 0) (select div0 a) (div a
// b).
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

// As SMT-LIB writes it.
std::string_view sort_name(Sort sort);

// A term or, of sort Bool, a literal.
struct SmtValue {
  Sort sort = Sort::boolean;
  std::int32_t id = 0;

  TermId term() const { return static_cast<TermId>(id); }
  Literal literal() const { return id; }
};
inline SmtValue smt_value(Literal literal) { return {Sort::boolean, literal}; }
inline SmtValue smt_value(Sort sort, TermId term) { return {sort, static_cast<std::int32_t>(term)}; }

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
tl::expected<SmtValue, SmtMistake> apply_symbol(FormulaTable& table, const ProblemSymbol& symbol,
                                                std::span<const SmtValue> arguments);

}   // namespace plato
