// A model of a problem: a value for each of its symbols.
#pragma once

#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "logic/model_evaluation.hpp"
#include "logic/pair_parts.hpp"
#include "logic/problem.hpp"

namespace plato {

// A function of integers that has the same value for all but finitely many arguments; an array is one of one argument.
struct FunctionValue {
  std::vector<std::pair<std::vector<Integer>, Integer>> entries;   // arguments, each tuple once -> value
  Integer otherwise;
};
using SymbolValue = std::variant<bool, Integer, FunctionValue>;

struct ProblemModel {
  std::vector<SymbolValue> symbols;        // as in Problem::symbols
  FunctionValue div0, mod0;                // what x div 0 and x mod 0 are
  std::optional<FunctionValue> branch{};   // what is asked about branches, which solvers do not know, if it is told
  std::map<Integer, PairParts> pairs{};    // what solvers took for pairs that are indices of maps
  // Program variables: name and version of the store -> value, of those that occur.
  std::map<std::pair<std::int32_t, std::int32_t>, SymbolValue> variables;
};

// The model in the terms of our logic.
LogicModel to_logic_model(const Problem& problem, const ProblemModel& model);

}   // namespace plato
