// fork, exec, wait4; see child_time.hpp.

#include "child_time.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace plato_bench {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

[[noreturn]] void become(const std::vector<std::string>& command, int output, unsigned most_seconds) {
  const rlimit limit{most_seconds, most_seconds};
  if (most_seconds != 0) setrlimit(RLIMIT_CPU, &limit);
  dup2(output, STDOUT_FILENO);
  dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

}   // namespace

std::optional<ChildTime> time_of_command(const std::vector<std::string>& command, unsigned most_seconds,
                                         std::size_t most_output) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) become(command, ends[1], most_seconds);
  close(ends[1]);
  ChildTime result;
  char buffer[4096];
  for (ssize_t size; (size = read(ends[0], buffer, sizeof buffer)) > 0;)
    if (result.output.size() < most_output) result.output.append(buffer, static_cast<std::size_t>(size));
  close(ends[0]);
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) != child) return std::nullopt;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  result.seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  result.peak_bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  return result;
}

}   // namespace plato_bench
