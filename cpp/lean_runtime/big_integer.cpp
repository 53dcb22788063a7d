// Numbers of any size: making and freeing them, and the bound on their size.

#include "big_integer.hpp"

#include <lean_runtime.hpp>

#include <new>

namespace lean_runtime {

namespace {

// An exponent of a number of so many bits fits in 32 bits; and the library, which counts the 64-bit digits of a number
// in 32 bits, can hold even the product of two such numbers.
constexpr std::size_t max_bits = (std::size_t{1} << 32) - 1;

}   // namespace

void require_bits_of_sum(std::size_t a, std::size_t b) {
  if (a > max_bits || b > max_bits - a) throw Failure(Failure::Kind::number_too_large);
}

void require_bits_of_product(std::size_t a, std::size_t b) {
  if (b != 0 && a > max_bits / b) throw Failure(Failure::Kind::number_too_large);
}

std::size_t bit_count(const Integer& value) { return value.is_zero() ? 0 : multiprecision::msb(value) + 1; }

lean_object* make_big(Integer&& value) {
  require_bits_of_product(value.backend().size(), sizeof(multiprecision::limb_type) * 8);
  lean_object* o = lean_alloc_object(sizeof(Big), LeanMPZ, 0);
  new (&reinterpret_cast<Big*>(o)->value) Integer(std::move(value));
  return o;
}

void destroy_big(lean_object* o) { reinterpret_cast<Big*>(o)->value.~Integer(); }

}   // namespace lean_runtime
