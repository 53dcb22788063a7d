// See pair_parts.hpp.

#include "logic/pair_parts.hpp"

#include <algorithm>
#include <cmath>

namespace plato {
namespace {

// The same of small numbers, of which explorations decode many.
std::int64_t small_root(std::int64_t n) {
  auto found = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  while (found > n / std::max<std::int64_t>(found, 1)) --found;
  while (found + 1 <= n / (found + 1)) ++found;
  return found;
}

// The largest number whose square is no larger, bit by bit.
Integer root(const Integer& n) {
  if (n.is_small()) return small_root(n.small());
  std::vector<Integer> parts;   // n, n / 4, …
  for (Integer rest = n; rest.sign() > 0; rest = floor_divide(rest, 4)) parts.push_back(rest);
  Integer found = 0;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    found = found + found;
    const Integer next = found + Integer(1);
    if (next * next <= *part) found = next;
  }
  return found;
}

Integer signed_of(const Integer& natural) {
  const Integer half = floor_divide(natural, 2);
  return floor_remainder(natural, 2).is_zero() ? half : Integer(-1) - half;
}

}   // namespace

std::optional<PairParts> parts_of_pair(const Integer& pair) {
  if (pair.sign() < 0) return std::nullopt;
  const Integer sum = root(pair), first = pair - sum * sum;
  if (sum < first) return std::nullopt;
  return PairParts{signed_of(first), signed_of(sum - first)};
}

std::optional<std::vector<Integer>> indices_in(const Integer& index, std::uint32_t count) {
  std::vector<Integer> indices;
  Integer rest = index;
  while (indices.size() + 1 < count) {
    const std::optional<PairParts> parts = parts_of_pair(rest);
    if (!parts) return std::nullopt;
    indices.push_back(parts->first);
    rest = parts->second;
  }
  indices.push_back(rest);
  return indices;
}

}   // namespace plato
