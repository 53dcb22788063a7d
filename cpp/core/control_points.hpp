// Where threads are in their statements: at(T, L), after(T, L), within(T, L .. M).
//
// Between two steps a thread stands before those steps that may come next. Places that no such formula of the program
// tells apart have one number. A ghost variable of the thread has it; every step of the thread assigns to it. A step of
// a procedure does so for all threads that may run it, and where it leads may depend on where the thread was. What a
// call of a procedure that may call itself goes back to is on a stack, which other ghosts hold.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/core_program.hpp"
#include "source/diagnostic.hpp"
#include "types/program_symbols.hpp"

namespace plato {

using PlaceNumbers = std::set<std::int64_t>;

// What a step does, from some places.
struct ControlMove {
  PlaceNumbers from{};
  bool returns = false;   // to what the stack says, or else:
  std::int64_t to = 0;
  std::optional<std::int64_t> pushes{};   // where the procedure that it enters goes back to
  friend bool operator==(const ControlMove&, const ControlMove&) = default;
};

// A way into a procedure: a call, or several that cannot be told apart.
struct ControlEntry {
  PlaceNumbers from{};                              // where the thread is when the procedure begins
  PlaceNumbers to{};                                // and when it has ended
  bool is_stacked = false, is_tail = false;         // the procedure may call itself; it ends where its caller does, too
  bool passes = false;                              // it may end without a step
  std::map<StatementId, PlaceNumbers> here{};       // of loops and cuts of its body
  std::map<StatementId, PlaceNumbers> entering{};   // the same, if no step has come since it began
};

// A thread, or the branches of one of its `par`.
struct ControlUnit {
  std::size_t thread = 0;
  std::uint32_t par = 0;   // 1 + its place in the tree's list
  std::map<StatementId, std::vector<ControlMove>> moves{};
  std::map<StatementId, PlaceNumbers> here{};   // of loops, of cuts, and of steps with an assertion
  std::map<ProcedureId, std::vector<ControlEntry>> entries{};
  std::vector<std::string> names{};   // of the numbers, for people: lines of the source
};

struct ControlPoints {
  std::map<ExpressionIndex, PlaceNumbers> numbers;   // of a `control` expression: where it is true
  std::vector<ControlUnit> units;
};

// Whether some formula asks where a thread is.
bool has_control_points(const CheckedProgram& program);

// `core` is the program without them: statements do not depend on what is told of them.
ControlPoints control_points(const CheckedProgram& program, const CoreProgram& core, Diagnostics& diagnostics);

}   // namespace plato
