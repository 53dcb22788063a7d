// Models of problems in the terms of our logic; see problem_model.hpp.

#include "logic/problem_model.hpp"

namespace plato {
namespace {

MapValue to_map(const FunctionValue& function) {
  MapValue map{{}, function.otherwise};
  for (const auto& [arguments, value] : function.entries) {
    Integer index = arguments.back();
    for (std::size_t i = arguments.size() - 1; i-- > 0;) index = pair_value(arguments[i], index);
    map.entries[index] = value;
  }
  return map;
}

}   // namespace

LogicModel to_logic_model(const Problem& problem, const ProblemModel& model) {
  LogicModel result;
  for (std::size_t i = 0; i < problem.symbols.size(); ++i) {
    const ProblemSymbol& symbol = problem.symbols[i];
    if (const auto* truth = std::get_if<bool>(&model.symbols[i]))
      result.atoms[symbol.number] = *truth;
    else if (const auto* integer = std::get_if<Integer>(&model.symbols[i]))
      result.logic[symbol.number] = *integer;
    else
      result.logic[symbol.number] = to_map(std::get<FunctionValue>(model.symbols[i]));
  }
  if (problem.encoding.div0) result.logic[*problem.encoding.div0] = to_map(model.div0);
  if (problem.encoding.mod0) result.logic[*problem.encoding.mod0] = to_map(model.mod0);
  return result;
}

}   // namespace plato
