// See value_candidates.hpp.

#include "explore/value_candidates.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include "logic/model_evaluation.hpp"

namespace plato {
namespace {

bool has_truth_values(VariableType type) {
  return type == VariableType::boolean || type == VariableType::bool_map || type == VariableType::thread_set;
}

std::vector<std::int64_t> numbers(VariableType type, const ValueBounds& bounds) {
  if (has_truth_values(type)) return {0, 1};
  if (type != VariableType::lock) return bounds.values;
  std::vector<std::int64_t> values = bounds.identifiers;
  values.insert(values.begin(), 0);
  return values;
}

// Every map with one of the values at each of these indices, and 0 elsewhere; at the first ones only if there would be
// too many.
std::vector<std::int64_t> different_at(std::span<const std::int64_t> indices, const std::vector<std::int64_t>& values,
                                       MapPool& maps) {
  constexpr std::size_t most_maps = 1000;
  std::vector<std::int64_t> guessed = {maps.constant(0)};
  for (std::int64_t index : indices) {
    if (guessed.size() * values.size() > most_maps) break;
    std::vector<std::int64_t> wider;
    for (std::int64_t map : guessed)
      for (std::int64_t value : values) wider.push_back(maps.with(map, index, value));
    guessed = std::move(wider);
  }
  return guessed;
}

// A few places of a map of maps, the nearest first; of a local one, those of the threads that run.
std::vector<std::int64_t> small_pairs(const CoreVariable& variable, const ValueBounds& bounds) {
  constexpr std::int64_t small[] = {0, 1, 2};
  std::vector<std::int64_t> places(std::begin(small), std::end(small));
  for (std::uint32_t i = 1; i < index_count(variable); ++i) {
    const bool is_thread = variable.is_local && i + 1 == index_count(variable);
    const bool is_call = variable.call && i + 2 == index_count(variable);   // they are counted from 1
    const std::vector<std::int64_t> first = is_thread ? bounds.identifiers
                                            : is_call ? std::vector<std::int64_t>{1, 2}
                                                      : std::vector<std::int64_t>(std::begin(small), std::end(small));
    std::vector<std::int64_t> wider;
    for (std::int64_t place : places)
      for (std::int64_t index : first)
        if (const Integer both = pair_value(index, place); both.is_small()) wider.push_back(both.small());
    places = std::move(wider);
    constexpr std::size_t most_places = 27;   // more would not be tried
    places.resize(std::min(places.size(), most_places));
  }
  return places;
}

// Every map that is 0 but at one of these indices.
std::vector<std::int64_t> different_at_one(std::span<const std::int64_t> indices,
                                           const std::vector<std::int64_t>& values, MapPool& maps) {
  std::vector<std::int64_t> guessed;
  for (std::int64_t index : indices)
    for (std::int64_t value : values)
      if (value != 0) guessed.push_back(maps.with(maps.constant(0), index, value));
  return guessed;
}

}   // namespace

std::vector<std::int64_t> candidates_for(const CoreVariable& variable, bool is_element, const ValueBounds& bounds,
                                         MapPool& maps) {
  const std::vector<std::int64_t> values = numbers(variable.type, bounds);
  if (is_element || !is_map(variable)) return values;
  if (index_count(variable) > 1) {
    // What calls find in their maps is chosen for all calls at once: in few ways, or nothing else would be tried.
    const std::vector<std::int64_t> places = small_pairs(variable, bounds);
    std::vector<std::int64_t> guessed =
        variable.call ? different_at_one(places, values, maps) : different_at(places, values, maps);
    for (std::int64_t value : values) guessed.push_back(maps.constant(value));
    return guessed;
  }
  // Sets and local variables differ at the identifiers. Other maps are constant, or differ at a few small indices.
  if (variable.is_local || variable.type == VariableType::thread_set)
    return different_at(bounds.identifiers, values, maps);
  constexpr std::int64_t small[] = {0, 1, 2};
  std::vector<std::int64_t> guessed = different_at(small, values, maps);
  for (std::int64_t value : values) guessed.push_back(maps.constant(value));
  std::ranges::sort(guessed);
  guessed.erase(std::ranges::unique(guessed).begin(), guessed.end());
  return guessed;
}

bool has_other_values(const CoreVariable& variable, bool is_element) {
  return is_element ? !has_truth_values(variable.type) : variable.type != VariableType::boolean || variable.is_local;
}

}   // namespace plato
