// See branch_identifiers.hpp.

#include "logic/branch_identifiers.hpp"

#include <optional>
#include <vector>

#include "logic/model_evaluation.hpp"

namespace plato {
namespace {

// The largest number whose square is no larger, bit by bit.
Integer root(const Integer& n) {
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

// The parent and the number that an identifier stands for, if it is that of a branch.
struct Parts {
  Integer parent, number;
};
std::optional<Parts> parts_of(const Integer& branch) {
  if (branch.sign() >= 0) return std::nullopt;
  const Integer natural = Integer(-1) - branch, sum = root(natural), first = natural - sum * sum;
  if (sum < first) return std::nullopt;
  return Parts{signed_of(first), signed_of(sum - first)};
}

}   // namespace

Integer branch_of(const Integer& parent, const Integer& number) { return Integer(-1) - pair_value(parent, number); }

Integer parent_of(const Integer& branch) {
  const std::optional<Parts> parts = parts_of(branch);
  return parts ? parts->parent : branch;
}

Integer number_of(const Integer& branch) {
  const std::optional<Parts> parts = parts_of(branch);
  return parts ? parts->number : Integer(0);
}

Integer about_branch(const Integer& branch, const Integer& question) {
  return question.is_zero() ? parent_of(branch) : number_of(branch);
}

}   // namespace plato
