// Integers of any size, fractions, polynomials, and the replaying of derivations.

#include "numbers/polynomial.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "arithmetic/arithmetic_facts.hpp"
#include "numbers/rational.hpp"

using namespace plato;

namespace {

using Big = boost::multiprecision::cpp_int;

Integer integer(const Big& value) { return parse_integer(value.str()); }
Big big(const Integer& value) { return Big(to_string(value)); }

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

Polynomial x(Atom atom) { return Polynomial::of_atom(atom); }
Polynomial n(std::int64_t value) { return Polynomial(Integer(value)); }

}   // namespace

TEST_CASE("integers agree with cpp_int around every border") {
  std::vector<Big> samples = {0, 1, -1, 2, -2, 3, -3, 10, -10, 1000003};
  for (const std::int64_t border : {smallest, largest, std::int64_t{1} << 32, -(std::int64_t{1} << 31)})
    for (int offset = -2; offset <= 2; ++offset) samples.push_back(Big(border) + offset);
  samples.push_back(Big("123456789012345678901234567890"));
  samples.push_back(-Big("123456789012345678901234567890"));
  for (const Big& a : samples)
    for (const Big& b : samples) {
      const Integer x_ = integer(a);
      const Integer y_ = integer(b);
      REQUIRE(big(x_ + y_) == Big(a + b));
      REQUIRE(big(x_ - y_) == Big(a - b));
      REQUIRE(big(x_ * y_) == Big(a * b));
      REQUIRE(big(-x_) == Big(-a));
      REQUIRE((x_ < y_) == (a < b));
      REQUIRE((x_ == y_) == (a == b));
      REQUIRE(big(greatest_common_divisor(x_, y_)) == Big(gcd(a, b)));
      REQUIRE(((x_ + y_) - y_) == x_);
      REQUIRE(((x_ + y_) - y_).is_small() == x_.is_small());
      if (b == 0) continue;
      const Integer quotient = floor_divide(x_, y_);
      const Integer remainder = floor_remainder(x_, y_);
      REQUIRE(quotient * y_ + remainder == x_);
      REQUIRE((remainder.is_zero() || remainder.sign() == y_.sign()));
      REQUIRE(absolute(remainder) < absolute(y_));
      REQUIRE(divides(y_, x_) == remainder.is_zero());
      REQUIRE(exact_divide(x_ * y_, y_) == x_);
    }
}

TEST_CASE("integers as text") {
  for (const char* text : {"0", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
                           "-123456789012345678901234567890"})
    CHECK(to_string(parse_integer(text)) == text);
  CHECK(parse_integer("007") == 7);
  CHECK(parse_integer("-0") == 0);
  CHECK(Integer(0).bits() == 0);
  CHECK(Integer(-8).bits() == 4);
  CHECK(parse_integer("18446744073709551616").bits() == 65);
}

TEST_CASE("fractions") {
  const Rational third(1, 3);
  const Rational half(-2, -4);
  CHECK(half == Rational(1, 2));
  CHECK(third + half == Rational(5, 6));
  CHECK(third - half == Rational(-1, 6));
  CHECK(third * half == Rational(1, 6));
  CHECK(third / half == Rational(2, 3));
  CHECK(third < half);
  CHECK(Rational(-7, 2).floor() == -4);
  CHECK(Rational(-7, 2).ceiling() == -3);
  CHECK(Rational(4, 2).is_integer());
  CHECK(Rational(1, 2) > Integer(0));
  CHECK(to_string(Rational(3, -6)) == "-1/2");
}

