// Joining classes and walking the forest; see equality_forest.hpp.

#include "search/equality_forest.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace plato {

EqualityForest::Node EqualityForest::new_node(Monomial monomial) {
  const auto node = static_cast<Node>(monomials_.size());
  monomials_.push_back(std::move(monomial));
  links_.add();
  representative_.push_back(node);
  difference_.emplace_back();
  next_.push_back(none);
  last_.push_back(node);
  size_.push_back(1);
  return node;
}

std::size_t EqualityForest::slot_of(const Monomial& monomial, std::uint64_t hash) const {
  return node_of_.find(hash, [&](Node node) { return monomials_[node] == monomial; });
}

EqualityForest::Node EqualityForest::node(const Monomial& monomial) {
  const std::uint64_t hash = monomial.hash();
  const std::size_t slot = slot_of(monomial, hash);
  if (node_of_[slot] != IndexTable::none) return node_of_[slot];
  const Node node = new_node(monomial);
  node_of_.insert(slot, node, hash);
  return node;
}

EqualityForest::Node EqualityForest::find(const Monomial& monomial) const {
  const std::uint32_t found = node_of_[slot_of(monomial, monomial.hash())];
  return found == IndexTable::none ? none : found;
}

std::vector<EqualityForest::Node> EqualityForest::members(Node representative) const {
  std::vector<Node> all;
  all.reserve(size_[representative]);
  for (Node node = representative; node != none; node = next_[node]) all.push_back(node);
  return all;
}

Polynomial EqualityForest::polynomial(Node node) const {
  if (node == zero) return {};
  if (const auto sum = sums_.find(node); sum != sums_.end()) return sum->second;
  return Polynomial::of_monomial(monomials_[node]);
}

std::vector<EqualityForest::Node> EqualityForest::add(const Polynomial& p, Literal literal) {
  const auto& summands = p.summands();
  if (summands.empty() || summands.size() > 2) return {};
  if (!summands[0].coefficient.is_unit()) return {};
  if (summands.size() == 2 && summands[1].coefficient != -summands[0].coefficient) return {};
  std::int8_t sign = summands[0].coefficient.is_one() ? 1 : -1;
  const Node x = node(summands[0].monomial);
  const Node y = summands.size() == 2 ? node(summands[1].monomial) : zero;
  // p = sign · (x - y - by)
  return join(x, y, sign > 0 ? -p.constant() : p.constant(), literal, sign);
}

std::vector<EqualityForest::Node> EqualityForest::add_sum(const Monomial& monomial, const Polynomial& sum,
                                                          const Polynomial& p, Literal literal) {
  const auto [place, is_new] = node_of_sum_.try_emplace(sum, static_cast<Node>(monomials_.size()));
  if (is_new) sums_.emplace(new_node({}), sum);
  const std::int8_t sign = p.coefficient(monomial).is_one() ? 1 : -1;
  const Node x = node(monomial);
  return join(x, place->second, sign > 0 ? -p.constant() : p.constant(), literal, sign);
}

std::vector<EqualityForest::Node> EqualityForest::join(Node x, Node y, Integer by, Literal literal, std::int8_t sign) {
  if (representative_[x] == representative_[y]) return {};
  // A sum does not represent a class that has a monomial.
  if (size_[representative_[x]] > size_[representative_[y]] || sums_.contains(representative_[y])) {
    std::swap(x, y);
    by.negate();
    sign = static_cast<std::int8_t>(-sign);
  }
  links_.make_root(x);
  links_.set(x, {y, literal, sign});
  // x = y + by = representative of y + …
  const Integer shift = difference_[y] + by - difference_[x];
  const Node from = representative_[x], to = representative_[y];
  const bool moves_zero = representative_[zero] == from;
  std::vector<Node> moved = members(from);
  for (Node member : moved) {
    representative_[member] = to;
    difference_[member] += shift;
  }
  joins_.push_back({from, to, last_[to], shift});
  next_[last_[to]] = from;
  last_[to] = last_[from];
  size_[to] += size_[from];
  return moves_zero ? members(to) : moved;   // with 0 in their class, the others are numbers now
}

void EqualityForest::back_to(const Mark& mark) {
  for (; joins_.size() > mark.joins; joins_.pop_back()) {
    const Join& join = joins_.back();
    next_[join.last] = none;
    last_[join.to] = join.last;
    size_[join.to] -= size_[join.from];
    for (Node member = join.from; member != none; member = next_[member]) {
      representative_[member] = join.from;
      difference_[member] -= join.shift;
    }
  }
  links_.back_to(mark.links);
}

