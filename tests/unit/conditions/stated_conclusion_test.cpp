// Conclusions that stand among the assumptions, or are put together from them; the kernel reads each refutation.

#include "conditions/stated_conclusion.hpp"

#include <catch2/catch.hpp>

#include "certificate/refutation_writer.hpp"
#include "support/kernel_answer.hpp"
#include "support/lemma_table.hpp"

using namespace plato;

namespace {

struct Stated : plato_test::LemmaTable {
  StatedConclusions conclusions{table};
  Literal p(std::int32_t name) { return table.atom(name); }
  Literal implies(Literal a, Literal b) {
    const Literal parts[] = {a, b};
    return table.connective(FormulaKind::implies, parts);
  }

  // What the kernel says where these hypotheses are asserted, and that the conclusion is false; empty if there is no
  // refutation.
  std::string answer(std::vector<Literal> hypotheses, Literal conclusion) {
    hypotheses.push_back(-conclusion);
    const auto found = conclusions.refute(hypotheses);
    return found ? plato_test::answer(write_certificate(table, hypotheses, *found)) : "";
  }
  bool is_shown(const std::vector<Literal>& hypotheses, Literal conclusion) {
    const std::string said = answer(hypotheses, conclusion);
    CHECK((said.empty() || said == "certified"));
    return !said.empty();
  }
};

}   // namespace

TEST_CASE("a conclusion that is a hypothesis, or part of one, is shown") {
  Stated s;
  const Literal p = s.p(1), q = s.p(2), r = s.p(3);
  CHECK(s.is_shown({p, q}, q));
  CHECK(s.is_shown({-p}, -p));
  CHECK(s.is_shown({s.both({p, s.both({q, r})})}, r));
  CHECK(s.is_shown({-s.any({p, s.any({q, r})})}, -r));
  CHECK(s.is_shown({-s.implies(p, q)}, p));
  CHECK(s.is_shown({-s.implies(p, q)}, -q));
}

TEST_CASE("a conclusion that is put together from hypotheses is shown") {
  Stated s;
  const Literal p = s.p(1), q = s.p(2), r = s.p(3), other = s.p(4);
  CHECK(s.is_shown({s.both({p, q}), r}, s.both({r, p, q})));
  CHECK(s.is_shown({p}, s.any({other, p})));
  CHECK(s.is_shown({-p, -q}, -s.any({p, q})));
  CHECK(s.is_shown({-p}, -s.both({other, p})));
  CHECK(s.is_shown({p}, s.implies(other, p)));
  CHECK(s.is_shown({-p}, s.implies(p, other)));
  CHECK(s.is_shown({s.both({p, -q}), r}, s.both({s.any({other, s.both({r, -q})}), p})));
}

TEST_CASE("what does not stand there is left to the search") {
  Stated s;
  const Literal p = s.p(1), q = s.p(2), r = s.p(3);
  CHECK_FALSE(s.is_shown({p}, q));
  CHECK_FALSE(s.is_shown({p}, -p));
  CHECK_FALSE(s.is_shown({s.any({p, q})}, p));
  CHECK_FALSE(s.is_shown({-s.both({p, q})}, -p));
  CHECK_FALSE(s.is_shown({p}, s.both({p, q})));
  CHECK_FALSE(s.is_shown({-p}, s.any({p, q})));
  // True, but it takes a step of logic, and not only taking apart.
  CHECK_FALSE(s.is_shown({p, s.implies(p, q)}, q));
  CHECK_FALSE(s.is_shown({s.both({p, q}), s.any({-p, r})}, r));
  CHECK_FALSE(s.conclusions.refute({}).has_value());
}

// Hypotheses are taken apart once for all conditions that have them, whatever came between.
TEST_CASE("what conditions share is right in each of them") {
  Stated s;
  std::vector<Literal> parts;
  for (std::int32_t i = 1; i <= 20; ++i) parts.push_back(s.p(i));
  const Literal all = s.both(parts), none = -s.any(parts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    CHECK(s.is_shown({all}, parts[i]));
    CHECK_FALSE(s.is_shown({all}, -parts[i]));
    CHECK(s.is_shown({s.p(30), none}, -parts[i]));
    CHECK(s.is_shown({all}, s.both({parts[i], parts[(i + 1) % parts.size()]})));
  }
  CHECK_FALSE(s.is_shown({s.p(30)}, parts[0]));
}

// A conclusion that would take too much is no error.
TEST_CASE("long and deep conclusions are left to the search") {
  Stated s;
  std::vector<Literal> many;
  for (std::int32_t i = 1; i <= 1000; ++i) many.push_back(s.p(i));
  CHECK_FALSE(s.is_shown(many, s.both(many)));
  Literal deep = s.p(1);
  for (std::int32_t i = 0; i < 100; ++i) deep = s.both({s.p(1), s.any({deep, s.p(2)})});
  CHECK_FALSE(s.is_shown({s.p(1)}, deep));
}
