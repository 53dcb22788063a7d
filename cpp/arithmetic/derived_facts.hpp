// Facts that remember where they come from.
//
// Every fact of the arithmetic solver is a hypothesis or was derived from earlier ones by an instruction of the `f`
// language. When a false fact turns up, `write` walks back from it and lists what it needs and nothing else: first the
// hypotheses, then the instructions in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "arithmetic/arithmetic_facts.hpp"

namespace plato {

class DerivedFacts {
 public:
  using Id = std::uint32_t;   // ascending; a fact is derived from earlier ones only
  using Part = std::pair<Integer, Id>;

  struct Written {
    std::vector<std::uint32_t> hypotheses;   // as named by `add_hypothesis`, ascending; hypothesis i is fact number i
    std::vector<ArithmeticInstruction> instructions;
  };

  // `fact` must stay where it is while the hypothesis is there.
  Id add_hypothesis(std::uint32_t name, const Fact& fact);

  // A linear combination divided by `divisor`, with rounding; 0 means the greatest possible divisor. A fact may occur
  // more than once. The multipliers are made as small as possible: their common divisor is removed, and as much from
  // the divisor.
  Id add_combination(std::vector<Part> parts, const Integer& divisor);
  Id add_product(Id left, Id right);
  Id add_term_product(Id fact, TermId term, const Polynomial& polynomial);
  Id add_square(TermId term, const Polynomial& polynomial);
  // The first of three facts, in the order of the `q` instruction. `is_positive` is the sign of the divisor.
  Id add_division(const Division& division, std::optional<Id> sign, bool is_positive);

  const Fact& operator[](Id id) const { return nodes_[id].hypothesis ? *nodes_[id].hypothesis : nodes_[id].own; }
  std::size_t size() const { return nodes_.size(); }
  void truncate(std::size_t size);   // forgets all later facts

  bool is_hypothesis(Id id) const { return nodes_[id].hypothesis != nullptr; }
  // The fact this one is the rounded quotient of, if that is all it is.
  std::optional<Id> unrounded(Id id) const;
  // Whether `write` spends a division on it, so that an undivided fact precedes it.
  bool ends_with_division(Id id) const;

  // The derivation of the roots, which come last and in order if no fact that they need was added after them. With a
  // goal a slot for it follows the hypotheses.
  Written write(std::span<const Id> roots, bool has_goal) const;

 private:
  struct FromHypothesis {
    std::uint32_t name;
  };
  struct FromCombination {
    std::vector<Part> parts;
    Integer divisor;
  };
  struct FromProduct {
    Id left;
    Id right;
  };
  struct FromTermProduct {
    Id fact;
    TermId term;
  };
  struct FromSquare {
    TermId term;
  };
  struct FromDivision {
    TermId quotient;
    TermId remainder;
    std::optional<Id> sign;
    std::uint32_t which;   // 0, 1 or 2; all three are next to each other
  };
  using Origin = std::variant<FromHypothesis, FromCombination, FromProduct, FromTermProduct, FromSquare, FromDivision>;
  struct Node {
    const Fact* hypothesis = nullptr;
    Fact own;   // unless it is a hypothesis
    Origin origin;
  };

  // The facts that are written so far: how many there are, and the number of each.
  struct Numbering {
    FactNumber count;
    std::vector<FactNumber> of;
  };

  std::vector<Node> nodes_;

  Id add(Fact fact, Origin origin);
  std::vector<bool> needed_for(std::span<const Id> roots) const;
  void write_fact(Id id, Written& written, Numbering& numbering) const;
  void write_combination(const FromCombination& combination, Written& written, Numbering& numbering) const;
};

}   // namespace plato
