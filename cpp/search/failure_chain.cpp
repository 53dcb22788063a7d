// See failure_chain.hpp.

#include "search/failure_chain.hpp"

#include <algorithm>

namespace plato {
namespace {

constexpr std::size_t shortest_chain = 3;   // choices; fewer are no chain

}   // namespace

FailureChain::Shape FailureChain::shape(Literal literal) const {
  const Formula& formula = table_[formula_of(literal)];
  switch (formula.kind) {
    case FormulaKind::and_:
    case FormulaKind::or_:
      if (formula.count == 0) return Shape::leaf;
      return (formula.kind == FormulaKind::and_) == (literal > 0) ? Shape::conjunction : Shape::choice;
    case FormulaKind::all: return literal < 0 ? Shape::opening : Shape::leaf;
    default: return Shape::leaf;
  }
}

std::vector<Literal> FailureChain::parts(Literal literal) const {
  std::vector<Literal> parts;
  for (Literal part : table_.operands(formula_of(literal))) parts.push_back(literal > 0 ? part : -part);
  return parts;
}

Literal FailureChain::deepest(Literal literal) const {
  const std::span<const Literal> parts = table_.operands(formula_of(literal));
  const Literal deepest = *std::ranges::max_element(parts, {}, [&](Literal part) { return height(part); });
  return literal > 0 ? deepest : -deepest;
}

Literal FailureChain::start(std::span<const Literal> assertions) const {
  if (assertions.empty()) return 0;
  const Literal start = *std::ranges::max_element(assertions, {}, [&](Literal literal) { return height(literal); });
  std::size_t choices = 0;
  for (Literal at = start; choices < shortest_chain; at = deepest(at)) {
    const Shape what = shape(at);
    if (what == Shape::leaf || what == Shape::opening) return 0;
    if (what == Shape::choice && table_.operands(formula_of(at)).size() > 1) ++choices;
  }
  return start;
}

// Parts are older than what they are part of.
void FailureChain::see_new_formulas() {
  const std::size_t count = table_.formula_count() + 1;
  arrivals_.resize(count);
  next_join_.resize(count);
  const std::size_t first = std::max<std::size_t>(known_, 1);
  const auto has_parts = [&](std::size_t i) {
    const Shape what = shape(literal_of(static_cast<FormulaId>(i)));
    return what == Shape::choice || what == Shape::conjunction;
  };
  for (std::size_t i = first; i < count; ++i)
    if (has_parts(i)) {
      std::uint8_t& arrivals = arrivals_[index_of(formula_of(deepest(literal_of(static_cast<FormulaId>(i)))))];
      if (arrivals < 2) ++arrivals;
    }
  for (std::size_t i = first; i < count; ++i)
    if (has_parts(i)) {
      const Literal below = deepest(literal_of(static_cast<FormulaId>(i)));
      const bool is_join = arrivals_[index_of(formula_of(below))] > 1 && has_parts(index_of(formula_of(below)));
      next_join_[i] = is_join ? below : next_join(below);
    }
  known_ = count;
}

Literal FailureChain::next_join(Literal literal) const {
  const Literal join = next_join_[index_of(formula_of(literal))];
  return literal > 0 ? join : -join;
}

// The first formula on the ways down from both; 0 if there is none.
Literal FailureChain::meeting(Literal a, Literal b) const {
  a = next_join(a);
  b = next_join(b);
  while (a != b && a != 0 && b != 0) {
    if (height(a) >= height(b))
      a = next_join(a);
    else
      b = next_join(b);
  }
  return a == b ? a : 0;
}

FailureChain::Fork FailureChain::fork(std::span<const Literal> parts) {
  if (known_ < table_.formula_count() + 1) see_new_formulas();
  Fork fork;
  const Literal longest = *std::ranges::max_element(parts, {}, [&](Literal part) { return height(part); });
  for (Literal part : parts) {
    if (part == longest) continue;
    const Literal join = meeting(longest, part);
    if (join == 0) continue;
    fork.ways.push_back(part);
    if (fork.join == 0 || height(join) < height(fork.join)) fork.join = join;   // where all have met
  }
  fork.ways.push_back(longest);
  return fork;
}

}   // namespace plato
