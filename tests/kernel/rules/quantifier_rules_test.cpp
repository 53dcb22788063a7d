// Quantifiers: instantiation `i`, witnesses `w`, generalization `o`. Some near-misses are whole refutations of problems
// that have a model, which is described; a kernel that accepts one of them is unsound.

#include <catch2/catch.hpp>

#include "kernel/mutants/judge.hpp"
#include "rule_use.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

const Text wrong = reason::not_its_body();

Text with_header(const Text& lines) { return Text(header) + lines; }

// The kernel's answer, which must be the oracle's.
Text says(const Text& lines) {
  CHECK(judge(with_header(lines)).flaw.value_or("") == "");
  return answer(with_header(lines));
}

}   // namespace

TEST_CASE("a universal formula holds at every term") {
  // 1: b0, 2: x, 3: y, 4: 0, 5: a, 6: a[b0], 7: a[x], 8: a[y], 9: b0 + x, 10: x + x, 11: x + y, 12: y + x
  // 1: 0 ≤ a[b0], 2: ∀ 1, 3: 0 ≤ a[x], 4: 0 ≤ a[y], 5: a[x] ≤ 0; 6: ∀ 0 ≤ b0 + x, 7: 0 ≤ x + x, 8: 0 ≤ y + x, 9: 0 ≤ x
  // + y
  const Text t =
      "b 0\ny 1\ny 2\nn 0\ny 3\ns 5 1\ns 5 2\ns 5 3\n+ 1 2\n+ 2 2\n+ 2 3\n+ 3 2\n"
      "l 4 6\nA 1\nl 4 7\nl 4 8\nl 7 4\nl 4 9\nA 6\nl 4 10\nl 4 12\nl 4 11\n";
  accept(t, "i 2 2 3");
  accept(t, "i 2 3 4");
  accept(t, "i 7 2 8");
  accept(t, "i 7 3 9");
  refuse(t, "i 2 2 4", wrong);   // at another term
  refuse(t, "i 2 3 3", wrong);
  refuse(t, "i 2 2 -3", wrong);   // with another sign
  refuse(t, "i 2 2 5", wrong);    // another body
  refuse(t, "i 2 2 1", wrong);    // the body itself
  refuse(t, "i 2 2 2", wrong);    // the formula itself
  refuse(t, "i 7 3 8", wrong);    // the variable is not where x is
  refuse(t, "i 7 3 10", wrong);   // the arguments swapped
  refuse(t, "i 2 4 3", wrong);
  CHECK(says(t + "by refutation\ni 3 2 3\n") == rejected(26, 1, reason::not_universal(3)));
  CHECK(says(t + "by refutation\ni 11 2 3\n") == rejected(26, 1, reason::no_such_entry(11)));
  CHECK(says(t + "by refutation\ni 2 2 11\n") == rejected(26, 1, reason::no_such_entry(11)));
  CHECK(says(t + "by refutation\ni 2 13 3\n") ==
        rejected(26, 1, reason::loose_variable()));   // a term that is not there
  CHECK(says(t + "by refutation\ni -2 2 3\n") == rejected(26, 1, reason::expected(wanted::term)));
  CHECK(says(t + "by refutation\ni 2 -2 3\n") == rejected(26, 1, reason::expected(wanted::term)));
  CHECK(says(t + "by refutation\ni 2 2\n") == rejected(26, 1, reason::wrong_arity(3, 2)));
  CHECK(says(t + "by refutation\ni 2 2 3 1\n") == rejected(26, 1, reason::wrong_arity(3, 4)));
}

TEST_CASE("nothing is captured: a term with a loose variable is put nowhere") {
  // ∀x ∃y y = x + 1, that is ∀x ¬∀y ¬ y = x + 1, at the term y would be ¬∀y ¬ y = y + 1, which is false:
  // 1: b0, 2: b1, 3: 1, 4: b1 + 1, 5: b0 + 1; 1: b0 = b1 + 1, 2: ∀ ¬1, 3: ∀ ¬2; 4: b0 = b0 + 1, 5: ∀ ¬4
  const Text t = "b 0\nb 1\nn 1\n+ 2 3\n+ 1 3\ne 1 4\nA -1\nA -2\ne 1 5\nA -4\n! 3\nby refutation\n";
  CHECK(says(t + "i 3 1 -5\n") == rejected(15, 1, reason::loose_variable()));
  CHECK(says(t + "i 3 2 -5\n") == rejected(15, 1, reason::loose_variable()));
  CHECK(says(t + "i 3 5 -5\n") == rejected(15, 1, reason::loose_variable()));
  // a term whose variable is bound inside has none that is loose
  CHECK(says(t + "w 3\nn 0\nI 3 7 3\ni 3 8 -5\n") == rejected(18, 1, wrong));
}

