// The forest of equalities: what it reduces, and that its explanations add up.

#include "search/equality_forest.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <random>

using namespace plato;

namespace {

Polynomial x(Atom atom) { return Polynomial::of_atom(atom); }
Polynomial n(std::int64_t value) { return Polynomial(Integer(value)); }

// Equalities by their literals, as a search would have them.
struct Equalities {
  EqualityForest forest;
  std::map<Literal, Polynomial> said;

  void add(const Polynomial& p) {
    const auto literal = static_cast<Literal>(said.size() + 1);
    said[literal] = p;
    forest.add(p, literal);
  }

  void check(const Polynomial& p) const {
    Polynomial sum = forest.reduced(p);
    for (const EqualityForest::Part& part : forest.explanation(p))
      sum.add_multiple(part.multiplier, said.at(part.literal));
    CHECK(sum == p);
  }

  // Long paths get shortcuts, which must follow from the paths that they replace.
  void shorten(const Polynomial& p) {
    forest.shorten(
        p,
        [&](const Polynomial& difference, const std::vector<EqualityForest::Part>& parts) {
          Polynomial sum;
          for (const EqualityForest::Part& part : parts) sum.add_multiple(part.multiplier, said.at(part.literal));
          CHECK(sum == difference);
          const auto literal = static_cast<Literal>(said.size() + 1);
          said[literal] = literal % 2 == 0 ? difference : -difference;   // either way round will do
          return literal;
        },
        [&](Literal literal) { return said.at(literal); });
  }
};

}   // namespace

TEST_CASE("equalities with numbers and between variables reduce to one of the class") {
  Equalities equalities;
  equalities.add(x(1) - x(2) - n(3));
  equalities.add(n(5) - x(4));
  CHECK(equalities.forest.reduced(x(1) - x(2)) == n(3));
  CHECK(equalities.forest.reduced(x(4) * Integer(2) + x(7)) == x(7) + n(10));
  CHECK_FALSE(equalities.forest.reduced(x(1) - x(4)).is_constant());
  equalities.add(x(4) - x(2));
  CHECK(equalities.forest.reduced(x(1)) == n(8));
  equalities.check(x(1) + x(2) * Integer(3) - x(4));
}

TEST_CASE("equalities of another form are left alone") {
  Equalities equalities;
  equalities.add(x(1) + x(2));
  equalities.add(x(1) * Integer(2) - x(3) * Integer(2));
  equalities.add(x(1) - x(2) + x(3));
  equalities.add(n(1));
  CHECK(equalities.forest.reduced(x(1) + x(2) + x(3)) == x(1) + x(2) + x(3));
}

TEST_CASE("random forests explain what they reduce, shortened or not") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    const auto pick = [&](int low, int high) {
      return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
    };
    Equalities equalities;
    std::map<Atom, std::int64_t> value;   // under which all equalities hold
    for (Atom atom = 1; atom <= 60; ++atom) value[atom] = pick(-50, 50);
    const auto evaluate = [&](const Polynomial& p) {
      return p.evaluate([&](Atom atom) { return Integer(value[atom]); });
    };
    for (int i = 0; i < 70; ++i) {
      const auto a = static_cast<Atom>(pick(1, 60)), b = static_cast<Atom>(pick(1, 60));
      Polynomial p = i % 9 == 0 ? x(a) : x(a) - x(b);
      p -= evaluate(p);
      equalities.add(pick(0, 1) == 0 ? p : -p);
    }
    for (const bool is_shortened : {false, true})
      for (int i = 0; i < 20; ++i) {
        Polynomial p = n(pick(-5, 5));
        for (int j = 0; j < 4; ++j) p.add_multiple(Integer(pick(-3, 3)), x(static_cast<Atom>(pick(1, 60))));
        if (is_shortened) equalities.shorten(p);
        CHECK(evaluate(equalities.forest.reduced(p)) == evaluate(p));
        equalities.check(p);
      }
  }
}

TEST_CASE("a long chain is explained by few literals once it is shortened") {
  Equalities equalities;
  for (Atom atom = 1; atom < 1000; ++atom) equalities.add(x(atom + 1) - x(atom) - n(1));
  CHECK(equalities.forest.explanation(x(1000) - x(1)).size() == 999);
  equalities.shorten(x(1000) - x(1));
  equalities.check(x(1000) - x(1));
  CHECK(equalities.forest.explanation(x(1000) - x(1)).size() <= 16);
  CHECK(equalities.said.size() < 999 + 130);
}
