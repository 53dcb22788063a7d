// The axioms of maps, `q`. Where a test calls it a falsehood, small values make the clause false.

#include <catch2/catch.hpp>

#include "kernel/mutants/judge.hpp"
#include "rule_use.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Terms 1 to 4 are integers i, j, v, w, terms 5 to 7 maps a, b, c; 8 is a[i := v].
const Text variables = "y 1\ny 2\ny 3\ny 4\ny 5\ny 6\ny 7\nu 5 1 3\n";
const Text wrong = reason::not_a_map_axiom();

}   // namespace

TEST_CASE("axiom 0: reading what was written") {
  // 9: 8[j], 10: 8[i], 11: b[i]; 1: i = j, 2: 8[j] = v, 3: v = 8[i], 4: 8[j] = w, 5: b[i] = v, 6: i = j (maps), 7: i =
  // v
  const Text t = variables + "s 8 2\ns 8 1\ns 6 1\ne 1 2\ne 9 3\ne 3 10\ne 9 4\ne 11 3\nm 1 2\ne 1 3\nm 9 3\ne 10 1\n";
  accept(t, "q 0 -1 2");
  accept(t, "q 0 3");
  refuse_falsehood(t, "q 0 2", wrong);      // the indices may differ
  refuse_falsehood(t, "q 0 1 2", wrong);    // the premise of the wrong sign
  refuse_falsehood(t, "q 0 -7 2", wrong);   // of other terms
  refuse_falsehood(t, "q 0 -6 2", wrong);   // equal as maps
  refuse_falsehood(t, "q 0 -1 4", wrong);   // another value
  refuse_falsehood(t, "q 0 5", wrong);      // another map
  refuse_falsehood(t, "q 0 9", wrong);      // the index, not the value
  refuse(t, "q 0 -1 8", wrong);
  refuse(t, "q 0 -1 -2", wrong);
  refuse(t, "q 0 -1 3", wrong);   // no premise is wanted
  refuse(t, "q 0 2 -1", wrong);
  refuse(t, "q 0 -1 -1 2", wrong);
}

TEST_CASE("axiom 1: reading what was there before") {
  // 9: 8[j], 10: a[j], 11: b[j], 12: a[i], 13: 8[i]; 1: i = j, 2: 9 = 10, 3: 10 = 9, 4: 9 = 11, 5: 9 = 12, 6: 13 = 12
  const Text t = variables + "s 8 2\ns 5 2\ns 6 2\ns 5 1\ns 8 1\n" +
                 "e 1 2\ne 9 10\ne 10 9\ne 9 11\ne 9 12\ne 13 12\ne 2 1\nm 1 2\ne 1 1\n";
  accept(t, "q 1 1 2");
  accept(t, "q 1 7 3");
  accept(t, "q 1 9 6");                     // useless: i = i is true
  refuse_falsehood(t, "q 1 -1 2", wrong);   // the premise of the wrong sign
  refuse_falsehood(t, "q 1 2", wrong);      // and without it
  refuse_falsehood(t, "q 1 6", wrong);      // a store at the same index
  refuse_falsehood(t, "q 1 1 6", wrong);
  refuse_falsehood(t, "q 1 1 4", wrong);   // another map
  refuse_falsehood(t, "q 1 1 5", wrong);   // at another index
  refuse(t, "q 1 8 2", wrong);
  refuse(t, "q 1 2 1", wrong);
  refuse(t, "q 1 1 -2", wrong);
}

TEST_CASE("axiom 2: reading a constant map") {
  // 9: const(v), 10: 9[i], 11: 8[j]; 1: 10 = v, 2: v = 10, 3: 10 = i, 4: 11 = v, 5: 10 = w
  const Text t = variables + "k 3\ns 9 1\ns 8 2\ne 10 3\ne 3 10\ne 10 1\ne 11 3\ne 10 4\nm 10 3\n";
  accept(t, "q 2 1");
  accept(t, "q 2 2");
  refuse_falsehood(t, "q 2 -1", wrong);
  refuse_falsehood(t, "q 2 3", wrong);
  refuse_falsehood(t, "q 2 4", wrong);
  refuse_falsehood(t, "q 2 5", wrong);
  refuse(t, "q 2 6", wrong);
  refuse(t, "q 2 -1 1", wrong);
}

