// See common_facts.hpp.

#include "search/common_facts.hpp"

#include <algorithm>
#include <set>

#include "search/clausification.hpp"
#include "search/equality_conflicts.hpp"

namespace plato {
namespace {

using ForestNode = EqualityForest::Node;
using Parts = std::vector<EqualityForest::Part>;

constexpr std::size_t most_differences = 200;   // at one join

// The number 0 is not always the representative of its own class.
WayFacts::Place place_of(const EqualityForest& forest, ForestNode node) {
  const ForestNode to = forest.representative(node);
  if (to != forest.representative(EqualityForest::zero)) return {to, forest.difference(node)};
  return {EqualityForest::zero, forest.difference(node) - forest.difference(EqualityForest::zero)};
}

// v - u ≤ number, if that is what the inequality says of the representatives u and v.
void note_limit(LemmaContext& context, const EqualityForest& forest, Literal literal, WayFacts& facts) {
  const Polynomial& p = context.normal_forms.of_sides(formula_of(literal));   // it says that p ≥ 0, or that it is not
  const Polynomial reduced = forest.reduced(literal > 0 ? p : -p - Polynomial(Integer(1)));
  const auto& summands = reduced.summands();
  if (summands.empty() || summands.size() > 2) return;
  ForestNode u = EqualityForest::zero, v = EqualityForest::zero;
  for (const Polynomial::Summand& summand : summands) {
    const ForestNode node = forest.find(summand.monomial);
    if (!summand.coefficient.is_unit() || node == EqualityForest::none) return;
    ForestNode& place = summand.coefficient.is_one() ? u : v;
    if (place != EqualityForest::zero) return;
    place = node;
  }
  const auto [found, is_new] = facts.limits.try_emplace({v, u}, WayFacts::Limit{reduced.constant(), literal});
  if (!is_new && reduced.constant() < found->second.number) found->second = {reduced.constant(), literal};
  for (const Polynomial::Summand& summand : p.summands())
    if (const ForestNode node = forest.find(summand.monomial); node != EqualityForest::none)
      facts.places.try_emplace(node, place_of(forest, node));
}

// Why a - b is at most so much on the way; nothing if it is not known to be.
struct Reason {
  Integer limit;
  Literal inequality = 0;   // 0 if equalities are enough
};
std::optional<Reason> limit_of(const WayFacts& way, ForestNode a, ForestNode b) {
  const auto place = [&](ForestNode node) -> const WayFacts::Place* {
    static const WayFacts::Place of_zero{EqualityForest::zero, 0};
    if (node == EqualityForest::zero) return &of_zero;
    const auto found = way.places.find(node);
    return found == way.places.end() ? nullptr : &found->second;
  };
  const WayFacts::Place *of_a = place(a), *of_b = place(b);
  if (!of_a || !of_b) return std::nullopt;
  const Integer apart = of_a->difference - of_b->difference;
  if (of_a->representative == of_b->representative) return Reason{apart};
  const auto found = way.limits.find({of_a->representative, of_b->representative});
  if (found == way.limits.end()) return std::nullopt;
  return Reason{found->second.number + apart, found->second.literal};
}

// The largest of the limits on all ways.
std::optional<Integer> common_limit(std::span<const WayFacts> ways, ForestNode a, ForestNode b) {
  std::optional<Integer> common;
  for (const WayFacts& way : ways) {
    const auto reason = limit_of(way, a, b);
    if (!reason) return std::nullopt;
    if (!common || *common < reason->limit) common = reason->limit;
  }
  return common;
}

using NodePairs = std::set<std::pair<ForestNode, ForestNode>>;

// Nodes of one class on every way, each with one of them that was there before, the nearest, or the number 0.
NodePairs pairs_of_classes(std::span<const WayFacts> ways, std::size_t nodes) {
  std::map<std::vector<ForestNode>, std::vector<ForestNode>> classes;   // representatives on the ways -> nodes
  for (const auto& [node, place] : ways[0].places) {
    std::vector<ForestNode> key;
    for (const WayFacts& way : ways)
      if (const auto found = way.places.find(node); found != way.places.end())
        key.push_back(found->second.representative);
    if (key.size() == ways.size()) classes[std::move(key)].push_back(node);
  }
  NodePairs pairs;
  for (auto& [key, members] : classes) {
    std::ranges::sort(members);
    const bool are_numbers = std::ranges::all_of(key, [](ForestNode node) { return node == EqualityForest::zero; });
    const auto later = std::ranges::lower_bound(members, static_cast<ForestNode>(nodes));
    const ForestNode base = are_numbers                ? EqualityForest::zero
                            : later == members.begin() ? members.front()
                                                       : *(later - 1);
    for (ForestNode node : members)
      if (node != base) pairs.emplace(node, base);
  }
  return pairs;
}

// Nodes with an inequality between their classes, on one of the ways: new ones with older ones; if it is not known
// which are new, one of each class and one of each other class, as far as they are known on all ways.
NodePairs pairs_of_limits(std::span<const WayFacts> ways, const EqualityForest& forest, std::size_t nodes) {
  NodePairs pairs, classes_seen;
  const auto is_everywhere = [&](ForestNode node) {
    return std::ranges::all_of(ways, [&](const WayFacts& way) { return way.places.contains(node); });
  };
  const auto is_wanted = [&](ForestNode a, ForestNode b) {
    if (nodes != 0) return b < nodes;
    if (b >= a || !is_everywhere(a) || (b != EqualityForest::zero && !is_everywhere(b))) return false;
    return classes_seen.emplace(forest.representative(a), forest.representative(b)).second;
  };
  for (const WayFacts& way : ways) {
    if (way.limits.empty()) continue;
    std::unordered_map<ForestNode, std::vector<ForestNode>> of_class;
    for (const auto& [node, place] : way.places) of_class[place.representative].push_back(node);
    for (const auto& [classes, limit] : way.limits)
      for (const auto& [x, y] : {classes, std::pair{classes.second, classes.first}})
        for (ForestNode a : of_class[x]) {
          if (a < nodes) continue;
          if (y == EqualityForest::zero && (nodes != 0 || is_wanted(a, y))) pairs.emplace(a, y);
          for (ForestNode b : of_class[y])
            if (is_wanted(a, b)) pairs.emplace(a, b);
          if (pairs.size() > most_differences) return pairs;
        }
  }
  return pairs;
}

// left ≤ right, since their difference, of which the parts explain all but a number, is not negative.
Literal bound_by_parts(LemmaContext& context, const Polynomial& left, const Polynomial& right, const Parts& parts) {
  const Literal literal = context.table.le(make_term(context.table, left), make_term(context.table, right));
  ArithmeticConflict conflict = conflict_of(FormulaKind::le, -literal, parts);
  std::vector<Literal> clause;
  for (Tag tag : conflict.tags) clause.push_back(-tag);
  add_arithmetic_lemma(context.pool, context.table, clause, std::move(conflict.instructions), false);
  return literal;
}

// What shows that a - b is at most the limit: the equalities and the inequality add up to b - a and a number.
Parts parts_of_limit(LemmaContext& context, const EqualityForest& forest, const Reason& reason, ForestNode a,
                     ForestNode b) {
  if (reason.inequality == 0) return forest.explanation(b, a);
  const Literal literal = reason.inequality;
  const Polynomial& p = context.normal_forms.of_sides(formula_of(literal));
  const Polynomial rest = forest.polynomial(b) - forest.polynomial(a) - (literal > 0 ? p : -p);
  Parts parts = forest.explanation(rest);
  parts.push_back({literal, 1});
  return parts;
}

}   // namespace

WayFacts facts_of_way(LemmaContext& context, const Propagation& propagation) {
  WayFacts facts;
  const EqualityForest& forest = propagation.forest();
  for (ForestNode node : propagation.touched()) facts.places.try_emplace(node, place_of(forest, node));
  for (Literal literal : propagation.found()) {
    const FormulaKind kind = context.table[formula_of(literal)].kind;
    if (has_terms(kind)) facts.literals.push_back(literal);
    if (kind == FormulaKind::le) note_limit(context, forest, literal, facts);
  }
  std::ranges::sort(facts.literals);
  return facts;
}

CommonFacts common_facts(std::span<const WayFacts> ways, const Propagation& propagation, std::size_t nodes) {
  CommonFacts common;
  for (Literal literal : ways[0].literals) {
    const auto has = [&](const WayFacts& way) { return std::ranges::binary_search(way.literals, literal); };
    if (!propagation.is_true(literal) && std::ranges::all_of(ways, has)) common.literals.push_back(literal);
  }
  NodePairs pairs = pairs_of_classes(ways, nodes);
  const EqualityForest& forest = propagation.forest();
  pairs.merge(pairs_of_limits(ways, forest, nodes));
  for (const auto& [a, b] : pairs) {
    if (forest.representative(a) == forest.representative(b)) continue;
    CommonDifference difference{a, b, common_limit(ways, b, a), common_limit(ways, a, b)};
    if (difference.low) difference.low->negate();
    if (difference.low || difference.high) common.differences.push_back(std::move(difference));
    if (common.differences.size() == most_differences) break;
  }
  return common;
}

std::vector<Literal> show_facts(LemmaContext& context, const Propagation& propagation, const WayFacts& way,
                                const CommonFacts& facts) {
  const EqualityForest& forest = propagation.forest();
  std::vector<Literal> literals = facts.literals;
  for (const CommonDifference& fact : facts.differences) {
    const Polynomial a = forest.polynomial(fact.a), b = forest.polynomial(fact.b);
    const auto above = limit_of(way, fact.a, fact.b), below = limit_of(way, fact.b, fact.a);
    if (fact.low && fact.low == fact.high && above && above->inequality == 0) {
      const Polynomial difference = a - b - Polynomial(*fact.low);
      if (const auto equal = equality_by_parts(context, difference, forest.explanation(fact.a, fact.b)))
        literals.push_back(*equal);
      continue;
    }
    if (fact.high && above)
      literals.push_back(bound_by_parts(context, a, b + Polynomial(*fact.high),
                                        parts_of_limit(context, forest, *above, fact.a, fact.b)));
    if (fact.low && below)
      literals.push_back(bound_by_parts(context, b + Polynomial(*fact.low), a,
                                        parts_of_limit(context, forest, *below, fact.b, fact.a)));
  }
  return literals;
}

}   // namespace plato
