// Why a procedure is not what its specification says, or is called where it must not be: in source terms.
#pragma once

#include <string>

#include "conditions/counterexample.hpp"
#include "core/core_program.hpp"
#include "source/message.hpp"

namespace plato {

// The variables that an atomic statement assigns to; none for other statements.
std::vector<std::size_t> assigned_in(const CoreProgram& core, StatementId s);

// A step of the procedure, given by the stores before and after it (their versions in the condition, 0 if they are not
// known), that is neither idle nor the next action. `step` is its text in quotes, `assigned` the variables that it
// assigns to. The answer: whether it is clear that
// the step itself is at fault, whatever is known before it.
bool tell_of_step(const CoreProgram& core, Counterexample& model, ProcedureId procedure, const std::string& step,
                  std::int32_t before, std::int32_t after, const std::vector<std::size_t>& assigned, Message& message);

// The same of a step of which no stores are known.
void tell_of_suspected_step(const CoreProgram& core, ProcedureId procedure, const std::vector<std::size_t>& assigned,
                            Message& message);

// It may end in that store although actions are still to come.
void tell_of_missing_actions(const CoreProgram& core, const Counterexample& model, ProcedureId procedure,
                             std::int32_t end, Message& message);

// What the procedure requires may be false in that store, where it is called.
void tell_of_requirement(const CoreProgram& core, Counterexample& model, ProcedureId procedure, const std::string& call,
                         std::int32_t there, Message& message);

}   // namespace plato
