// The two cases of an if-then-else term, `j`. Where a test calls it a falsehood, small values make the clause false.

#include <catch2/catch.hpp>

#include "rule_use.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

const Text wrong = reason::not_a_case();

// 1: x, 2: y; entry 1: p; 3: if p then x else y; 4: if ¬p then x else y; 5: z
// 2: 3 = x, 3: y = 3, 4: 4 = x, 5: 4 = y, 6: x = y, 7: q, 8: 3 = z, 9: maps 3 = x, 10: maps 3 = y
const Text tables =
    "y 1\ny 2\na 1\nI 1 1 2\nI -1 1 2\ny 3\ne 3 1\ne 2 3\ne 4 1\ne 4 2\ne 1 2\na 2\ne 3 5\nm 3 1\nm 3 2\nl 3 1\n";

}   // namespace

TEST_CASE("where the condition holds an if-then-else is its first branch") {
  accept(tables, "j 0 -1 2");
  accept(tables, "j 0 -1 9");                    // as maps, too
  accept(tables, "j 0 1 4");                     // the condition is ¬p
  refuse_falsehood(tables, "j 0 1 2", wrong);    // the condition with the wrong sign
  refuse_falsehood(tables, "j 0 -1 3", wrong);   // the other branch
  refuse_falsehood(tables, "j 0 -1 4", wrong);   // of another term
  refuse_falsehood(tables, "j 0 -7 2", wrong);   // another condition
  refuse_falsehood(tables, "j 0 -1 8", wrong);   // no branch
  refuse_falsehood(tables, "j 0 -1 6", wrong);   // no if-then-else
  refuse_falsehood(tables, "j 0 -1 10", wrong);
  refuse_falsehood(tables, "j 0 2", wrong);
  refuse(tables, "j 0 -1 11", wrong);   // a comparison
  refuse(tables, "j 0 -1 -2", wrong);
  refuse(tables, "j 0 2 -1", wrong);
  refuse(tables, "j 0 -1 -1 2", wrong);
}

TEST_CASE("where the condition fails an if-then-else is its second branch") {
  accept(tables, "j 1 1 3");
  accept(tables, "j 1 1 10");
  accept(tables, "j 1 -1 5");
  refuse_falsehood(tables, "j 1 -1 3", wrong);
  refuse_falsehood(tables, "j 1 1 2", wrong);
  refuse_falsehood(tables, "j 1 1 5", wrong);
  refuse_falsehood(tables, "j 1 7 3", wrong);
  refuse_falsehood(tables, "j 1 3", wrong);
  refuse(tables, "j 1 1 -3", wrong);
}

TEST_CASE("there are two cases") {
  refuse(tables, "j 2 1 3", wrong);
  refuse(tables, "j 2 -1 2", wrong);
  const auto says = [](const Text& step) { return answer(Text(header) + tables + "by refutation\n" + step + "\n"); };
  CHECK(says("j") == rejected(20, 2, reason::expected(wanted::axiom_or_case)));
  CHECK(says("j -1 1 3") == rejected(20, 3, reason::expected(wanted::axiom_or_case)));
  CHECK(says("j 0") == rejected(20, 1, wrong));
  CHECK(says("j 1") == rejected(20, 1, wrong));
  CHECK(says("j 1 1 12") == rejected(20, 1, reason::no_such_entry(12)));
}

TEST_CASE("an if-then-else of two equal branches has both cases") {
  const Text t = "y 1\na 1\nI 1 1 1\ne 2 1\n";
  accept(t, "j 0 -1 2");
  accept(t, "j 1 1 2");
  refuse(t, "j 0 1 2", wrong);
}
