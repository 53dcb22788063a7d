// What follows without a search: unit propagation and equalities, each feeding the other.
//
// The condition of a thread is a chain: if this step is allowed, then the next one, and what makes it allowed is known
// from the steps before. The Boolean solver would meet the links one at a time, each with a proposal for all that
// follow; here every link costs what it contains. Clauses are propagated; equalities that became true join a forest;
// where that decides another atom, or makes two of them say the same, the lemma for it is added; and when nothing moves
// any more, the next way out of the chain (failure_chain.hpp) is tried and, if propagation finds a conflict, excluded.
// What is found holds in every model, so nothing is ever undone.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "sat/clause_propagation.hpp"
#include "search/equality_atoms.hpp"
#include "search/equality_forest.hpp"

namespace plato {

class EqualityPropagation {
 public:
  // The assertions must be literals of the context's table; the exits are those of their chain.
  EqualityPropagation(LemmaContext& context, std::span<const Literal> assertions, std::vector<Literal> exits);

  // The first exit that is not excluded yet; 0 if there is none.
  Literal next_exit() const { return exits_excluded_ < exits_.size() ? exits_[exits_excluded_] : 0; }
  // Takes notice that the next exit is excluded by the clauses in another way.
  void exclude_next_exit();
  // Goes on with the lemmas that were added to the pool since the last time, and adds those that decide atoms. Says
  // whether this is contradictory.
  bool run();
  // Whether unit propagation of the clauses is enough, with these literals, each of which follows by unit propagation
  // from the clauses and the literals before it.
  bool is_refutation() const { return is_contradictory_ && !is_told_; }
  std::span<const Literal> learned() const { return learned_; }

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
  std::vector<AtomNumber> atom_of_;   // formula -> its atom + 1, or 0
  std::unordered_map<Monomial, std::vector<AtomNumber>> mentioning_;
  std::unordered_map<Polynomial, AtomNumber> first_with_[2];   // reduced polynomial -> an inequality [0], equality [1]
  std::vector<AtomNumber> same_as_;                            // towards an atom that says the same; itself at the end
  std::vector<AtomNumber> due_;                                // atoms to be looked at, perhaps decided by now
  std::vector<LiteralCode> codes_;                             // of the clause that is being added
  std::size_t lemmas_seen_ = 0;                                // of the pool
  std::size_t literals_seen_ = 0;                              // of the trail
  std::size_t long_explanations_ = 0;
  bool is_contradictory_ = false;
  std::vector<Literal> exits_;
  std::size_t exits_excluded_ = 0;
  std::vector<Literal> learned_;
  std::size_t literals_learned_ = 0;   // of the trail
  bool is_told_ = false;

  void add_clause(std::span<const Literal> clause);
  void add_atom(FormulaId formula);
  bool propagate();
  void join_true_equalities();
  void look_at(AtomNumber number);
  void decide(const DecidableAtom& atom, const Integer& value);
  void relate(AtomNumber number, Polynomial reduced);
  std::vector<EqualityForest::Part> explain(const Polynomial& p);
  AtomNumber representative(AtomNumber number);
  void add_consequence(const DecidableAtom& atom, Literal literal,
                       const std::vector<EqualityForest::Part>& explanation);
  bool exclude_by_propagation();
};

}   // namespace plato
