// What became of many programs: each tried by itself, on all processors.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plato_test {

struct Outcome {
  std::string kind;
  std::optional<std::string> flaw;
};

// In the order of the programs.
std::vector<Outcome> outcomes_of(const std::vector<std::string>& sources, Outcome (*outcome_of)(const std::string& source));

// How many there are of each kind, and the same as lines of a table.
std::map<std::string, int> count_kinds(const std::vector<Outcome>& outcomes);
std::string table_of(const std::map<std::string, int>& counts);

}   // namespace plato_test
