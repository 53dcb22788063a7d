// Numbers of any size: the objects with tag LeanMPZ.
#pragma once

#include "heap.hpp"

#include <lean/lean.h>

#include <boost/multiprecision/cpp_int.hpp>

#include <cstdint>

namespace lean_runtime {

// Gives a number its digits from the memory of the current call.
template <class T>
struct DigitAllocator {
  using value_type = T;
  DigitAllocator() = default;
  template <class U>
  DigitAllocator(const DigitAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(take_memory(n * sizeof(T))); }
  void deallocate(T* digits, std::size_t n) { give_memory(digits, n * sizeof(T)); }
  bool operator==(const DigitAllocator&) const { return true; }
  bool operator!=(const DigitAllocator&) const { return false; }
};

namespace multiprecision = boost::multiprecision;
using Integer = multiprecision::number<
    multiprecision::cpp_int_backend<0, 0, multiprecision::signed_magnitude, multiprecision::unchecked,
                                    DigitAllocator<multiprecision::limb_type>>,
    multiprecision::et_off>;

// The object: a Nat or Int that is not small.
struct Big {
  lean_object header;
  Integer value;
};
static_assert(alignof(Big) <= 16 && sizeof(Big) % 16 == 0, "blocks of such a size are aligned to 16");

inline const Integer& big_value(const lean_object* o) { return reinterpret_cast<const Big*>(o)->value; }

// A number for a calculation, without a copy if it is big: a small value, or the value of an object.
class Operand {
 public:
  explicit Operand(std::size_t small) : small_(small), value_(&small_) {}
  explicit Operand(std::int64_t small) : small_(small), value_(&small_) {}
  explicit Operand(const lean_object* big) : value_(&big_value(big)) {}
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;
  const Integer& operator*() const { return *value_; }

 private:
  const Integer small_;
  const Integer* const value_;
};

// A new object with that value, which must not be small.
lean_object* make_big(Integer&& value);

// Frees the digits of a big number that is about to be freed.
void destroy_big(lean_object* o);

// Fails the call if a number of `a` + `b` bits, or of `a` * `b` bits, would be too large.
void require_bits_of_sum(std::size_t a, std::size_t b);
void require_bits_of_product(std::size_t a, std::size_t b);

// The number of bits of a non-negative number; 0 has none.
std::size_t bit_count(const Integer& value);

}   // namespace lean_runtime