TEST_CASE("a variable is bound by the nearest quantifier that is not passed") {
  // 1: b0, 2: b1, 3: x; 1: b0 ≤ b1, 2: ∀ 1, 3: ∀ 2; 4: b0 ≤ x, 5: ∀ 4, 6: x ≤ b0, 7: ∀ 6, 8: b0 ≤ b0, 9: ∀ 8, 10: x ≤ x
  const Text t = "b 0\nb 1\ny 1\nl 1 2\nA 1\nA 2\nl 1 3\nA 4\nl 3 1\nA 6\nl 1 1\nA 8\nl 3 3\n";
  accept(t, "i 3 3 5");          // ∀x ∀y y ≤ x at x
  refuse(t, "i 3 3 7", wrong);   // not the inner variable
  refuse(t, "i 3 3 9", wrong);
  refuse(t, "i 3 3 2", wrong);
  accept(t, "i 5 3 10");
  accept(t, "i 9 3 10");
  refuse(t, "i 9 3 4", wrong);
  refuse(t, "i 9 3 6", wrong);
  // ∀ b0 ≤ b1 mentions an outer variable, which is not replaced: otherwise it would be x ≤ x
  refuse(t, "i 2 3 10", wrong);
  refuse(t, "i 2 3 6", wrong);
}

TEST_CASE("every occurrence of the variable is replaced") {
  // ∀x x ≤ x: not x ≤ y and not y ≤ x, which have models for y < x and x < y
  const Text t = "b 0\ny 1\ny 2\nl 1 1\nA 1\nl 2 3\nl 3 2\nl 2 2\nl 1 2\n";
  accept(t, "i 2 2 5");
  refuse(t, "i 2 2 3", wrong);
  refuse(t, "i 2 2 4", wrong);
  refuse(t, "i 2 3 3", wrong);
  refuse(t, "i 2 2 6", wrong);   // b0 ≤ x
}

TEST_CASE("the variable is an integer, and is not replaced where a map is read") {
  // As a map an integer is 0 everywhere: ∀x x[0] = 0 holds, m[0] = 0 may fail.
  const Text t = "b 0\ny 1\nn 0\ns 1 3\ns 2 3\ne 4 3\nA 1\ne 5 3\nm 1 1\nA 4\nm 2 2\n";
  refuse(t, "i 2 2 3", wrong);
  refuse(t, "i 5 2 6", wrong);
  // stores and differences read maps, too; so does an if-then-else that is read as a map
  const Text more =
      "b 0\ny 1\nn 0\nu 1 3 3\nu 2 3 3\nm 4 4\nA 1\nm 5 5\nD 1 1\nD 2 2\ne 6 6\nA 4\ne 7 7\n"
      "t\nI 7 1 3\nI 7 2 3\nm 8 3\nA 8\nm 9 3\ne 8 3\nA 11\ne 9 3\ns 8 3\ns 9 3\ne 10 3\nA 14\ne 11 3\n";
  refuse(more, "i 2 2 3", wrong);
  refuse(more, "i 5 2 6", wrong);
  refuse(more, "i 9 2 10", wrong);
  refuse(more, "i 15 2 16", wrong);
  accept(more, "i 12 2 13");   // as an integer it is replaced
}

TEST_CASE("the body of an instance may have any shape") {
  // b0 is 1, x is 2; entry 1: b0 ≤ 0, entry 2: x ≤ 0
  const Text t = "b 0\ny 1\nn 0\nl 1 3\nl 2 3\na 1\na 2\n";
  const auto shapes = [&](const Text& body, const Text& instance) { return t + body + "\nA 5\n" + instance + "\n"; };
  for (const auto& [body, instance] : std::vector<std::pair<Text, Text>>{{"& 1 3", "& 2 3"},
                                                                         {"| 1 -3 4", "| 2 -3 4"},
                                                                         {"> 1 3", "> 2 3"},
                                                                         {"= 3 -1", "= 3 -2"},
                                                                         {"? 1 3 -1", "? 2 3 -2"},
                                                                         {"> 1 3", "| -2 3"},
                                                                         {"| -1 3", "> 2 3"},
                                                                         {"t", "&"}})
    accept(shapes(body, instance), "i 6 2 7");
  for (const auto& [body, instance] : std::vector<std::pair<Text, Text>>{{"& 1 3", "| 2 3"},
                                                                         {"& 1 3", "& 2 4"},
                                                                         {"& 1 3", "& 2"},
                                                                         {"& 1", "& 2 3"},
                                                                         {"& 1 3", "& 3 2"},
                                                                         {"& 1 3", "& -2 3"},
                                                                         {"| 1 3", "> 2 3"},
                                                                         {"> 1 3", "= 2 3"},
                                                                         {"= 1 3", "= 3 2"},
                                                                         {"? 1 3 4", "? 2 4 3"},
                                                                         {"|", "&"},
                                                                         {"& 3 4", "& 4 3"},
                                                                         {"a 1", "a 1"}})
    refuse(shapes(body, instance), "i 6 2 7", wrong);
  // what has no variable in it is the same entry
  accept(t + "A 3\n", "i 5 2 3");
  refuse(t + "A 3\n", "i 5 2 4", wrong);
}

