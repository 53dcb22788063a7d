// Reading problems in SMT-LIB 2.6: integers, arrays of integers or Booleans, uninterpreted functions, quantifiers over
// integers and Booleans.
//
// One problem for each file: declarations, definitions and assertions, then `check-sat`. How SMT-LIB's functions become
// terms and formulas is said in smtlib_operators.hpp; `exists` is ¬∀¬, and bound variables are counted from the innermost
// binder. Definitions are expanded where they are used, `let` shares. Nesting may be as deep as memory allows.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "formula_table.hpp"
#include "smtlib_lexer.hpp"
#include "smtlib_operators.hpp"

namespace plato {

// Terms that, matched together, suggest an instance of a quantified formula. They see the bound variables as its body does.
using Trigger = std::vector<TermId>;

// A problem: can all assertions be true at once?
struct SmtProblem {
  FormulaTable table;
  std::vector<Literal> assertions;
  std::vector<SmtSymbol> symbols;   // as declared
  SmtEncoding encoding;
  std::unordered_map<FormulaId, std::vector<Trigger>> triggers;   // of the outermost `all` of a block, as written
  std::vector<Sort> variable_sorts;   // of program variables, by name; SMT-LIB has none
};

// Reads a whole file given as its bytes, any bytes.
std::variant<SmtProblem, SmtError> read_smtlib(std::string_view text);

}   // namespace plato
