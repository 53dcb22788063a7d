// The shape of a condition: a program fails at its first step, or else at the second, or else …
//
// Seen as a tree, a choice has its shallow parts, which are ways to fail here, and its deepest one, which goes on.
// Where the program branches, two parts or more go on, and meet again: formulas are shared, so the rest after the
// branches is one formula, the *join*, which stands at the end of all of them.
#pragma once

#include <span>
#include <vector>

#include "logic/formula_table.hpp"

namespace plato {

class FailureChain {
 public:
  explicit FailureChain(const FormulaTable& table) : table_(table) {}

  // The assertion that has the chain; 0 if there is none with some choices along it.
  Literal start(std::span<const Literal> assertions);

  // A literal is a choice if it says that one of its parts holds; a conjunction says that all do.
  enum class Shape : std::uint8_t { leaf, choice, conjunction, opening };
  Shape shape(Literal literal) const;
  // The parts of a choice or conjunction, as literals that are true if it is.
  std::vector<Literal> parts(Literal literal) const;
  // The part that goes on: what is left comes last.
  Literal deepest(Literal literal);

  // Which of the parts of a choice go on to one formula, and to which.
  struct Fork {
    std::vector<Literal> ways;   // one if nothing meets
    Literal join = 0;
  };
  Fork fork(std::span<const Literal> parts);

 private:
  const FormulaTable& table_;
  // By formula; for a literal that is its negation, the second. Hypotheses, which are true in all cases, have no depth.
  std::vector<std::uint32_t> depth_[2];
  std::vector<std::uint8_t> arrivals_[2];   // how many formulas have it as their deepest part; 2 is many
  std::vector<Literal> next_join_[2];       // the first with many arrivals on its way down, or 0
  std::size_t known_ = 1;                   // formulas below this one are described here

  void see_new_formulas();
  std::uint32_t depth(Literal literal) const { return depth_[literal < 0][index_of(formula_of(literal))]; }
  Literal deepest_known(Literal literal) const;
  Literal next_join(Literal literal) const { return next_join_[literal < 0][index_of(formula_of(literal))]; }
  Literal meeting(Literal a, Literal b) const;
};

}   // namespace plato
