// Values of the surface language as the interpreter keeps them: a number (of an int, a bool or a lock), or a map from
// all integers, which is one number except at finitely many places. A set is the map that is 1 at its elements.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace plato_test::surface {

struct Value {
  bool is_map = false;
  std::int64_t number = 0;                                           // of a map: everywhere else
  std::vector<std::pair<std::int64_t, std::int64_t>> entries = {};   // ascending; none is `number`

  friend bool operator==(const Value&, const Value&) = default;
  friend std::strong_ordering operator<=>(const Value&, const Value&) = default;
};

inline Value of_number(std::int64_t number) { return {.number = number}; }
inline Value of_truth(bool truth) { return {.number = truth ? 1 : 0}; }
inline Value constant_map(std::int64_t number) { return {.is_map = true, .number = number}; }

inline std::int64_t element(const Value& map, std::int64_t index) {
  const auto found = std::ranges::lower_bound(map.entries, index, {}, [](const auto& entry) { return entry.first; });
  return found != map.entries.end() && found->first == index ? found->second : map.number;
}

inline Value with_element(Value map, std::int64_t index, std::int64_t number) {
  auto found = std::ranges::lower_bound(map.entries, index, {}, [](const auto& entry) { return entry.first; });
  const bool is_there = found != map.entries.end() && found->first == index;
  if (is_there && number == map.number)
    map.entries.erase(found);
  else if (is_there)
    found->second = number;
  else if (number != map.number)
    map.entries.insert(found, {index, number});
  return map;
}

// A map of maps is kept as a map from its indices written in one number: m[i][j] is at further_index(i, j), m[i][j][k]
// at further_index(further_index(i, j), k).
inline constexpr std::int64_t most_index = std::int64_t{1} << 15;
inline std::int64_t further_index(std::int64_t before, std::int64_t index) {
  return before * 2 * most_index + index + most_index;
}
// What came before the last index.
inline std::int64_t without_last(std::int64_t indices) {
  const std::int64_t all = 2 * most_index;
  return indices >= 0 ? indices / all : -((all - 1 - indices) / all);
}

std::string to_text(const Value& value);

using Store = std::vector<Value>;   // one value for each slot of a world

}   // namespace plato_test::surface
