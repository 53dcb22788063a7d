// Questions about a program's formulas as problems for the prover: can they all be true at once?
#pragma once

#include <vector>

#include "core/program.hpp"
#include "logic/problem.hpp"

namespace plato {

// Whether a variable's values are integers or maps.
Sort sort_of(const CoreVariable& variable);

// The identifier of the thread that formulas are about, and the program's parameters, as symbols with numbers from
// `first_parameter` on.
std::vector<ProblemSymbol> program_symbols(const Program& program, std::int32_t first_parameter);

// These formulas of the program, in a table of its own.
Problem problem_of(const Program& program, const std::vector<Literal>& formulas);

}   // namespace plato
