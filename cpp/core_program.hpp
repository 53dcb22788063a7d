// Core Plato: what a program is after desugaring, and what a certificate says of it (lean/Plato/Program).
//
// Formulas speak of one or two stores: program variable X in version 0 is its value before a step, in version 1 after it;
// a predicate uses version 0 alone. Logic variable 0 is the identifier of the thread that a formula is about; other logic
// variables are the program's symbolic parameters. Every formula is a literal of the one table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formula_table.hpp"

namespace plato {

// The place in a source file that something comes from.
struct SourceRange {
  std::uint32_t line = 0, column = 0;   // from 1; 0 if it comes from nowhere
  std::uint32_t length = 0;             // in bytes, on that line
};

enum class VariableType : std::uint8_t { integer, boolean, map, bool_map, thread_set, lock };

struct CoreVariable {
  std::string name;
  VariableType type = VariableType::integer;   // for people: the kernel knows integers and maps
  bool is_local = false;                       // a map from thread identifiers to their own values
  SourceRange where;
};

// Statements are numbered from 1; parts come before wholes.
using StatementId = std::uint32_t;

struct CoreStatement {
  enum class Kind : std::uint8_t { skip, atomic, choice, seq, loop, cut };
  Kind kind = Kind::skip;
  Literal gate = 0, step = 0, post = 0;   // atomic: gate ? step ↓ post
  Literal assertion = 0;                  // loop: its invariant; cut: what holds here
  StatementId first = 0, second = 0;      // choice, seq: both; loop: first is the body
  SourceRange where;
  std::string text;                       // as written, for messages: "x := x + 1"
};

// Threads that run the same statement: one for each identifier (logic variable 0) that `members` is true of.
struct CoreFamily {
  std::string name;
  Literal members = 0;
  StatementId body = 0;
  Literal rely = 0;        // an action of the environment, reflexive and transitive
  Literal guarantee = 0;   // an action
  SourceRange where;
};

struct CoreProgram {
  FormulaTable table;
  std::vector<CoreVariable> variables;       // the variable's number is its index
  std::vector<std::string> parameters;       // logic variable 1 + index
  std::vector<CoreStatement> statements;     // statement s is statements[s - 1]
  std::vector<CoreFamily> families;
  Literal assumption = 0;                    // about the parameters
  Literal init = 0;                          // the initial stores
  Literal invariant = 0;                     // of every reachable store; `true` if none is stated
};

}   // namespace plato
