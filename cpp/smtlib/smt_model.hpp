// Models of problems as SMT-LIB writes them.
#pragma once

#include <string>

#include "logic/problem_model.hpp"

namespace plato {

// The model as SMT-LIB definitions, a line each.
std::string write_smt_model(const Problem& problem, const ProblemModel& model);

}   // namespace plato
