// Building control graphs without recursion; see control_graph.hpp.

#include "explore/control_graph.hpp"

#include <utility>

namespace plato {
namespace {

using PlaceId = ControlGraph::PlaceId;

class GraphBuilder {
 public:
  explicit GraphBuilder(const Program& program) : program_(program) {}

  ControlGraph run() {
    for (const CoreFamily& family : program_.families) graph_.starts.push_back(body(family.body, End::thread));
    // Calls of procedures in families and procedures were left open.
    std::vector<PlaceId> procedures;
    for (const CoreProcedure& procedure : program_.procedures)
      procedures.push_back(body(procedure.body, End::procedure));
    for (ControlGraph::Place& place : graph_.places)
      for (ControlGraph::Entry& entry : place.entries)
        if (const CoreStatement& s = statement_of(program_, entry.statement); s.kind == CoreStatement::Kind::call)
          entry.start = procedures[s.procedure - 1];
    return std::move(graph_);
  }

 private:
  using End = ControlGraph::End;
  static constexpr std::size_t none = SIZE_MAX;
  struct Block {
    PlaceId end;
    std::size_t outer;   // the block around it
  };
  struct Piece {
    StatementId statement;
    PlaceId from, to;
    std::size_t block;   // around it
  };
  const Program& program_;
  ControlGraph graph_;
  std::vector<Block> blocks_;
  std::vector<Piece> rest_;

  PlaceId add(End end = End::none) {
    graph_.places.push_back({.silent = {}, .steps = {}, .entries = {}, .forks = {}, .end = end});
    return static_cast<PlaceId>(graph_.places.size() - 1);
  }

  // Where it starts.
  PlaceId body(StatementId statement, End kind) {
    const PlaceId start = add(), end = add(kind);
    rest_ = {{statement, start, end, none}};
    while (!rest_.empty()) {
      const Piece piece = rest_.back();
      rest_.pop_back();
      expand(piece);
    }
    return start;
  }

  void expand(const Piece& piece) {
    const auto [statement, from, to, block] = piece;
    const CoreStatement& s = statement_of(program_, statement);
    switch (s.kind) {
      case CoreStatement::Kind::skip: graph_.places[from].silent.push_back(to); break;
      case CoreStatement::Kind::atomic: graph_.places[from].steps.push_back({statement, to}); break;
      case CoreStatement::Kind::choice:
        rest_.push_back({s.second, from, to, block});
        rest_.push_back({s.first, from, to, block});
        break;
      case CoreStatement::Kind::seq: {
        const PlaceId middle = add();
        rest_.push_back({s.second, middle, to, block});
        rest_.push_back({s.first, from, middle, block});
        break;
      }
      case CoreStatement::Kind::loop: {
        const PlaceId head = add();
        graph_.places[from].silent.push_back(head);
        graph_.places[head].silent.push_back(to);
        rest_.push_back({s.first, head, head, block});
        break;
      }
      case CoreStatement::Kind::block:
        blocks_.push_back({to, block});
        rest_.push_back({s.first, from, to, blocks_.size() - 1});
        break;
      case CoreStatement::Kind::exit: {
        std::size_t ended = block;
        for (std::uint32_t i = 0; i < s.passed; ++i) ended = blocks_.at(ended).outer;
        graph_.places[from].silent.push_back(blocks_.at(ended).end);
        break;
      }
      case CoreStatement::Kind::call: graph_.places[from].entries.push_back({statement, 0, to}); break;
      case CoreStatement::Kind::scope: {   // no exit leads out of it
        const PlaceId start = add(), end = add(End::scope);
        graph_.places[from].entries.push_back({statement, start, to});
        rest_.push_back({s.first, start, end, none});
        break;
      }
      case CoreStatement::Kind::par: {   // nor out of a branch, which ends as a thread does
        const PlaceId start = add(), end = add(End::thread);
        graph_.places[from].forks.push_back({statement, start, to});
        rest_.push_back({s.first, start, end, none});
        break;
      }
    }
  }
};

}   // namespace

ControlGraph control_graph(const Program& program) { return GraphBuilder(program).run(); }

std::set<StatementId> operations_of(const ControlGraph& graph, std::size_t family) {
  std::set<StatementId> operations;
  std::vector<bool> seen(graph.places.size());
  std::vector<PlaceId> open;
  const auto reach = [&](PlaceId id) {
    if (!seen[id]) open.push_back(id);
    seen[id] = true;
  };
  reach(graph.starts[family]);
  while (!open.empty()) {
    const ControlGraph::Place& place = graph.places[open.back()];
    open.pop_back();
    for (PlaceId next : place.silent) reach(next);
    for (const ControlGraph::Step& step : place.steps) {
      operations.insert(step.statement);
      reach(step.target);
    }
    for (const auto* entered : {&place.entries, &place.forks})
      for (const ControlGraph::Entry& entry : *entered) {
        reach(entry.start);
        reach(entry.back);
      }
  }
  return operations;
}

}   // namespace plato
