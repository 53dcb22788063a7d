// Arithmetic lemmas: what the certificate's `f` line says, and a checker for it.
//
// An arithmetic lemma is a clause together with a derivation. The negations of the clause's literals are the
// *hypotheses*, facts 0, 1, … ; each instruction derives further facts, numbered on; the last ones are contradictory or
// are the goal. The kernel alone decides whether a derivation is right. The checker here does the same in C++, so that
// a mistake of the search is noticed where it is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "numbers/polynomial.hpp"

namespace plato {

enum class Relation : std::uint8_t { at_least_zero, equal_to_zero };

// A polynomial that is at least 0, or equal to 0.
struct Fact {
  Polynomial polynomial;
  Relation relation = Relation::at_least_zero;

  friend bool operator==(const Fact&, const Fact&) = default;
};

// Hypotheses come first (with the goal's slot among them if there is a goal), derived facts follow.
using FactNumber = std::uint32_t;

// `c λ1 I1 λ2 I2 …`: a linear combination; multipliers of ≥ facts are not negative.
struct Combine {
  struct Part {
    Integer multiplier;
    FactNumber fact;

    friend bool operator==(const Part&, const Part&) = default;
  };
  std::vector<Part> parts;

  friend bool operator==(const Combine&, const Combine&) = default;
};
// `z D`: the last fact divided by a positive number that divides all coefficients; the constant is rounded down.
struct DivideLast {
  Integer divisor;

  friend bool operator==(const DivideLast&, const DivideLast&) = default;
};
// `p I J`: the product of two facts.
struct MultiplyFacts {
  FactNumber left;
  FactNumber right;

  friend bool operator==(const MultiplyFacts&, const MultiplyFacts&) = default;
};
// `t I T`: an equality times a term.
struct MultiplyByTerm {
  FactNumber fact;
  TermId term;

  friend bool operator==(const MultiplyByTerm&, const MultiplyByTerm&) = default;
};
// `s T`: the square of a term is at least 0.
struct SquareTerm {
  TermId term;

  friend bool operator==(const SquareTerm&, const SquareTerm&) = default;
};
// `q Q R` or `q Q R I`: for Q = A div B and R = A mod B three facts: A - B·Q - R = 0, R ≥ 0, and R is below |B|, where
// B is a number other than 0 or fact I says that it is positive (B - 1 ≥ 0) or negative (-B - 1 ≥ 0).
struct DivisionFacts {
  TermId quotient;
  TermId remainder;
  std::optional<FactNumber> divisor_sign;

  friend bool operator==(const DivisionFacts&, const DivisionFacts&) = default;
};

// `o Q R`: for Q = A div 0 and R = A mod 0 two facts: A - R = 0 and Q = 0.
struct ZeroDivisionFacts {
  TermId quotient;
  TermId remainder;

  friend bool operator==(const ZeroDivisionFacts&, const ZeroDivisionFacts&) = default;
};

using ArithmeticInstruction =
    std::variant<Combine, DivideLast, MultiplyFacts, MultiplyByTerm, SquareTerm, DivisionFacts, ZeroDivisionFacts>;

// The quotient and the remainder of the same two terms.
struct Division {
  TermId quotient;
  TermId remainder;
  Polynomial dividend;
  Polynomial divisor;

  friend bool operator==(const Division&, const Division&) = default;
};

// What a derivation may say about terms. A term without a polynomial is an atom.
struct ArithmeticTerms {
  std::map<TermId, Polynomial> polynomials;
  std::vector<Division> divisions;

  Polynomial polynomial_of(TermId term) const;
  const Division* find_division(TermId quotient, TermId remainder) const;   // null if there is none
};

// Why a derivation is not accepted. `instruction` counts from 0; one past the last if the derivation is fine but does
// not end where it should.
struct ReplayFailure {
  std::size_t instruction = 0;
  std::string message;
};
struct ReplayAccepted {};
using ReplayVerdict = std::variant<ReplayAccepted, ReplayFailure>;

// Checks a derivation as the kernel does. With a goal (the polynomial that is to be 0) the last hypothesis must be the
// goal's slot, which holds the trivial fact 0 ≥ 0.
ReplayVerdict replay(std::span<const Fact> hypotheses, std::span<const ArithmeticInstruction> instructions,
                     const ArithmeticTerms& terms = {}, const std::optional<Polynomial>& goal = std::nullopt);

// The instructions as the certificate writes them, "c 1 0 1 1 z 2". The certificate numbers terms in its own way.
std::string write_instructions(std::span<const ArithmeticInstruction> instructions,
                               const std::function<std::uint64_t(TermId)>& number_of_term);

}   // namespace plato
