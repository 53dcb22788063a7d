// Congruence, `c`: terms with the same head and equal arguments are equal. Where a test calls it a falsehood, small
// values make the clause false.

#include <catch2/catch.hpp>

#include "rule_use.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Terms 1 to 4 are integers x, y, z, w, terms 5 and 6 maps a, b.
const Text variables = "y 1\ny 2\ny 3\ny 4\ny 5\ny 6\n";
const Text wrong = reason::not_congruence();

}   // namespace

TEST_CASE("equal arguments give equal results, for every operator of integers") {
  for (const Text head : {"+", "-", "*", "/", "%", "P"}) {
    // 7: x ∘ z, 8: y ∘ w, 9: x ∘ w; 1: x = y, 2: z = w, 3: 7 = 8, 4: 7 = 9, 5: x = w, 6: maps 7 = 8
    const Text t = variables + head + " 1 3\n" + head + " 2 4\n" + head +
                   " 1 4\ne 1 2\ne 3 4\ne 7 8\ne 7 9\ne 1 4\nm 7 8\n" + "e 2 1\ne 8 7\nl 1 2\n";
    INFO(head);
    accept(t, "c -1 -2 3");
    accept(t, "c -7 -2 8");   // in either orientation
    accept(t, "c -2 4");      // where the arguments are the same term, nothing is to be shown
    refuse_falsehood(t, "c -1 3", wrong);
    refuse_falsehood(t, "c -2 3", wrong);
    refuse_falsehood(t, "c 3", wrong);
    refuse_falsehood(t, "c 4", wrong);
    refuse_falsehood(t, "c 1 -2 3", wrong);   // a premise of the wrong sign
    refuse_falsehood(t, "c -1 2 3", wrong);
    refuse_falsehood(t, "c -5 -2 3", wrong);   // of other terms
    refuse_falsehood(t, "c -9 -2 3", wrong);   // no equality
    refuse(t, "c -2 -1 3", wrong);             // out of order
    refuse(t, "c -1 -2 4", wrong);             // one too many
    refuse(t, "c -1 -2 6", wrong);             // an equality of maps
    refuse(t, "c -1 -2", wrong);
    refuse(t, "c -1 -2 -3", wrong);
  }
}

TEST_CASE("different operators are not congruent") {
  const Text t = variables + "+ 1 3\n- 1 3\ns 5 1\nk 1\nu 5 1 2\ne 7 8\ne 7 9\nm 10 11\ne 1 1\ne 1 2\n";
  refuse_falsehood(t, "c 1", wrong);
  refuse_falsehood(t, "c 2", wrong);
  refuse_falsehood(t, "c 3", wrong);
  refuse(t, "c 4", wrong);   // a variable has no arguments
  refuse_falsehood(t, "c 5", wrong);
  CHECK(answer(Text(header) + t + "by refutation\nc\n") == rejected(20, 1, wrong));
  CHECK(answer(Text(header) + t + "by refutation\nc 6\n") == rejected(20, 1, reason::no_such_entry(6)));
}

TEST_CASE("reads of equal maps at equal indices are equal") {
  // 7: a[x], 8: b[y], 9: a[y]; 1: a = b (maps), 2: x = y, 3: 7 = 8, 4: 7 = 9, 5: a = b (integers), 6: x = y (maps)
  const Text t = variables + "s 5 1\ns 6 2\ns 5 2\nm 5 6\ne 1 2\ne 7 8\ne 7 9\ne 5 6\nm 1 2\n";
  accept(t, "c -1 -2 3");
  accept(t, "c -2 4");
  refuse_falsehood(t, "c -5 -2 3", wrong);   // as integers two maps are both 0
  refuse_falsehood(t, "c -6 4", wrong);      // as maps two integers are both 0 everywhere
  refuse_falsehood(t, "c -1 3", wrong);
  refuse_falsehood(t, "c -2 3", wrong);
  refuse(t, "c -2 -1 3", wrong);
}

TEST_CASE("updates of equal maps are equal maps") {
  // 7: a[x := z], 8: b[y := w]; 1: a = b, 2: x = y, 3: z = w, 4: 7 = 8 (maps), 5: 7 = 8 (integers), 6: a = b (integers)
  const Text t = variables + "u 5 1 3\nu 6 2 4\nm 5 6\ne 1 2\ne 3 4\nm 7 8\ne 7 8\ne 5 6\n";
  accept(t, "c -1 -2 -3 4");
  refuse_falsehood(t, "c -1 -2 4", wrong);
  refuse_falsehood(t, "c -1 -3 4", wrong);
  refuse_falsehood(t, "c -2 -3 4", wrong);
  refuse_falsehood(t, "c -6 -2 -3 4", wrong);
  refuse(t, "c -1 -3 -2 4", wrong);
  refuse(t, "c -1 -2 -3 5", wrong);   // so they are, but as integers
}

TEST_CASE("constant maps of equal values are equal maps") {
  const Text t = variables + "k 1\nk 2\ne 1 2\nm 7 8\ne 7 8\nm 1 2\n";
  accept(t, "c -1 2");
  refuse_falsehood(t, "c 2", wrong);
  refuse_falsehood(t, "c -4 2", wrong);
  refuse(t, "c -1 3", wrong);
}

TEST_CASE("differences of equal maps are equal") {
  const Text t = variables + "D 5 6\nD 6 5\nD 5 5\nm 5 6\ne 7 8\ne 7 9\ne 5 6\ne 7 7\n";
  accept(t, "c -1 -1 2");
  accept(t, "c -1 3");
  accept(t, "c 5");
  refuse(t, "c -1 2", wrong);
  refuse(t, "c 2", wrong);   // the index of a and b need not be that of b and a
  refuse(t, "c -4 3", wrong);
}

TEST_CASE("an if-then-else has no congruence") {
  const Text t = variables + "a 1\nI 1 1 3\nI 1 2 3\ne 1 2\ne 7 8\n";
  refuse(t, "c -2 3", wrong);
  refuse_falsehood(t, "c 3", wrong);
}
