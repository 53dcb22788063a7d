// Telling in source terms why a program is not proved: which thread and statement, what is violated, and the stores.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core_program.hpp"
#include "prove_conditions.hpp"

namespace plato {

// One condition that is not proved.
struct ConditionFailure {
  SourceRange where;
  std::string message;              // one line
  std::vector<std::string> notes;   // the stores, what to do
};

std::vector<ConditionFailure> describe_failures(const CoreProgram& program, const ProvedConditions& proved);

// `file:line:column: not proved: …` with the line of the source and the notes, for each of them.
std::string render_failures(const std::vector<ConditionFailure>& failures, std::string_view file, std::string_view source);

// The claim of an accepted certificate in source terms.
std::string describe_certified(const CoreProgram& program, const ProvedConditions& proved, std::string_view path);

}   // namespace plato
