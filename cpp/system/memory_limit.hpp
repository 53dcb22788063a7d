// A limit on the memory of this process, so that a hard problem ends with an answer and not with a machine that swaps.
#pragma once

#include <cstddef>

namespace plato {

// From now on an allocation beyond so many megabytes fails with std::bad_alloc.
void limit_memory(std::size_t megabytes);

}   // namespace plato
