// See failure_chain.hpp.

#include "search/failure_chain.hpp"

#include <algorithm>

namespace plato {

std::vector<Literal> exits_of_chain(const FormulaTable& table, std::span<const Literal> assertions) {
  constexpr std::size_t shortest_chain = 3;   // choices; fewer are no chain
  const auto height = [&](Literal literal) { return table[formula_of(literal)].height; };
  std::vector<Literal> exits;
  if (assertions.empty()) return exits;
  std::size_t choices = 0;
  for (Literal at = *std::ranges::max_element(assertions, {}, height);;) {
    const FormulaKind kind = table[formula_of(at)].kind;
    if (kind != FormulaKind::and_ && kind != FormulaKind::or_) break;
    const std::span<const Literal> parts = table.operands(formula_of(at));
    if (parts.empty()) break;
    const Literal sign = at > 0 ? 1 : -1;
    const Literal deepest = *std::ranges::max_element(parts, {}, height);
    if ((kind == FormulaKind::or_) == (at > 0) && parts.size() > 1) {
      ++choices;
      for (Literal part : parts)
        if (part != deepest) exits.push_back(sign * part);
    }
    at = sign * deepest;
  }
  if (choices < shortest_chain) exits.clear();
  return exits;
}

}   // namespace plato
