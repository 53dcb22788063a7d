// The processor time of another program, under a limit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace plato_bench {

struct ChildTime {
  double seconds = 0;           // of processor time, its own and that of those it waited for
  std::size_t peak_bytes = 0;   // the largest of them
  std::string output;           // its beginning
};

// Runs a command; nothing if it cannot be run, fails, or takes more than `most_seconds` of processor time. About
// `most_output` bytes of what it prints are kept. No limit if `most_seconds` is 0: under one, Linux counts the
// command's own processor clock in ticks, and a command that times itself would find its short phases free.
std::optional<ChildTime> time_of_command(const std::vector<std::string>& command, unsigned most_seconds,
                                         std::size_t most_output = 4096);

}   // namespace plato_bench
