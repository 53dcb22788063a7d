// What commands read and write of some variables, in concrete stores: for races (lean/Plato/Meaning/Race.lean).
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "explore/concrete_evaluation.hpp"

namespace plato {

// Of a variable, at an index or at every one.
struct Access {
  std::size_t variable = 0;
  std::optional<std::int64_t> index{};
  bool writes = false;
  friend bool operator==(const Access&, const Access&) = default;
};

// Whether they make a race, if two threads are about to do them.
bool clash(const Access& a, const Access& b);

// What the commands of a program access of the variables that are watched.
class WatchedAccesses {
 public:
  // Refers to the program for as long as it lives.
  WatchedAccesses(const Program& program, const std::vector<std::size_t>& variables);

  // Adds what a command accesses by itself, without its parts, when it leads from the one store of the model to the
  // other. An index that a quantifier chooses is left out, unless it is any index. Throws `TooLarge`.
  void add(CommandId command, const ConcreteModel& model, ConcreteEvaluation& evaluation,
           std::vector<Access>& out) const;

 private:
  struct Place {
    std::size_t variable = 0;
    std::optional<TermId> index{};
    bool writes = false;
  };
  std::unordered_map<CommandId, std::vector<Place>> places_;
};

}   // namespace plato
