// Calls: when objects may exist, on whose account, and how a call fails.

#include "heap.hpp"

#include <lean_runtime.hpp>

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <utility>

namespace lean_runtime {
namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

// The account of this thread.
thread_local bool open = false;
thread_local bool failed = false;
thread_local std::size_t held_bytes = 0;
thread_local std::size_t limit_bytes = no_limit;

void begin() {
  if (open) broken_invariant("calls do not nest");
  open = true;
  failed = false;
}

void end() {
  open = false;
  held_bytes = 0;
}

}   // namespace

void broken_invariant(const char* invariant) {
  std::fprintf(stderr, "lean_runtime: broken invariant: %s\n", invariant);
  std::abort();
}

Failure::Failure(Kind kind) : kind_(kind) { failed = true; }

const char* Failure::what() const noexcept {
  switch (kind_) {
    case Kind::memory_limit: return "the memory limit was reached";
    case Kind::out_of_memory: return "out of memory";
    case Kind::number_too_large: return "a number has 2^32 bits or more";
    case Kind::unreachable: return "unreachable code was reached";
  }
  return "unknown failure";
}

void* obtain(std::size_t bytes) {
  if (!open) broken_invariant("objects are made inside a call");
  if (bytes > limit_bytes || held_bytes > limit_bytes - bytes) throw Failure(Failure::Kind::memory_limit);
  void* memory = std::malloc(bytes);
  if (!memory) throw Failure(Failure::Kind::out_of_memory);
  held_bytes += bytes;
  return memory;
}

void hand_back(void* memory, std::size_t bytes) {
  held_bytes -= bytes;
  std::free(memory);
}

void set_memory_limit(std::size_t bytes) { limit_bytes = bytes; }

Call::Call() { begin(); }

Call::~Call() {
  forget_panic();
  discard_blocks(failed);
  end();
}

void initialise(lean_object* (*initialiser)(uint8_t builtin)) {
  static std::mutex one_at_a_time;
  std::lock_guard guard(one_at_a_time);
  const std::size_t limit_of_calls = std::exchange(limit_bytes, no_limit);
  begin();
  try {
    lean_object* result = initialiser(1);
    if (lean_io_result_is_error(result)) broken_invariant("initialisers succeed");
    lean_dec(result);
  } catch (const Failure&) {
    broken_invariant("constants can be made");
  }
  if (take_panic()) broken_invariant("constants do not panic");
  keep_blocks();
  end();
  limit_bytes = limit_of_calls;
}

}   // namespace lean_runtime
