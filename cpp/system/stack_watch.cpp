// See stack_watch.hpp. The handler runs on a stack of its own and calls nothing that is not safe in a signal handler.
#include "system/stack_watch.hpp"

#include <pthread.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "system/exit_code.hpp"

namespace plato {
namespace {

// With its code (messages/message_code.hpp): a handler of signals can make no text.
constexpr std::string_view message = "limit: the stack is used up [P705]\n";
constexpr std::size_t handler_stack_bytes = std::size_t{64} << 10;

// Below the stack pointer is what a call pushes and the red zone; above it the frame that was just made, before it is
// touched.
constexpr std::uintptr_t most_below = 4096;
constexpr std::uintptr_t largest_frame = std::uintptr_t{1} << 20;

// An address next to the stack pointer where there is no memory is where the stack would have grown.
bool is_of_the_stack(const siginfo_t& info, const ucontext_t& context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  const auto pointer = static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
  return address + most_below >= pointer && address < pointer + largest_frame;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if (is_of_the_stack(*info, *static_cast<const ucontext_t*>(context))) {
    [[maybe_unused]] const auto written = write(STDOUT_FILENO, message.data(), message.size());
    _exit(static_cast<int>(ExitCode::limit));
  }
  // The instruction is tried again, without this handler.
  ::signal(signal, SIG_DFL);
}

}   // namespace

void watch_stack() {
  static thread_local std::array<std::byte, handler_stack_bytes> memory;
  const stack_t stack{.ss_sp = memory.data(), .ss_flags = 0, .ss_size = memory.size()};
  if (sigaltstack(&stack, nullptr) != 0) return;
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
}

StackWatch::StackWatch() {
  sigaltstack(nullptr, &before_);
  watch_stack();
}
StackWatch::~StackWatch() { sigaltstack(&before_, nullptr); }

void give_threads_room() {
  constexpr std::size_t bytes = std::size_t{16} << 20;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  if (pthread_attr_setstacksize(&attributes, bytes) == 0) pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

}   // namespace plato
