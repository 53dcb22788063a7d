// Raising values until they satisfy all differences, or a cycle drives them up; see difference_conflicts.hpp.

#include "search/difference_conflicts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace plato {
namespace {

using Vertex = std::uint32_t;
using EdgeNumber = std::uint32_t;
constexpr EdgeNumber none = UINT32_MAX;
constexpr Vertex zero = 0;                    // represents the number 0
constexpr std::size_t steps_per_edge = 200;   // before the search is given up

// The value of `to` is at least that of `from` plus `length`.
struct Edge {
  Vertex from;
  Vertex to;
  Integer length;
  Literal literal;
  std::int8_t sign;         // with which the literal's fact says so; -1 for an equality the other way round
  EdgeNumber next = none;   // of those with the same start
};

class Graph {
 public:
  explicit Graph(Integer value_of_zero) { add_node(std::move(value_of_zero)); }

  Vertex add_node(Integer value) {
    nodes_.push_back({.value = std::move(value)});
    return static_cast<Vertex>(nodes_.size() - 1);
  }
  void add_edge(Edge edge) {
    const auto number = static_cast<EdgeNumber>(edges_.size());
    VertexData& from = nodes_[edge.from];
    (from.first == none ? from.first : edges_[from.last].next) = number;
    from.last = number;
    edges_.push_back(std::move(edge));
  }
  const Integer& value(Vertex node) const { return nodes_[node].value; }

