// Following the failure chain of a condition (failure_chain.hpp) without a search.
//
// The Boolean solver would pick a place somewhere in the chain and put forward everything that must hold up to there,
// all of it open. Here the ways to fail are refuted one after the other by propagation alone, so that what holds up to
// a place is certain when it is reached, and a refutation mentions only what it is about. Every step costs what it
// contains.
//
// Where the program branches, each way is followed to the join, and what is found on all of them holds at the join:
// the dilemma rule of Stålmarck's method (Sheeran and Stålmarck, "A tutorial on Stålmarck's proof procedure", FMCAD
// 1998), with equalities, and with bounds where the ways differ. So the cost of branches adds up instead of
// multiplying.
//
// A problem without a chain may still be a program, told flatly: a row of assertions of which each says what a variable
// is, in one of several ways, and something that fails at the end. There each step is followed along all its ways, too.
//
// A case that propagation does not settle is left to the search, which tells the walk when it is refuted.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "search/failure_chain.hpp"
#include "search/propagation.hpp"

namespace plato {

class CaseWalk {
 public:
  // Stops when its work exceeds the effort.
  CaseWalk(LemmaContext& context, std::span<const Literal> assertions, std::uint64_t effort);

  // Goes on from where it was, with the lemmas that have been added since. Says whether the assertions are refuted.
  bool run();
  // What has to be refuted before it can go on: these literals together. None if there is nothing in particular.
  std::span<const Literal> open_case() const { return open_case_; }
  // The equalities and inequalities that hold in this case, as far as they have to do with it, the nearest first.
  std::span<const Literal> certain() const { return certain_; }
  // Takes notice that the open case is refuted in another way.
  void close_case();

  std::uint64_t work() const { return propagation_.work(); }

  // Whether the clauses that were learned are a refutation, each of them by unit propagation.
  bool is_refutation() const { return is_refuted_ && !propagation_.was_told(); }
  const FlatLists<Literal>& learned() const { return propagation_.learned(); }

 private:
  enum class Outcome : std::uint8_t { refuted, reached, open };

  LemmaContext& context_;
  FailureChain chain_;
  Propagation propagation_;
  std::uint64_t effort_;
  Literal at_ = 0;   // on the chain, true; 0 if there is no chain, or where it has ended
  bool is_refuted_ = false;
  std::vector<Literal> open_case_, certain_;

  // Without a chain: the steps, how many of them have been followed, and what fails after them.
  std::vector<Literal> steps_;
  std::size_t followed_ = 0;
  Literal goal_ = 0;
  // The case that was open the last time; how often it was; whether it will stay open.
  std::vector<Literal> last_open_;
  std::size_t times_open_ = 0;
  bool is_stuck_ = false;

  using FollowWay = std::function<Outcome(Literal)>;

  Outcome follow(Literal& at, Literal end);
  Outcome choose(Literal choice, Literal& next);
  Outcome refute(Literal literal);
  Outcome take_ways(std::span<const Literal> ways, Literal join, const FollowWay& follow_way);
  Outcome take_fork(const FailureChain::Fork& fork);
  Outcome leave_open(Literal at);

  void find_steps(std::span<const Literal> assertions);
  Outcome follow_steps();
  Outcome follow_step(Literal step);
  Outcome follow_choice(TermId choice);
  void note_open_case();
};

}   // namespace plato
