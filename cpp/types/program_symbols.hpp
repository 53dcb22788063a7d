// What the names of a program mean, and the types of its expressions: the type checker's result.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "source/syntax_tree.hpp"
#include "types/variable_type.hpp"

namespace plato {

// Locks and thread identifiers are integers; so are values of enumerations, which are kept apart.
struct ValueType {
  enum class Kind : std::uint8_t { mistake, integer, boolean, set, map, bool_map, record };
  Kind kind = Kind::mistake;
  std::uint32_t enumeration = 0;   // integer, map: of the value or its elements; 1 + its place in tree.enumerations
  std::uint32_t inner = 0;         // map, bool_map: how many indices what it holds has in turn; 0 if no maps

  static const ValueType mistake, integer, boolean, set, map, bool_map, record;
  friend bool operator==(const ValueType&, const ValueType&) = default;
};
inline constexpr ValueType ValueType::mistake{Kind::mistake}, ValueType::integer{Kind::integer},
    ValueType::boolean{Kind::boolean}, ValueType::set{Kind::set}, ValueType::map{Kind::map},
    ValueType::bool_map{Kind::bool_map}, ValueType::record{Kind::record};

ValueType value_type(const SyntaxType& type);
std::string name_of(const SyntaxTree& tree, ValueType type);
inline bool is_map(ValueType type) {
  return type.kind == ValueType::Kind::map || type.kind == ValueType::Kind::bool_map;
}
// Of a map: what it holds, perhaps maps; and the map of such elements.
ValueType element_type(ValueType map);
ValueType map_of(ValueType element);

using SymbolIndex = std::uint32_t;   // 0 is none

struct Symbol {
  enum class Kind : std::uint8_t {
    variable,
    constant,
    record,
    definition,
    parameter,
    bound,
    own_identifier,
    branch_number,   // which of the branches of a `par` it is
    thread,
    enumeration,
    procedure,
    pending   // how many actions of a procedure are still to come
  };
  Kind kind = Kind::variable;
  std::string name;   // a field as "p.a"
  ValueType type = ValueType::mistake;
  VariableType variable_type = VariableType::integer;
  std::int32_t thread = -1;        // whose local variable it is: see `procedure_scope`; -1 if it is global
  std::uint32_t declaration = 0;   // constant: in tree.variables; definition: in tree.definitions; thread and
                                   // procedure: in their lists; parameter: its place
  ExpressionIndex initial = 0;     // variable, constant: its value, if it has one
  SyntaxType declared{};           // variable, constant: no record
  bool uses_tid = false;           // definition: its meaning depends on the thread
  bool is_ghost = false;           // variable: a ghost; definition: it mentions a ghost
  std::uint32_t height = 0;        // definition: of its body with the definitions in it expanded
  // branch_number, and variable of a branch: 1 + its place in tree.pars, which branch it is, and how many `par` are
  // around it.
  std::uint32_t par = 0, branch = 0, depth = 0;
  std::uint32_t module = 0;   // variable, constant, record: that it is private to; 1 + its place in tree.modules
  SourceRange where;
};

inline constexpr std::uint32_t highest_definition = 2000;

struct ExpressionInfo {
  ValueType type = ValueType::mistake;
  SymbolIndex symbol = 0;             // name, call
  std::vector<SymbolIndex> bound{};   // forall, exists
  bool of_other_thread = false;       // name: thread.local, seen from outside: in a family, a map over its members
};

// Local names belong to a thread, by its number, or to a procedure: those come after all threads.
inline std::int32_t procedure_scope(const SyntaxTree& tree, std::size_t procedure) {
  return static_cast<std::int32_t>(tree.threads.size() + procedure);
}
inline std::optional<std::size_t> procedure_of(const SyntaxTree& tree, std::int32_t scope) {
  if (scope < static_cast<std::int32_t>(tree.threads.size())) return std::nullopt;
  return static_cast<std::size_t>(scope) - tree.threads.size();
}

struct CheckedProcedure {
  std::vector<SymbolIndex> parameters{}, locals{}, results{};
  // Where results wait while the variables of a call, one of which is to take them, get their values back; none if it
  // never comes to that.
  std::vector<SymbolIndex> registers{};
  // If calls have maps of their own: how many calls of it the thread has begun, and which of them is under way; the
  // same variable unless the procedure is recursive.
  SymbolIndex calls = 0, call = 0;
  std::set<SymbolIndex> read_early{};   // results and local variables that may be read before they have a value
  std::set<std::size_t> reached{};      // procedures that it calls, or that those call, and so on
  bool is_recursive = false;
  // With a specification: the global variables that any of its steps may change, and those that each action changes.
  std::set<SymbolIndex> modifies{};
  std::vector<std::set<SymbolIndex>> action_modifies{};
  std::vector<std::set<SymbolIndex>> action_results{};   // the results that each action gives a value
  std::set<SymbolIndex> kept_parameters{};               // those that are arguments throughout
  // Procedures with a specification: those whose abstractions it uses, by calls in its statements and in those of
  // procedures that it runs as its own; and those that run its statements as their own, itself included.
  std::set<std::size_t> abstracted{}, hosts{};
  std::size_t place = 0;   // among all procedures, those that a procedure calls before it unless they are recursive
};

// A program whose names and types are right.
struct CheckedProgram {
  SyntaxTree tree;
  std::vector<Symbol> symbols{1};
  std::vector<ExpressionInfo> info;                   // of tree.expressions
  std::vector<bool> is_lemma;                         // of tree.invariants: it mentions ghosts
  std::vector<SymbolIndex> race_free;                 // of tree.race_free
  std::vector<SymbolIndex> initial_ghost;             // of tree.inits: the ghost whose first values it gives, 0 if none
  std::vector<std::vector<SymbolIndex>> parameters;   // of tree.definitions
  std::vector<Integer> identifiers;                   // of tree.threads; 0 for families
  std::vector<CheckedProcedure> procedures;           // of tree.procedures
  std::vector<std::set<SymbolIndex>> kept_locals;     // of tree.threads: local variables that no statement assigns to
  std::vector<std::set<std::size_t>> reached;         // of tree.threads: the procedures that it may run
  std::vector<std::set<std::size_t>> abstracted;      // of tree.threads: the procedures whose abstractions it uses
  std::vector<SyntaxIndex> jump_targets;   // of tree.statements: what `break`, `continue` and `goto` are about
};

// Whether the variable is a map with an element, or a map, for each thread: it is local to a family, a procedure or the
// branches of a `par`.
bool is_per_thread(const CheckedProgram& program, SymbolIndex variable);

// Of a map that each call of a procedure has: what says which call of the thread it is. 0 of other variables.
SymbolIndex call_of_map(const CheckedProgram& program, SymbolIndex variable);

// Whether a checked expression mentions a ghost, directly or through definitions.
bool mentions_ghost(const CheckedProgram& program, ExpressionIndex e);

// Whether it mentions no variables but these, directly or through definitions.
bool mentions_only(const CheckedProgram& program, ExpressionIndex e, const std::set<SymbolIndex>& variables);

}   // namespace plato
