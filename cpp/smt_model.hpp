// A model of an SMT-LIB problem: a value for each declared symbol, as SMT-LIB writes it.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model_evaluation.hpp"
#include "smtlib_reader.hpp"

namespace plato {

// A function of integers that has the same value for all but finitely many arguments; an array is one of one argument.
struct FunctionValue {
  std::vector<std::pair<std::vector<Integer>, Integer>> entries;   // arguments, each tuple once -> value
  Integer otherwise;
};
using SymbolValue = std::variant<bool, Integer, FunctionValue>;

struct SmtModel {
  std::vector<SymbolValue> symbols;   // as in SmtProblem::symbols
  FunctionValue div0, mod0;           // what x div 0 and x mod 0 are
};

// The model in the terms of our logic.
LogicModel to_logic_model(const SmtProblem& problem, const SmtModel& model);

// The model as SMT-LIB definitions, a line each.
std::string write_smt_model(const SmtProblem& problem, const SmtModel& model);

}   // namespace plato
