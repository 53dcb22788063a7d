// Models as certificate lines; see model_writer.hpp.

#include "certificate/model_writer.hpp"

#include <map>

namespace plato {
namespace {

// By number: the model's own order is that of a hash table.
template <class Value>
std::map<std::int32_t, const Value*> ordered(const std::unordered_map<std::int32_t, Value>& values) {
  std::map<std::int32_t, const Value*> result;
  for (const auto& [number, value] : values) result.emplace(number, &value);
  return result;
}

}   // namespace

std::string write_model(const LogicModel& model) {
  std::string text;
  for (const auto& [atom, truth] : ordered(model.atoms))
    if (*truth) text += "a " + std::to_string(atom) + "\n";
  for (const auto& [variable, value] : ordered(model.logic)) {
    if (const auto* integer = std::get_if<Integer>(value)) {
      text += "y " + std::to_string(variable) + " " + to_string(*integer) + "\n";
    } else {
      const auto& map = std::get<MapValue>(*value);
      text += "Y " + std::to_string(variable) + " " + to_string(map.otherwise);
      for (const auto& [index, element] : map.entries) text += " " + to_string(index) + " " + to_string(element);
      text += "\n";
    }
  }
  return text;
}

}   // namespace plato
