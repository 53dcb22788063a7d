// Problems of the logic: can all assertions be true at once? SMT-LIB files, conditions of programs and questions about
// formulas all become such problems.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "logic/formula_table.hpp"

namespace plato {

enum class Sort : std::uint8_t { boolean, integer, map, bool_map };

// A declared constant or function: an atom if it is a Boolean constant, else a logic variable.
struct ProblemSymbol {
  std::string name;
  std::vector<Sort> arguments;
  Sort result = Sort::boolean;
  std::int32_t number = 0;   // of the atom or the logic variable
};

// The logic variables for division and remainder by zero, made when first needed.
struct DivisionByZero {
  std::int32_t next_logic = 0;
  std::int32_t next_atom = 1;
  std::optional<std::int32_t> div0;
  std::optional<std::int32_t> mod0;
};

// Terms that, matched together, suggest an instance of a quantified formula. They see the bound variables as its body
// does.
using Trigger = std::vector<TermId>;

struct Problem {
  FormulaTable table;
  std::vector<Literal> assertions;
  std::vector<ProblemSymbol> symbols;          // as declared
  std::vector<std::string> declared_sorts{};   // of SMT-LIB: integers here
  DivisionByZero encoding;
  std::unordered_map<FormulaId, std::vector<Trigger>> triggers;   // of the outermost `all` of a block, as written
  std::vector<Sort> variable_sorts;                               // of program variables, by name; SMT-LIB has none
};

}   // namespace plato
