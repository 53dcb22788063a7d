// What holds at the end of several ways through a program, whichever of them was taken.
//
// Literals that all ways have found; and how far apart two numbers are: by so much on every way, or between two bounds
// that hold on all of them. On one way that is known from equalities, or from a single inequality between the classes
// of the two.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/propagation.hpp"

namespace plato {

// What a way, which was supposed last, has led to.
struct WayFacts {
  using Node = EqualityForest::Node;
  struct Place {
    Node representative;   // of the node's class; 0 if the class has a number
    Integer difference;
  };
  struct Limit {
    Integer number;
    Literal literal;   // the inequality
  };
  std::vector<Literal> literals;                   // atoms, sorted
  std::unordered_map<Node, Place> places;          // of the nodes that the way has to do with
  std::map<std::pair<Node, Node>, Limit> limits;   // representatives x, y -> x - y is at most this
};
WayFacts facts_of_way(LemmaContext& context, const Propagation& propagation);

// a - b is not below `low` and not above `high`, wherever we came from.
struct CommonDifference {
  EqualityForest::Node a, b;
  std::optional<Integer> low, high;
};
struct CommonFacts {
  std::vector<Literal> literals;
  std::vector<CommonDifference> differences;
};
// Of two ways or more; without what is known anyway. `nodes` were there before the first of them; if they are 0, it is
// not known which were, and of those that are equal anyway one is taken.
CommonFacts common_facts(std::span<const WayFacts> ways, const Propagation& propagation, std::size_t nodes);

// The literals of these facts, with the lemmas by which they hold on the way that is supposed.
std::vector<Literal> show_facts(LemmaContext& context, const Propagation& propagation, const WayFacts& way,
                                const CommonFacts& facts);

}   // namespace plato
