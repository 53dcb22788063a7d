// Expressions of a program as terms and formulas.
//
// A bool is a formula where it is computed and an integer (0 is false) where it is stored. A set is a map to 0 and 1.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/control_points.hpp"
#include "core/core_program.hpp"
#include "types/program_symbols.hpp"

namespace plato {

// A formula (bool) or a term (everything else).
struct LoweredValue {
  bool is_formula = false;
  Literal literal = 0;
  TermId term = 0;
  std::uint32_t depth = 0;   // of quantifiers, where it was built
};

// The numbers of the program's variables and parameters, and the values of its constants.
struct SymbolNumbers {
  std::unordered_map<SymbolIndex, std::int32_t> variables;    // in Program::variables
  std::vector<SymbolIndex> symbols;                           // of the variables, by number
  std::unordered_map<SymbolIndex, std::int32_t> parameters;   // logic variables
  std::unordered_map<SymbolIndex, LoweredValue> constants;    // those with a value
  std::optional<std::size_t> witness;                         // counts the actions that are still to come
  const ControlPoints* points = nullptr;                      // where threads are; none before that is known
  // Formulas -> expressions that they were made of, outside of definitions and quantifiers, for messages; if wanted.
  std::unordered_map<Literal, ExpressionIndex>* written = nullptr;
};

// Variables whose value is known, by number: ghosts, after some statements of an `if` that changes them alone.
using CurrentValues = std::unordered_map<std::int32_t, TermId>;

// Where variables without a prime are read: in `current` if they are there, else in this version of the store. Version
// 1 is also the store in which a procedure was entered, where there is such a store.
struct StoreReading {
  std::int32_t version = 0;
  const CurrentValues* current = nullptr;
  const std::vector<SymbolIndex>* at_entry = nullptr;   // variables that are read in version 1
};

class ExpressionLowering {
 public:
  // `self` is the identifier of the thread that expressions are about. Refers to all of these for as long as it lives,
  // and the values in `reading` must not change: what was expanded with them is kept.
  ExpressionLowering(const CheckedProgram& program, const SymbolNumbers& numbers, FormulaTable& table, TermId self,
                     StoreReading reading = {})
      : program_(program), numbers_(numbers), table_(table), self_(self), reading_(reading) {}

  // The same, with variables read elsewhere.
  ExpressionLowering in(StoreReading reading) const {
    ExpressionLowering other(program_, numbers_, table_, self_, reading);
    other.branches_ = branches_;
    return other;
  }
  // The same in a branch: what was the thread's own is its parent's.
  ExpressionLowering in_branch() const { return in_branch(1, table_.logic(0)); }
  // So many branches further in; `self` is the innermost one.
  ExpressionLowering in_branch(std::uint32_t nested, TermId self) const {
    ExpressionLowering inside(program_, numbers_, table_, self, reading_);
    inside.branches_ = branches_ + nested;
    return inside;
  }

  // In a procedure that the thread or branch runs, which has its own values of the procedure's variables; it is called
  // `self` there.
  ExpressionLowering in_procedure(TermId self) const { return {program_, numbers_, table_, self, reading_}; }

  Literal formula(ExpressionIndex e) { return lower(e).literal; }
  // The value as it is stored.
  TermId stored(ExpressionIndex e);
  LoweredValue lower(ExpressionIndex e) {
    const LoweredValue value = lowered(e);
    if (numbers_.written != nullptr && value.is_formula && depth_ == 0 && arguments_.empty())
      numbers_.written->try_emplace(value.literal, e);
    return value;
  }
  // As the index of a map: false is 0, true is 1.
  TermId index(ExpressionIndex e);
  // Where m[i][j] is in the one map that m is; of a map that each thread has, where the thread's own is.
  TermId element_index(ExpressionIndex e);
  // The formula, where an equation gives a variable its value: also of a set, all numbers that represent it.
  Literal same_store_value(ExpressionIndex e);

