// See program_problem.hpp.

#include "core/program_problem.hpp"

#include "logic/table_copy.hpp"

namespace plato {

Sort sort_of(const CoreVariable& variable) { return is_map(variable) ? Sort::map : Sort::integer; }

std::vector<ProblemSymbol> program_symbols(const Program& program, std::int32_t first_parameter) {
  std::vector<ProblemSymbol> symbols{{.name = "tid", .arguments = {}, .result = Sort::integer, .number = 0}};
  for (std::size_t i = 0; i < program.parameters.size(); ++i)
    symbols.push_back({.name = program.parameters[i].name,
                       .arguments = {},
                       .result = is_map_type(program.parameters[i].type) ? Sort::map : Sort::integer,
                       .number = first_parameter + static_cast<std::int32_t>(i)});
  return symbols;
}

Problem problem_of(const Program& program, const std::vector<Literal>& formulas) {
  Problem problem;
  problem.symbols = program_symbols(program, 1);
  problem.encoding.next_logic = static_cast<std::int32_t>(program.parameters.size() + 1);
  for (const CoreVariable& v : program.variables) problem.variable_sorts.push_back(sort_of(v));
  TableCopy copy(program.table, problem.table);
  for (Literal formula : formulas) problem.assertions.push_back(copy.literal(formula));
  return problem;
}

}   // namespace plato
