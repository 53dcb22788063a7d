// See table_copy.hpp.

#include "logic/table_copy.hpp"

#include <algorithm>

namespace plato {

std::uint32_t TableCopy::copy(Node root) {
  constexpr std::uint32_t not_yet = 0;   // no entry has the number 0
  missing_.clear();
  const auto meet = [&](Node node) {
    if (copies_.try_emplace(from_.order(node), not_yet).second) missing_.push_back(from_.order(node));
  };
  meet(root);
  for (std::size_t next = 0; next < missing_.size(); ++next) from_.for_each_part(from_.made(missing_[next]), meet);
  std::ranges::sort(missing_);   // parts before wholes
  for (const std::uint32_t place : missing_) {
    const Node node = from_.made(place);
    copies_[place] =
        node.is_formula ? index_of(make_formula(static_cast<FormulaId>(node.index))) : make_term(TermId{node.index});
  }
  return copied(root);
}

Literal TableCopy::copied_literal(Literal l) const {
  const auto formula = static_cast<Literal>(copied({true, index_of(formula_of(l))}));
  return l < 0 ? -formula : formula;
}

TermId TableCopy::make_term(TermId id) {
  const Term& t = from_[id];
  const auto part = [&](std::size_t i) { return copied_term(t.operand[i]); };
  switch (t.kind) {
    case TermKind::num: return to_.num(from_.value(id));
    case TermKind::var: return to_.var(t.operand[0], t.operand[1]);
    case TermKind::logic: return to_.logic(t.operand[0]);
    case TermKind::bound: return to_.bound(t.operand[0]);
    case TermKind::store: return to_.store(part(0), part(1), part(2));
    case TermKind::const_: return to_.constant(part(0));
    case TermKind::ite: return to_.ite(copied_literal(t.operand[0]), part(1), part(2));
    case TermKind::witness: return to_.witness(formula_of(copied_literal(t.operand[0])));
    default: return to_.binary(t.kind, part(0), part(1));
  }
}

FormulaId TableCopy::make_formula(FormulaId id) {
  const FormulaKind kind = from_[id].kind;
  const std::span<const std::int32_t> operands = from_.operands(id);
  if (kind == FormulaKind::true_) return formula_of(to_.truth());
  if (kind == FormulaKind::atom) return formula_of(to_.atom(operands[0]));
  if (has_terms(kind)) return formula_of(to_.relation(kind, copied_term(operands[0]), copied_term(operands[1])));
  std::vector<Literal> literals;
  for (Literal literal : operands) literals.push_back(copied_literal(literal));
  return formula_of(kind == FormulaKind::all ? to_.all(literals[0]) : to_.connective(kind, literals));
}

}   // namespace plato
