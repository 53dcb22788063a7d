// What follows without a search: unit propagation, equalities and what is read from maps, each feeding the others.
//
// Clauses are propagated; equalities that became true join a forest; where that decides another atom, or makes two of
// them say the same, the lemma for it is added; likewise for what is read from maps (map_reads.hpp), for the witness of
// a universal formula that became false, and for terms that are choices.
//
// Literals may be supposed, one after the other, and taken back. Lemmas stay; what followed from the supposition goes.
// What was found can be *learned*: a clause that follows by unit propagation from all clauses before it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "logic/flat_lists.hpp"
#include "sat/clause_propagation.hpp"
#include "search/equality_atoms.hpp"
#include "search/equality_forest.hpp"
#include "search/map_reads.hpp"

namespace plato {

class Propagation {
 public:
  // The assertions must be literals of the context's table.
  Propagation(LemmaContext& context, std::span<const Literal> assertions);

  // Goes on with the lemmas that were added to the pool since the last time, and adds those that decide something. Says
  // whether this is free of contradictions so far.
  bool run();

  // How much has been done so far, in literals, atoms and reads that were looked at.
  std::uint64_t work() const { return work_; }

  bool is_true(Literal literal) const;
  bool is_false(Literal literal) const { return is_true(-literal); }

  // The literal, which is open, holds until it is taken back.
  void suppose(Literal literal);
  void take_back();
  // What is supposed at the moment, in order.
  std::span<const Literal> supposed() const { return supposed_; }
  // What became true since the last supposition, itself included.
  std::vector<Literal> found() const;
  // The true equalities and inequalities that have to do with what was supposed or, if nothing is, with this literal,
  // directly or through others, the nearest first.
  std::vector<Literal> related(Literal literal) const;
  // So many of them at most, and of those that mention one thing only those found last.
  std::vector<Literal> some_related(Literal literal, std::size_t most) const;
  // The equalities that are true now, and the nodes that the last supposition has joined.
  const EqualityForest& forest() const { return forest_; }
  std::vector<EqualityForest::Node> touched() const { return forest_.touched_since(levels_.back().forest); }

  // The literal, known to follow from what is supposed, is true from now on wherever that is supposed.
  void learn(Literal literal);
  // The clauses that were learned, with what they rest on.
  const FlatLists<Literal>& learned() const { return learned_; }
  // Takes notice of a clause that follows from the others in another way.
  void be_told(std::span<const Literal> clause);
  bool was_told() const { return was_told_; }

 private:
  // An equality or inequality as a polynomial that is 0, or at least 0.
  struct DecidableAtom {
    FormulaId formula;
    Polynomial polynomial;
  };
  using AtomNumber = std::uint32_t;
  using Reduced = std::unordered_map<Polynomial, AtomNumber>;

  // To where a supposition is taken back.
  struct Level {
    std::size_t trail, atoms, clauses, relations, reduced;
    EqualityForest::Mark forest;
    MapReads::Mark maps;
    std::size_t learned = 0;   // of the trail: literals that were learned
  };

  LemmaContext& context_;
  ClausePropagation clauses_;
  EqualityForest forest_;
  MapReads maps_{context_, forest_, [this](Literal l) { return is_true(l); }};
  std::vector<DecidableAtom> atoms_;
  std::vector<AtomNumber> atom_of_;   // formula -> its atom + 1, or 0
  std::unordered_map<Monomial, std::vector<AtomNumber>> mentioning_;
  Reduced first_with_[2];                      // reduced polynomial -> an inequality [0], equality [1]
  std::vector<AtomNumber> same_as_;            // towards an atom that says the same; itself at the end
  std::unordered_set<Literal> derived_sums_;   // equalities that were made from others; they are taken as they are
  std::vector<AtomNumber> due_;                // atoms to be looked at, perhaps decided by now
  std::vector<LiteralCode> codes_;             // of the clause that is being added
  std::size_t lemmas_seen_ = 0;                // of the pool
  std::size_t literals_seen_ = 0;              // of the trail
  std::size_t long_explanations_ = 0;
  bool is_contradictory_ = false;
  std::uint64_t work_ = 0;

  std::vector<Literal> supposed_;
  std::vector<Level> levels_;                                  // of no supposition, of the first one, …
  std::vector<ClauseAddress> added_;                           // clauses, in order
  std::vector<std::pair<AtomNumber, AtomNumber>> relations_;   // changes of `same_as_`: where, and what it was
  std::vector<std::pair<int, Polynomial>> reduced_;            // keys that were added to `first_with_`
  FlatLists<Literal> learned_;
  std::unordered_set<std::uint64_t> known_;   // hashes of what was learned
  bool was_told_ = false;

  Level here() const;
  std::vector<Literal> related(Literal literal, std::size_t most, std::size_t most_of_each) const;
  void add_clause(std::span<const Literal> clause);
  void look_again(ClauseAddress clause);
  void add_atom(FormulaId formula);
  bool step();
  const Polynomial& polynomial_of(FormulaId atom) const { return atoms_[atom_of_[index_of(atom)] - 1].polynomial; }
  void see(Literal literal);
  void define_choices(FormulaId atom);
  void join(Literal equality);
  void join_sum(const DecidableAtom& atom, Literal literal);
  void note_moved(std::span<const EqualityForest::Node> nodes);
  void look_at(AtomNumber number);
  void decide(const DecidableAtom& atom, const Integer& value);
  void relate(AtomNumber number, Polynomial reduced);
  void shrink(AtomNumber number, const Polynomial& reduced);
  std::vector<EqualityForest::Part> explain(const Polynomial& p);
  AtomNumber representative(AtomNumber number) const;
  void add_consequence(const DecidableAtom& atom, Literal literal,
                       const std::vector<EqualityForest::Part>& explanation);
  void learn_trail();
  void push_learned(Literal literal, std::size_t suppositions);
};

}   // namespace plato
