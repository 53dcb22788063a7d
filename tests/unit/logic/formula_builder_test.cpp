// Simplifying constructors and shared conjunctions.

#include "logic/formula_builder.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <set>

using namespace plato;

TEST_CASE("what says nothing is left out") {
  FormulaTable t;
  const Literal truth = t.truth(), p = t.atom(1), q = t.atom(2);
  const TermId x = t.var(0, 0), one = t.num(1), two = t.num(2);
  CHECK(both(t, truth, p) == p);
  CHECK(both(t, p, -truth) == -truth);
  CHECK(both(t, p, p) == p);
  CHECK(implication(t, truth, p) == p);
  CHECK(implication(t, p, -truth) == -p);
  CHECK(equivalence(t, p, -truth) == -p);
  CHECK(conditional(t, truth, p, q) == p);
  CHECK(equal(t, one, two) == -truth);
  CHECK(equal(t, x, x) == truth);
  CHECK(at_most(t, one, two) == truth);
  CHECK(as_number(t, truth) == one);
  CHECK(select_from(t, t.store(x, one, two), one) == two);
  CHECK(select_from(t, t.store(x, one, two), two) == t.binary(TermKind::select, x, two));
  CHECK(select_from(t, t.constant(one), x) == one);
}

TEST_CASE("a conjunction of all but some has just these parts") {
  std::mt19937 random(3);
  for (std::size_t count : {1U, 5U, 16U, 17U, 100U, 700U}) {
    FormulaTable t;
    t.truth();
    std::vector<Literal> literals;
    for (std::size_t i = 0; i < count; ++i) literals.push_back(t.atom(static_cast<std::int32_t>(i)));
    const ConjunctionTree tree(t, literals);
    for (int round = 0; round < 30; ++round) {
      std::set<std::size_t> excluded;
      for (std::size_t i = random() % 4; i > 0; --i) excluded.insert(random() % count);
      const std::size_t before = t.formula_count();
      const Literal whole = tree.all_except(t, std::vector<std::size_t>(excluded.begin(), excluded.end()));
      CHECK(t.formula_count() <= before + 1);   // all else is shared
      std::set<Literal> parts;
      std::vector<Literal> rest = {whole};
      while (!rest.empty()) {
        const Literal l = rest.back();
        rest.pop_back();
        if (t[formula_of(l)].kind == FormulaKind::atom)
          CHECK(parts.insert(l).second);
        else
          for (Literal part : t.operands(formula_of(l))) rest.push_back(part);
      }
      CHECK(parts.size() == count - excluded.size());
      for (std::size_t place : excluded) CHECK_FALSE(parts.contains(literals[place]));
    }
  }
}
