// Maps of maps as maps over pairs; see lower_expressions.hpp. Recursion is bounded by `highest_expression`.

#include <algorithm>

#include "core/lower_expressions.hpp"
#include "logic/formula_builder.hpp"

namespace plato {

using Kind = Expression::Kind;

namespace {

// i, j, k as pair(i, pair(j, k)): so a row is where the second part is any integer, whatever it holds.
TermId nested_pairs(FormulaTable& table, const std::vector<TermId>& indices) {
  TermId index = indices.back();
  for (std::size_t i = indices.size() - 1; i-- > 0;) index = table.binary(TermKind::pair, indices[i], index);
  return index;
}

}   // namespace

// A map of which each thread has its own.
bool ExpressionLowering::is_own_row(ExpressionIndex name) const {
  const ExpressionInfo& info = program_.info[name];
  return at(name).kind == Kind::name && is_per_thread(info.symbol) && !info.of_other_thread;
}

TermId ExpressionLowering::whole_map(ExpressionIndex root) {
  return is_own_row(root) ? variable(program_.info[root].symbol, at(root).is_primed, true) : lower(root).term;
}

std::vector<TermId> ExpressionLowering::indices(ExpressionIndex e) {
  const ExpressionIndex root = root_of(program_.tree, e);
  std::vector<TermId> indices;
  if (is_own_row(root)) indices.push_back(owner_of(program_.info[root].symbol));
  for (ExpressionIndex i : indices_of(program_.tree, e)) indices.push_back(index(i));
  return indices;
}

TermId ExpressionLowering::element_index(ExpressionIndex e) { return nested_pairs(table_, indices(e)); }

TermId ExpressionLowering::element(ExpressionIndex e) {
  const TermId map = whole_map(root_of(program_.tree, e)), index = element_index(e);
  return select_from(table_, map, index);
}

// Maps of maps are equal at all pairs: there are integers that are no pairs.
Literal ExpressionLowering::equal_rows(const LoweredValue& a, const LoweredValue& b, ValueType type) {
  if (a.term == b.term) return table_.truth();
  depth_ += type.inner + 1;
  std::vector<TermId> indices;
  for (std::uint32_t i = type.inner + 1; i-- > 0;) indices.push_back(table_.bound(static_cast<std::int32_t>(i)));
  const TermId index = nested_pairs(table_, indices);
  const TermId in_a = select_from(table_, lifted(a).term, index), in_b = select_from(table_, lifted(b).term, index);
  Literal body = type.kind == ValueType::Kind::bool_map
                     ? equivalence(table_, is_nonzero(table_, in_a), is_nonzero(table_, in_b))
                     : equal(table_, in_a, in_b);
  for (std::uint32_t i = 0; i <= type.inner; ++i, --depth_) body = for_all(table_, body);
  return body;
}

Literal ExpressionLowering::unchanged_variable(SymbolIndex symbol, bool of_other_thread) {
  const bool is_own = is_per_thread(symbol) && !of_other_thread;
  if (is_own && plato::is_map(program_.symbols[symbol].type)) {
    ++depth_;
    return unchanged_row(symbol, {owner_of(symbol)});
  }
  const TermId before = variable(symbol, false, of_other_thread), after = variable(symbol, true, of_other_thread);
  return is_map(symbol) && !is_own ? equal_maps(table_, after, before) : equal(table_, after, before);
}

// Of all that it holds; the quantifier has been entered.
Literal ExpressionLowering::unchanged_row(SymbolIndex symbol, std::vector<TermId> indices) {
  indices.push_back(table_.bound(0));
  const Literal same = unchanged_element(symbol, nested_pairs(table_, indices));
  --depth_;
  return for_all(table_, same);
}

Literal ExpressionLowering::unchanged_element(SymbolIndex symbol, TermId index) {
  return equal(table_, select_from(table_, variable(symbol, true, true), index),
               select_from(table_, variable(symbol, false, true), index));
}

Literal ExpressionLowering::unchanged(ExpressionIndex e) {
  std::vector<Literal> literals;
  for (ExpressionIndex part : at(e).parts) {
    const ExpressionIndex root = root_of(program_.tree, part);
    const SymbolIndex symbol = program_.info[root].symbol;
    const Symbol& s = program_.symbols[symbol];
    if (s.kind == Symbol::Kind::record) {
      for (SymbolIndex field = 1; field < program_.symbols.size(); ++field)
        if (program_.symbols[field].kind == Symbol::Kind::variable && program_.symbols[field].thread == s.thread &&
            program_.symbols[field].name.starts_with(s.name + "."))
          literals.push_back(unchanged_variable(field, false));
    } else if (s.kind != Symbol::Kind::variable) {
      continue;   // it never changes
    } else if (root == part) {
      literals.push_back(unchanged_variable(symbol, program_.info[root].of_other_thread));
    } else if (plato::is_map(type(part))) {
      ++depth_;
      literals.push_back(unchanged_row(symbol, indices(part)));
    } else {
      literals.push_back(unchanged_element(symbol, element_index(part)));
    }
  }
  return conjunction(table_, literals);
}

}   // namespace plato
