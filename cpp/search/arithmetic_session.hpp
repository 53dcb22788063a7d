// The arithmetic solver in step with a search: each proposal of the Boolean solver asserts literals, most of them
// again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arithmetic/arithmetic_solver.hpp"
#include "search/bound_atoms.hpp"
#include "search/candidate.hpp"
#include "search/clausification.hpp"

namespace plato {

class ArithmeticSession {
 public:
  // Refers to both for as long as it lives.
  ArithmeticSession(LemmaContext& context, BoundAtoms& bounds);

  // Makes the quotients and remainders among the terms known.
  void register_divisions(const GroundTerms& terms);
  // Are the literals that are about numbers contradictory? A literal is its own tag.
  ArithmeticAnswer check(std::span<const Literal> literals);
  // The present value of the polynomial is 0.
  bool is_zero_now(const Polynomial& polynomial) { return solver_.is_zero_now(polynomial); }
  // How many entries of rows were added to others since this was asked last.
  std::uint64_t effort_since_last_time();

 private:
  LemmaContext& context_;
  BoundAtoms& bounds_;
  ArithmeticSolver solver_;
  std::vector<std::optional<ConstraintId>> constraint_of_;   // formula -> its arithmetic constraint
  std::vector<Literal> asserted_;                            // one level of the solver each
  std::vector<bool> is_division_registered_;
  std::uint64_t entries_counted_ = 0;

  void assert_literals(std::span<const Literal> literals);
  void assert_literal(Literal literal);
};

}   // namespace plato
