// What a pair was made of: `pair_value` the other way.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "numbers/integer.hpp"

namespace plato {

struct PairParts {
  Integer first, second;
};
// None of an integer that is no pair.
std::optional<PairParts> parts_of_pair(const Integer& pair);

// So many indices, at least one, that are written as pair(i, pair(j, k)); none if that is not one of these.
std::optional<std::vector<Integer>> indices_in(const Integer& index, std::uint32_t count);

}   // namespace plato
