// The oracle's tables of terms and formulas, and the normal forms of terms.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "oracle/lines.hpp"

namespace plato_test::oracle {

// Integer coefficients over atoms, which are term numbers.
struct Polynomial {
  Int constant = 0;
  std::map<std::vector<Number>, Int> monomials;   // factors in ascending order -> coefficient, never 0
  std::size_t degree = 0;                         // as the page counts it, whatever cancels

  bool is_constant() const { return monomials.empty(); }
  bool equals(const Polynomial& other) const { return constant == other.constant && monomials == other.monomials; }
};

Polynomial constant(const Int& value);
Polynomial atom(Number term);
// p + scale * q
Polynomial plus(Polynomial p, const Int& scale, const Polynomial& q);
Polynomial times(const Polynomial& p, const Polynomial& q);
// The 64-bit words that a number takes, at least 1.
std::uint64_t words(const Int& number);
// Those of the constant and all coefficients.
std::uint64_t weight(const Polynomial& p);
// The product is small enough to be worked out.
bool may_multiply(const Polynomial& p, const Polynomial& q);

struct Term {
  char head = 'n';             // the keyword of its line
  std::vector<Number> parts;   // as on the line, without the value of a numeral
  Polynomial normal_form;
  Number loose = 0;   // how many quantifiers around it can reach into it
};

struct Formula {
  char head = 't';
  std::vector<Number> parts;
  Number loose = 0;
};

// The keywords that make a term, and a formula.
inline constexpr std::string_view term_keywords = "nvyb+-*/%PBsukIwD", formula_keywords = "at&|>=?lemA";

class Tables {
 public:
  // `room`: what the normal forms may weigh together.
  explicit Tables(std::uint64_t room) : room_(room) {}

  // Refuses a child that is not there.
  void add_term(const Line& line);
  void add_formula(const Line& line);

  const Term& term(Number number) const;
  const Formula& formula(Number entry) const;   // of a literal, too: the sign is ignored
  bool has_term(const Int& number) const { return number >= 0 && number < terms_.size(); }
  void check_literals(const std::vector<Literal>& literals) const;

 private:
  Polynomial normal_form(const Line& line) const;
  std::uint64_t normal_form_cost(const Line& line, const Polynomial& made) const;

  std::uint64_t room_;
  std::vector<Term> terms_{Term{}};   // term 0 is the numeral 0
  std::vector<Formula> formulas_{Formula{}};
};

}   // namespace plato_test::oracle
