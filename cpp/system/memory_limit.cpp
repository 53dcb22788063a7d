// See memory_limit.hpp.

#include "system/memory_limit.hpp"

#include <sys/resource.h>

namespace plato {

void limit_memory(std::size_t megabytes) {
  const rlim_t bytes = static_cast<rlim_t>(megabytes) << 20;
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
}

}   // namespace plato
