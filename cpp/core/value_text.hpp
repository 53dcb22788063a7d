// Values as people read them.
#pragma once

#include <string>

#include "logic/model_evaluation.hpp"
#include "types/variable_type.hpp"

namespace plato {

// A value as the source would write it: true, {1, 2}, [0: 5, otherwise 0].
std::string value_text(VariableType type, const ModelValue& value);

// The same for an element of a map of this type, or a value that is no map.
std::string element_text(VariableType type, const Integer& value);

}   // namespace plato
