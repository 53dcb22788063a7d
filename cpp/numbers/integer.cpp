// The cases of integer arithmetic that leave 64 bits, and division; see integer.hpp.

#include "numbers/integer.hpp"

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <limits>
#include <numeric>

namespace plato {

using boost::multiprecision::cpp_int;

struct Integer::Big {
  cpp_int value;
};

void Integer::DeleteBig::operator()(Big* big) const { delete big; }

// Passing between the two representations.
struct Slowly {
  static cpp_int big(const Integer& integer) { return integer.big_ ? integer.big_->value : cpp_int(integer.small_); }

  static Integer integer(cpp_int value) {
    if (value >= std::numeric_limits<std::int64_t>::min() && value <= std::numeric_limits<std::int64_t>::max())
      return Integer(static_cast<std::int64_t>(value));
    Integer result;
    result.big_.reset(new Integer::Big{std::move(value)});
    return result;
  }
};

namespace {

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

}   // namespace

Integer::BigPointer Integer::copy_of_big() const { return BigPointer(new Big{big_->value}); }
int Integer::sign_of_big() const { return big_->value.sign() < 0 ? -1 : 1; }
Integer& Integer::add_slowly(const Integer& other) {
  return *this = Slowly::integer(Slowly::big(*this) + Slowly::big(other));
}
Integer& Integer::subtract_slowly(const Integer& other) {
  return *this = Slowly::integer(Slowly::big(*this) - Slowly::big(other));
}
Integer& Integer::multiply_slowly(const Integer& other) {
  return *this = Slowly::integer(Slowly::big(*this) * Slowly::big(other));
}
Integer& Integer::negate_slowly() { return *this = Slowly::integer(-Slowly::big(*this)); }

std::strong_ordering Integer::compare_slowly(const Integer& a, const Integer& b) {
  return Slowly::big(a).compare(Slowly::big(b)) <=> 0;
}

std::size_t Integer::bits() const {
  if (!big_) return static_cast<std::size_t>(std::bit_width(magnitude(small_)));
  return static_cast<std::size_t>(msb(cpp_int(abs(big_->value)))) + 1;
}

double Integer::approximation() const { return big_ ? static_cast<double>(big_->value) : static_cast<double>(small_); }

std::size_t Integer::hash() const {
  if (!big_) return static_cast<std::size_t>(static_cast<std::uint64_t>(small_) * 0x9e3779b97f4a7c15u);
  return static_cast<std::size_t>(hash_value(big_->value));
}

Integer absolute(Integer value) {
  if (value.sign() < 0) value.negate();
  return value;
}

Integer greatest_common_divisor(const Integer& a, const Integer& b) {
  if (a.is_small() && b.is_small()) {
    const std::uint64_t divisor = std::gcd(magnitude(a.small()), magnitude(b.small()));
    if (divisor <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return Integer(static_cast<std::int64_t>(divisor));
    return Slowly::integer(cpp_int(divisor));
  }
  return Slowly::integer(gcd(Slowly::big(a), Slowly::big(b)));
}

Integer least_common_multiple(const Integer& a, const Integer& b) {
  if (a.is_zero() || b.is_zero()) return 0;
  return absolute(exact_divide(a, greatest_common_divisor(a, b)) * b);
}

Integer floor_divide(const Integer& a, const Integer& b) {
  if (a.is_small() && b.is_small() && b.small() != -1) {
    const std::int64_t x = a.small();
    const std::int64_t y = b.small();
    const std::int64_t quotient = x / y;
    return x % y != 0 && ((x < 0) != (y < 0)) ? quotient - 1 : quotient;
  }
  cpp_int quotient;
  cpp_int remainder;
  divide_qr(Slowly::big(a), Slowly::big(b), quotient, remainder);
  if (remainder != 0 && ((remainder < 0) != (b.sign() < 0))) --quotient;
  return Slowly::integer(std::move(quotient));
}

Integer floor_remainder(const Integer& a, const Integer& b) { return a - floor_divide(a, b) * b; }

Integer exact_divide(const Integer& a, const Integer& b) {
  if (a.is_small() && b.is_small() && b.small() != -1) return a.small() / b.small();
  return Slowly::integer(Slowly::big(a) / Slowly::big(b));
}

bool divides(const Integer& divisor, const Integer& value) {
  if (divisor.is_small() && value.is_small()) return divisor.small() == -1 || value.small() % divisor.small() == 0;
  return cpp_int(Slowly::big(value) % Slowly::big(divisor)) == 0;
}

std::string to_string(const Integer& value) {
  return value.is_small() ? std::to_string(value.small()) : Slowly::big(value).str();
}

Integer parse_integer(std::string_view digits) {
  const bool is_negative = !digits.empty() && digits.front() == '-';
  if (is_negative) digits.remove_prefix(1);
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);   // cpp_int would read octal
  Integer value = digits.empty() ? Integer(0) : Slowly::integer(cpp_int(std::string(digits)));
  return is_negative ? -std::move(value) : value;
}

}   // namespace plato
