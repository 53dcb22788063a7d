// Values as people read them.
#pragma once

#include <string>

#include "core/program.hpp"
#include "logic/model_evaluation.hpp"

namespace plato {

// A value as the source would write it: true, {1, 2}, [0: 5, otherwise 0], of a map of maps [[0][1]: 5, otherwise 0].
std::string value_text(const CoreVariable& variable, const ModelValue& value);
std::string value_text(const CoreParameter& parameter, const ModelValue& value);

// [0], or [0][1] of a map of maps; empty for an integer that leads to no element of it.
std::string index_text(const CoreVariable& variable, const Integer& index);

// The same for an element of a map of this type, or a value that is no map.
std::string element_text(VariableType type, const Integer& value);

}   // namespace plato
