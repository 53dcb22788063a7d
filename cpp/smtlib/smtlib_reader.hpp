// Reading problems in SMT-LIB 2.6: integers, arrays of integers or Booleans, declared sorts, uninterpreted functions,
// quantifiers over integers, Booleans and declared sorts.
//
// A file has declarations, definitions and assertions, in scopes, and a question for each `check-sat`; one without any
// asks about all that it asserts. smtlib_operators.hpp says how SMT-LIB's functions become terms and formulas; `exists`
// is ¬∀¬, and bound variables are counted from the innermost binder. Definitions are expanded where they are used,
// `let` shares. Nesting may be as deep as memory allows.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "logic/problem.hpp"
#include "smtlib/smt_script.hpp"
#include "smtlib/smtlib_lexer.hpp"
#include "smtlib/smtlib_operators.hpp"

namespace plato {

// Reads a whole file given as its bytes, any bytes.
tl::expected<SmtScript, SmtError> read_smtlib(std::string_view text);

}   // namespace plato
