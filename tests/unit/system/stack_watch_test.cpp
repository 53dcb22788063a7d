// A stack that is used up is a limit; every other fault is what it was. Sanitizers have handlers of their own.
#ifndef __SANITIZE_ADDRESS__

#include "system/stack_watch.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <string>

#include "messages/message_code.hpp"
#include "system/exit_code.hpp"

namespace {

struct Ended {
  int status = 0;
  std::string output;
};

// Runs the function in a child of this process, with a small stack.
Ended run_in_child(void (*function)()) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    const rlimit small{1 << 20, 1 << 20};
    setrlimit(RLIMIT_STACK, &small);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    std::signal(SIGSEGV, SIG_DFL);   // not the test framework's
    plato::watch_stack();
    function();
    _exit(99);
  }
  close(ends[1]);
  Ended ended;
  std::array<char, 256> buffer{};
  for (ssize_t count = 0; (count = read(ends[0], buffer.data(), buffer.size())) > 0;)
    ended.output.append(buffer.data(), static_cast<std::size_t>(count));
  close(ends[0]);
  waitpid(child, &ended.status, 0);
  return ended;
}

volatile int depth = 0;
// Each call needs a frame of that many bytes, of which the far end is touched first.
template <std::size_t bytes>
void descend() {
  volatile char frame[bytes];
  frame[0] = 1;
  depth = depth + 1;
  if (depth >= 0) descend<bytes>();
  frame[bytes - 1] = frame[0];
}

bool is_limit(const Ended& ended) {
  return WIFEXITED(ended.status) && WEXITSTATUS(ended.status) == static_cast<int>(plato::ExitCode::limit) &&
         ended.output == "limit: the stack is used up" + plato::code_mark(plato::MessageCode::memory) + "\n";
}
bool is_fault(const Ended& ended) {
  return WIFSIGNALED(ended.status) && WTERMSIG(ended.status) == SIGSEGV && ended.output.empty();
}

}   // namespace

TEST_CASE("a stack overflow ends with the exit code of a limit", "[stack]") {
  CHECK(is_limit(run_in_child(descend<16>)));
  CHECK(is_limit(run_in_child(descend<5000>)));
  CHECK(is_limit(run_in_child(descend<100'000>)));
}

TEST_CASE("another fault ends as it does without the watch", "[stack]") {
  CHECK(is_fault(run_in_child([] { *reinterpret_cast<volatile int*>(std::uintptr_t{16}) = 1; })));
  CHECK(is_fault(run_in_child([] { *reinterpret_cast<volatile int*>(std::uintptr_t{0x7000'0000'0000}) = 1; })));
  CHECK(is_fault(run_in_child([] { *const_cast<volatile char*>("text") = 'T'; })));
}
#endif
