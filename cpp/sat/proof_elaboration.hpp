// From a SAT solver's proof to a refutation whose every step can be checked without searching.
//
// A solver's proof (DRUP) lists the clauses it learned and the ones it dropped. A learned clause follows by unit
// propagation over all clauses present, so checking it means searching; and most learned clauses turn out not to
// matter. Elaboration does the searching once: it goes through the proof from its end, keeps only the clauses that the
// empty clause needs, and notes for each the clauses that propagate, in order: the hints.
//
// The method is that of drat-trim: Wetzler, Heule, Hunt, "DRAT-trim: Efficient Checking and Trimming Using Expressive
// Clausal Proofs", SAT 2014 (backward checking with core-first propagation); without its RAT steps, which our solver
// does not make and our kernel does not know. Nothing here is trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "logic/flat_lists.hpp"
#include "sat/dimacs.hpp"

namespace plato {

// A clause that a step can cite: the problem's clauses are 0, 1, …, the steps follow in their order.
using ClauseNumber = std::uint32_t;

// A list of clauses, each of which follows from the ones it cites; the last is empty.
//
// If all literals of step s are false, then going through `hints[s]` in order, each clause has all its literals false
// but one, which is thereby true, until the last one, which has none left. The certificate's `r` steps are checked in
// this way.
struct Refutation {
  static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

  std::size_t problem_clauses = 0;   // how many clauses the problem has: the number of step 0
  FlatLists<Literal> steps;          // step -> its literals, each at most once
  FlatLists<ClauseNumber> hints;     // step -> clauses to propagate through, all of smaller number than the step's own
  std::vector<std::uint32_t> last_use;   // clause -> the last step that cites it, or `never`

  ClauseNumber number_of_step(std::size_t step) const { return static_cast<ClauseNumber>(problem_clauses + step); }

  friend bool operator==(const Refutation&, const Refutation&) = default;
};

// The bytes are not a DRUP proof that the problem has no model.
struct ElaborationFailure {
  std::string message;
};

// Elaborates a proof in the binary DRAT format. Deletions of clauses that are not there, and of clauses that force a
// variable for good, are ignored: keeping a clause is always right, and solvers disagree on what these mean. Depends on
// its arguments alone; memory is linear in them and the result.
tl::expected<Refutation, ElaborationFailure> elaborate(const Cnf& cnf, std::span<const std::uint8_t> proof);

}   // namespace plato
