// See trial_outcomes.hpp.

#include "trial_outcomes.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace plato_test {

std::vector<Outcome> outcomes_of(const std::vector<std::string>& sources, Outcome (*outcome_of)(const std::string& source)) {
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

std::map<std::string, int> count_kinds(const std::vector<Outcome>& outcomes) {
  std::map<std::string, int> counts;
  for (const Outcome& outcome : outcomes) ++counts[outcome.kind];
  return counts;
}

std::string table_of(const std::map<std::string, int>& counts) {
  std::string table;
  for (const auto& [kind, count] : counts) table += std::to_string(count) + " " + kind + "\n";
  return table;
}

}   // namespace plato_test
