// Trees whose links are literals: the way from one node to another is the reason why they belong together (Nieuwenhuis
// and Oliveras, "Proof-producing congruence closure", RTA 2005). What was linked can be taken back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "logic/literal.hpp"

namespace plato {

class ProofForest {
 public:
  using Node = std::uint32_t;

  struct Link {
    Node parent;
    Literal literal = 0;   // 0 at a root
    std::int8_t sign =
        1;   // with which the literal speaks of this node and its parent; the other way round, -1 times it
  };

  Node add();
  const Link& operator[](Node node) const { return links_[node]; }
  bool is_root(Node node) const { return links_[node].literal == 0; }
  void set(Node node, const Link& link);
  // Turns round the links on the way up, so that the node can be linked to another tree's.
  void make_root(Node node);

  // From each of two nodes of one tree up to the first that both have on their ways, which is the last of each list.
  struct Ways {
    std::vector<Node> up, down;
  };
  Ways between(Node from, Node to) const;

  // The state to which `back_to` returns, but for nodes, which stay; and what was linked since then, with what it was
  // linked to.
  std::size_t mark() const { return old_.size(); }
  void back_to(std::size_t mark);
  std::vector<Node> touched_since(std::size_t mark) const;

 private:
  std::vector<Link> links_;
  std::vector<std::pair<Node, Link>> old_;   // links that were changed

  std::vector<Node> way_up(Node node) const;
};

}   // namespace plato
