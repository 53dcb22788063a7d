// The schedule of an exploration as a table that people can read.
#pragma once

#include <string>

#include "explore.hpp"

namespace plato {

// A value as the source would write it: true, {1, 2}, [0: 5, otherwise 0].
std::string value_text(const CoreVariable& variable, const ModelValue& value);

// Initial values, then one line for each step: number, thread, line of the source, statement, what changed; at the end
// what is wrong. Empty if nothing is.
std::string schedule_table(const CoreProgram& program, const Exploration& exploration);

}   // namespace plato
