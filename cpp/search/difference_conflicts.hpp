// Contradictions among differences, x - y ≥ c, found as cycles in a graph.
//
// Schedules, orders of indices and clocks are made of these. A set of them is contradictory exactly when following them
// leads round a cycle to a larger value (Bellman and Ford; Cotton and Maler, "Fast and flexible difference constraint
// propagation for DPLL(T)", SAT 2006, on keeping values from one question to the next). The cycle is the conflict, its
// literals once each. The simplex finds the same, but its tableau fills up on long chains.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arithmetic/arithmetic_solver.hpp"
#include "logic/formula_table.hpp"
#include "logic/index_table.hpp"
#include "logic/normal_forms.hpp"

namespace plato {

class DifferenceConflicts {
 public:
  // A conflict among the literals that are differences, bounds or equalities of such a form. The tags are literals.
  // None means "not by this".
  std::optional<ArithmeticConflict> find(const FormulaTable& table, NormalForms& normal_forms,
                                         std::span<const Literal> literals);

 private:
  // The monomials that have occurred; the first one stands for the number 0.
  IndexTable number_of_;
  std::vector<Monomial> monomials_{Monomial()};
  std::vector<Integer> values_{Integer()};   // of these, which satisfied the differences last time, as far as they went
  std::vector<std::uint32_t> node_of_;       // of these, in the present graph

  std::uint32_t number(const Monomial& monomial);
};

}   // namespace plato