  // The edges of a cycle that raises its own values; empty if there is none or the search is too long. Goes through the
  // nodes in an order in which, but for cycles, what raises comes before what is raised.
  std::vector<Edge> rising_cycle() {
    const std::vector<Vertex> order = topological_order();
    std::vector<std::uint32_t> rank(nodes_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
    std::vector<Vertex> now = order, next;
    std::vector<bool> is_due(nodes_.size(), true);
    std::size_t steps = 0;
    const auto later = [&](Vertex a, Vertex b) { return rank[a] > rank[b]; };
    while (!now.empty()) {
      std::ranges::make_heap(now, later);
      next.clear();
      while (!now.empty()) {
        std::ranges::pop_heap(now, later);
        const Vertex at = now.back();
        now.pop_back();
        is_due[at] = false;
        for (EdgeNumber number = nodes_[at].first; number != none; number = edges_[number].next) {
          ++steps;
          const Edge& edge = edges_[number];
          Integer value = nodes_[at].value + edge.length;
          VertexData& to = nodes_[edge.to];
          if (value <= to.value) continue;
          to.value = std::move(value);
          to.raised_by = number + 1;
          if (is_due[edge.to]) continue;
          is_due[edge.to] = true;
          if (rank[edge.to] > rank[at]) {
            now.push_back(edge.to);
            std::ranges::push_heap(now, later);
          } else {
            next.push_back(edge.to);
          }
        }
      }
      if (auto cycle = cycle_of_reasons(); !cycle.empty()) return cycle;
      if (steps > steps_per_edge * edges_.size()) return {};
      std::swap(now, next);
    }
    return {};
  }

 private:
  struct VertexData {
    EdgeNumber first = none, last = none;   // that begin here
    Integer value;
    EdgeNumber raised_by = 0;   // + 1; 0 if it has its value from the start
  };
  std::vector<VertexData> nodes_;
  std::vector<Edge> edges_;

  // Nodes in the reverse of the order in which a depth-first walk leaves them.
  std::vector<Vertex> topological_order() const {
    std::vector<Vertex> order;
    std::vector<bool> is_met(nodes_.size());
    std::vector<std::pair<Vertex, EdgeNumber>> stack;   // and the edge to go on with
    for (Vertex start = 0; start < nodes_.size(); ++start) {
      if (is_met[start]) continue;
      is_met[start] = true;
      stack.emplace_back(start, nodes_[start].first);
      while (!stack.empty()) {
        auto& [at, edge] = stack.back();
        if (edge == none) {
          order.push_back(at);
          stack.pop_back();
          continue;
        }
        const Vertex to = edges_[edge].to;
        edge = edges_[edge].next;
        if (is_met[to]) continue;
        is_met[to] = true;
        stack.emplace_back(to, nodes_[to].first);
      }
    }
    std::ranges::reverse(order);
    return order;
  }

  // Follows back which node raised which: if this returns to a node, it is a cycle that goes on without end.
  std::vector<Edge> cycle_of_reasons() const {
    std::vector<Vertex> met(nodes_.size());   // the start from which it was met + 1
    for (Vertex start = 0; start < nodes_.size(); ++start) {
      Vertex at = start;
      while (met[at] == 0 && nodes_[at].raised_by != 0) {
        met[at] = start + 1;
        at = edges_[nodes_[at].raised_by - 1].from;
      }
      if (met[at] != start + 1 || nodes_[at].raised_by == 0) continue;
      std::vector<Edge> cycle;
      const Vertex first = at;
      do {
        cycle.push_back(edges_[nodes_[at].raised_by - 1]);
        at = cycle.back().from;
      } while (at != first);
      return cycle;
    }
    return {};
  }
};

}   // namespace

std::uint32_t DifferenceConflicts::number(const Monomial& monomial) {
  const std::uint64_t hash = monomial.hash();
  const std::size_t slot = number_of_.find(hash, [&](std::uint32_t other) { return monomials_[other] == monomial; });
  if (number_of_[slot] != IndexTable::none) return number_of_[slot];
  const auto number = static_cast<std::uint32_t>(monomials_.size());
  number_of_.insert(slot, number, hash);
  monomials_.push_back(monomial);
  values_.emplace_back();
  return number;
}

std::optional<ArithmeticConflict> DifferenceConflicts::find(const FormulaTable& table, NormalForms& normal_forms,
                                                            std::span<const Literal> literals) {
  Graph graph(values_[0]);
  std::vector<std::uint32_t> numbers{0};   // of the nodes
  node_of_.assign(monomials_.size(), zero);
  const auto node = [&](const Monomial& monomial) {
    const std::uint32_t at = number(monomial);
    if (at >= node_of_.size()) node_of_.resize(at + 1, zero);
    if (node_of_[at] == zero) {
      node_of_[at] = graph.add_node(values_[at]);
      numbers.push_back(at);
    }
    return node_of_[at];
  };
  // Takes notice of the fact p + c ≥ 0, or -p + c ≥ 0, if it is a difference.
  const auto add = [&](const Polynomial& p, bool is_turned, const Integer& c, Literal literal, std::int8_t sign) {
    const auto& summands = p.summands();
    if (summands.empty() || summands.size() > 2) return;
    Vertex lower = zero, upper = zero;   // upper - lower + … ≥ 0
    for (const auto& summand : summands) {
      if (!summand.coefficient.is_unit()) return;
      Vertex& place = summand.coefficient.is_one() != is_turned ? upper : lower;
      if (place != zero) return;
      place = node(summand.monomial);
    }
    graph.add_edge({lower, upper, is_turned ? p.constant() - c : -p.constant() - c, literal, sign});
  };
  for (Literal literal : literals) {
    const FormulaId formula = formula_of(literal);
    const FormulaKind kind = table[formula].kind;
    if (kind != FormulaKind::le && (kind != FormulaKind::eq || literal < 0)) continue;
    const Polynomial& p = normal_forms.of_sides(formula);
    if (literal < 0) {
      add(p, true, -1, literal, 1);
      continue;
    }
    add(p, false, 0, literal, 1);
    if (kind == FormulaKind::eq) add(p, true, 0, literal, -1);
  }
  const std::vector<Edge> cycle = graph.rising_cycle();
  if (cycle.empty()) {
    for (Vertex at = 0; at < numbers.size(); ++at) values_[numbers[at]] = graph.value(at);
    return std::nullopt;
  }
  ArithmeticConflict conflict;
  Combine combine;
  for (const Edge& edge : cycle) {
    combine.parts.push_back({edge.sign, static_cast<FactNumber>(conflict.tags.size())});
    conflict.tags.push_back(edge.literal);
  }
  conflict.instructions.emplace_back(std::move(combine));
  return conflict;
}

}   // namespace plato
