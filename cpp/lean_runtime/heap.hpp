// The memory of one call, as the parts of the runtime see it.
#pragma once

#include <cstddef>

namespace lean_runtime {

// Our own mistake, not a property of the input: says so and stops the process.
[[noreturn]] void broken_invariant(const char* invariant);

// Memory of the system, on the account of the thread's current call; fails if the limit would be exceeded.
void* obtain(std::size_t bytes);
void hand_back(void* memory, std::size_t bytes);

// Memory for any purpose of the current call, for example the digits of a big number.
void* take_memory(std::size_t bytes);
void give_memory(void* memory, std::size_t bytes);

// At the end of a call: frees all the memory it still holds. `failed` says that it was cut short.
void discard_blocks(bool failed);

// At the end of an initialiser: leaves its memory in use for ever.
void keep_blocks();

// At the end of a call: forgets its panic and what was kept because of it.
void forget_panic();

}   // namespace lean_runtime
