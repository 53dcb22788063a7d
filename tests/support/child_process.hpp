// Runs plato-kernel on bytes in a process of its own, under limits, and measures what it takes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plato_test {

// A file in memory that grows piece by piece, so that the test never holds it: a child's peak memory counts that of its
// parent at the moment of the fork.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void append(std::string_view bytes);
  // Appends whole copies of the piece, as many as fit into `bytes`.
  void repeat(std::string_view piece, std::size_t bytes);
  std::size_t size() const { return size_; }
  // A name under which this process's children find it.
  std::string path() const;

 private:
  int descriptor_;
  std::size_t size_ = 0;
};

struct Measured {
  int exit_code = -1;           // -1 if a signal ended it
  std::string output;           // its beginning
  double seconds = 0;           // of processor time
  std::size_t peak_bytes = 0;   // of memory
};

// Runs `plato-kernel FILE` with at most that much processor time.
Measured run_kernel_on(const MemoryFile& file, unsigned most_seconds);

}   // namespace plato_test
