// See common_facts.hpp.

#include "search/common_facts.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "search/clausification.hpp"
#include "search/equality_conflicts.hpp"

namespace plato {
namespace {

using ForestNode = EqualityForest::Node;

constexpr std::size_t most_differences = 200;   // at one join

// The number 0 is not always the representative of its own class.
WayFacts::Place place_of(const EqualityForest& forest, ForestNode node) {
  const ForestNode to = forest.representative(node);
  if (to != forest.representative(EqualityForest::zero)) return {to, forest.difference(node)};
  return {EqualityForest::zero, forest.difference(node) - forest.difference(EqualityForest::zero)};
}

bool is_difference_known(const EqualityForest& forest, ForestNode a, ForestNode b) {
  return forest.representative(a) == forest.representative(b);
}

// Nodes that are in the same class on every way differ by a number on every way.
std::map<std::vector<ForestNode>, std::vector<ForestNode>> classes_of(std::span<const WayFacts> ways) {
  std::map<std::vector<ForestNode>, std::vector<ForestNode>> classes;
  std::vector<ForestNode> nodes;
  for (const auto& [node, place] : ways[0].places) nodes.push_back(node);
  std::ranges::sort(nodes);
  for (ForestNode node : nodes) {
    std::vector<ForestNode> key;
    for (const WayFacts& way : ways)
      if (const auto found = way.places.find(node); found != way.places.end())
        key.push_back(found->second.representative);
    if (key.size() == ways.size()) classes[std::move(key)].push_back(node);
  }
  return classes;
}

// On each way, and of all the least and the greatest.
CommonDifference difference_of(std::span<const WayFacts> ways, ForestNode a, ForestNode b) {
  CommonDifference result{a, b, 0, 0};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    Integer difference = ways[i].places.at(a).difference;
    if (b != EqualityForest::zero) difference -= ways[i].places.at(b).difference;
    if (i == 0 || difference < result.low) result.low = difference;
    if (i == 0 || result.high < difference) result.high = difference;
  }
  return result;
}

// left ≤ right, since their difference, of which the parts explain all but a number, is not negative.
Literal bound_by_parts(LemmaContext& context, const Polynomial& left, const Polynomial& right,
                       const std::vector<EqualityForest::Part>& parts) {
  const Literal literal = context.table.le(make_term(context.table, left), make_term(context.table, right));
  ArithmeticConflict conflict = conflict_of(FormulaKind::le, -literal, parts);
  std::vector<Literal> clause;
  for (Tag tag : conflict.tags) clause.push_back(-tag);
  add_arithmetic_lemma(context.pool, context.table, clause, std::move(conflict.instructions), false);
  return literal;
}

}   // namespace

WayFacts facts_of_way(const FormulaTable& table, const Propagation& propagation) {
  WayFacts facts;
  for (Literal literal : propagation.found())
    if (has_terms(table[formula_of(literal)].kind)) facts.literals.push_back(literal);
  std::ranges::sort(facts.literals);
  for (ForestNode node : propagation.touched()) facts.places.try_emplace(node, place_of(propagation.forest(), node));
  return facts;
}

CommonFacts common_facts(std::span<const WayFacts> ways, const Propagation& propagation, std::size_t nodes) {
  CommonFacts common;
  for (Literal literal : ways[0].literals) {
    const auto has = [&](const WayFacts& way) { return std::ranges::binary_search(way.literals, literal); };
    if (!propagation.is_true(literal) && std::ranges::all_of(ways, has)) common.literals.push_back(literal);
  }
  for (const auto& [key, members] : classes_of(ways)) {
    const bool are_numbers = std::ranges::all_of(key, [](ForestNode node) { return node == EqualityForest::zero; });
    // What is nearest to the branches of what was there before them.
    const auto later = std::ranges::lower_bound(members, static_cast<ForestNode>(nodes));
    const ForestNode base = are_numbers                ? EqualityForest::zero
                            : later == members.begin() ? members.front()
                                                       : *(later - 1);
    for (ForestNode node : members) {
      if (node == base || is_difference_known(propagation.forest(), node, base)) continue;
      if (common.differences.size() == most_differences) return common;
      common.differences.push_back(difference_of(ways, node, base));
    }
  }
  return common;
}

std::vector<Literal> show_facts(LemmaContext& context, const Propagation& propagation, const CommonFacts& facts) {
  const EqualityForest& forest = propagation.forest();
  std::vector<Literal> literals = facts.literals;
  for (const CommonDifference& fact : facts.differences) {
    if (!is_difference_known(forest, fact.a, fact.b)) continue;
    const Polynomial a = forest.polynomial(fact.a), b = forest.polynomial(fact.b);
    std::vector<EqualityForest::Part> parts = forest.explanation(fact.a, fact.b);
    if (fact.low == fact.high) {
      if (const auto equal = equality_by_parts(context, a - b - Polynomial(fact.low), parts))
        literals.push_back(*equal);
      continue;
    }
    literals.push_back(bound_by_parts(context, b + Polynomial(fact.low), a, parts));
    for (EqualityForest::Part& part : parts) part.multiplier.negate();
    literals.push_back(bound_by_parts(context, a, b + Polynomial(fact.high), parts));
  }
  return literals;
}

}   // namespace plato
