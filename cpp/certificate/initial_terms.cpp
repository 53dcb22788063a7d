// See initial_terms.hpp.

#include "certificate/initial_terms.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace plato {
namespace {

bool is_of_index(const FormulaTable& table, TermId term) {
  if (table[term].loose != 1) return false;   // a constant map needs no term
  const Node root{false, term};
  return std::ranges::all_of(parts_of(table, std::span(&root, 1)), [&](Node part) {
    if (part.is_formula) return table[static_cast<FormulaId>(part.index)].kind != FormulaKind::all;
    const Term& t = table[TermId{part.index}];
    const bool is_thread = t.kind == TermKind::logic && t.operand[0] == 0;
    return t.kind != TermKind::var && t.kind != TermKind::witness && t.kind != TermKind::difference && !is_thread;
  });
}

struct FirstValue {
  std::size_t variable = 0;
  TermId term = 0;
};

// The conjunct is `forall i :: X[i] == term`.
std::optional<FirstValue> first_value_in(const FormulaTable& table, Literal conjunct) {
  const FormulaId all = formula_of(conjunct);
  if (conjunct < 0 || table[all].kind != FormulaKind::all) return std::nullopt;
  const Literal body = table.operands(all)[0];
  if (body < 0 || table[formula_of(body)].kind != FormulaKind::eq) return std::nullopt;
  const Term& element = table[table.left(formula_of(body))];
  const TermId value = table.right(formula_of(body));
  if (element.kind != TermKind::select || !is_of_index(table, value)) return std::nullopt;
  const Term &map = table[element.term(0)], &index = table[element.term(1)];
  if (map.kind != TermKind::var || map.operand[1] != 0 || index.kind != TermKind::bound || index.operand[0] != 0)
    return std::nullopt;
  return FirstValue{static_cast<std::size_t>(map.operand[0]), value};
}

}   // namespace

std::map<std::size_t, TermId> initial_terms(const Program& program) {
  const FormulaTable& table = program.table;
  std::map<std::size_t, TermId> terms;
  std::vector<Literal> open{program.init};
  while (!open.empty()) {
    const Literal conjunct = open.back();
    open.pop_back();
    if (conjunct > 0 && table[formula_of(conjunct)].kind == FormulaKind::and_) {
      const auto parts = table.operands(formula_of(conjunct));
      open.insert(open.end(), parts.begin(), parts.end());
    } else if (const auto definition = first_value_in(table, conjunct)) {
      terms.try_emplace(definition->variable, definition->term);
    }
  }
  return terms;
}

}   // namespace plato