TEST_CASE("normal forms") {
  CHECK(to_string((x(1) + n(1)) * (x(1) + n(1))) == "2*x1 + x1*x1 + 1");
  CHECK(((x(1) + x(2)) * (x(1) - x(2))) == x(1) * x(1) - x(2) * x(2));
  CHECK((x(1) - x(1)).is_zero());
  CHECK(x(2) * x(1) == x(1) * x(2));
  CHECK((x(1) * Integer(0)).is_zero());
  CHECK(to_string(n(0)) == "0");
  CHECK(to_string(-x(3) - n(5)) == "-x3 - 5");
  CHECK((x(1) * Integer(6) - x(2) * Integer(4) + n(3)).content() == 2);
  CHECK((x(1) * x(2)).is_linear() == false);
  CHECK((x(1) + x(2)).is_linear());
  CHECK((x(1) * Integer(4) + n(-3)).floor_divided(4) == x(1) - n(1));
  CHECK((x(1) * x(2) * Integer(7)).coefficient(Monomial{2, 1}) == 7);
  CHECK((x(1) + x(1)).hash() == (x(1) * Integer(2)).hash());
  CHECK(quotient(Monomial{1, 1, 2}, Monomial{1}) == Monomial{1, 2});
  CHECK_FALSE(divides(Monomial{2, 2}, Monomial{1, 2}));
  Polynomial twice = x(1) + n(3);
  twice += twice;
  CHECK(twice == x(1) * Integer(2) + n(6));
}

TEST_CASE("polynomial arithmetic is the arithmetic of values") {
  std::mt19937 random(1);
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const auto random_polynomial = [&] {
    Polynomial result = n(pick(-5, 5));
    for (int i = pick(0, 4); i > 0; --i) {
      Polynomial product = n(pick(-3, 3));
      for (int j = pick(0, 3); j > 0; --j) product = product * x(static_cast<Atom>(pick(0, 3)));
      result += product;
    }
    return result;
  };
  for (int round = 0; round < 2000; ++round) {
    const Polynomial a = random_polynomial();
    const Polynomial b = random_polynomial();
    Integer values[4];
    for (Integer& value : values) value = pick(-9, 9);
    const auto value = [&](Atom atom) { return values[atom]; };
    const Integer at_a = a.evaluate(value);
    const Integer at_b = b.evaluate(value);
    REQUIRE((a + b).evaluate(value) == at_a + at_b);
    REQUIRE((a - b).evaluate(value) == at_a - at_b);
    REQUIRE((a * b).evaluate(value) == at_a * at_b);
    REQUIRE(a + b - b == a);
    REQUIRE((a - b) * (a + b) == a * a - b * b);
  }
}