TEST_CASE("axiom 3: maps that differ do so at the index of their difference") {
  // 9: D a b, 10: a[9], 11: b[9], 12: a[i], 13: b[i], 14: c[9]
  const Text t = variables + "D 5 6\ns 5 9\ns 6 9\ns 5 1\ns 6 1\ns 7 9\nD 6 5\ns 5 15\ns 6 15\n" +
                 "m 5 6\ne 10 11\ne 12 13\nm 6 5\ne 11 10\nm 5 7\ne 10 14\ne 5 6\ne 16 17\ne 10 17\ne 10 10\n";
  accept(t, "q 3 1 -2");
  accept(t, "q 3 4 -5");
  accept(t, "q 3 1 -9");                    // D b a will do as well
  refuse_falsehood(t, "q 3 1 -3", wrong);   // that they agree at some index is not enough
  refuse(t, "q 3 6 -7", wrong);             // another pair of maps: 9 is no index of theirs
  refuse(t, "q 3 6 -2", wrong);
  refuse(t, "q 3 8 -2", wrong);
  refuse(t, "q 3 1 2", wrong);
  refuse(t, "q 3 -1 -2", wrong);
  refuse(t, "q 3 -2 1", wrong);
  refuse(t, "q 3 1 -10", wrong);   // at two indices
  refuse_falsehood(t, "q 3 1", wrong);
  refuse(t, "q 3 1 -11", wrong);   // a map with itself
}

TEST_CASE("axioms 4 to 6: equality of maps") {
  // 1: a = a, 2: a = b, 3: b = a, 4: b = c, 5: a = c, 6: c = b, 7: a = b (integers), 8: b = c (integers)
  const Text t = variables + "m 5 5\nm 5 6\nm 6 5\nm 6 7\nm 5 7\nm 7 6\ne 5 6\ne 6 7\ne 5 5\n";
  SECTION("reflexivity") {
    accept(t, "q 4 1");
    refuse_falsehood(t, "q 4 2", wrong);
    refuse_falsehood(t, "q 4 -1", wrong);
    refuse(t, "q 4 9", wrong);
    refuse(t, "q 4 -2 1", wrong);
  }
  SECTION("symmetry") {
    accept(t, "q 5 -2 3");
    accept(t, "q 5 -2 2");
    refuse_falsehood(t, "q 5 -4 3", wrong);
    refuse_falsehood(t, "q 5 -7 3", wrong);   // as integers they are equal
    refuse_falsehood(t, "q 5 2 3", wrong);
    refuse_falsehood(t, "q 5 -2 -3", wrong);
    refuse_falsehood(t, "q 5 3", wrong);
    refuse(t, "q 5 3 -2", wrong);
  }
  SECTION("transitivity") {
    accept(t, "q 6 -2 -4 5");
    accept(t, "q 6 -3 -6 5");
    refuse_falsehood(t, "q 6 -2 -2 5", wrong);
    refuse_falsehood(t, "q 6 -2 -4 -5", wrong);
    refuse_falsehood(t, "q 6 -2 4 5", wrong);
    refuse_falsehood(t, "q 6 -2 -8 5", wrong);
    refuse_falsehood(t, "q 6 -7 -4 5", wrong);
    refuse_falsehood(t, "q 6 -2 5", wrong);
    refuse_falsehood(t, "q 6 -2 -3 5", wrong);   // back to where it started
    refuse(t, "q 6 -4 -2 5", wrong);             // the first premise has the left side of the conclusion
  }
}

