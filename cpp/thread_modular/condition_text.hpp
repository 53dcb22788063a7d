// What a verification condition says, in source terms, whether it is proved or not.
#pragma once

#include <string>
#include <string_view>

#include "conditions/prove_conditions.hpp"
#include "core/core_program.hpp"

namespace plato {

// One line that stands alone: "the rely of thread 'T1' is reflexive".
std::string condition_text(const CoreProgram& core, const ConditionOrigin& origin);

// The loop or assertion that the condition is about, or else its thread; line 0 if it is about the whole program.
SourceRange condition_place(const CoreProgram& core, const ConditionOrigin& origin);

// "proved", "fails", "uncertified", "unknown", "not-tried"
std::string_view status_word(ConditionResult::Status status);

}   // namespace plato
