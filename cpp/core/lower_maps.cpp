// Maps of maps as maps over pairs; see lower_expressions.hpp. Recursion is bounded by `highest_expression`.

#include <algorithm>

#include "core/lower_expressions.hpp"
#include "logic/formula_builder.hpp"

namespace plato {

using Kind = Expression::Kind;

// A map of which each thread has its own.
bool ExpressionLowering::is_own_row(ExpressionIndex name) const {
  const ExpressionInfo& info = program_.info[name];
  return at(name).kind == Kind::name && is_per_thread(info.symbol) && !info.of_other_thread;
}

// The indices before those of the source: whose it is, and which of its calls.
std::vector<TermId> ExpressionLowering::own_row(SymbolIndex map) {
  std::vector<TermId> indices = {owner_of(map)};
  if (const SymbolIndex call = call_of_map(program_, map); call != 0) indices.push_back(variable(call, false, false));
  return indices;
}

TermId ExpressionLowering::whole_map(ExpressionIndex root) {
  return is_own_row(root) ? variable(program_.info[root].symbol, at(root).is_primed, true) : lower(root).term;
}

std::vector<TermId> ExpressionLowering::indices(ExpressionIndex e) {
  const ExpressionIndex root = root_of(program_.tree, e);
  std::vector<TermId> indices;
  if (is_own_row(root)) indices = own_row(program_.info[root].symbol);
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
  const std::uint32_t indices = type.inner + 1;
  depth_ += indices;
  const TermId index = row_index(table_, {}, indices);
  const TermId in_a = select_from(table_, lifted(a).term, index), in_b = select_from(table_, lifted(b).term, index);
  const Literal same = type.kind == ValueType::Kind::bool_map
                           ? equivalence(table_, is_nonzero(table_, in_a), is_nonzero(table_, in_b))
                           : equal(table_, in_a, in_b);
  depth_ -= indices;
  return for_all(table_, same, indices);
}

Literal ExpressionLowering::unchanged_variable(SymbolIndex symbol, bool of_other_thread) {
  const bool is_own = is_per_thread(symbol) && !of_other_thread;
  if (const ValueType type = program_.symbols[symbol].type; is_own && plato::is_map(type)) {
    const TermId index = row_index(table_, own_row(symbol), type.inner + 1);
    return for_all(table_, unchanged_element(symbol, index), type.inner + 1);
  }
  const TermId before = variable(symbol, false, of_other_thread), after = variable(symbol, true, of_other_thread);
  return is_map(symbol) && !is_own ? equal_maps(table_, after, before) : equal(table_, after, before);
}

// Of all elements of a row.
Literal ExpressionLowering::unchanged_row(ExpressionIndex part) {
  const std::uint32_t variables = type(part).inner + 1;
  depth_ += variables;
  const TermId index = row_index(table_, indices(part), variables);
  depth_ -= variables;
  return for_all(table_, unchanged_element(program_.info[root_of(program_.tree, part)].symbol, index), variables);
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
      literals.push_back(unchanged_row(part));
    } else {
      literals.push_back(unchanged_element(symbol, element_index(part)));
    }
  }
  return conjunction(table_, literals);
}

}   // namespace plato