TEST_CASE("axioms 7 and 8: different pairs are different indices") {
  // 9: <i, j>, 10: <v, w>, 11: i + j, 12: v + w; 1: 9 = 10, 2: i = v, 3: j = w, 4: i = w, 5: 11 = 12, 6: v = i,
  // 7: 10 = 9, 8: 9 = 10 (maps), 9: 9 = 11
  const Text t = variables + "P 1 2\nP 3 4\n+ 1 2\n+ 3 4\n" +
                 "e 9 10\ne 1 3\ne 2 4\ne 1 4\ne 11 12\ne 3 1\ne 10 9\nm 9 10\ne 9 11\n";
  accept(t, "q 7 -1 2");
  accept(t, "q 7 -1 6");
  accept(t, "q 7 -7 2");
  accept(t, "q 8 -1 3");
  refuse(t, "q 7 -1 3", wrong);   // the other part
  refuse(t, "q 8 -1 2", wrong);
  refuse_falsehood(t, "q 7 -1 4", wrong);   // the first part of one, the second of the other
  refuse_falsehood(t, "q 7 -5 2", wrong);   // sums
  refuse_falsehood(t, "q 7 -9 2", wrong);   // a pair and a sum
  refuse_falsehood(t, "q 7 -8 2", wrong);   // equal as maps
  refuse_falsehood(t, "q 7 1 2", wrong);    // the premise of the wrong sign
  refuse_falsehood(t, "q 7 2", wrong);      // and without it
  refuse(t, "q 7 -1 -2", wrong);
  refuse(t, "q 7 2 -1", wrong);
  refuse(t, "q 7 -1 -1 2", wrong);
}

TEST_CASE("there are no other axioms, and each has literals") {
  const Text t = variables + "m 5 5\n";
  const auto says = [&](const Text& step) { return answer(Text(header) + t + "by refutation\n" + step + "\n"); };
  refuse(t, "q 9 1", wrong);
  refuse(t, "q 40 1", wrong);
  for (int number = 1; number <= 9; ++number) CHECK(says("q " + std::to_string(number)) == rejected(13, 1, wrong));
  CHECK(says("q 0 ") == rejected(13, 1, wrong));
  CHECK(says("q 0") == rejected(13, 1, wrong));
  CHECK(says("q 4 0") == rejected(13, 6, reason::expected(wanted::literal)));
  CHECK(says("q 4 2") == rejected(13, 1, reason::no_such_entry(2)));
  CHECK(says("q 4 1 :") == rejected(13, 7, reason::expected(wanted::number)));
}

TEST_CASE("the number of an axiom is 0 or more, with any spaces around it, and then come literals") {
  const Text t = variables + "m 5 5\n";
  const auto says = [&](const Text& step) {
    const Text certificate = Text(header) + t + "! -1\nby refutation\n" + step + "\nr : 1 2\n";
    CHECK(judge(certificate).flaw.value_or("") == "");
    return answer(certificate);
  };
  const Text no_number = reason::expected(wanted::axiom_or_case);
  CHECK(says("q 4 1") == "certified");
  CHECK(says("q   4   1  ") == "certified");
  CHECK(says("q 04 1") == rejected(14, 4, reason::leading_zero()));
  CHECK(says("q  0 1") == rejected(14, 1, wrong));
  CHECK(says("q 0  1") == rejected(14, 1, wrong));
  CHECK(says("q -4 1") == rejected(14, 3, no_number));
  CHECK(says("q -0 1") == rejected(14, 3, no_number));
  CHECK(says("q") == rejected(14, 2, no_number));
  CHECK(says("q  ") == rejected(14, 4, no_number));
  CHECK(says("q 4-1") == rejected(14, 4, no_number));
  CHECK(says("q 4:1") == rejected(14, 4, no_number));
  CHECK(says("q x 1") == rejected(14, 3, no_number));
  CHECK(says("q 999999999999999 1") == rejected(14, 1, wrong));
  CHECK(says("q 1000000000000000 1") == rejected(14, 18, reason::number_too_large()));
  CHECK(answer(Text(header) + t + "by refutation\nq 4") == rejected(13, 4, reason::expected(wanted::rest_of_line)));
}
