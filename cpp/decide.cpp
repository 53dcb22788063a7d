// See decide.hpp.

#include "decide.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "processor_time.hpp"

namespace plato {
namespace {

using Clock = std::chrono::steady_clock;

// Long enough for what either of them answers at all, usually.
constexpr double first_turn = 4;
// Long enough for what Z3 knows without trying much.
constexpr double at_once = 0.4;
// Rounds of the search before Z3 is asked: enough for most conditions of programs, and rarely longer than the question. The larger
// the problem, the fewer; not by the clock, so that the same problem gives the same certificate.
std::size_t first_rounds(const SmtProblem& problem) {
  constexpr std::size_t fewest = 10, most = 350, rounds_times_formulas = 100000;
  return std::clamp(rounds_times_formulas / (problem.table.formula_count() + 1), fewest, most);
}

// What needs more instances than this in its first rounds makes ever more of them, as a rule.
constexpr std::size_t first_instances = 250;

// Z3 gave up because of its time. Where it says that quantifiers make it incomplete, more time changes nothing.
bool ran_out_of_time(const Z3Answer& answer) { return answer.reason.find("timeout") != std::string::npos || answer.reason.find("canceled") != std::string::npos; }

void ask(Decision& decision, Z3Context& z3, const SmtProblem& problem, double seconds) {
  const double start = processor_seconds();
  decision.z3 = ask_z3(z3, problem, seconds);
  decision.z3_seconds += processor_seconds() - start;
}

void search(Decision& decision, SmtProblem& problem, const SearchOptions& options) {
  decision.needed = decision.z3.core;
  if (decision.z3.verdict != Z3Answer::Verdict::unsatisfiable) {
    decision.needed.resize(problem.assertions.size());
    std::iota(decision.needed.begin(), decision.needed.end(), std::size_t{0});
  }
  const double start = processor_seconds();
  SearchResult searched = search_refutation(problem, decision.needed, options);
  decision.search_seconds += processor_seconds() - start;
  if (auto* found = std::get_if<FoundRefutation>(&searched.outcome)) decision.refutation = std::move(*found);
  else decision.none = std::get<NoRefutation>(std::move(searched.outcome));
}

}   // namespace

Decision decide(Z3Context& z3, SmtProblem& problem, double seconds, const std::function<bool()>& is_hopeless) {
  Decision decision;
  const auto start = Clock::now();
  const auto left = [&] { return seconds - std::chrono::duration<double>(Clock::now() - start).count(); };
  search(decision, problem, {.seconds = std::min(first_turn, seconds / 4), .instances = first_instances, .rounds = first_rounds(problem)});
  if (decision.refutation) return decision;
  if (is_hopeless) {
    ask(decision, z3, problem, std::min(at_once, seconds / 4));
    decision.is_hopeless = decision.z3.verdict == Z3Answer::Verdict::unknown && is_hopeless();
    if (decision.is_hopeless) return decision;
  }
  if (!is_hopeless || ran_out_of_time(decision.z3)) ask(decision, z3, problem, std::min(first_turn, seconds / 4));
  if (decision.z3.verdict == Z3Answer::Verdict::unknown) {
    search(decision, problem, {.seconds = std::min(first_turn, seconds / 4)});
    if (decision.refutation || left() <= 0 || !ran_out_of_time(decision.z3)) return decision;
    ask(decision, z3, problem, left() / 2);
  }
  if (decision.z3.verdict == Z3Answer::Verdict::unsatisfiable) search(decision, problem, {.seconds = left()});
  return decision;
}

}   // namespace plato
