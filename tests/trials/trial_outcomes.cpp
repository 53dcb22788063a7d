// See trial_outcomes.hpp.

#include "trial_outcomes.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace plato_test {
namespace {

// In the order of the programs.
std::vector<Outcome> outcomes_of(const std::vector<std::string>& sources,
                                 Outcome (*outcome_of)(const std::string& source)) {
  std::vector<Outcome> outcomes(sources.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < sources.size(); i = next++) outcomes[i] = outcome_of(sources[i]);
  };
  std::vector<std::jthread> workers(std::max(1U, std::thread::hardware_concurrency()));
  for (std::jthread& worker : workers) worker = std::jthread(work);
  workers.clear();
  return outcomes;
}

}   // namespace

TrialOutcomes try_programs(unsigned seed, int programs, std::string (*some_program)(std::mt19937& random),
                           Outcome (*outcome_of)(const std::string& source)) {
  std::mt19937 random(seed);
  std::vector<std::string> sources;
  for (int i = 0; i < programs; ++i) sources.push_back(some_program(random));
  const std::vector<Outcome> outcomes = outcomes_of(sources, outcome_of);
  TrialOutcomes result;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    ++result.counts[outcomes[i].kind];
    if (outcomes[i].flaw)
      result.flaws.push_back("program " + std::to_string(i) + " of seed " + std::to_string(seed) + ": " +
                             *outcomes[i].flaw + "\n" + sources[i]);
  }
  result.table = std::to_string(programs) + " programs, seed " + std::to_string(seed) + "\n";
  for (const auto& [kind, count] : result.counts) result.table += std::to_string(count) + " " + kind + "\n";
  return result;
}

}   // namespace plato_test