TEST_CASE("derivations that are accepted") {
  const auto accepts = [](std::vector<Fact> hypotheses, std::vector<ArithmeticInstruction> instructions,
                          const ArithmeticTerms& terms = {}, std::optional<Polynomial> goal = std::nullopt) {
    return std::holds_alternative<ReplayAccepted>(replay(hypotheses, instructions, terms, goal));
  };
  const Fact positive{x(1) - n(1), Relation::at_least_zero};
  const Fact negative{-x(1), Relation::at_least_zero};
  CHECK(accepts({positive, negative}, {Combine{{{1, 0}, {1, 1}}}}));
  CHECK_FALSE(accepts({positive, negative}, {Combine{{{1, 0}, {2, 1}}}}));
  CHECK_FALSE(accepts({positive, positive}, {Combine{{{1, 0}, {-1, 1}}}}));
  CHECK_FALSE(accepts({positive, negative}, {Combine{{{1, 0}, {1, 2}}}}));
  CHECK_FALSE(accepts({}, {}));
  CHECK(accepts({{n(-1), Relation::at_least_zero}}, {}));
  CHECK(accepts({{n(1), Relation::equal_to_zero}}, {}));
  CHECK_FALSE(accepts({{n(1), Relation::at_least_zero}}, {}));

  const Fact odd{x(1) * Integer(2) + n(1), Relation::equal_to_zero};
  CHECK(accepts({odd}, {DivideLast{2}}));
  CHECK_FALSE(accepts({odd}, {DivideLast{3}}));
  CHECK_FALSE(accepts({odd}, {DivideLast{0}}));
  CHECK_FALSE(accepts({odd}, {DivideLast{-2}}));
  const Fact strip{x(1) * Integer(2) - n(1), Relation::at_least_zero};
  const Fact other_side{n(1) - x(1) * Integer(2), Relation::at_least_zero};
  CHECK(accepts({strip, other_side},
                {Combine{{{1, 0}}}, DivideLast{2}, Combine{{{1, 1}}}, DivideLast{2}, Combine{{{1, 3}, {1, 5}}}}));

  CHECK(accepts({{-(x(1) * x(1)) - n(1), Relation::at_least_zero}}, {SquareTerm{1}, Combine{{{1, 0}, {1, 1}}}}));
  CHECK(accepts({positive, {-x(2) - n(1), Relation::at_least_zero}, {x(1) * x(2), Relation::at_least_zero}},
                {MultiplyFacts{0, 1}, Combine{{{1, 3}, {1, 2}, {1, 1}, {1, 0}}}}));
  const Fact fixed{x(1) - n(2), Relation::equal_to_zero};
  CHECK(accepts({fixed, {x(1) * x(2) - x(2) * Integer(2) - n(1), Relation::equal_to_zero}},
                {MultiplyByTerm{0, 2}, Combine{{{1, 1}, {-1, 2}}}}));
  CHECK_FALSE(accepts({positive}, {MultiplyByTerm{0, 2}}));

  ArithmeticTerms terms;
  terms.divisions.push_back({10, 11, x(1), n(3)});
  terms.divisions.push_back({12, 13, x(1), x(2)});
  CHECK(accepts({{-x(11) - n(1), Relation::at_least_zero}},
                {DivisionFacts{10, 11, std::nullopt}, Combine{{{1, 0}, {1, 2}}}}, terms));
  CHECK_FALSE(accepts({}, {DivisionFacts{10, 13, std::nullopt}}, terms));
  CHECK_FALSE(accepts({{n(-1), Relation::at_least_zero}}, {DivisionFacts{12, 13, std::nullopt}}, terms));
  CHECK(accepts({{x(2) - n(1), Relation::at_least_zero}, {x(13) - x(2), Relation::at_least_zero}},
                {DivisionFacts{12, 13, 0}, Combine{{{1, 1}, {1, 4}}}}, terms));
  CHECK_FALSE(accepts({{x(2) - n(2), Relation::at_least_zero}, {x(13) - x(2), Relation::at_least_zero}},
                      {DivisionFacts{12, 13, 0}, Combine{{{1, 1}, {1, 4}}}}, terms));

  const Polynomial goal = x(1) - x(2);
  const Fact slot;
  const Fact below{x(2) - x(1), Relation::at_least_zero};
  const Fact above{x(1) - x(2), Relation::at_least_zero};
  CHECK(accepts({below, above, slot}, {Combine{{{1, 0}}}, Combine{{{1, 1}}}}, {}, goal));
  CHECK_FALSE(accepts({below, above, slot}, {Combine{{{1, 0}}}}, {}, goal));
  CHECK_FALSE(accepts({below, above}, {Combine{{{1, 0}}}, Combine{{{1, 1}}}}, {}, goal));
  CHECK(accepts({{x(2) - x(1), Relation::equal_to_zero}, slot}, {Combine{{{1, 0}}}}, {}, goal));
  CHECK_FALSE(
      accepts({{x(2) * Integer(2) - x(1) * Integer(2), Relation::equal_to_zero}, slot}, {Combine{{{1, 0}}}}, {}, goal));
  CHECK(accepts({{x(2) * Integer(2) - x(1) * Integer(2), Relation::equal_to_zero}, slot},
                {Combine{{{1, 0}}}, DivideLast{2}}, {}, goal));
}

TEST_CASE("instructions as text") {
  const std::vector<ArithmeticInstruction> instructions = {
      Combine{{{2, 0}, {-3, 1}}}, DivideLast{2}, MultiplyFacts{0, 3},
      MultiplyByTerm{1, 7},       SquareTerm{8}, DivisionFacts{9, 10, std::nullopt},
      DivisionFacts{9, 10, 4}};
  CHECK(write_instructions(instructions, [](TermId term) { return term + 100; }) ==
        "c 2 0 -3 1 z 2 p 0 3 t 1 107 s 108 q 109 110 q 109 110 4");
}