TEST_CASE("terms in a body are followed to the variable") {
  for (const auto& [body, instance] : std::vector<std::pair<Text, Text>>{{"+ 1 3", "+ 2 3"},
                                                                         {"- 3 1", "- 3 2"},
                                                                         {"* 1 1", "* 2 2"},
                                                                         {"/ 1 3", "/ 2 3"},
                                                                         {"% 3 1", "% 3 2"},
                                                                         {"P 1 3", "P 2 3"},
                                                                         {"s 3 1", "s 3 2"},
                                                                         {"k 1", "k 2"},
                                                                         {"I 1 1 3", "I 2 2 3"},
                                                                         {"u 3 1 3", "u 3 2 3"},
                                                                         {"u 3 3 1", "u 3 3 2"}}) {
    const Text t = "b 0\ny 1\ny 2\nl 1 3\nl 2 3\n" + body + "\n" + instance + "\ne 4 3\nA 3\ne 5 3\n";
    accept(t, "i 4 2 5");
    refuse(t, "i 4 3 5", wrong);
    refuse(t, "i 4 2 3", wrong);
  }
  // a numeral, a variable: the same term, not one like it
  const Text t = "b 0\ny 1\nn 0\nn 0\nl 1 3\nA 1\nl 2 3\nl 2 4\n";
  accept(t, "i 2 2 3");
  refuse(t, "i 2 2 4", wrong);
}

TEST_CASE("a witness falsifies a universal formula, if anything does") {
  // ∀ 0 ≤ a[b0] is denied, 0 ≤ a[x] asserted of nothing: 1: b0, 2: 0, 3: a, 4: a[b0]; 1: 0 ≤ a[b0], 2: ∀ 1, 3: ∀ a[b0]
  // ≤ -1
  const Text t = "b 0\nn 0\ny 1\ns 3 1\nl 2 4\nA 1\nn -1\nl 4 5\nA 3\n";
  // ¬∀ 0 ≤ a[b0] and ∀ 0 ≤ a[b0]: through the witness
  CHECK(says(t + "! -2\n! 2\nby refutation\nw 2\ns 3 6\nl 2 7\no 2 6 5\ni 2 6 5\nr : 1 3 2 4\n") == "certified");
  SECTION("the witness of one formula is not that of another") {
    // a is 0 at 0 and -1 elsewhere: ¬∀ 0 ≤ a[b0] and ¬∀ a[b0] ≤ -1 both hold, of different integers
    const Text both = t + "! -2\n! -4\nby refutation\nw 2\nw 4\ns 3 6\ns 3 7\nl 2 8\nl 8 5\nl 2 9\nl 9 5\n";
    CHECK(says(both + "o 2 6 5\no 4 7 8\nf 5 6 : c 1 0 1 1\n") == rejected(26, 1, reason::no_empty_clause()));
    CHECK(says(both + "o 2 6 5\no 4 6 6\n") == rejected(24, 1, reason::not_the_witness()));
    CHECK(says(both + "o 4 7 8\no 2 7 7\n") == rejected(24, 1, reason::not_the_witness()));
  }
  SECTION("a variable is no witness") {
    // x is 0, a[0] is 0, and a is -1 elsewhere: ¬∀ 0 ≤ a[b0] and 0 ≤ a[x]
    const Text fresh = t + "y 2\ns 3 6\nl 2 7\n! -2\n! 5\nby refutation\n";
    CHECK(says(fresh + "o 2 6 5\nr : 1 2 3\n") == rejected(18, 1, reason::not_the_witness()));
    CHECK(says(fresh + "w 2\no 2 6 5\n") == rejected(19, 1, reason::not_the_witness()));
    CHECK(says(fresh + "w 2\no 2 8 5\n") == rejected(19, 1, wrong));
    CHECK(says(fresh + "o 2 2 5\n") == rejected(18, 1, reason::not_the_witness()));
  }
  SECTION("the instance is the body at the witness, with its sign") {
    const Text start = t + "! -2\nby refutation\nw 2\ns 3 6\nl 2 7\n";
    CHECK(says(start + "o 2 6 -5\n") == rejected(17, 1, wrong));
    CHECK(says(start + "o 2 6 1\n") == rejected(17, 1, wrong));
    CHECK(says(start + "o 5 6 5\n") == rejected(17, 1, reason::not_the_witness()));
    CHECK(says(start + "o 2 6\n") == rejected(17, 1, reason::wrong_arity(3, 2)));
    CHECK(says(start + "o 2 9 5\n") == rejected(17, 1, reason::not_the_witness()));
    CHECK(says(start + "o 2 -6 5\n") == rejected(17, 1, reason::expected(wanted::term)));
  }
  SECTION("generalization adds {E, -L}, not {-E, L} and not {E, L}") {
    const Text start = t + "! 2\nby refutation\nw 2\ns 3 6\nl 2 7\no 2 6 5\n";
    CHECK(says(start + "r 5 : 1 2\n") == rejected(18, 1, reason::hint_not_unit(2)));
    CHECK(says(start + "r -5 : 1 2\n") == rejected(18, 1, reason::no_conflict()));
  }
}

