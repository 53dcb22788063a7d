// What runs: a core program, without its claims, its proof and its text (lean/Plato/Meaning).
//
// Formulas are about one or two stores: program variable X in version 0 is its value before a step, in version 1 after
// it; a predicate uses version 0 alone. Logic variable 0 is the identifier of the thread that a formula is about; other
// logic variables are the program's symbolic parameters. Every formula is a literal of the one table, which also holds
// the formulas of the program's specification and outline.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/command.hpp"
#include "logic/formula_table.hpp"
#include "types/variable_type.hpp"

namespace plato {

struct CoreVariable {
  std::string name;
  VariableType type = VariableType::integer;   // for people: the kernel knows integers and maps
  bool is_local = false;                       // a map from thread identifiers to their own values
  bool is_ghost = false;                       // for a proof alone: nothing that the program does depends on it
  std::optional<std::size_t> owner{};          // the family whose threads declare it; none if it is shared, or local
                                               // to a procedure that any thread may call
  std::uint32_t inner = 0;                     // of a map: how many indices follow the first one
  // Of a map that each call of a procedure has: the variable that says which of the thread's calls is under way. Its
  // number is the index after the thread's identifier.
  std::optional<std::size_t> call{};
  bool numbers_calls = false;   // it is such a variable, or counts the calls
  // Of a ghost that a `count` or `sum` has made: what people read, or nothing if it is of no interest to them.
  std::optional<std::string> shown{};
  std::vector<std::string> places{};   // of a ghost that says where its thread is: what the numbers from 0 on mean
};

// Declared in a thread or procedure: nobody else changes the values of a thread's own.
inline bool is_private(const CoreVariable& variable) { return variable.is_local || variable.owner; }

// A parameter, result or local variable of a procedure.
inline bool is_of_procedure(const CoreVariable& variable) { return variable.is_local && !variable.owner; }

// Whether its values are maps, for the kernel: also those of a variable that every thread of a family has.
inline bool is_map(const CoreVariable& variable) { return variable.is_local || is_map_type(variable.type); }

struct CoreParameter {
  std::string name;
  VariableType type = VariableType::integer;
  std::uint32_t inner = 0;   // as that of a variable
};

// How many indices lead to a number: those of the type, after the thread's identifier if it is local. Several are
// written as pairs, i, j and k as pair(i, pair(j, k)).
inline std::uint32_t index_count(const CoreVariable& variable) {
  return (is_map_type(variable.type) ? variable.inner + 1 : 0) + (variable.is_local ? 1 : 0);
}
inline std::uint32_t index_count(const CoreParameter& parameter) {
  return is_map_type(parameter.type) ? parameter.inner + 1 : 0;
}

// Statements are numbered from 1; parts come before wholes.
using StatementId = std::uint32_t;

// Procedures are numbered from 1, too.
using ProcedureId = std::uint32_t;

struct CoreStatement {
  enum class Kind : std::uint8_t {
    skip,
    atomic,
    choice,
    seq,
    loop,
    block,   // runs its body, which an exit may end
    exit,    // ends a block around it: the nearest one, or one further out
    call,    // becomes the body of a procedure
    scope,   // runs its body, then gives the thread's values of some variables back: one step
    par      // runs its body in a branch for each number from one term's value to another's
  };
  Kind kind = Kind::skip;
  CommandId command = 0;                  // atomic: what the step does
  StatementId first = 0, second = 0;      // choice, seq: both; loop, block, scope, par: first is the body
  std::uint32_t passed = 0;               // exit: how many blocks it passes on its way out
  ProcedureId procedure = 0;              // call
  std::vector<std::size_t> variables{};   // scope: maps, whose values at the thread's identifier are given back
  TermId low = 0, high = 0;               // par: the numbers of the first and the last branch
};

// One step: a command, or the end of a scope.
inline bool is_step(const CoreStatement& statement) {
  return statement.kind == CoreStatement::Kind::atomic || statement.kind == CoreStatement::Kind::scope;
}

inline bool has_branches(const std::vector<CoreStatement>& statements) {
  return std::ranges::any_of(statements, [](const CoreStatement& s) { return s.kind == CoreStatement::Kind::par; });
}

// Its parameters, results and local variables are variables of the program, which calls assign to.
struct CoreProcedure {
  std::string name;
  StatementId body = 0;
  bool is_recursive = false;   // it may call itself, perhaps through others
};

// Threads that run the same statement: one for each identifier (logic variable 0) for which `members` is true.
struct CoreFamily {
  std::string name;
  Literal members = 0;
  StatementId body = 0;
};

struct Program {
  FormulaTable table;
  std::vector<CoreVariable> variables;     // the variable's number is its index
  std::vector<CoreParameter> parameters;   // logic variable 1 + index
  CoreCommands commands;                   // of the statements, and of the outline's
  std::vector<CoreStatement> statements;   // statement s is statements[s - 1]
  std::vector<CoreProcedure> procedures;   // procedure p is procedures[p - 1]
  std::vector<CoreFamily> families;
  Literal assumption = 0;   // about the parameters
  Literal init = 0;         // the initial stores
};

inline const CoreStatement& statement_of(const Program& program, StatementId s) { return program.statements.at(s - 1); }
inline const CoreCommand& command_of(const Program& program, CommandId c) { return command_of(program.commands, c); }

inline const CoreProcedure& procedure_of(const Program& program, ProcedureId p) { return program.procedures.at(p - 1); }

// One thread, which has an identifier of its own.
inline bool is_given_thread(const Program& program, const CoreFamily& family) {
  return family.members > 0 && program.table[formula_of(family.members)].kind == FormulaKind::eq;
}

// The formula says nothing: it is `true`.
inline bool is_trivial(const Program& program, Literal formula) {
  return formula > 0 && program.table[formula_of(formula)].kind == FormulaKind::true_;
}
// The same, or there is no formula.
inline bool is_trivial(const Program& program, const std::optional<Literal>& formula) {
  return !formula || is_trivial(program, *formula);
}

}   // namespace plato
