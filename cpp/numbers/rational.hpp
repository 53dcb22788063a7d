// Exact fractions, for the values of simplex variables.
//
// Lowest terms, positive denominator. Most values a simplex meets are whole numbers; these cost two machine operations.
#pragma once

#include <compare>
#include <string>
#include <utility>

#include "numbers/integer.hpp"

namespace plato {

class Rational {
 public:
  Rational() = default;
  Rational(Integer value) : numerator_(std::move(value)) {}   // implicit: whole numbers are fractions
  Rational(std::int64_t value) : numerator_(value) {}
  Rational(Integer numerator, Integer denominator)   // the denominator is not 0
      : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
    reduce();
  }

  const Integer& numerator() const { return numerator_; }
  const Integer& denominator() const { return denominator_; }
  bool is_integer() const { return denominator_.is_one(); }
  bool is_zero() const { return numerator_.is_zero(); }
  int sign() const { return numerator_.sign(); }
  Integer floor() const { return is_integer() ? numerator_ : floor_divide(numerator_, denominator_); }
  Integer ceiling() const { return is_integer() ? numerator_ : floor_divide(numerator_, denominator_) + 1; }

  Rational& operator+=(const Rational& other) {
    if (is_integer() && other.is_integer()) {
      numerator_ += other.numerator_;
      return *this;
    }
    numerator_ = numerator_ * other.denominator_ + other.numerator_ * denominator_;
    denominator_ *= other.denominator_;
    reduce();
    return *this;
  }
  Rational& operator-=(const Rational& other) {
    if (is_integer() && other.is_integer()) {
      numerator_ -= other.numerator_;
      return *this;
    }
    numerator_ = numerator_ * other.denominator_ - other.numerator_ * denominator_;
    denominator_ *= other.denominator_;
    reduce();
    return *this;
  }
  Rational& operator*=(const Rational& other) {
    numerator_ *= other.numerator_;
    if (is_integer() && other.is_integer()) return *this;
    denominator_ *= other.denominator_;
    reduce();
    return *this;
  }
  Rational& operator/=(const Rational& other) {   // by a value that is not 0
    if (&other == this) return *this = Rational(1);
    numerator_ *= other.denominator_;
    denominator_ *= other.numerator_;
    reduce();
    return *this;
  }
  friend Rational operator+(Rational a, const Rational& b) { return std::move(a += b); }
  friend Rational operator-(Rational a, const Rational& b) { return std::move(a -= b); }
  friend Rational operator*(Rational a, const Rational& b) { return std::move(a *= b); }
  friend Rational operator/(Rational a, const Rational& b) { return std::move(a /= b); }
  friend Rational operator-(Rational a) {
    a.numerator_.negate();
    return a;
  }

  friend bool operator==(const Rational&, const Rational&) = default;
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    if (a.denominator_ == b.denominator_) return a.numerator_ <=> b.numerator_;
    return a.numerator_ * b.denominator_ <=> b.numerator_ * a.denominator_;
  }
  friend bool operator==(const Rational& a, const Integer& b) { return a.is_integer() && a.numerator_ == b; }
  friend std::strong_ordering operator<=>(const Rational& a, const Integer& b) {
    return a.is_integer() ? a.numerator_ <=> b : a.numerator_ <=> b * a.denominator_;
  }

 private:
  Integer numerator_ = 0;
  Integer denominator_ = 1;

  void reduce() {
    if (denominator_.is_one()) return;
    if (denominator_.sign() < 0) {
      numerator_.negate();
      denominator_.negate();
    }
    const Integer divisor = greatest_common_divisor(numerator_, denominator_);
    if (divisor.is_one()) return;
    numerator_ = exact_divide(numerator_, divisor);
    denominator_ = exact_divide(denominator_, divisor);
  }
};

inline std::string to_string(const Rational& value) {
  return value.is_integer() ? to_string(value.numerator())
                            : to_string(value.numerator()) + "/" + to_string(value.denominator());
}

}   // namespace plato
