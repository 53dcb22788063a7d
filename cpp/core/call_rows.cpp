// See call_rows.hpp.

#include "core/call_rows.hpp"

#include "core/value_text.hpp"
#include "logic/pair_parts.hpp"

namespace plato {
namespace {

// A counterexample has no map where none matters.
MapValue map_in(const ModelValue& value) {
  const auto* map = std::get_if<MapValue>(&value);
  return map == nullptr ? MapValue{} : *map;
}

// Its first index is left out, which must be this one.
MapValue row_of(const MapValue& map, const Integer& first) {
  MapValue row{{}, map.otherwise};
  for (const auto& [index, element] : map.entries)
    if (const auto parts = parts_of_pair(index); parts && parts->first == first) row.entries[parts->second] = element;
  return row;
}

}   // namespace

ShownValue shown_value(const Program& program, std::size_t variable, const StoreValue& store,
                       const StoreValue& numbers) {
  ShownValue shown{program.variables[variable], store(variable)};
  if (!shown.variable.call) return shown;
  const MapValue calls = map_in(numbers(*shown.variable.call)), all = map_in(shown.value);
  MapValue present{{}, all.otherwise};
  for (const auto& [index, element] : all.entries) {
    const auto whose = parts_of_pair(index);
    const auto which = whose ? parts_of_pair(whose->second) : std::nullopt;
    if (which && which->first == calls.at(whose->first))
      present.entries[pair_value(whose->first, which->second)] = element;
  }
  shown.value = std::move(present);
  shown.variable.call.reset();
  --shown.variable.inner;
  return shown;
}

std::string shown_text(const Program& program, std::size_t variable, const StoreValue& store) {
  const ShownValue shown = shown_value(program, variable, store, store);
  return value_text(shown.variable, shown.value);
}

std::string shown_text_of(const Program& program, std::size_t variable, const StoreValue& store,
                          const Integer& thread) {
  ShownValue shown = shown_value(program, variable, store, store);
  if (!is_map_type(shown.variable.type)) return element_text(shown.variable.type, map_in(shown.value).at(thread));
  shown.variable.is_local = false;
  return value_text(shown.variable, row_of(map_in(shown.value), thread));
}

}   // namespace plato
