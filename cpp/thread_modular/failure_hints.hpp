// Hints for the usual mistakes behind a condition that fails.
#pragma once

#include <string>

#include "thread_modular/violated_clause.hpp"

namespace plato {

// A step breaks the clause by changing a variable that it protects by a lock, which the thread does not hold. Empty if
// that is not what happens.
std::string hint_unprotected_change(const Program& program, const Counterexample& counterexample,
                                    const CoreClause& broken, std::int32_t before, std::int32_t after);

// A literal of the condition is false in that store, and mentions a variable that the others leave alone only while the
// thread holds a lock, which it does not. Empty if that is not so.
std::string hint_unprotected_use(const CoreProgram& core, const Counterexample& counterexample,
                                 const FormulaTable& table, Literal violated, std::span<const CoreClause> relies,
                                 std::int32_t version);

}   // namespace plato
