// What steps and formulas read in concrete stores, as people see it: "flag2 = false", "cuts[1] = 4".
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "core/program.hpp"
#include "logic/model_evaluation.hpp"

namespace plato {

// What is read, and where. Refers to all of these.
struct ReadingPlace {
  const std::vector<ModelValue>& before;
  const std::vector<ModelValue>& after;   // of a formula about two stores; otherwise the same
  const std::vector<ModelValue>& parameters;
  Integer thread;
};

// The values of the variables in a formula, each once, in the order of the program's variables. Of maps the elements
// that it reads; elements at indices that a quantifier chooses are left out.
std::vector<std::string> values_in(const Program& program, Literal formula, const ReadingPlace& place);

// The values of shared variables that a command reads in the store in which it starts.
std::vector<std::string> values_read(const Program& program, CommandId command, const ReadingPlace& place);

// The variables that threads share and some step changes.
std::set<std::size_t> changing_variables(const Program& program);

// Whether the command neither reads nor changes any of these.
bool leaves_alone(const Program& program, CommandId command, const std::set<std::size_t>& variables);

}   // namespace plato
