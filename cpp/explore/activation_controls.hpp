// Where threads are in an activation, and what they can do there.
//
// What a scope does inside, and what a call becomes in the procedure that it calls, is an activation. What a thread has
// left to do is told for each activation by itself, so places are finitely many, however deep calls are. They are the
// same as the kernel's (lean/Plato/Closure/Control.lean), which must be told of each activation that begins.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/program.hpp"

namespace plato {

class ActivationControls {
 public:
  struct Edge {
    StatementId statement = 0;   // an atomic one
    std::uint32_t target = 0;    // location
  };
  // A statement that begins an activation.
  struct Entrance {
    StatementId statement = 0;              // a call or a scope
    std::uint32_t first = 0, after = 0;     // locations: in the activation, and where the caller goes on
    std::vector<std::size_t> variables{};   // that the caller gets back
  };
  struct Choices {
    std::vector<Edge> edges{};   // by statement
    std::vector<Entrance> entrances{};
    bool may_end = false;        // the activation, or the thread if it is in its own body
    bool has_branches = false;   // a `par` can start, and nothing more is known
  };

  // Refers to the program for as long as it lives.
  explicit ActivationControls(const Program& program);

  std::uint32_t start(std::size_t family) const { return starts_[family]; }
  const Choices& at(std::uint32_t location);

 private:
  // What is left to do, or the way out of it.
  struct Frame {
    enum class Kind : std::uint8_t { skip, code, block, exit };
    Kind kind = Kind::skip;
    std::uint32_t number = 0;   // code: the statement; exit: how many blocks it passes
    friend auto operator<=>(const Frame&, const Frame&) = default;
  };
  using Frames = std::vector<Frame>;   // what comes next is last

  const Program& program_;
  std::vector<std::uint32_t> starts_;
  std::vector<Frames> locations_;
  std::map<Frames, std::uint32_t> numbers_;
  std::deque<std::optional<Choices>> known_;   // of the locations

  std::uint32_t location_of(Frames frames);
  std::vector<Frames> look_at(Frames frames, Choices& choices);
  std::vector<Frames> begin(StatementId statement, Frames rest, Choices& choices);
};

// Whether a thread may begin an activation.
bool has_activations(const Program& program);

// The variables that scopes give back.
std::set<std::size_t> kept_variables(const Program& program);

}   // namespace plato
