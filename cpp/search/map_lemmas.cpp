// Finding disagreeing readings and the path between them; see map_lemmas.hpp.

#include "search/map_lemmas.hpp"

#include <map>

#include "search/map_axioms.hpp"

namespace plato {
namespace {

using MapNode = std::uint32_t;

// Between two maps: equal by a true literal, or one a store of the other.
struct Edge {
  MapNode to;
  Literal equal;   // 0 for a store
  TermId store;
};

// Something that says what a map holds at an index.
struct Reading {
  enum class What { select, stored, constant };
  What what = What::select;
  MapNode node;
  TermId element;   // the select term, or the value that is stored
  TermId index;     // of the select or the store; 0 for a constant map
};

class MapCheck {
 public:
  MapCheck(LemmaContext& context, Candidate& candidate, std::size_t limit)
      : context_(context), candidate_(candidate), limit_(limit) {
    build_graph();
  }

  // Disagreements at the same index first: that two indices have the same value is often a coincidence.
  bool run() {
    parent_.assign(maps_.size(), no_parent);
    visited_.assign(maps_.size(), 0);
    std::uint32_t round = 0;
    for (const bool is_same_index : {true, false}) {
      for (const auto& [value, readings] : readings_) {
        std::map<TermId, std::vector<const Reading*>> groups;   // index or 0 -> readings
        for (const Reading& reading : readings) groups[is_same_index ? reading.index : 0].push_back(&reading);
        for (const auto& [index, group] : groups) {
          ++round;
          at_node_.clear();
          if (group.size() == 1 && constants_.empty()) continue;   // nothing to disagree with
          for (const Reading* reading : group) at_node_[reading->node].push_back(reading);
          for (const Reading* reading : group) {
            if (visited_[reading->node] == round) continue;
            explore(*reading, value, round);
            if (added_ > limit_) return true;
          }
        }
      }
      if (added_ > 0) return true;
    }
    // Constant maps must agree everywhere, also at indices that are never read.
    at_node_.clear();
    ++round;
    for (const Reading& constant : constants_)
      if (visited_[constant.node] != round) explore(constant, unread_, round);
    return added_ > 0;
  }

  MapValues values() {
    MapValues result;
    for (MapNode start = 0; start < maps_.size(); ++start) {
      if (result.component.contains(maps_[start])) continue;
      std::vector<MapNode> queue{start};
      Integer otherwise;
      result.component[maps_[start]] = start;
      for (std::size_t next = 0; next < queue.size(); ++next) {
        if (const auto here = constant_at_.find(queue[next]); here != constant_at_.end())
          otherwise = candidate_.value(here->second->element);
        for (const Edge& edge : edges_[queue[next]])
          if (result.component.try_emplace(maps_[edge.to], start).second) queue.push_back(edge.to);
      }
      for (MapNode at : queue) result.values[maps_[at]].otherwise = otherwise;
    }
    visited_.assign(maps_.size(), 0);
    std::uint32_t round = 0;
    for (const auto& [value, readings] : readings_) {
      ++round;
      for (const Reading& reading : readings) {
        if (visited_[reading.node] == round) continue;
        visited_[reading.node] = round;
        std::vector<MapNode> queue{reading.node};
        for (std::size_t next = 0; next < queue.size(); ++next) {
          result.values[maps_[queue[next]]].entries[value] = candidate_.value(reading.element);
          for (const Edge& edge : edges_[queue[next]]) {
            if (visited_[edge.to] == round || !passes(edge, value)) continue;
            visited_[edge.to] = round;
            queue.push_back(edge.to);
          }
        }
      }
    }
    return result;
  }

 private:
  static constexpr std::size_t conflicts_each = 4;   // of one connected part and index that are explained
  struct Parent {
    MapNode node;
    const Edge* edge;   // from the parent; null at the start
  };
  static constexpr Parent no_parent{0, nullptr};

  LemmaContext& context_;
  Candidate& candidate_;
  std::size_t limit_;
  std::size_t added_ = 0;
  std::vector<TermId> maps_;
  std::unordered_map<TermId, MapNode> node_of_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<Reading> constants_;
  Integer unread_;                                     // an index beyond all others
  std::map<Integer, std::vector<Reading>> readings_;   // index value -> what is known there
  std::unordered_map<MapNode, std::vector<const Reading*>> at_node_;
  std::unordered_map<MapNode, const Reading*> constant_at_;
  std::vector<Parent> parent_;
  std::vector<std::uint32_t> visited_;

  FormulaTable& table() { return context_.table; }

  Integer index_value(TermId index) { return plato::index_value(table(), candidate_, index); }

  MapNode node(TermId map) {
    const auto [place, is_new] = node_of_.try_emplace(map, static_cast<MapNode>(maps_.size()));
    if (is_new) {
      maps_.push_back(map);
      edges_.emplace_back();
    }
    return place->second;
  }
  void join(MapNode a, MapNode b, Literal equal, TermId store) {
    edges_[a].push_back({b, equal, store});
    edges_[b].push_back({a, equal, store});
  }

