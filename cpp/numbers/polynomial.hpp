// Polynomials with integer coefficients: the normal form of every integer term.
//
// The kernel reads +, - and * as polynomial arithmetic and takes every other integer term (a variable, a select, a
// quotient, …) as an *atom*. Here is the same normal form: a constant, and monomials in ascending order, each once,
// none with coefficient 0. Two polynomials are the same function of their atoms only if they are equal as values.
#pragma once

#include <boost/container/small_vector.hpp>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "numbers/integer.hpp"
#include "numbers/term_id.hpp"

namespace plato {

// A term that arithmetic does not look into.
using Atom = TermId;

// A product of one or more atoms, ascending; a square has its atom twice.
class Monomial {
 public:
  using Atoms = boost::container::small_vector<Atom, 4>;

  Monomial() = default;
  explicit Monomial(Atom atom) : atoms_{atom} {}
  Monomial(std::initializer_list<Atom> atoms);

  const Atoms& atoms() const { return atoms_; }
  std::size_t degree() const { return atoms_.size(); }
  bool is_atom() const { return atoms_.size() == 1; }
  std::size_t hash() const;

  // The product; and what is left of `a` after dividing by `b`, which must divide it.
  friend Monomial operator*(const Monomial& a, const Monomial& b);
  friend Monomial quotient(const Monomial& a, const Monomial& b);
  friend bool divides(const Monomial& b, const Monomial& a);

  friend bool operator==(const Monomial& a, const Monomial& b) { return a.atoms_ == b.atoms_; }
  // By degree, then by atoms.
  friend std::strong_ordering operator<=>(const Monomial& a, const Monomial& b);

 private:
  Atoms atoms_;
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
