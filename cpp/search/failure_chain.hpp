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
  Literal start(std::span<const Literal> assertions) const;

  // A literal is a choice if it says that one of its parts holds; a conjunction says that all do.
  enum class Shape : std::uint8_t { leaf, choice, conjunction, opening };
  Shape shape(Literal literal) const;
  // The parts of a choice or conjunction, as literals that are true if it is.
  std::vector<Literal> parts(Literal literal) const;
  Literal deepest(Literal literal) const;

  // Which of the parts of a choice go on to one formula, and to which.
  struct Fork {
    std::vector<Literal> ways;   // one if nothing meets
    Literal join = 0;
  };
  Fork fork(std::span<const Literal> parts);

 private:
  const FormulaTable& table_;
  std::vector<std::uint8_t> arrivals_;   // formula -> how many formulas have it as their deepest part; 2 is many
  std::vector<Literal> next_join_;       // formula, positive -> the first with many arrivals on its way down, or 0
  std::size_t known_ = 0;

  std::uint32_t height(Literal literal) const { return table_[formula_of(literal)].height; }
  void see_new_formulas();
  Literal next_join(Literal literal) const;
  Literal meeting(Literal a, Literal b) const;
};

}   // namespace plato
