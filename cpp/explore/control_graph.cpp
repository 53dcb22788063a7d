// Building control graphs without recursion; see control_graph.hpp.

#include "explore/control_graph.hpp"

#include <algorithm>
#include <utility>

namespace plato {
namespace {

struct RawGraph {
  std::vector<std::vector<std::uint32_t>> silent;
  std::vector<std::vector<ControlEdge>> edges;

  std::uint32_t add() {
    silent.emplace_back();
    edges.emplace_back();
    return static_cast<std::uint32_t>(edges.size() - 1);
  }
};

constexpr std::uint32_t end_node = 1;

RawGraph raw_graph(const Program& program, StatementId body) {
  struct Piece {
    StatementId statement;
    std::uint32_t from, to;
  };
  RawGraph graph;
  const std::uint32_t start = graph.add(), end = graph.add();
  std::vector<Piece> rest = {{body, start, end}};
  while (!rest.empty()) {
    const auto [statement, from, to] = rest.back();
    rest.pop_back();
    const CoreStatement& s = program.statements[statement - 1];
    switch (s.kind) {
      case CoreStatement::Kind::skip: graph.silent[from].push_back(to); break;
      case CoreStatement::Kind::atomic: graph.edges[from].push_back({statement, to}); break;
      case CoreStatement::Kind::choice:
        rest.push_back({s.second, from, to});
        rest.push_back({s.first, from, to});
        break;
      case CoreStatement::Kind::seq: {
        const std::uint32_t middle = graph.add();
        rest.push_back({s.second, middle, to});
        rest.push_back({s.first, from, middle});
        break;
      }
      case CoreStatement::Kind::loop: {
        const std::uint32_t head = graph.add();
        graph.silent[from].push_back(head);
        graph.silent[head].push_back(to);
        rest.push_back({s.first, head, head});
        break;
      }
    }
  }
  return graph;
}

}   // namespace

ControlGraph control_graph(const Program& program, StatementId body) {
  const RawGraph raw = raw_graph(program, body);
  ControlGraph graph;
  std::vector<std::uint32_t> number(raw.edges.size(), UINT32_MAX);   // location of a node that an operation leads to
  std::vector<std::uint32_t> nodes = {0};
  number[0] = 0;
  std::vector<std::uint32_t> seen(raw.edges.size(), UINT32_MAX);
  for (std::uint32_t location = 0; location < nodes.size(); ++location) {
    graph.edges.emplace_back();
    graph.may_end.push_back(false);
    std::vector<std::uint32_t> rest = {nodes[location]};
    seen[rest[0]] = location;
    while (!rest.empty()) {
      const std::uint32_t node = rest.back();
      rest.pop_back();
      if (node == end_node) graph.may_end.back() = true;
      for (const ControlEdge& edge : raw.edges[node]) {
        if (number[edge.target] == UINT32_MAX) {
          number[edge.target] = static_cast<std::uint32_t>(nodes.size());
          nodes.push_back(edge.target);
        }
        graph.edges[location].push_back({edge.statement, number[edge.target]});
      }
      for (std::uint32_t next : raw.silent[node])
        if (std::exchange(seen[next], location) != location) rest.push_back(next);
    }
    std::ranges::sort(graph.edges[location], {}, &ControlEdge::statement);
  }
  return graph;
}

}   // namespace plato