Polynomial EqualityForest::reduced(const Polynomial& p) const {
  Integer constant = p.constant();
  std::vector<Polynomial::Summand> summands;
  summands.reserve(p.summands().size());
  for (const Polynomial::Summand& summand : p.summands()) {
    const Node node = find(summand.monomial);
    if (node == none) {
      summands.push_back(summand);
      continue;
    }
    const Node to = representative_[node];
    constant += summand.coefficient * difference_[node];
    // The number 0 is not always the representative of its own class.
    if (to == representative_[zero])
      constant -= summand.coefficient * difference_[zero];
    else
      summands.push_back({monomials_[to], summand.coefficient});
  }
  return Polynomial::of_summands(std::move(constant), std::move(summands));
}

std::optional<Integer> EqualityForest::value_of(const Polynomial& p) const {
  constexpr std::size_t few = 8;   // of these it is seen without making a polynomial
  const std::span<const Polynomial::Summand> summands = p.summands();
  std::array<Node, few> to{};
  Integer value = p.constant();
  for (std::size_t i = 0; i < summands.size(); ++i) {
    const Node node = find(summands[i].monomial);
    if (node == none) return std::nullopt;
    if (summands.size() > few) continue;
    to[i] = representative_[node];
    value += summands[i].coefficient * difference_[node];
    if (to[i] == representative_[zero]) value -= summands[i].coefficient * difference_[zero];
  }
  if (summands.size() > few) {
    const Polynomial result = reduced(p);
    return result.is_constant() ? std::optional(result.constant()) : std::nullopt;
  }
  for (std::size_t i = 0; i < summands.size(); ++i) {
    if (to[i] == representative_[zero]) continue;
    Integer factor;   // of the whole class
    for (std::size_t j = 0; j < summands.size(); ++j)
      if (to[j] == to[i]) factor += summands[j].coefficient;
    if (!factor.is_zero()) return std::nullopt;
  }
  return value;
}

std::vector<EqualityForest::Part> EqualityForest::explanation(const Polynomial& p) const {
  std::vector<Part> parts;
  std::unordered_map<Literal, std::size_t> place_of;
  const auto walk = [&](Node node, const Integer& factor) {
    for (; !links_.is_root(node); node = links_[node].parent) {
      const ProofForest::Link& link = links_[node];
      const auto [place, is_new] = place_of.try_emplace(link.literal, parts.size());
      if (is_new) parts.push_back({link.literal, 0});
      Integer& multiplier = parts[place->second].multiplier;
      link.sign > 0 ? multiplier += factor : multiplier -= factor;
    }
  };
  Integer of_zero;   // with which factor classes of known value refer to 0
  for (const Polynomial::Summand& summand : p.summands()) {
    const Node node = find(summand.monomial);
    if (node == none) continue;
    walk(node, summand.coefficient);
    if (representative_[node] == representative_[zero]) of_zero += summand.coefficient;
  }
  if (!of_zero.is_zero()) walk(zero, -of_zero);
  std::erase_if(parts, [](const Part& part) { return part.multiplier.is_zero(); });
  return parts;
}

std::vector<EqualityForest::Part> EqualityForest::explanation(Node a, Node b) const {
  auto [up, down] = links_.between(a, b);
  up.pop_back();   // where they meet there is nothing to explain
  down.pop_back();
  std::vector<Part> parts;
  for (Node node : up) parts.push_back({links_[node].literal, links_[node].sign});
  for (auto node = down.rbegin(); node != down.rend(); ++node)
    parts.push_back({links_[*node].literal, -links_[*node].sign});
  return parts;
}

std::size_t EqualityForest::longest_way_of(const Polynomial& p) const {
  std::size_t longest = 0;
  for (const Polynomial::Summand& summand : p.summands()) {
    const Node node = find(summand.monomial);
    if (node == none) continue;
    std::size_t length = 0;
    for (Node at = node; !links_.is_root(at); at = links_[at].parent) ++length;
    longest = std::max(longest, length);
  }
  return longest;
}

void EqualityForest::shorten(const Polynomial& p, const MakeShortcut& make,
                             const std::function<Polynomial(Literal)>& polynomial_of) {
  for (const Polynomial::Summand& summand : p.summands()) {
    const Node node = find(summand.monomial);
    if (node == none) continue;
    std::vector<Node> way{node};
    while (!links_.is_root(way.back())) way.push_back(links_[way.back()].parent);
    const Node root = way.back();
    for (std::size_t i = way.size(); i > longest_way + 1;) {
      i -= longest_way;
      const Node from = way[i - 1];
      const Polynomial difference =
          polynomial(from) - polynomial(root) - Polynomial(difference_[from] - difference_[root]);
      std::vector<Part> parts;
      for (Node at = from; at != root; at = links_[at].parent) parts.push_back({links_[at].literal, links_[at].sign});
      if (parts.size() < 2) continue;
      const Literal literal = make(difference, parts);
      links_.set(from, {root, literal, static_cast<std::int8_t>(polynomial_of(literal) == difference ? 1 : -1)});
    }
  }
}

}   // namespace plato
