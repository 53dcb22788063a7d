// Collecting ground terms; see candidate.hpp.

#include "search/candidate.hpp"

#include <algorithm>

namespace plato {

GroundTerms ground_terms(const FormulaTable& table, std::span<const Literal> literals) {
  GroundTerms result;
  std::vector<std::uint8_t> seen(table.term_count() + 1);   // bit 0: met; bit 1: met where a map is wanted
  std::vector<TermId> pending;
  const auto meet = [&](TermId term, bool as_map) {
    const std::uint8_t bits = as_map ? 3 : 1;
    if ((seen[term] & bits) == bits || table[term].loose > 0) return;
    if (seen[term] == 0) result.all.push_back(term);
    seen[term] |= bits;
    pending.push_back(term);
  };
  for (Literal literal : literals) {
    const FormulaId formula = formula_of(literal);
    const FormulaKind kind = table[formula].kind;
    if (!has_terms(kind)) continue;
    meet(table.left(formula), kind == FormulaKind::map_eq);
    meet(table.right(formula), kind == FormulaKind::map_eq);
  }
  while (!pending.empty()) {
    const TermId term = pending.back();
    pending.pop_back();
    const Term& t = table[term];
    const bool takes_map = t.kind == TermKind::select || t.kind == TermKind::store;
    const bool takes_two_maps = t.kind == TermKind::difference || (t.kind == TermKind::ite && (seen[term] & 2) != 0);
    for (std::size_t i = term_operand_begin(t.kind); i < term_operand_end(t.kind); ++i)
      meet(t.term(i), takes_two_maps || (takes_map && i == 0));
  }
  std::ranges::sort(result.all);
  for (TermId term : result.all) {
    switch (table[term].kind) {
      case TermKind::select: result.selects.push_back(term); break;
      case TermKind::store: result.stores.push_back(term); break;
      case TermKind::const_: result.constants.push_back(term); break;
      case TermKind::pair:
      case TermKind::branch: result.pairs.push_back(term); break;
      case TermKind::div:
      case TermKind::mod: result.divisions.push_back(term); break;
      case TermKind::ite: ((seen[term] & 2) != 0 ? result.map_choices : result.choices).push_back(term); break;
      default: break;
    }
  }
  return result;
}

const Integer& Candidate::value(TermId term) {
  const auto [place, is_new] = known_values.try_emplace(term);
  if (is_new)
    place->second = normal_forms.of(term).evaluate([&](Atom atom) {
      const auto found = arithmetic.values.find(atom);
      return found == arithmetic.values.end() ? Integer(0) : found->second;
    });
  return place->second;
}

}   // namespace plato
