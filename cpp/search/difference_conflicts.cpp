// Raising values until they satisfy all differences, or a cycle drives them up; see difference_conflicts.hpp.

#include "search/difference_conflicts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace plato {
namespace {

using Node = std::uint32_t;
using EdgeNumber = std::uint32_t;
constexpr Node zero = 0;                      // represents the number 0
constexpr std::size_t steps_per_edge = 200;   // before the search is given up

// The value of `to` is at least that of `from` plus `length`.
struct Edge {
  Node from;
  Node to;
  Integer length;
  Literal literal;
  std::int8_t sign;   // with which the literal's fact says so; -1 for an equality the other way round
};

class Graph {
 public:
  Graph() { node({}); }

  Node node(const Monomial& monomial) {
    const auto [place, is_new] = node_of_.try_emplace(monomial, static_cast<Node>(nodes_.size()));
    if (is_new) nodes_.push_back({monomial, {}, {}, 0});
    return place->second;
  }

  // Takes notice of the fact q ≥ 0 if it is a difference.
  void add(const Polynomial& q, Literal literal, std::int8_t sign) {
    const auto& summands = q.summands();
    if (summands.empty() || summands.size() > 2) return;
    Node lower = zero, upper = zero;   // upper - lower + c ≥ 0
    for (const auto& summand : summands) {
      const bool is_upper = summand.coefficient.is_one();
      if (!is_upper && summand.coefficient != Integer(-1)) return;
      Node& place = is_upper ? upper : lower;
      if (place != zero) return;
      place = node(summand.monomial);
    }
    const auto number = static_cast<EdgeNumber>(edges_.size());
    edges_.push_back({lower, upper, -q.constant(), literal, sign});
    nodes_[lower].out.push_back(number);
  }

  void start_from(const std::unordered_map<Monomial, Integer>& values) {
    for (auto& n : nodes_)
      if (const auto found = values.find(n.monomial); found != values.end()) n.value = found->second;
  }
  void remember(std::unordered_map<Monomial, Integer>& values) const {
    for (const auto& n : nodes_) values[n.monomial] = n.value;
  }

  // The edges of a cycle that raises its own values; empty if there is none or the search is too long. Goes through the
  // nodes in an order in which, but for cycles, what raises comes before what is raised.
  std::vector<Edge> rising_cycle() {
    const std::vector<Node> order = topological_order();
    std::vector<std::uint32_t> rank(nodes_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
    std::vector<Node> now = order, next;
    std::vector<bool> is_due(nodes_.size(), true);
    std::size_t steps = 0;
    const auto later = [&](Node a, Node b) { return rank[a] > rank[b]; };
    while (!now.empty()) {
      std::ranges::make_heap(now, later);
      next.clear();
      while (!now.empty()) {
        std::ranges::pop_heap(now, later);
        const Node at = now.back();
        now.pop_back();
        is_due[at] = false;
        for (EdgeNumber number : nodes_[at].out) {
          ++steps;
          const Edge& edge = edges_[number];
          Integer value = nodes_[at].value + edge.length;
          NodeData& to = nodes_[edge.to];
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
  struct NodeData {
    Monomial monomial;
    std::vector<EdgeNumber> out;
    Integer value;
    EdgeNumber raised_by;   // + 1; 0 if it has its value from the start
  };
  std::unordered_map<Monomial, Node> node_of_;
  std::vector<NodeData> nodes_;
  std::vector<Edge> edges_;

  // Nodes in the reverse of the order in which a depth-first walk leaves them.
  std::vector<Node> topological_order() const {
    std::vector<Node> order;
    std::vector<bool> is_met(nodes_.size());
    std::vector<std::pair<Node, std::size_t>> stack;   // and the edge to go on with
    for (Node start = 0; start < nodes_.size(); ++start) {
      if (is_met[start]) continue;
      is_met[start] = true;
      stack.emplace_back(start, 0);
      while (!stack.empty()) {
        auto& [at, edge] = stack.back();
        if (edge == nodes_[at].out.size()) {
          order.push_back(at);
          stack.pop_back();
          continue;
        }
        const Node to = edges_[nodes_[at].out[edge++]].to;
        if (is_met[to]) continue;
        is_met[to] = true;
        stack.emplace_back(to, 0);
      }
    }
    std::ranges::reverse(order);
    return order;
  }

  // Follows back which node raised which: if this returns to a node, it is a cycle that goes on without end.
  std::vector<Edge> cycle_of_reasons() const {
    std::vector<Node> met(nodes_.size());   // the start from which it was met + 1
    for (Node start = 0; start < nodes_.size(); ++start) {
      Node at = start;
      while (met[at] == 0 && nodes_[at].raised_by != 0) {
        met[at] = start + 1;
        at = edges_[nodes_[at].raised_by - 1].from;
      }
      if (met[at] != start + 1 || nodes_[at].raised_by == 0) continue;
      std::vector<Edge> cycle;
      const Node first = at;
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

std::optional<ArithmeticConflict> DifferenceConflicts::find(const FormulaTable& table, NormalForms& normal_forms,
                                                            std::span<const Literal> literals) {
  Graph graph;
  for (Literal literal : literals) {
    const FormulaId formula = formula_of(literal);
    const FormulaKind kind = table[formula].kind;
    if (kind != FormulaKind::le && (kind != FormulaKind::eq || literal < 0)) continue;
    const Polynomial& p = normal_forms.of_sides(formula);
    if (literal < 0) {
      graph.add(-p - Polynomial(Integer(1)), literal, 1);
      continue;
    }
    graph.add(p, literal, 1);
    if (kind == FormulaKind::eq) graph.add(-p, literal, -1);
  }
  graph.start_from(values_);
  const std::vector<Edge> cycle = graph.rising_cycle();
  if (cycle.empty()) {
    graph.remember(values_);
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
