// Building simplified formulas; see formula_builder.hpp.

#include "logic/formula_builder.hpp"

#include <algorithm>
#include <optional>

namespace plato {
namespace {

// What an operand says if it is true or false for certain.
std::optional<bool> constant_truth(FormulaTable& table, Literal literal) {
  const Literal truth = table.truth();
  if (literal == truth) return true;
  if (literal == -truth) return false;
  return std::nullopt;
}

// ∧ with neutral = true, ∨ with neutral = false.
Literal chain(FormulaTable& table, FormulaKind kind, bool neutral, std::span<const Literal> literals) {
  constexpr std::size_t most_compared = 64;   // repetitions further on do no harm
  std::vector<Literal> kept;
  for (Literal literal : literals) {
    const std::optional<bool> known = constant_truth(table, literal);
    if (known && *known != neutral) return neutral ? -table.truth() : table.truth();
    const std::span<const Literal> first(kept.data(), std::min(kept.size(), most_compared));
    if (!known && std::ranges::find(first, literal) == first.end()) kept.push_back(literal);
  }
  if (kept.empty()) return neutral ? table.truth() : -table.truth();
  return kept.size() == 1 ? kept[0] : table.connective(kind, kept);
}

bool are_numbers(const FormulaTable& table, TermId a, TermId b) {
  return table[a].kind == TermKind::num && table[b].kind == TermKind::num;
}
Literal constant(FormulaTable& table, bool truth) { return truth ? table.truth() : -table.truth(); }

}   // namespace

Literal conjunction(FormulaTable& table, std::span<const Literal> literals) {
  return chain(table, FormulaKind::and_, true, literals);
}
Literal disjunction(FormulaTable& table, std::span<const Literal> literals) {
  return chain(table, FormulaKind::or_, false, literals);
}

Literal implication(FormulaTable& table, Literal a, Literal b) {
  const auto known_a = constant_truth(table, a), known_b = constant_truth(table, b);
  if (a == b || (known_a && !*known_a) || (known_b && *known_b)) return table.truth();
  if (known_a) return b;
  if (known_b) return -a;
  const Literal both[] = {a, b};
  return table.connective(FormulaKind::implies, both);
}

Literal equivalence(FormulaTable& table, Literal a, Literal b) {
  if (a == b) return table.truth();
  if (const auto known = constant_truth(table, a)) return *known ? b : -b;
  if (const auto known = constant_truth(table, b)) return *known ? a : -a;
  const Literal both[] = {a, b};
  return table.connective(FormulaKind::iff, both);
}

Literal conditional(FormulaTable& table, Literal condition, Literal a, Literal b) {
  if (const auto known = constant_truth(table, condition)) return *known ? a : b;
  if (a == b) return a;
  const Literal parts[] = {condition, a, b};
  return table.connective(FormulaKind::ite, parts);
}

Literal for_all(FormulaTable& table, Literal body) { return constant_truth(table, body) ? body : table.all(body); }

Literal equal(FormulaTable& table, TermId a, TermId b) {
  if (a == b || are_numbers(table, a, b)) return constant(table, a == b);
  return table.eq(a, b);
}
Literal equal_maps(FormulaTable& table, TermId a, TermId b) { return a == b ? table.truth() : table.map_eq(a, b); }
Literal at_most(FormulaTable& table, TermId a, TermId b) {
  if (are_numbers(table, a, b)) return constant(table, table.value(a) <= table.value(b));
  return a == b ? table.truth() : table.le(a, b);
}
TermId select_from(FormulaTable& table, TermId map, TermId index) {
  while (table[map].kind == TermKind::store) {
    const TermId at = table[map].term(1);
    if (at == index) return table[map].term(2);
    if (!are_numbers(table, at, index)) break;
    map = table[map].term(0);
  }
  return table[map].kind == TermKind::const_ ? table[map].term(0) : table.binary(TermKind::select, map, index);
}
TermId conditional_term(FormulaTable& table, Literal condition, TermId a, TermId b) {
  if (const auto known = constant_truth(table, condition)) return *known ? a : b;
  return a == b ? a : table.ite(condition, a, b);
}

TermId branch_of(FormulaTable& table, TermId parent, TermId number) {
  const TermId pair = table.binary(TermKind::pair, parent, number);
  return table.binary(TermKind::sub, table.num(-1), pair);
}

namespace {

// The parent and the number, if the identifier is written out.
std::optional<Term> parts_of_branch(const FormulaTable& table, TermId branch) {
  const Term& t = table[branch];
  if (t.kind != TermKind::sub || table[t.term(0)].kind != TermKind::num || table[t.term(1)].kind != TermKind::pair)
    return std::nullopt;
  return table.value(t.term(0)) == Integer(-1) ? std::optional(table[t.term(1)]) : std::nullopt;
}

}   // namespace

TermId parent_of_branch(FormulaTable& table, TermId branch) {
  if (const auto parts = parts_of_branch(table, branch)) return parts->term(0);
  return table.binary(TermKind::branch, branch, table.num(0));
}
TermId number_of_branch(FormulaTable& table, TermId branch) {
  if (const auto parts = parts_of_branch(table, branch)) return parts->term(1);
  return table.binary(TermKind::branch, branch, table.num(1));
}

Literal is_nonzero(FormulaTable& table, TermId term) { return -equal(table, term, table.num(0)); }
TermId as_number(FormulaTable& table, Literal literal) {
  return conditional_term(table, literal, table.num(1), table.num(0));
}

namespace {
constexpr std::size_t neighbours = 16;
}

ConjunctionTree::ConjunctionTree(FormulaTable& table, std::vector<Literal> literals) {
  levels_.push_back(std::move(literals));
  while (levels_.back().size() > neighbours) {
    std::vector<Literal> next;
    const std::span<const Literal> below = levels_.back();
    for (std::size_t i = 0; i < below.size(); i += neighbours)
      next.push_back(conjunction(table, below.subspan(i, std::min(neighbours, below.size() - i))));
    levels_.push_back(std::move(next));
  }
}

Literal ConjunctionTree::all_except(FormulaTable& table, std::span<const std::size_t> excluded) const {
  std::vector<Literal> kept;
  std::vector<std::size_t> open(excluded.begin(), excluded.end());   // places of this level that are not kept whole
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const bool is_top = level + 1 == levels_.size();
    // The neighbours of an open place are kept one by one; everything else by a conjunction further up.
    std::vector<std::size_t> groups;
    for (std::size_t place : open)
      if (groups.empty() || groups.back() != place / neighbours) groups.push_back(place / neighbours);
    if (is_top) groups = {0};
    for (std::size_t group : groups)
      for (std::size_t i = group * neighbours; i < std::min(levels_[level].size(), (group + 1) * neighbours); ++i)
        if (std::ranges::find(open, i) == open.end()) kept.push_back(levels_[level][i]);
    open = std::move(groups);
  }
  return conjunction(table, kept);
}

TermId nested_pairs(FormulaTable& table, const std::vector<TermId>& indices) {
  TermId index = indices.back();
  for (std::size_t i = indices.size() - 1; i-- > 0;) index = table.binary(TermKind::pair, indices[i], index);
  return index;
}

TermId row_index(FormulaTable& table, std::vector<TermId> indices, std::uint32_t variables) {
  while (variables-- > 0) indices.push_back(table.bound(static_cast<std::int32_t>(variables)));
  return nested_pairs(table, indices);
}

Literal for_all(FormulaTable& table, Literal body, std::uint32_t variables) {
  while (variables-- > 0) body = for_all(table, body);
  return body;
}

}   // namespace plato