  // The conjunction of the formulas.
  Literal formulas(const std::vector<ExpressionIndex>& list);
  // Each with its place, for messages. After `formulas` of the same list this adds nothing to the table.
  std::vector<CoreClause> clauses(const std::vector<ExpressionIndex>& list);

  // Whether everything that a statement reads in it exists: indices of arrays with a length. Predicates are not looked
  // into.
  Literal defined(ExpressionIndex e);
  // Whether not every integer is a value, or an element, of the variable.
  bool has_range(SymbolIndex variable) const;
  // Whether the number is one of its values or elements, and whether a whole value, be it a map, is.
  Literal in_range(SymbolIndex variable, TermId number);
  Literal value_in_range(SymbolIndex variable, TermId value);
  // Whether its own value is one.
  Literal range_of(SymbolIndex symbol, bool is_primed = false);

  TermId self() const { return self_; }
  // The thread or branch around this place whose variable it is.
  TermId owner_of(SymbolIndex variable) const { return around(program_.symbols[variable].depth); }
  const SymbolNumbers& numbers() const { return numbers_; }
  std::int32_t number_of(SymbolIndex variable) const { return numbers_.variables.at(variable); }
  // Whether the variable is a map with an element for each thread: it is local to a family, or to a procedure.
  bool is_per_thread(SymbolIndex variable) const;
  bool is_map(SymbolIndex variable) const;

 private:
  const CheckedProgram& program_;
  const SymbolNumbers& numbers_;
  FormulaTable& table_;
  TermId self_;
  StoreReading reading_;
  std::uint32_t branches_ = 0;   // how many `par` are around
  std::uint32_t depth_ = 0;
  std::unordered_map<SymbolIndex, std::uint32_t> bound_;      // the depth just outside of its quantifier
  std::unordered_map<SymbolIndex, LoweredValue> arguments_;   // of the definitions that are being expanded
  std::map<std::vector<std::int64_t>, Literal> expanded_;     // definition, place and arguments -> formula

  const Expression& at(ExpressionIndex e) const { return program_.tree[e]; }
  ValueType type(ExpressionIndex e) const { return program_.info[e].type; }
  LoweredValue of(Literal literal) const { return {true, literal, 0, depth_}; }
  LoweredValue of(TermId term) const { return {false, 0, term, depth_}; }
  // What is stored, as a value of this type.
  LoweredValue loaded(TermId term, ValueType type);

  LoweredValue lowered(ExpressionIndex e);
  // The thread or branch that so many `par` are around.
  TermId around(std::uint32_t depth) const;
  Literal index_exists(ExpressionIndex select);
  bool is_own_row(ExpressionIndex name) const;
  std::vector<TermId> own_row(SymbolIndex map);
  // The one map that the variable is, and the element of it that a chain of indices leads to.
  TermId whole_map(ExpressionIndex root);
  std::vector<TermId> indices(ExpressionIndex e);
  TermId element(ExpressionIndex e);
  LoweredValue name(ExpressionIndex e);
  TermId variable(SymbolIndex symbol, bool is_primed, bool of_other_thread);
  LoweredValue lifted(LoweredValue value);
  LoweredValue call(ExpressionIndex e);
  LoweredValue quantifier(ExpressionIndex e);
  LoweredValue conditional(ExpressionIndex e);
  LoweredValue sum(ExpressionIndex e);
  LoweredValue old_value(ExpressionIndex e);
  TermId with_elements(TermId set, ExpressionIndex elements, int value);
  Literal equality(ExpressionIndex a, ExpressionIndex b);
  Literal equal_sets(const LoweredValue& a, const LoweredValue& b);
  Literal equal_rows(const LoweredValue& a, const LoweredValue& b, ValueType type);
  Literal comparison(ExpressionIndex e);
  Literal is_at(ExpressionIndex e);
  Literal unchanged(ExpressionIndex e);
  Literal unchanged_variable(SymbolIndex symbol, bool of_other_thread);
  Literal unchanged_row(ExpressionIndex part);
  Literal unchanged_element(SymbolIndex symbol, TermId index);
};

}   // namespace plato
