// The last line of defence against input that is nested too deeply: the end of the stack is a limit, not a crash.
//
// Nothing should get there. The kernel's recursion is bounded (tests/project/recursion.txt), and so is the front end's.
#pragma once

#include <signal.h>

namespace plato {

// From now on a stack overflow of this thread prints `limit: the stack is used up` and ends the process with
// ExitCode::limit. Any other segmentation fault does what it always did.
void watch_stack();

// The same for a thread that ends, for as long as it lives: then the thread's handlers have the stack again that they
// had before, which whoever made that gives back.
class StackWatch {
 public:
  StackWatch();
  ~StackWatch();
  StackWatch(const StackWatch&) = delete;
  StackWatch& operator=(const StackWatch&) = delete;

 private:
  stack_t before_{};
};

// Threads that are made from now on have stacks as large as a main program's usually is, whatever the system's limits
// say.
void give_threads_room();

}   // namespace plato
