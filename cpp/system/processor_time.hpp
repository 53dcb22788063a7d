// Processor time: figures that other work on the machine does not change much.
#pragma once

#include <ctime>

namespace plato {

inline double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Of the whole process.
inline double processor_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

// Of this thread alone: what a solver costs that it calls.
inline double thread_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

}   // namespace plato
