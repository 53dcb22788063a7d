// Programs of any size for the benchmark of `plato check`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace plato_bench {

struct ProgramFamily {
  std::string name;
  std::string about;
  std::vector<std::size_t> sizes;   // 0: the program is for any number of threads
  std::string (*program)(std::size_t size);
};

const std::vector<ProgramFamily>& program_families();

}   // namespace plato_bench
