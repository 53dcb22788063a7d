// Which atoms a Boolean model really needs.
//
// A model gives every formula a truth value, but one true part of a true disjunction is enough. The theories are asked
// only about the atoms that are needed to make the assertions and the demanding lemmas true.
//
// A lemma that mentions the witness of a false ∀, or the index where two maps differ, demands something only while that
// formula is needed to be false. Otherwise the witnesses of all the ways in which a program might fail would be looked
// at together, though it fails in one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "logic/flat_lists.hpp"
#include "search/lemma.hpp"

namespace plato {

// Follows a table and a pool while they grow.
class Relevance {
 public:
  Relevance(const FormulaTable& table, const LemmaPool& pool) : table_(table), pool_(pool) {}

  // The needed literals whose formulas are le, eq, map_eq or all, each true in the model, in a fixed order. `is_true`
  // must make all assertions, assumptions and lemmas true.
  std::vector<Literal> needed(std::span<const Literal> assertions, std::span<const Literal> assumptions,
                              const std::function<bool(Literal)>& is_true);

 private:
  const FormulaTable& table_;
  const LemmaPool& pool_;
  std::vector<bool> mentions_witness_;   // by the order of the table
  std::size_t lemmas_seen_ = 0;
  std::vector<std::size_t> demanding_;   // lemmas
  FlatLists<FormulaId> falsified_;       // for each of them: the formulas whose witnesses it mentions

  void see_new_lemmas();
  void note_witnesses(std::span<const Literal> clause);
};

}   // namespace plato
