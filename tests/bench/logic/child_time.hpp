// The processor time of another program, under a limit.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace plato_bench {

struct ChildTime {
  double seconds = 0;   // of processor time
  std::string output;   // its beginning
};

// Runs a command; nothing if it cannot be run, fails, or takes more than `most_seconds` of processor time.
std::optional<ChildTime> time_of_command(const std::vector<std::string>& command, unsigned most_seconds);

}   // namespace plato_bench
