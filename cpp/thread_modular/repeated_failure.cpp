// See repeated_failure.hpp.

#include "thread_modular/repeated_failure.hpp"

#include <algorithm>

#include "thread_modular/condition_kinds.hpp"
#include "thread_modular/proof_unit.hpp"

namespace plato {
namespace {

using Kind = ConditionKind;

bool is_about_calls(Kind kind) { return kind == Kind::through_reflexive || kind == Kind::through_transitive; }
bool is_about_relies(Kind kind) {
  return kind == Kind::rely_reflexive || kind == Kind::rely_transitive || is_about_calls(kind);
}

}   // namespace

bool is_repeated(const std::vector<ConditionFailure>& failures, const ConditionFailure& failure,
                 const CoreProgram& core, const ProvedConditions& proved) {
  const ConditionOrigin& origin = proved.conditions[failure.condition].origin;
  const Kind kind = kind_of(origin);
  if (!is_about_relies(kind)) return false;
  if (!is_about_calls(kind) && !ProofUnit(core, origin.family).is_procedure()) return false;
  return std::ranges::any_of(failures, [&](const ConditionFailure& earlier) {
    const SourceRange &where = failure.message.where, &there = earlier.message.where;
    return is_about_relies(kind_of(proved.conditions[earlier.condition].origin)) && where.line == there.line &&
           where.column == there.column;
  });
}

}   // namespace plato
