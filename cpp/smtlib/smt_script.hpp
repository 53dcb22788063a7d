// What an SMT-LIB file asks: a question for each `check-sat`, about what is in force there.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "logic/problem.hpp"

namespace plato {

// Numbers of which the last ones can be taken back, while what was in force before can still be listed: `pop` and the
// questions before it.
class ScopedNumbers {
 public:
  using State = std::size_t;

  State state() const { return state_; }
  void restore(State state) { state_ = state; }
  void add(std::size_t number) {
    links_.emplace_back(state_, number);
    state_ = links_.size();
  }
  // What was in force in this state, oldest first.
  std::vector<std::size_t> at(State state) const;

 private:
  std::vector<std::pair<State, std::size_t>> links_;   // the state before, and the number
  State state_ = 0;                                    // 1 + the last link in force, or 0
};

// What is in force at some place of the file.
struct SmtState {
  ScopedNumbers::State assertions = 0;
  ScopedNumbers::State symbols = 0;
  ScopedNumbers::State sorts = 0;
};

struct SmtQuestion {
  std::size_t line = 0;   // of its command, from 1; 0 if the file has none
  SmtState state;
  std::vector<Literal> assumed{};   // by check-sat-assuming, for this question alone
};

struct SmtScript {
  Problem problem;   // of all questions: assertions, symbols and declared sorts of the whole file
  ScopedNumbers assertions, symbols, sorts;
  std::vector<SmtQuestion> questions;   // at least one

  SmtState state() const { return {assertions.state(), symbols.state(), sorts.state()}; }
  void restore(const SmtState& state);
};

// The problem that one question asks about.
Problem problem_of(SmtScript script, std::size_t question);

}   // namespace plato
