// Processor time of this process: figures that other work on the machine does not change much.
#pragma once

#include <ctime>

namespace plato {

inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}   // namespace plato
