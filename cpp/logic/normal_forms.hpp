// The polynomial of an integer term, as the kernel computes it: +, - and * are worked out, every other term is an atom.
#pragma once

#include <unordered_map>

#include "logic/formula_table.hpp"
#include "numbers/polynomial.hpp"

namespace plato {

// A product with more summands than this before like ones are added up is an atom.
inline constexpr std::size_t largest_expansion = 1024;

// Remembers the polynomials it has worked out. The table may grow in between.
class NormalForms {
 public:
  explicit NormalForms(const FormulaTable& table) : table_(table) {}

  const Polynomial& of(TermId term);
  // Of an equality or inequality: its right side minus its left side.
  const Polynomial& of_sides(FormulaId formula);

 private:
  const FormulaTable& table_;
  std::unordered_map<TermId, Polynomial> known_;
  std::unordered_map<FormulaId, Polynomial> known_sides_;

  bool is_arithmetic(TermId term) const;
  std::vector<TermId> products_below(TermId term) const;
  Polynomial work_out(TermId term);
  Polynomial product(TermId term);
};

// A term with this polynomial: a sum of products of atoms.
TermId make_term(FormulaTable& table, const Polynomial& polynomial);

}   // namespace plato
