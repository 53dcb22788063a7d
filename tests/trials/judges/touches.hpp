// What a command reads and writes of some variables, for second opinions about races; from certificates/FORMAT.md.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "explore/concrete_evaluation.hpp"

namespace plato_test {

// A variable, the index (none for all), and whether it is written.
using Touch = std::tuple<std::size_t, std::optional<std::int64_t>, bool>;
using Touches = std::set<Touch>;

// Of the command by itself, without its parts, when it leads from the one store of the model to the other.
void add_touches(const plato::Program& program, plato::ConcreteEvaluation& evaluation,
                 const plato::CoreCommand& command, const plato::ConcreteModel& model,
                 const std::vector<std::size_t>& watched, Touches& out);

}   // namespace plato_test
