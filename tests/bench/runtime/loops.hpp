// The loops of the benchmark written directly in C++, by the algorithms of RuntimeBench.lean.
#pragma once

#include <cstddef>

namespace loops {

std::size_t natural(std::size_t n);
std::size_t integer(std::size_t n);
std::size_t factorial(std::size_t n);
std::size_t square(std::size_t n);
std::size_t array_fill(std::size_t n);
std::size_t array_update(std::size_t n);
std::size_t array_sum(std::size_t n);
std::size_t byte_scan(std::size_t n);
std::size_t list(std::size_t n);
std::size_t tree(std::size_t n);
std::size_t closure(std::size_t n);

}   // namespace loops
