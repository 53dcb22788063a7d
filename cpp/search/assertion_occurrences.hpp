// Where things occur in the assertions, as a hint what belongs together.
//
// Literals of the same assertion are mostly chosen together, and a monomial that many assertions mention is where paths
// through a problem meet.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "logic/normal_forms.hpp"

namespace plato {

class AssertionOccurrences {
 public:
  AssertionOccurrences(const FormulaTable& table, NormalForms& normal_forms, std::span<const Literal> assertions);

  // The first assertion that contains the formula.
  std::optional<std::size_t> assertion_of(FormulaId formula) const;
  // How many assertions mention the polynomial's monomials, summed up.
  std::size_t mentions(const Polynomial& polynomial) const;

 private:
  std::vector<std::uint32_t> assertion_of_;   // formula -> assertion + 1, or 0
  std::unordered_map<Monomial, std::size_t> mentions_;
};

}   // namespace plato
