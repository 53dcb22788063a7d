// Connectives and relations that leave out what says nothing: true ∧ p is p, 1 = 2 is false.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "logic/formula_table.hpp"

namespace plato {

Literal conjunction(FormulaTable& table, std::span<const Literal> literals);
Literal disjunction(FormulaTable& table, std::span<const Literal> literals);
Literal implication(FormulaTable& table, Literal a, Literal b);
Literal equivalence(FormulaTable& table, Literal a, Literal b);
Literal conditional(FormulaTable& table, Literal condition, Literal a, Literal b);
Literal for_all(FormulaTable& table, Literal body);

Literal equal(FormulaTable& table, TermId a, TermId b);   // integers
Literal equal_maps(FormulaTable& table, TermId a, TermId b);
Literal at_most(FormulaTable& table, TermId a, TermId b);
TermId select_from(FormulaTable& table, TermId map,
                   TermId index);   // sees through stores at the same or another number
TermId conditional_term(FormulaTable& table, Literal condition, TermId a, TermId b);

// The identifier of a branch, and what is asked about one; of an identifier that is written out, both are known.
TermId branch_of(FormulaTable& table, TermId parent, TermId number);
TermId parent_of_branch(FormulaTable& table, TermId branch);
TermId number_of_branch(FormulaTable& table, TermId branch);

inline Literal both(FormulaTable& table, Literal a, Literal b) {
  const Literal literals[] = {a, b};
  return conjunction(table, literals);
}

// The truth of an integer as a Boolean, and a Boolean as the integer 0 or 1.
Literal is_nonzero(FormulaTable& table, TermId term);
TermId as_number(FormulaTable& table, Literal literal);

// Conjunctions of all but a few of many formulas, with most parts shared between them: with n formulas, each costs
// about log n. A guarantee keeps all relies except one.
class ConjunctionTree {
 public:
  ConjunctionTree(FormulaTable& table, std::vector<Literal> literals);
  // `excluded`: ascending places.
  Literal all_except(FormulaTable& table, std::span<const std::size_t> excluded) const;

 private:
  std::vector<std::vector<Literal>> levels_;   // levels_[0] as given; each next one has conjunctions of neighbours
};

// Several indices of a map as one: i, j and k as pair(i, pair(j, k)).
TermId nested_pairs(FormulaTable& table, const std::vector<TermId>& indices);
// The same, with the variables of so many quantifiers after those that are given.
TermId row_index(FormulaTable& table, std::vector<TermId> indices, std::uint32_t variables);
Literal for_all(FormulaTable& table, Literal body, std::uint32_t variables);

}   // namespace plato
