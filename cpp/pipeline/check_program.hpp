// Checking a program: front end, conditions from the kernel, proofs, certificate, and the kernel's word on it.
#pragma once

#include <string>

#include "pipeline/checked.hpp"
#include "system/deadline.hpp"

namespace plato {

// Explores the program; the kernel replays a schedule that shows it wrong.
ExploredProgram explore_program(const CoreProgram& core, const ExploreOptions& options);

struct CheckOptions {
  double effort = 1;     // times the usual counted budgets, for each condition
  Deadline deadline{};   // for everything
  // If the program is not proved, it is explored within these bounds; no states, no exploration.
  ExploreOptions explore{.most_states = 300'000, .most_work = 1'000'000'000};
};

// `certified` and `refuted` are said only if the kernel accepted the certificate in the answer.
Checked check_program_file(const std::string& path, const CheckOptions& options);

}   // namespace plato
