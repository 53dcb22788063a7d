// What is known at a place of a program without a proof.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "logic/literal.hpp"

namespace plato {

using Variables = std::set<std::size_t>;   // by number

// What is known somewhere: formulas, in the order in which they came to be known, and the variables that they are
// about.
class Facts {
 public:
  void add(Literal formula, Variables about) {
    constexpr std::size_t most = 24;
    if (facts_.size() < most && !has(formula)) facts_.push_back({formula, std::move(about)});
  }
  // Each fact becomes what the function makes of it, or is forgotten.
  template <class Function>
  void rewrite(const Function& function) {
    std::vector<Fact> kept;
    for (Fact& fact : facts_)
      if (const std::optional<Literal> formula = function(fact.formula))
        kept.push_back({*formula, std::move(fact.about)});
    facts_ = std::move(kept);
  }
  void forget(const Variables& changed) {
    std::erase_if(facts_, [&](const Fact& fact) {
      return std::ranges::any_of(fact.about, [&](std::size_t v) { return changed.contains(v); });
    });
  }
  void keep_common(const Facts& other) {
    std::erase_if(facts_, [&](const Fact& fact) { return !other.has(fact.formula); });
  }
  bool has(Literal formula) const { return std::ranges::find(facts_, formula, &Fact::formula) != facts_.end(); }
  std::vector<Literal> formulas() const {
    std::vector<Literal> all;
    for (const Fact& fact : facts_) all.push_back(fact.formula);
    return all;
  }

 private:
  struct Fact {
    Literal formula;
    Variables about;
  };
  std::vector<Fact> facts_;
};

}   // namespace plato
