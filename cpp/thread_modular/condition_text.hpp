// What a verification condition says, in source terms, whether it is proved or not.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "conditions/prove_conditions.hpp"
#include "core/core_program.hpp"
#include "thread_modular/condition_kinds.hpp"

namespace plato {

// One line that can be read alone: "the rely of thread 'T1' is reflexive".
std::string condition_text(const CoreProgram& core, const ConditionOrigin& origin);

// A sentence of the table of kinds about this condition, with names for what is in braces.
std::string filled_in(std::string_view sentence, const CoreProgram& core, const ConditionOrigin& origin);

// The annotations that the table means, for this condition.
std::span<const CoreClause> clauses_of(const CoreProgram& core, const ConditionOrigin& origin, Stated stated);

// The clause, loop or assertion that the condition is about, or else its thread or procedure; line 0 if there is no
// such place.
SourceRange condition_place(const CoreProgram& core, const ConditionOrigin& origin);

// "proved", "fails", "uncertified", "unknown", "not-tried"
std::string_view status_word(ConditionResult::Status status);

}   // namespace plato