TEST_CASE("witnesses stand in the proof, and are of universal formulas") {
  const Text t = "b 0\nl 1 1\nA 1\na 1\n";
  CHECK(says(t + "w 2\n") == rejected(7, 1, reason::expected(wanted::problem)));
  CHECK(says(t + "by refutation\nw 1\n") == rejected(8, 1, reason::not_universal(1)));
  CHECK(says(t + "by refutation\nw 3\n") == rejected(8, 1, reason::not_universal(3)));
  CHECK(says(t + "by refutation\nw 4\n") == rejected(8, 1, reason::not_universal(4)));
  CHECK(says(t + "by refutation\nw 0\n") == rejected(8, 1, reason::not_universal(0)));
  CHECK(says(t + "by refutation\nw\n") == rejected(8, 1, reason::wrong_arity(1, 0)));
  CHECK(says(t + "by refutation\nw -2\n") == rejected(8, 1, reason::wrong_arity(1, 0)));
  CHECK(says(t + "by refutation\nw 2\nl 2 2\ni 2 2 4\no 2 2 4\n") == rejected(12, 1, reason::no_empty_clause()));
}

TEST_CASE("a witness that depends on an outer variable is not put in") {
  // ∀x ¬∀y ¬ y = x + 1: the witness of the inner formula mentions x
  const Text t = "b 0\nb 1\nn 1\n+ 2 3\ne 1 4\nA -1\nA -2\n! 3\nby refutation\nw 2\ne 5 4\n";
  CHECK(says(t + "o 2 5 -4\n") == rejected(14, 1, reason::loose_variable()));
  CHECK(says(t + "i 3 5 -2\n") == rejected(14, 1, reason::loose_variable()));
}

TEST_CASE("a walk that would be too long ends at the limit of effort") {
  // Entry i is `= (i-1) (i-1)`: with 30 of them, 2^30 paths lead to the variable. What does not agree is rejected only
  // if the walk comes to it.
  Text t = "b 0\ny 1\nl 1 1\nl 2 2\n";
  for (int i = 1; i <= 30; ++i)
    for (const int child : {2 * i - 1, 2 * i}) t += "= " + std::to_string(child) + " " + std::to_string(child) + "\n";
  t += "a 1\n= 61 63\n= 63 61\n= 62 -63\n= -63 62\nA 64\nA 65\nA 61\n! 70\nby refutation\n";
  CHECK(says(t + "i 70 2 62\n") == limit(77));
  CHECK(says(t + "i 68 2 66\n") == limit(77));
  CHECK(says(t + "i 69 2 67\n") == rejected(77, 1, wrong));
  CHECK(says(t + "i 70 2 63\n") == rejected(77, 1, wrong));
}

TEST_CASE("two entries with the same body have the same witness") {
  const Text t = "b 0\nn 0\nl 2 1\nA 1\nA 1\nA -1\n! -2\nby refutation\nw 2\nl 2 3\n";
  CHECK(says(t + "o 3 3 5\n") == rejected(14, 1, reason::no_empty_clause()));
  CHECK(says(t + "o 4 3 -5\n") == rejected(13, 1, reason::not_the_witness()));
}
