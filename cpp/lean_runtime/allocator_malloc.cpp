// Blocks of memory for tools that look for mistakes: every block is one of malloc, and a table knows those of the call.

#include "heap.hpp"

#include <lean_runtime.hpp>

#include <cstdint>
#include <unordered_map>

#ifdef PLATO_RUNTIME_MALLOC

namespace lean_runtime {
namespace {

// The blocks of the current call and their sizes. Addresses are stored complemented, so that a leak detector does not
// take the table for a reference.
thread_local std::unordered_map<std::uintptr_t, std::size_t> blocks;

std::uintptr_t key(const void* memory) { return ~reinterpret_cast<std::uintptr_t>(memory); }

}   // namespace

void* take_memory(std::size_t bytes) {
  void* memory = obtain(bytes);
  blocks.emplace(key(memory), bytes);
  return memory;
}

void give_memory(void* memory, std::size_t) {
  const auto block = blocks.find(key(memory));
  if (block == blocks.end()) broken_invariant("an object is freed once, by the call that made it");
  const std::size_t bytes = block->second;
  blocks.erase(block);
  hand_back(memory, bytes);
}

// Blocks that a failed call left are freed. Blocks that any other call left are a leak, which the leak detector should
// find.
void discard_blocks(bool failed) {
  if (failed)
    for (const auto& [complement, bytes] : blocks) hand_back(reinterpret_cast<void*>(~complement), bytes);
  blocks = {};
}

void keep_blocks() { blocks = {}; }

std::size_t live_objects() { return blocks.size(); }

}   // namespace lean_runtime

using namespace lean_runtime;

extern "C" {

void* lean_take_small(size_t size) { return take_memory(size); }
void lean_give_small(void* memory, size_t size) { give_memory(memory, size); }
lean_object* lean_alloc_big_object(size_t size) { return static_cast<lean_object*>(take_memory(size)); }
void lean_free_big_object(lean_object* o) { give_memory(o, 0); }

}   // extern "C"

#endif
