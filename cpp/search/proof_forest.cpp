// See proof_forest.hpp.

#include "search/proof_forest.hpp"

namespace plato {

ProofForest::Node ProofForest::add() {
  const auto node = static_cast<Node>(links_.size());
  links_.push_back({node});
  return node;
}

void ProofForest::set(Node node, const Link& link) {
  old_.emplace_back(node, links_[node]);
  links_[node] = link;
}

void ProofForest::make_root(Node node) {
  Link above{node};
  while (!is_root(node)) {
    const Link link = links_[node];
    set(node, above);
    above = {node, link.literal, static_cast<std::int8_t>(-link.sign)};
    node = link.parent;
  }
  set(node, above);
}

std::vector<ProofForest::Node> ProofForest::way_up(Node node) const {
  std::vector<Node> way{node};
  while (!is_root(node)) way.push_back(node = links_[node].parent);
  return way;
}

ProofForest::Ways ProofForest::between(Node from, Node to) const {
  Ways ways{way_up(from), way_up(to)};
  auto& [up, down] = ways;
  while (up.size() > 1 && down.size() > 1 && up[up.size() - 2] == down[down.size() - 2]) {
    up.pop_back();
    down.pop_back();
  }
  return ways;
}

void ProofForest::back_to(std::size_t mark) {
  for (; old_.size() > mark; old_.pop_back()) links_[old_.back().first] = old_.back().second;
}

std::vector<ProofForest::Node> ProofForest::touched_since(std::size_t mark) const {
  std::vector<Node> touched;
  for (std::size_t i = mark; i < old_.size(); ++i) {
    touched.push_back(old_[i].first);
    touched.push_back(links_[old_[i].first].parent);
  }
  return touched;
}

}   // namespace plato
