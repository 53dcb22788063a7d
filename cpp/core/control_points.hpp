// Where threads are in their statements: at(T, L), after(T, L), within(T, L .. M).
//
// Between two steps a thread stands before those steps that may come next. Places that no such formula of the program
// tells apart have one number. A ghost variable of the thread has it; every step of the thread assigns to it.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "core/core_program.hpp"
#include "types/program_symbols.hpp"

namespace plato {

struct ControlPoints {
  std::map<ExpressionIndex, std::set<std::int64_t>> numbers;   // of a `control` expression: where it is true
  std::map<StatementId, std::int64_t> after;                   // of a step: the number that it leads to
  std::map<StatementId, std::set<std::int64_t>> before;        // and those that its thread may have before it
  // Of loops, of cuts, and of steps with an assertion: the numbers that a thread may have there.
  std::map<StatementId, std::set<std::int64_t>> here;
  std::map<std::size_t, std::vector<std::string>> names;   // of a thread's numbers, for people: lines of the source
};

// Whether some formula asks where a thread is.
bool has_control_points(const CheckedProgram& program);

// `core` is the program without them: statements do not depend on what is told of them.
ControlPoints control_points(const CheckedProgram& program, const CoreProgram& core);

// Steps assign the numbers, and what is asserted in the threads says them, too.
void add_control_points(const CheckedProgram& program, const ControlPoints& points,
                        const std::unordered_map<SymbolIndex, std::int32_t>& variables, CoreProgram& core);

// The term has one of these values.
Literal is_one_of(FormulaTable& table, TermId term, const std::set<std::int64_t>& values);

}   // namespace plato
