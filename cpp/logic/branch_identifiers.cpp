// See branch_identifiers.hpp.

#include "logic/branch_identifiers.hpp"

#include <optional>

#include "logic/model_evaluation.hpp"
#include "logic/pair_parts.hpp"

namespace plato {
namespace {

// The parent and the number that an identifier stands for, if it is that of a branch.
std::optional<PairParts> parts_of(const Integer& branch) {
  return branch.sign() < 0 ? parts_of_pair(Integer(-1) - branch) : std::nullopt;
}

}   // namespace

Integer branch_of(const Integer& parent, const Integer& number) { return Integer(-1) - pair_value(parent, number); }

Integer parent_of(const Integer& branch) {
  const std::optional<PairParts> parts = parts_of(branch);
  return parts ? parts->first : branch;
}

Integer number_of(const Integer& branch) {
  const std::optional<PairParts> parts = parts_of(branch);
  return parts ? parts->second : Integer(0);
}

Integer about_branch(const Integer& branch, const Integer& question) {
  return question.is_zero() ? parent_of(branch) : number_of(branch);
}

}   // namespace plato