  void build_graph() {
    const GroundTerms& terms = candidate_.terms;
    for (TermId select : terms.selects) {
      const Term& t = table()[select];
      readings_[index_value(t.term(1))].push_back({Reading::What::select, node(t.term(0)), select, t.term(1)});
    }
    for (TermId store : terms.stores) {
      const Term& t = table()[store];
      const MapNode whole = node(store);
      join(whole, node(t.term(0)), 0, store);
      readings_[index_value(t.term(1))].push_back({Reading::What::stored, whole, t.term(2), t.term(1)});
    }
    if (!readings_.empty()) unread_ = readings_.rbegin()->first + Integer(1);
    for (TermId constant : terms.constants)
      constants_.push_back({Reading::What::constant, node(constant), table()[constant].term(0), 0});
    for (const Reading& constant : constants_) constant_at_[constant.node] = &constant;
    for (Literal literal : candidate_.literals) {
      const FormulaId formula = formula_of(literal);
      if (literal < 0 || table()[formula].kind != FormulaKind::map_eq) continue;
      join(node(table().left(formula)), node(table().right(formula)), literal, 0);
    }
  }

  bool passes(const Edge& edge, const Integer& index) {
    return edge.equal != 0 || index_value(table()[edge.store].term(1)) != index;
  }

  // Everything that is connected with the reading's map at this index must hold the same there.
  void explore(const Reading& start, const Integer& index, std::uint32_t round) {
    std::vector<MapNode> queue{start.node};
    visited_[start.node] = round;
    parent_[start.node] = no_parent;
    std::size_t conflicts = 0;
    for (std::size_t next = 0; next < queue.size() && conflicts < conflicts_each; ++next) {
      const MapNode at = queue[next];
      if (const auto here = at_node_.find(at); here != at_node_.end())
        for (const Reading* reading : here->second) conflicts += compare(*reading, start);
      if (const auto here = constant_at_.find(at); here != constant_at_.end())
        conflicts += compare(*here->second, start);
      for (const Edge& edge : edges_[at]) {
        if (visited_[edge.to] == round || !passes(edge, index)) continue;
        visited_[edge.to] = round;
        parent_[edge.to] = {at, &edge};
        queue.push_back(edge.to);
      }
    }
  }

  std::size_t compare(const Reading& reading, const Reading& start) {
    const Integer& value = candidate_.value(reading.element);
    if (value == candidate_.value(start.element)) return 0;
    explain(reading, value);
    return 1;
  }

  // The way back from the reading to the nearest one that disagrees with it, and the lemmas along it.
  void explain(const Reading& reading, const Integer& value) {
    std::vector<const Edge*> path;
    MapNode at = reading.node;
    const Reading* other = disagreeing(at, reading, value);
    while (other == nullptr) {
      const Parent parent = parent_[at];
      path.push_back(parent.edge);
      at = parent.node;
      other = disagreeing(at, reading, value);
    }
    const TermId index = other->what == Reading::What::constant ? table().num(unread_) : other->index;
    add_end(*other, index);
    for (std::size_t i = path.size(); i-- > 0;) {
      add_step(maps_[at], *path[i], index);
      at = path[i]->to;
    }
    add_end(reading, index);
  }

  const Reading* disagreeing(MapNode at, const Reading& reading, const Integer& value) {
    if (const auto here = at_node_.find(at); here != at_node_.end())
      for (const Reading* other : here->second)
        if (other != &reading && candidate_.value(other->element) != value) return other;
    // A constant map is a reading at every index; it counts only where the exploration started from it.
    if (const auto here = constant_at_.find(at); here != constant_at_.end() && at_node_.empty())
      if (here->second != &reading && candidate_.value(here->second->element) != value) return here->second;
    return nullptr;
  }

  // The map and its neighbour hold the same at the index.
  void add_step(TermId map, const Edge& edge, TermId index) {
    if (edge.equal != 0) {
      added_ += add_same_in_equal_maps(context_, edge.equal, map, maps_[edge.to], index);
    } else {
      const TermId at = table()[edge.store].term(1);
      added_ += add_same_below_store(context_, edge.store, index, index_value(at) == index_value(index));
    }
  }

  // The reading's map holds at the index what the reading says.
  void add_end(const Reading& reading, TermId index) {
    const TermId map = maps_[reading.node];
    switch (reading.what) {
      case Reading::What::select:
        if (reading.index != index) added_ += add_same_at_equal_indices(context_, map, reading.index, index);
        return;
      case Reading::What::stored: added_ += add_stored_value(context_, map, index); return;
      case Reading::What::constant: added_ += add_constant_value(context_, map, index); return;
    }
  }
};

}   // namespace

Integer pair_index_value(const Integer& first, const Integer& second) {
  static const Integer far = parse_integer("1000000000000000000000000000000");
  return far + pair_value(first, second);
}

Integer index_value(const FormulaTable& table, Candidate& candidate, TermId index) {
  if (table[index].kind != TermKind::pair) return candidate.value(index);
  const Integer first = index_value(table, candidate, table[index].term(0));
  return pair_index_value(first, index_value(table, candidate, table[index].term(1)));
}

bool add_map_lemmas(LemmaContext& context, Candidate& candidate, std::size_t limit) {
  return MapCheck(context, candidate, limit).run();
}

MapValues map_values(LemmaContext& context, Candidate& candidate) { return MapCheck(context, candidate, 0).values(); }

}   // namespace plato
