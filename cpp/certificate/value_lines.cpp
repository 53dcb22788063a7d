// See value_lines.hpp.

#include "certificate/value_lines.hpp"

#include <algorithm>
#include <variant>

namespace plato {

std::string value_line(char small, char capital, std::size_t name, const ModelValue& value) {
  if (const auto* integer = std::get_if<Integer>(&value))
    return std::string(1, small) + " " + std::to_string(name) + " " + to_string(*integer) + "\n";
  const auto& map = std::get<MapValue>(value);
  std::string text = std::string(1, capital) + " " + std::to_string(name) + " " + to_string(map.otherwise);
  for (const auto& [index, element] : map.entries) text += " " + to_string(index) + " " + to_string(element);
  return text + "\n";
}

void Hull::add(const Integer& value) {
  low_ = std::min(low_, value);
  high_ = std::max(high_, value);
}

void Hull::add(const ModelValue& value) {
  if (const auto* integer = std::get_if<Integer>(&value)) return add(*integer);
  const auto& map = std::get<MapValue>(value);
  add(map.otherwise);
  for (const auto& [index, element] : map.entries) {
    add(index);
    add(element);
  }
}

std::string Hull::range_line(std::int64_t margin) const {
  return "range " + to_string(low_ - Integer(margin)) + " " + to_string(high_ + Integer(margin)) + "\n";
}

}   // namespace plato
