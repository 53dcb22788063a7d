// See decide.hpp.

#include "search/decide.hpp"

#include <algorithm>
#include <numeric>

#include "system/processor_time.hpp"

namespace plato {
namespace {

// The search before Z3 is asked: enough for most conditions of programs, and rarely longer than the question. Not by
// the clock, so that the same problem gives the same certificate. What it does not find is sought in another way later.
struct FirstSearch {
  std::size_t rounds;
  double effort;
  std::size_t instances = 250;   // a condition that needs more in its first rounds usually makes ever more of them
};
FirstSearch first_search(const Problem& problem) {
  constexpr std::size_t fewest = 10, most = 1500, rounds_times_formulas = 1000000, many_formulas = 1500;
  const std::size_t formulas = problem.table.formula_count();
  // The whole body of a procedure takes some rounds for each of its statements, and Z3 would take nearly as long.
  if (formulas > many_formulas) return {.rounds = 2000, .effort = 5e6};
  return {.rounds = std::clamp(rounds_times_formulas / (formulas + 1), fewest, most), .effort = 1e8};
}

// A problem by itself, not one of many conditions: chains take some rounds for each link, which is soon done, and of
// those that Z3 answers at once the search makes few rounds.
constexpr FirstSearch longer_first_search{.rounds = 4000, .effort = 5e6, .instances = 4000};

// Z3's resources, of which it uses about a million a second: enough for easy questions; enough for most questions that
// it can answer at all; and the most it gets.
constexpr double resources_at_once = 5e5, resources_usually = 4e6, resources_at_most = 8e6;
// The same for our search, in entries looked at.
constexpr double effort_usually = 1e8, effort_at_most = 4e8;

class Turns {
 public:
  Turns(Problem& problem, const DecisionLimits& limits, Decision so_far = {})
      : problem_(problem), limits_(limits), decision_(std::move(so_far)) {}

  Decision in_one() {
    search_first(longer_first_search);
    if (is_over()) return std::move(decision_);
    ask(resources_usually);
    return rest();
  }
  Decision briefly() {
    search_first(first_search(problem_));
    if (is_over()) return std::move(decision_);
    ask(resources_at_once);
    is_over();
    return std::move(decision_);
  }
  Decision at_length() {
    if (is_over()) return std::move(decision_);
    if (decision_.z3.is_out_of_resources) ask(resources_usually);
    return rest();
  }

 private:
  Problem& problem_;
  const DecisionLimits& limits_;
  Decision decision_;

  void search_first(const FirstSearch& first) {
    search({.effort = counted(first.effort),
            .instances = first.instances,
            .rounds = first.rounds,
            .walks_each_round = false});
  }
  // After Z3 was asked with its usual budget.
  Decision rest() {
    if (is_unknown() || decision_.z3.is_doubtful) {
      search({.effort = counted(effort_usually)});
      if (is_over() || !decision_.z3.is_out_of_resources) return std::move(decision_);
      ask(resources_at_most);
    }
    if (!is_over() && decision_.z3.verdict == Z3Answer::Verdict::unsatisfiable)
      search({.effort = counted(effort_at_most)});
    return std::move(decision_);
  }

  std::uint64_t counted(double budget) const { return static_cast<std::uint64_t>(budget * limits_.effort); }
  static void count(CountedEffort& effort, std::uint64_t spent, std::uint64_t allowed) {
    effort.spent += spent;
    effort.allowed += allowed;
  }
  bool is_unknown() const { return decision_.z3.verdict == Z3Answer::Verdict::unknown; }
  bool is_over() {
    if (decision_.refutation) return true;
    if (limits_.deadline.has_passed()) decision_.is_wall = true;
    return decision_.is_wall;
  }

  void ask(double resources) {
    const double start = thread_seconds();
    decision_.z3 = ask_z3(problem_, {.resources = counted(resources), .seconds = limits_.deadline.seconds_left()});
    decision_.z3_seconds += thread_seconds() - start;
    count(decision_.budget.resources, decision_.z3.resources, counted(resources));
    decision_.is_wall = decision_.z3.is_wall;
  }

  void search(SearchOptions options) {
    decision_.needed = decision_.z3.core;
    if (decision_.z3.verdict != Z3Answer::Verdict::unsatisfiable) {
      decision_.needed.resize(problem_.assertions.size());
      std::iota(decision_.needed.begin(), decision_.needed.end(), std::size_t{0});
    }
    options.seconds = limits_.deadline.seconds_left();
    const double start = thread_seconds();
    SearchResult searched = search_refutation(problem_, decision_.needed, options);
    decision_.search_seconds += thread_seconds() - start;
    count(decision_.budget.rounds, searched.statistics.rounds, options.rounds);
    count(decision_.budget.entries, searched.statistics.effort, options.effort);
    if (searched.outcome) {
      decision_.refutation = *std::move(searched.outcome);
      return;
    }
    decision_.none = std::move(searched.outcome.error());
    decision_.is_wall = decision_.none.is_wall;
  }
};

}   // namespace

Decision decide(Problem& problem, const DecisionLimits& limits) { return Turns(problem, limits).in_one(); }

Decision decide_briefly(Problem& problem, const DecisionLimits& limits) { return Turns(problem, limits).briefly(); }

Decision decide_at_length(Problem& problem, Decision brief, const DecisionLimits& limits) {
  return Turns(problem, limits, std::move(brief)).at_length();
}

bool is_open(const Decision& decision) {
  return !decision.refutation && !decision.is_wall &&
         (decision.z3.verdict != Z3Answer::Verdict::satisfiable || decision.z3.is_doubtful);
}

}   // namespace plato
