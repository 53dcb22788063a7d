// Working out what terms and formulas are under a model: the logic's semantics in C++
// (lean/Plato/Meaning/Formula.lean).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "logic/formula_table.hpp"

namespace plato {

// A map that has the same value at all but finitely many indices.
struct MapValue {
  std::map<Integer, Integer> entries;
  Integer otherwise;

  const Integer& at(const Integer& index) const {
    const auto found = entries.find(index);
    return found == entries.end() ? otherwise : found->second;
  }
  friend bool operator==(const MapValue&, const MapValue&) = default;   // as they are written down
};
// Two maps are equal if they agree everywhere, however they are written down.
bool same_map(const MapValue& a, const MapValue& b);

// An integer where a map is wanted counts as the map that is 0 everywhere, a map where an integer is wanted as 0.
using ModelValue = std::variant<Integer, MapValue>;

// Values for logic variables and atoms; what is absent counts as 0 and false.
struct LogicModel {
  std::unordered_map<std::int32_t, ModelValue> logic;
  std::unordered_map<std::int32_t, bool> atoms;
};

// An injective pairing of integers, as the logic's `pair`.
Integer pair_value(const Integer& a, const Integer& b);

// How an evaluation comes by values that are not worked out.
struct EvaluationInput {
  // The value of a closed term or the truth of a closed formula, if it is given.
  std::function<std::optional<ModelValue>(TermId)> term;
  std::function<std::optional<bool>(FormulaId)> formula;
  std::vector<Integer> bound;   // loose bound variable i -> its value
  // What is asked about a branch, if that is not worked out either.
  std::function<std::optional<Integer>(const Integer& branch, const Integer& question)> branch{};
  // What a pair is, if it is not worked out.
  std::function<Integer(const Integer& first, const Integer& second)> pair{};
};

// The truth of the literal; none if it depends on a quantifier, a witness or a difference that is not given.
std::optional<bool> evaluate(const FormulaTable& table, Literal literal, const EvaluationInput& input);
std::optional<bool> evaluate(const FormulaTable& table, Literal literal, const LogicModel& model);
// The value of a term, likewise.
std::optional<ModelValue> evaluate_term(const FormulaTable& table, TermId term, const EvaluationInput& input);

}   // namespace plato
