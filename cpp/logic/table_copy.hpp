// Copying terms and formulas from one table to another, each once.
//
// All conditions of a program are in one table, but whatever works on one of them uses arrays as long as its table. In
// a table of its own a condition costs what it contains, however many others there are.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "logic/formula_table.hpp"

namespace plato {

class TableCopy {
 public:
  TableCopy(const FormulaTable& from, FormulaTable& to) : from_(from), to_(to) {}

  // The entry in the other table that says the same. What one call adds there is added in the order of the first table.
  TermId term(TermId id) { return copy({false, id}); }
  Literal literal(Literal l) {
    const auto formula = static_cast<Literal>(copy({true, index_of(formula_of(l))}));
    return l < 0 ? -formula : formula;
  }

 private:
  const FormulaTable& from_;
  FormulaTable& to_;
  std::unordered_map<std::uint32_t, std::uint32_t>
      copies_;                           // place in the order of the first table -> number in the other
  std::vector<std::uint32_t> missing_;   // places that `copy` finds without a copy

  std::uint32_t copy(Node root);
  std::uint32_t copied(Node node) const { return copies_.at(from_.order(node)); }
  TermId copied_term(std::int32_t id) const { return copied({false, static_cast<std::uint32_t>(id)}); }
  Literal copied_literal(Literal l) const;
  TermId make_term(TermId id);
  FormulaId make_formula(FormulaId id);
};

}   // namespace plato
