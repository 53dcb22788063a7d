// Conditions whose conclusion is among what they assume. With n threads there are n² of them, each of which assumes a
// conjunction of n parts; so no search is started, and a conjunction that many conditions share is taken apart once.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>

#include "logic/formula_table.hpp"
#include "search/certifying_search.hpp"

namespace plato {

class StatedConclusions {
 public:
  // The table of all conditions; it may grow.
  explicit StatedConclusions(const FormulaTable& table) : table_(table) {}

  // Literals that must not all be true; the last one is the negated conclusion. None if it takes more than taking
  // hypotheses apart and putting the conclusion together.
  std::optional<FoundRefutation> refute(std::span<const Literal> condition);

 private:
  // A literal follows from the clause `number` of a formula that is true or false as `whole` says.
  struct Source {
    Literal whole = 0;
    std::int32_t number = 0;
  };
  // What a hypothesis implies, being a conjunction of conjunctions.
  struct Parts {
    std::unordered_map<Literal, Source> sources;
    bool is_used = false;   // by this condition
  };
  std::unordered_map<Literal, Parts> parts_;
  const FormulaTable& table_;

  class Attempt;
  const Parts& parts_of(Literal hypothesis);
};

}   // namespace plato
