// Finite programs of any size, each in Plato and in Promela.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace plato_bench {

struct ModelFamily {
  std::string name;
  std::string about;
  std::string size_is;   // "threads"
  std::vector<std::size_t> sizes;
  std::size_t most_for_spin = 0;   // beyond it, SPIN takes minutes or gigabytes
  std::string (*plato)(std::size_t size);
  std::string (*promela)(std::size_t size);
};

const std::vector<ModelFamily>& model_families();

}   // namespace plato_bench
