// The types of variables in the language.
#pragma once

#include <cstdint>

namespace plato {

enum class VariableType : std::uint8_t { integer, boolean, map, bool_map, thread_set, lock };

// Whether the values are maps: of a local variable, those of one thread.
inline bool is_map_type(VariableType type) {
  return type == VariableType::map || type == VariableType::bool_map || type == VariableType::thread_set;
}

}   // namespace plato
