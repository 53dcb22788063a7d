// The search for a refutation in the kernel's calculus.
//
// Lazy SMT: a Boolean solver proposes which literals are true; arithmetic, maps, congruence and quantifiers object with
// lemmas, each with its justification; and so on until no proposal is left. Then the clauses are refuted once more with
// a proof, which is elaborated and trimmed. Nothing here is trusted: the kernel checks what comes out.
//
// A round is a list of stages, the cheap ones first: propagation, limits, proposal, equalities, terms, differences,
// arithmetic and its lemmas, divisors, congruence and maps, instances. The first one that finds something ends it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "logic/formula_table.hpp"
#include "logic/problem.hpp"
#include "sat/proof_elaboration.hpp"
#include "search/lemma.hpp"

namespace plato {

struct SearchOptions {
  double seconds = std::numeric_limits<double>::infinity();   // of wall-clock time: a last resort
  std::uint64_t effort =
      std::numeric_limits<std::uint64_t>::max();   // entries looked at, as `SearchStatistics` counts them
  std::size_t lemmas = 2000000;                    // definitions not counted
  std::size_t instances = 2000000;                 // of universal formulas
  std::size_t rounds = 1000000;                    // proposals of the Boolean solver
  bool walks_each_round = true;                    // along a case that is open for long, too (case_walk.hpp)
};

struct SearchStatistics {
  std::size_t rounds = 0;
  std::uint64_t effort = 0;    // each round looks at every term, formula and lemma; arithmetic adds rows to rows
  std::size_t conflicts = 0;   // arithmetic lemmas from conflicts
  std::size_t splits = 0;
  std::size_t map_rounds = 0;
  std::size_t instances = 0;
  double boolean_seconds = 0, arithmetic_seconds = 0, theory_seconds = 0, proof_seconds = 0;
};

// A refutation of assertions by clauses that are theirs or lemmas.
struct FoundRefutation {
  // Where clause number i of the refutation's problem comes from.
  struct Origin {
    bool is_assertion = false;
    std::size_t index = 0;   // of the assertion, or of the lemma in the pool
  };
  LemmaPool pool;
  std::vector<Origin> origins;
  Refutation refutation;   // its literals are those of the formula table
};

// No refutation was found; the sentence says why.
struct NoRefutation {
  std::string message;
  bool is_limit = false;   // of the options; otherwise the search was at its wits' end
  bool is_wall = false;    // the wall limit, which nothing else would have reached
};

struct SearchResult {
  tl::expected<FoundRefutation, NoRefutation> outcome;
  SearchStatistics statistics;
};

// Looks for a refutation of the assertions whose numbers are given. New terms and formulas are added to the problem's
// table. Depends on its arguments alone, unless the time limit cuts it short.
SearchResult search_refutation(Problem& problem, std::span<const std::size_t> assertions,
                               const SearchOptions& options = {});

}   // namespace plato
