// Polynomials with integer coefficients: the normal form of every integer term.
//
// The kernel reads +, - and * as polynomial arithmetic and takes every other integer term (a variable, a select, a
// quotient, …) as an *atom*. Here is the same normal form: a constant, and monomials in ascending order, each once,
// none with coefficient 0. Two polynomials are the same function of their atoms only if they are equal as values.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "numbers/integer.hpp"
#include "numbers/term_id.hpp"

namespace plato {

// A term that arithmetic does not look into.
using Atom = TermId;

// A product of one or more atoms, ascending; a square has its atom twice. A search copies monomials all the time, and
// nearly all of them have few atoms, so those are stored in place.
class Monomial {
 public:
  Monomial() = default;
  explicit Monomial(Atom atom) : degree_(1), few_{atom} {}
  Monomial(std::initializer_list<Atom> atoms);
  Monomial(const Monomial& other)
      : degree_(other.degree_),
        few_(other.few_),
        many_(other.many_ ? std::make_unique<std::vector<Atom>>(*other.many_) : nullptr) {}
  Monomial(Monomial&& other) noexcept
      : degree_(std::exchange(other.degree_, 0)), few_(other.few_), many_(std::move(other.many_)) {}
  Monomial& operator=(const Monomial& other) { return *this = Monomial(other); }
  Monomial& operator=(Monomial&& other) noexcept {
    degree_ = std::exchange(other.degree_, 0);
    few_ = other.few_;
    many_ = std::move(other.many_);
    return *this;
  }
  ~Monomial() = default;

  std::span<const Atom> atoms() const { return {many_ ? many_->data() : few_.data(), degree_}; }
  std::size_t degree() const { return degree_; }
  bool is_atom() const { return degree_ == 1; }
  std::size_t hash() const;

  // The product; and what is left of `a` after dividing by `b`, which must divide it.
  friend Monomial operator*(const Monomial& a, const Monomial& b);
  friend Monomial quotient(const Monomial& a, const Monomial& b);
  friend bool divides(const Monomial& b, const Monomial& a);

  friend bool operator==(const Monomial& a, const Monomial& b) {
    return a.degree_ == b.degree_ && std::ranges::equal(a.atoms(), b.atoms());
  }
  // By degree, then by atoms.
  friend std::strong_ordering operator<=>(const Monomial& a, const Monomial& b);

 private:
  std::uint32_t degree_ = 0;
  std::array<Atom, 3> few_{};                   // of no more than these, and
  std::unique_ptr<std::vector<Atom>> many_{};   // of more

  explicit Monomial(std::vector<Atom> ascending);
};

class Polynomial {
 public:
  struct Summand {
    Monomial monomial;
    Integer coefficient;   // not 0

    friend bool operator==(const Summand&, const Summand&) = default;
  };

  Polynomial() = default;   // 0
  explicit Polynomial(Integer constant) : constant_(std::move(constant)) {}
  static Polynomial of_atom(Atom atom);
  static Polynomial of_monomial(Monomial monomial);
  // Any summands in any order, monomials repeated or not.
  static Polynomial of_summands(Integer constant, std::vector<Summand> summands);

  const Integer& constant() const { return constant_; }
  const std::vector<Summand>& summands() const { return summands_; }
  bool is_constant() const { return summands_.empty(); }
  bool is_zero() const { return summands_.empty() && constant_.is_zero(); }
  bool is_linear() const { return summands_.empty() || summands_.back().monomial.is_atom(); }
  Integer coefficient(const Monomial& monomial) const;   // 0 if it does not occur
  Integer content() const;   // the greatest common divisor of all coefficients but the constant; 0 if there are none
  std::size_t hash() const;

  Polynomial& operator+=(const Integer& constant) { return constant_ += constant, *this; }
  Polynomial& operator-=(const Integer& constant) { return constant_ -= constant, *this; }
  Polynomial& operator+=(const Polynomial& other) { return add_multiple(1, other); }
  Polynomial& operator-=(const Polynomial& other) { return add_multiple(-1, other); }
  Polynomial& operator*=(const Integer& factor);
  Polynomial& add_multiple(const Integer& factor, const Polynomial& other);   // adds factor · other

  friend Polynomial operator+(Polynomial a, const Polynomial& b) { return std::move(a += b); }
  friend Polynomial operator-(Polynomial a, const Polynomial& b) { return std::move(a -= b); }
  friend Polynomial operator-(Polynomial a) { return std::move(a *= Integer(-1)); }
  friend Polynomial operator*(Polynomial a, const Integer& b) { return std::move(a *= b); }
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);

  // Divides all coefficients by a positive number that divides them, and the constant rounding it down.
  Polynomial floor_divided(const Integer& divisor) const;

  Integer evaluate(const std::function<Integer(Atom)>& value) const;

  friend bool operator==(const Polynomial&, const Polynomial&) = default;

 private:
  Integer constant_;
  std::vector<Summand> summands_;
};

// As people write it, atom 7 being `x7`: "2*x1*x2 - x7 + 3".
std::string to_string(const Polynomial& polynomial);

}   // namespace plato

template <>
struct std::hash<plato::Monomial> {
  std::size_t operator()(const plato::Monomial& monomial) const { return monomial.hash(); }
};
template <>
struct std::hash<plato::Polynomial> {
  std::size_t operator()(const plato::Polynomial& polynomial) const { return polynomial.hash(); }
};
