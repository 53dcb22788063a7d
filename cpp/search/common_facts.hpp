// What holds at the end of several ways through a program, whichever of them was taken.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/propagation.hpp"

namespace plato {

// What a way, which was supposed last, has led to.
struct WayFacts {
  struct Place {
    EqualityForest::Node representative;
    Integer difference;
  };
  std::vector<Literal> literals;   // atoms, sorted
  std::unordered_map<EqualityForest::Node, Place> places;
};
WayFacts facts_of_way(const FormulaTable& table, const Propagation& propagation);

// a - b is between `low` and `high`, wherever we came from.
struct CommonDifference {
  EqualityForest::Node a, b;
  Integer low, high;
};
struct CommonFacts {
  std::vector<Literal> literals;
  std::vector<CommonDifference> differences;
};
// Of two ways or more; without what is known anyway. `nodes` were there before the first of them.
CommonFacts common_facts(std::span<const WayFacts> ways, const Propagation& propagation, std::size_t nodes);

// The literals of these facts, with the lemmas by which they hold on the way that is supposed.
std::vector<Literal> show_facts(LemmaContext& context, const Propagation& propagation, const CommonFacts& facts);

}   // namespace plato
