// Reading problems in SMT-LIB 2.6: integers, arrays of integers or Booleans, uninterpreted functions, quantifiers over
// integers and Booleans.
//
// One problem for each file: declarations, definitions and assertions, then `check-sat`. smtlib_operators.hpp says how
// SMT-LIB's functions become terms and formulas; `exists` is ¬∀¬, and bound variables are counted from the innermost
// binder. Definitions are expanded where they are used, `let` shares. Nesting may be as deep as memory allows.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "logic/problem.hpp"
#include "smtlib/smtlib_lexer.hpp"
#include "smtlib/smtlib_operators.hpp"

namespace plato {

// Reads a whole file given as its bytes, any bytes.
tl::expected<Problem, SmtError> read_smtlib(std::string_view text);

}   // namespace plato
