// See failure_chain.hpp.

#include "search/failure_chain.hpp"

#include <algorithm>

namespace plato {
namespace {

constexpr std::size_t shortest_chain = 3;   // choices; fewer are no chain
constexpr std::uint32_t nearly_as_long = 4;
constexpr std::uint32_t depth_of_hypotheses = 2;

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

Literal FailureChain::deepest(Literal literal) {
  see_new_formulas();
  return deepest_known(literal);
}

Literal FailureChain::deepest_known(Literal literal) const {
  Literal deepest = 0, last = 0;
  for (Literal part : table_.operands(formula_of(literal))) {
    last = literal < 0 ? -part : part;
    if (deepest == 0 || depth(last) >= depth(deepest)) deepest = last;
  }
  // At the end of a chain, what is left may be shallower than the hypotheses.
  return shape(literal) == Shape::conjunction && depth(deepest) <= depth_of_hypotheses ? last : deepest;
}

Literal FailureChain::start(std::span<const Literal> assertions) {
  if (assertions.empty()) return 0;
  see_new_formulas();
  const Literal start = *std::ranges::max_element(assertions, {}, [&](Literal literal) { return depth(literal); });
  std::size_t choices = 0;
  for (Literal at = start; choices < shortest_chain; at = deepest_known(at)) {
    const Shape what = shape(at);
    if (what == Shape::leaf || what == Shape::opening) return 0;
    if (what == Shape::choice && table_.operands(formula_of(at)).size() > 1) ++choices;
  }
  return start;
}

// Parts are older than what they are part of.
void FailureChain::see_new_formulas() {
  const std::size_t count = table_.formula_count() + 1;
  if (known_ == count) return;
  for (const int sign : {0, 1}) {
    depth_[sign].resize(count);
    next_join_[sign].resize(count);
    arrivals_[sign].resize(count);
  }
  const auto for_each_new = [&](auto visit) {
    for (std::size_t i = known_; i < count; ++i)
      for (const Literal literal : {literal_of(static_cast<FormulaId>(i)), -literal_of(static_cast<FormulaId>(i))})
        visit(literal, shape(literal));
  };
  for_each_new([&](Literal literal, Shape what) {
    std::uint32_t& here = depth_[literal < 0][index_of(formula_of(literal))];
    if (what == Shape::opening) here = 1 + depth(-table_.operands(formula_of(literal))[0]);
    if (what == Shape::choice || what == Shape::conjunction) here = 1 + depth(deepest_known(literal));
  });
  for_each_new([&](Literal literal, Shape what) {
    if (what != Shape::choice && what != Shape::conjunction) return;
    const Literal below = deepest_known(literal);
    std::uint8_t& arrivals = arrivals_[below < 0][index_of(formula_of(below))];
    if (arrivals < 2) ++arrivals;
  });
  for_each_new([&](Literal literal, Shape what) {
    if (what != Shape::choice && what != Shape::conjunction) return;
    const Literal below = deepest_known(literal);
    next_join_[literal < 0][index_of(formula_of(literal))] =
        arrivals_[below < 0][index_of(formula_of(below))] > 1 ? below : next_join(below);
  });
  known_ = count;
}

// The first formula on the ways down from both; 0 if there is none.
Literal FailureChain::meeting(Literal a, Literal b) const {
  a = next_join(a);
  b = next_join(b);
  while (a != b && a != 0 && b != 0) {
    if (depth(a) >= depth(b))
      a = next_join(a);
    else
      b = next_join(b);
  }
  return a == b ? a : 0;
}

FailureChain::Fork FailureChain::fork(std::span<const Literal> parts) {
  see_new_formulas();
  Fork fork;
  const Literal longest = *std::ranges::max_element(parts, {}, [&](Literal part) { return depth(part); });
  for (Literal part : parts) {
    if (part == longest) continue;
    const Literal join = meeting(longest, part);
    if (join == 0) continue;
    // At the very end the same may be said for other reasons.
    if (shape(join) == Shape::leaf && depth(longest) > depth(part) + nearly_as_long) continue;
    fork.ways.push_back(part);
    if (fork.join == 0 || depth(join) < depth(fork.join)) fork.join = join;   // where all have met
  }
  fork.ways.push_back(longest);
  return fork;
}

}   // namespace plato
