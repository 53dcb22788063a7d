// Problems in conjunctive normal form, and how they are read from DIMACS files.
//
// The format, as competitions and SATLIB use it: comment lines that start with `c`, one header `p cnf VARIABLES
// CLAUSES`, then clauses, each a list of non-zero numbers ended by 0, spread over lines as the writer liked. SATLIB's
// files close with a line `%` and a line `0`; that ending is tolerated. A file is refused when its numbers of variables
// and clauses are not those of the header: it was most likely cut off, and a proof about half a problem is a wrong
// answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "logic/flat_lists.hpp"
#include "logic/literal.hpp"

namespace plato {

// Variables in a file are numbered up to this. With it the reader's memory is bounded by a small multiple of the file
// plus 50 MB, whatever the file says.
inline constexpr std::int32_t largest_dimacs_variable = (1 << 28) - 1;

// A problem: can all clauses be true at once?
//
// The variables that occur are renumbered 1, 2, … in the order of their numbers in the file, so that a file which names
// only variable 200000000 does not cost 200000000 of anything. `variable_names[v - 1]` is v's number in the file.
struct Cnf {
  std::int32_t declared_variables = 0;        // the header's number of variables
  std::vector<std::int32_t> variable_names;   // ascending
  FlatLists<Literal> clauses;                 // as written: literals may repeat, a clause may be empty or a tautology

  std::int32_t variable_count() const { return static_cast<std::int32_t>(variable_names.size()); }

  friend bool operator==(const Cnf&, const Cnf&) = default;
};

// Why a file is not a DIMACS file, and where; lines and columns (in bytes) count from 1.
struct DimacsError {
  std::size_t line = 0;
  std::size_t column = 0;
  std::string message;   // one lower-case sentence without its position
};

// Reads a whole file given as its bytes, any bytes. Time is linear in them; memory see `largest_dimacs_variable`.
tl::expected<Cnf, DimacsError> read_dimacs(std::string_view text);

// Renumbers the variables of clauses given with the file's numbers (each within ± `largest_dimacs_variable` and not 0).
Cnf make_cnf(std::int32_t declared_variables, FlatLists<Literal> clauses);

// The problem as a DIMACS file, with the file's own numbers.
std::string write_dimacs(const Cnf& cnf);

}   // namespace plato
