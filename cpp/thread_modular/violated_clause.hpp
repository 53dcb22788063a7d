// Which of the annotations a counterexample breaks, and whose it is.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "conditions/counterexample.hpp"
#include "core/core_program.hpp"

namespace plato {

// The first clause that is false there or, if the truth of only one is not known, that one; null if it is not known.
const CoreClause* violated_clause(Counterexample& counterexample, std::span<const CoreClause> clauses,
                                  const Integer& thread, std::int32_t before, std::int32_t after);

// What a step has to keep: what its thread and the program guarantee, what other threads rely on, and the invariant.
struct BrokenPromise {
  enum class Kind : std::uint8_t { guarantee, rely, branch, invariant, program_guarantee };
  Kind kind = Kind::guarantee;
  const CoreClause* clause = nullptr;   // null if it is not known what is broken
  std::size_t family = 0;               // rely: whose, and of which of its threads; branch: of which branch
  Integer thread;
};

// `family`: of the thread; none for a step of a procedure, which any thread may take.
BrokenPromise broken_promise(const CoreProgram& core, Counterexample& counterexample, std::optional<std::size_t> family,
                             std::int32_t before, std::int32_t after);

// The same for a step of a branch of this `par`, which owes something to the other branches, too.
BrokenPromise broken_promise_of_branch(const CoreProgram& core, Counterexample& counterexample, StatementId par,
                                       std::int32_t before, std::int32_t after);

}   // namespace plato
