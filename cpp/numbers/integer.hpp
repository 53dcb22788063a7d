// Integers of any size that cost like machine integers while they are small.
//
// Almost every number a proof search meets fits into 64 bits; the few that do not must still be exact. A value is in
// `small_` if it fits, and otherwise on the heap as Boost's cpp_int, so that equal values have equal representations.
// Boost is included in integer.cpp alone: it would double the time that every other file takes to compile.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace plato {

class Integer {
 public:
  Integer() = default;
  Integer(std::int64_t value) : small_(value) {}   // implicit: numerals are written as such
  Integer(const Integer& other) : small_(other.small_), big_(other.big_ ? other.copy_of_big() : nullptr) {}
  Integer(Integer&&) noexcept = default;
  Integer& operator=(const Integer& other) {
    if (!big_ && !other.big_)
      small_ = other.small_;
    else if (this != &other)
      *this = Integer(other);
    return *this;
  }
  Integer& operator=(Integer&&) noexcept = default;
  ~Integer() = default;

  bool is_small() const { return !big_; }
  std::int64_t small() const { return small_; }   // the value if `is_small()`
  int sign() const { return big_ ? sign_of_big() : (small_ > 0) - (small_ < 0); }
  bool is_zero() const { return !big_ && small_ == 0; }
  bool is_one() const { return !big_ && small_ == 1; }
  bool is_unit() const { return !big_ && (small_ == 1 || small_ == -1); }
  std::size_t bits() const;   // how many binary digits its absolute value has
  double approximation() const;
  std::size_t hash() const;

  Integer& operator+=(const Integer& other) {
    std::int64_t sum = 0;
    if (!big_ && !other.big_ && !__builtin_add_overflow(small_, other.small_, &sum)) {
      small_ = sum;
      return *this;
    }
    return add_slowly(other);
  }
  Integer& operator-=(const Integer& other) {
    std::int64_t difference = 0;
    if (!big_ && !other.big_ && !__builtin_sub_overflow(small_, other.small_, &difference)) {
      small_ = difference;
      return *this;
    }
    return subtract_slowly(other);
  }
  Integer& operator*=(const Integer& other) {
    std::int64_t product = 0;
    if (!big_ && !other.big_ && !__builtin_mul_overflow(small_, other.small_, &product)) {
      small_ = product;
      return *this;
    }
    return multiply_slowly(other);
  }
  friend Integer operator+(Integer a, const Integer& b) { return std::move(a += b); }
  friend Integer operator-(Integer a, const Integer& b) { return std::move(a -= b); }
  friend Integer operator*(Integer a, const Integer& b) { return std::move(a *= b); }
  friend Integer operator-(Integer a) { return std::move(a.negate()); }
  Integer& negate() {
    if (!big_ && small_ != INT64_MIN) {
      small_ = -small_;
      return *this;
    }
    return negate_slowly();
  }

  friend bool operator==(const Integer& a, const Integer& b) {
    return a.big_ || b.big_ ? compare_slowly(a, b) == 0 : a.small_ == b.small_;
  }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    return a.big_ || b.big_ ? compare_slowly(a, b) : a.small_ <=> b.small_;
  }

 private:
  struct Big;   // a cpp_int
  struct DeleteBig {
    void operator()(Big* big) const;
  };
  using BigPointer = std::unique_ptr<Big, DeleteBig>;
  friend struct Slowly;   // the operations on big values

  std::int64_t small_ = 0;   // 0 if `big_`
  BigPointer big_;           // only for values outside the range of `small_`

  BigPointer copy_of_big() const;
  int sign_of_big() const;
  Integer& add_slowly(const Integer& other);
  Integer& subtract_slowly(const Integer& other);
  Integer& multiply_slowly(const Integer& other);
  Integer& negate_slowly();
  static std::strong_ordering compare_slowly(const Integer& a, const Integer& b);
};

Integer absolute(Integer value);

// The greatest common divisor, never negative; 0 only of 0 and 0.
Integer greatest_common_divisor(const Integer& a, const Integer& b);
Integer least_common_multiple(const Integer& a, const Integer& b);

// Division by a number that is not 0, rounded toward minus infinity, and the remainder of division by a positive
// number.
Integer floor_divide(const Integer& a, const Integer& b);
Integer floor_remainder(const Integer& a, const Integer& b);

// Division by a divisor.
Integer exact_divide(const Integer& a, const Integer& b);
bool divides(const Integer& divisor, const Integer& value);   // the divisor is not 0

std::string to_string(const Integer& value);
Integer parse_integer(std::string_view digits);   // decimal with an optional minus sign, which the caller has checked

}   // namespace plato
