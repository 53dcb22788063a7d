// Which identifiers the threads of a family have, for given values of the program's parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explore/concrete_evaluation.hpp"

namespace plato {

// All members are within these bounds; if a bound is missing, the family may be infinite on that side.
struct MemberRange {
  std::optional<std::int64_t> least, greatest;
};

// What the comparisons of the identifier with known numbers in the family's formula say. Throws `TooLarge`.
MemberRange member_range(const Program& program, Literal members, ConcreteEvaluation& evaluation,
                         const ConcreteModel& model);

struct FamilyMembers {
  std::vector<std::int64_t> identifiers;   // in the order in which they would be tried
  bool are_all = true;                     // the family has no other members
  bool is_endless = false;                 // nothing bounds the identifiers on one side at least
};

// All members of a bounded family, or as many as wanted, at most `most`; the first few members of any other family, at
// most `few`.
FamilyMembers find_members(const Program& program, Literal members, std::size_t most, std::size_t few,
                           ConcreteEvaluation& evaluation, const ConcreteModel& model);

}   // namespace plato
