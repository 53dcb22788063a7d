// See branch_identifiers.hpp.

#include "logic/branch_identifiers.hpp"

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

// What `pair_value` was made of.
struct Parts {
  Integer first, sum;
};
Parts parts_of_branch(const Integer& branch) {
  const Integer natural = branch.sign() < 0 ? Integer(-1) - branch : Integer(0);
  const Integer sum = root(natural);
  return {natural - sum * sum, sum};
}

}   // namespace

Integer branch_of(const Integer& parent, const Integer& number) { return Integer(-1) - pair_value(parent, number); }

Integer parent_of(const Integer& branch) { return signed_of(parts_of_branch(branch).first); }

// No branch has an identifier with first > sum; the kernel's natural numbers stop at 0 there.
Integer number_of(const Integer& branch) {
  const auto [first, sum] = parts_of_branch(branch);
  return signed_of(sum < first ? Integer(0) : sum - first);
}

Integer about_branch(const Integer& branch, const Integer& question) {
  return question.is_zero() ? parent_of(branch) : number_of(branch);
}

}   // namespace plato
