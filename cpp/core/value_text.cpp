// Printing values; see value_text.hpp.

#include "core/value_text.hpp"

#include "logic/pair_parts.hpp"

namespace plato {
namespace {

std::string set_text(const MapValue& map) {
  std::string text;
  for (const auto& [index, value] : map.entries)
    if (value.is_zero() != map.otherwise.is_zero()) text += (text.empty() ? "" : ", ") + to_string(index);
  return map.otherwise.is_zero() ? "{" + text + "}" : text.empty() ? "everything" : "everything but {" + text + "}";
}

// [i][j]
std::string indices_text(const Integer& index, std::uint32_t count) {
  std::string text;
  if (const auto indices = indices_in(index, count))
    for (const Integer& one : *indices) text += "[" + to_string(one) + "]";
  return text;
}

std::string text_of(VariableType type, std::uint32_t count, const ModelValue& value) {
  if (const auto* integer = std::get_if<Integer>(&value)) return element_text(type, *integer);
  const MapValue& map = std::get<MapValue>(value);
  if (type == VariableType::thread_set) return set_text(map);
  std::string text = "[";
  for (const auto& [index, element] : map.entries) {
    const std::string where = count < 2 ? to_string(index) : indices_text(index, count);
    if (!where.empty()) text += where + ": " + element_text(type, element) + ", ";
  }
  const std::string otherwise = element_text(type, map.otherwise);
  return text == "[" ? "map(" + otherwise + ")" : text + "otherwise " + otherwise + "]";
}

}   // namespace

std::string element_text(VariableType type, const Integer& value) {
  if (type != VariableType::boolean && type != VariableType::bool_map) return to_string(value);
  return value.is_zero() ? "false" : "true";
}

namespace {

// Where threads are. Of identifiers that are no threads nothing is known, and nothing told.
std::string place_text(const CoreVariable& variable, const ModelValue& value) {
  const auto is_place = [&](const Integer& number) {
    return number.sign() >= 0 && number < Integer(static_cast<std::int64_t>(variable.places.size()));
  };
  const auto name = [&](const Integer& number) { return variable.places[static_cast<std::size_t>(number.small())]; };
  if (const auto* number = std::get_if<Integer>(&value)) return is_place(*number) ? name(*number) : "nowhere";
  std::string text;
  for (const auto& [index, element] : std::get<MapValue>(value).entries)
    if (is_place(element)) text += (text.empty() ? "" : ", ") + to_string(index) + ": " + name(element);
  return "[" + text + "]";
}

// What threads have to themselves; what others would have is of no interest.
std::string own_values_text(VariableType type, const MapValue& map) {
  std::string text;
  for (const auto& [thread, element] : map.entries)
    text += (text.empty() ? "" : ", ") + to_string(thread) + ": " + element_text(type, element);
  return "[" + text + "]";
}

}   // namespace

std::string value_text(const CoreVariable& variable, const ModelValue& value) {
  if (!variable.places.empty()) return place_text(variable, value);
  if (const auto* map = std::get_if<MapValue>(&value); map && variable.is_local && !is_map_type(variable.type))
    if (!map->entries.empty()) return own_values_text(variable.type, *map);
  return text_of(variable.type, index_count(variable), value);
}
std::string value_text(const CoreParameter& parameter, const ModelValue& value) {
  return text_of(parameter.type, index_count(parameter), value);
}

std::string index_text(const CoreVariable& variable, const Integer& index) {
  return indices_text(index, index_count(variable));
}

}   // namespace plato
