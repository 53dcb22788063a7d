// Files in memory and measured children, with the system's own calls.

#include "child_process.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace plato_test {
namespace {

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}   // namespace

MemoryFile::MemoryFile() : descriptor_(checked(memfd_create("certificate", 0), "memfd_create")) {}
MemoryFile::~MemoryFile() { close(descriptor_); }

void MemoryFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
    checked(static_cast<int>(std::min<ssize_t>(written, 1)), "write");
    size_ += static_cast<std::size_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void MemoryFile::repeat(std::string_view piece, std::size_t bytes) {
  std::size_t copies = bytes / piece.size();
  const std::size_t copies_at_once = std::max<std::size_t>(1, (std::size_t{1} << 20) / piece.size());
  std::string block;
  for (std::size_t i = 0; i < copies_at_once; ++i) block += piece;
  for (; copies >= copies_at_once; copies -= copies_at_once) append(block);
  append(std::string_view(block).substr(0, copies * piece.size()));
}

std::string MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

Measured run_kernel_on(const MemoryFile& file, unsigned most_seconds) {
  const std::string path = file.path();
  int ends[2];
  checked(pipe(ends), "pipe");
  const pid_t child = checked(fork(), "fork");
  if (child == 0) {
    const rlimit limit{most_seconds, most_seconds + 1};
    setrlimit(RLIMIT_CPU, &limit);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl(PLATO_KERNEL_BINARY, "plato-kernel", path.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  Measured measured;
  char buffer[4096];
  ssize_t count;
  while ((count = read(ends[0], buffer, sizeof buffer)) > 0)
    if (measured.output.size() < 10000) measured.output.append(buffer, static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  rusage usage{};
  checked(wait4(child, &status, 0, &usage), "wait4");
  if (WIFEXITED(status)) measured.exit_code = WEXITSTATUS(status);
  measured.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  measured.peak_bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  return measured;
}

}   // namespace plato_test
