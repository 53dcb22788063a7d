// What follows without any choice: unit propagation and equalities, each feeding the other.
//
// The condition of a thread is a chain: if this step is allowed, then the next one, and what makes it allowed is known from the
// steps before. The Boolean solver would meet the links one at a time, each with a proposal for all that follow; here every link
// costs what it contains. Clauses are propagated, equalities that became true join a forest, and where that decides another atom
// the lemma for it is added, until nothing moves. What is found holds in every model, so nothing is ever undone.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "clause_propagation.hpp"
#include "equality_atoms.hpp"
#include "equality_forest.hpp"

namespace plato {

class EqualityPropagation {
 public:
  // The assertions must be literals of the context's table.
  EqualityPropagation(LemmaContext& context, std::span<const Literal> assertions);

  // Goes on with the lemmas that the pool has got since the last time, and adds those that decide atoms. Says whether the clauses
  // are now contradictory by unit propagation alone.
  bool run();

 private:
  // An equality or inequality as a polynomial that is 0, or at least 0.
  struct DecidableAtom {
    FormulaId formula;
    Polynomial polynomial;
  };
  using AtomNumber = std::uint32_t;

  LemmaContext& context_;
  ClausePropagation clauses_;
  EqualityForest forest_;
  std::vector<DecidableAtom> atoms_;
  std::vector<bool> is_known_;                                        // formula -> has been met
  std::unordered_map<Monomial, std::vector<AtomNumber>> mentioning_;
  std::vector<AtomNumber> due_;       // atoms to be looked at, perhaps decided by now
  std::size_t lemmas_seen_ = 0;       // of the pool
  std::size_t literals_seen_ = 0;     // of the trail
  bool is_contradictory_ = false;

  void add_clause(std::span<const Literal> clause);
  void add_atom(FormulaId formula);
  void join_true_equalities();
  void decide(const DecidableAtom& atom);
};

}   // namespace plato
