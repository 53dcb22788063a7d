// What became of many random programs: each tried by itself, on all processors.
#pragma once

#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace plato_test {

struct Outcome {
  std::string kind;
  std::optional<std::string> flaw;
};

struct TrialOutcomes {
  std::map<std::string, int> counts;   // of each kind
  std::vector<std::string> flaws;      // each with its program
  std::string table;                   // the counts, for people
};

// So many programs from a generator, which starts with that seed.
TrialOutcomes try_programs(unsigned seed, int programs, std::string (*some_program)(std::mt19937& random),
                           Outcome (*outcome_of)(const std::string& source));

}   // namespace plato_test
