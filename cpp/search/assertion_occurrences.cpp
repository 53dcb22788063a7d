// One walk over each assertion; see assertion_occurrences.hpp.

#include "search/assertion_occurrences.hpp"

namespace plato {

AssertionOccurrences::AssertionOccurrences(const FormulaTable& table, NormalForms& normal_forms,
                                           std::span<const Literal> assertions)
    : assertion_of_(table.formula_count() + 1) {
  std::unordered_map<Monomial, std::size_t> latest;   // assertion + 1 that has counted it
  std::vector<FormulaId> pending;
  for (std::size_t assertion = 0; assertion < assertions.size(); ++assertion) {
    const auto meet = [&](FormulaId formula) {
      if (assertion_of_[index_of(formula)] != 0) return;
      assertion_of_[index_of(formula)] = static_cast<std::uint32_t>(assertion + 1);
      pending.push_back(formula);
    };
    meet(formula_of(assertions[assertion]));
    while (!pending.empty()) {
      const FormulaId formula = pending.back();
      pending.pop_back();
      const FormulaKind kind = table[formula].kind;
      if (kind == FormulaKind::le || kind == FormulaKind::eq) {
        for (const TermId side : {table.left(formula), table.right(formula)})
          for (const auto& summand : normal_forms.of(side).summands()) {
            auto& counted = latest[summand.monomial];
            if (counted != assertion + 1) ++mentions_[summand.monomial];
            counted = assertion + 1;
          }
      } else if (has_literals(kind)) {
        for (Literal part : table.operands(formula)) meet(formula_of(part));
      }
    }
  }
}

std::optional<std::size_t> AssertionOccurrences::assertion_of(FormulaId formula) const {
  if (index_of(formula) >= assertion_of_.size() || assertion_of_[index_of(formula)] == 0) return std::nullopt;
  return assertion_of_[index_of(formula)] - 1;
}

std::size_t AssertionOccurrences::mentions(const Polynomial& polynomial) const {
  std::size_t sum = 0;
  for (const auto& summand : polynomial.summands())
    if (const auto found = mentions_.find(summand.monomial); found != mentions_.end()) sum += found->second;
  return sum;
}

}   // namespace plato
