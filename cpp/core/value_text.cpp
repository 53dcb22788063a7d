// Printing values; see value_text.hpp.

#include "core/value_text.hpp"

namespace plato {
namespace {

std::string set_text(const MapValue& map) {
  std::string text;
  for (const auto& [index, value] : map.entries)
    if (value.is_zero() != map.otherwise.is_zero()) text += (text.empty() ? "" : ", ") + to_string(index);
  return map.otherwise.is_zero() ? "{" + text + "}" : text.empty() ? "everything" : "everything but {" + text + "}";
}

}   // namespace

std::string element_text(VariableType type, const Integer& value) {
  if (type != VariableType::boolean && type != VariableType::bool_map) return to_string(value);
  return value.is_zero() ? "false" : "true";
}

std::string value_text(VariableType type, const ModelValue& value) {
  if (const auto* integer = std::get_if<Integer>(&value)) return element_text(type, *integer);
  const MapValue& map = std::get<MapValue>(value);
  if (type == VariableType::thread_set) return set_text(map);
  std::string text = "[";
  for (const auto& [index, element] : map.entries) text += to_string(index) + ": " + element_text(type, element) + ", ";
  const std::string otherwise = element_text(type, map.otherwise);
  return text == "[" ? "map(" + otherwise + ")" : text + "otherwise " + otherwise + "]";
}

}   // namespace plato
