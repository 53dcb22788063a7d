// Ranges of types and lengths of arrays as formulas; see lower_expressions.hpp. Recursion is bounded by
// `highest_expression`.

#include "core/lower_expressions.hpp"
#include "logic/formula_builder.hpp"

namespace plato {

using Kind = Expression::Kind;

bool ExpressionLowering::has_range(SymbolIndex variable) const {
  const SyntaxType& type = program_.symbols[variable].declared;
  return type.enumeration != 0 || type.low != 0;
}

Literal ExpressionLowering::in_range(SymbolIndex variable, TermId number) {
  const SyntaxType& type = program_.symbols[variable].declared;
  if (type.enumeration != 0) {
    const auto count = static_cast<std::int64_t>(program_.tree.enumerations[type.enumeration - 1].values.size());
    const Literal from = at_most(table_, table_.num(0), number);
    return both(table_, from, at_most(table_, number, table_.num(count - 1)));
  }
  if (type.low == 0) return table_.truth();
  const TermId low = lower(type.low).term, high = lower(type.high).term;
  const Literal from = at_most(table_, low, number);
  return both(table_, from, type.is_open ? -at_most(table_, high, number) : at_most(table_, number, high));
}

Literal ExpressionLowering::value_in_range(SymbolIndex variable, TermId value) {
  if (!has_range(variable)) return table_.truth();
  if (program_.symbols[variable].type.kind != ValueType::Kind::map) return in_range(variable, value);
  const LoweredValue map = of(value);
  const std::uint32_t indices = program_.symbols[variable].type.inner + 1;
  depth_ += indices;
  const Literal element = in_range(variable, select_from(table_, lifted(map).term, row_index(table_, {}, indices)));
  depth_ -= indices;
  return for_all(table_, element, indices);
}

Literal ExpressionLowering::range_of(SymbolIndex symbol, bool is_primed) {
  if (!has_range(symbol)) return table_.truth();
  if (!is_per_thread(symbol) || !plato::is_map(program_.symbols[symbol].type))
    return value_in_range(symbol, variable(symbol, is_primed, false));
  // Of the thread's own row; of a procedure, in all its calls.
  const std::uint32_t indices = program_.symbols[symbol].type.inner + (call_of_map(program_, symbol) != 0 ? 2 : 1);
  depth_ += indices;
  const TermId place = row_index(table_, {owner_of(symbol)}, indices);
  const Literal element = in_range(symbol, select_from(table_, variable(symbol, is_primed, true), place));
  depth_ -= indices;
  return for_all(table_, element, indices);
}

// Of an array with a length, the index is one of its own. The last index of a[i] or m[i][j] is looked at.
Literal ExpressionLowering::index_exists(ExpressionIndex e) {
  const ExpressionIndex map = at(e).parts[0], root = root_of(program_.tree, map);
  if (at(root).kind != Kind::name) return table_.truth();
  const Symbol& s = program_.symbols[program_.info[root].symbol];
  std::size_t place = indices_of(program_.tree, map).size();
  // Seen from outside, the first index says whose it is.
  if (program_.info[root].of_other_thread && is_per_thread(program_.info[root].symbol)) {
    if (place == 0) return table_.truth();
    --place;
  }
  const SyntaxType& declared = s.declared;
  const ExpressionIndex length = place == 0                       ? declared.length
                                 : place <= declared.inner.size() ? declared.inner[place - 1]
                                                                  : 0;
  if (length == 0) return table_.truth();
  const TermId number = index(at(e).parts[1]);
  const Literal from = at_most(table_, table_.num(0), number);
  return both(table_, from, -at_most(table_, lower(length).term, number));
}

// What comes later in `&&`, `||`, `==>` and `if` is read only if what comes before lets it matter.
Literal ExpressionLowering::defined(ExpressionIndex e) {
  const Expression& x = at(e);
  const std::vector<ExpressionIndex>& parts = x.parts;
  std::vector<Literal> literals;
  switch (x.kind) {
    case Kind::and_:
    case Kind::or_:
    case Kind::implies: {
      // The last part in which something may be undefined; what comes after it need not be built.
      Literal rest = table_.truth();
      for (std::size_t i = parts.size(); i-- > 0;) {
        if (rest != table_.truth()) {
          const Literal here = formula(parts[i]);
          rest = implication(table_, x.kind == Kind::or_ ? -here : here, rest);
        }
        rest = both(table_, defined(parts[i]), rest);
      }
      return rest;
    }
    case Kind::ite: {
      const Literal first = defined(parts[1]), second = defined(parts[2]);
      literals = {defined(parts[0])};
      if (first != table_.truth() || second != table_.truth())
        literals.push_back(plato::conditional(table_, formula(parts[0]), first, second));
      return conjunction(table_, literals);
    }
    case Kind::forall:
    case Kind::exists: {
      const std::vector<SymbolIndex>& bound = program_.info[e].bound;
      for (SymbolIndex symbol : bound) bound_[symbol] = depth_++;
      Literal body = defined(parts[0]);
      for (std::size_t i = 0; i < bound.size(); ++i, --depth_) body = for_all(table_, body);
      return body;
    }
    default: break;
  }
  for (ExpressionIndex part : parts) literals.push_back(defined(part));
  if (x.kind == Kind::select || x.kind == Kind::update) literals.push_back(index_exists(e));
  return conjunction(table_, literals);
}

}   // namespace plato
