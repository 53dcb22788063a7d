// Arithmetic lemmas, `f`: each instruction, each way to fail it, and what the last fact must be. Where a test calls it
// a falsehood, small values make the clause false: a kernel that accepts it is unsound.

#include <catch2/catch.hpp>

#include "rule_use.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Terms 1 to 3 are x, y, z; 4 to 8 the numerals 0, 1, 2, 3, -2.
const Text variables = "y 1\ny 2\ny 3\nn 0\nn 1\nn 2\nn 3\nn -2\n";

const Text not_reached = reason::no_contradiction();

}   // namespace

TEST_CASE("an assumed literal is a fact") {
  // 1: x ≤ y, 2: y ≤ x, 3: x = y
  const Text t = variables + "l 1 2\nl 2 1\ne 1 2\n";
  SECTION("x ≤ y or y ≤ x: the facts are x - y - 1 and y - x - 1") {
    accept(t, "f 1 2 : c 1 0 1 1");
    refuse_falsehood(t, "f 1 -2 : c 1 0 1 1", not_reached);
    refuse_falsehood(t, "f -1 -2 : c 1 0 1 1", not_reached);
    refuse_falsehood(t, "f 1 : c 1 0", not_reached);
  }
  SECTION("an equation is a fact of either sign") {
    accept(t, "f -3 1 : c 1 0 1 1");
    accept(t, "f -3 2 : c -1 0 1 1");
    refuse_falsehood(t, "f 1 3 : c 1 0", not_reached);   // as a literal it is the goal, and no fact
  }
  SECTION("x ≤ y and y ≤ x make x = y, one of them does not") {
    accept(t, "f -1 -2 3 : c 1 0 c 1 1");
    accept(t, "f 3 -1 -2 : c 1 2 c 1 1");
    refuse_falsehood(t, "f -1 3 : c 1 0 c 1 0", not_reached);
    refuse_falsehood(t, "f -1 3 : c 1 0", not_reached);
  }
  SECTION("the facts are in the order of the literals") {
    accept(t, "f 2 1 : c 1 1 1 0");
    accept(t, "f -3 2 1 : c 1 1 1 2");
    refuse(t, "f -3 2 1 : c 1 0 1 1", not_reached);
  }
}

TEST_CASE("every literal of an arithmetic lemma is a comparison of integers") {
  const Text t = variables + "l 1 2\nl 2 1\nm 1 2\na 1\n& 1\n";
  accept(t, "f 1 2 : c 1 0 1 1");
  for (const Text literal : {"3", "-3", "4", "-4", "5"})
    refuse(t, "f 1 2 " + literal + " : c 1 0 1 1", reason::not_arithmetic());
  CHECK(answer(Text(header) + t + "by refutation\nf 1 2 6 : c 1 0 1 1\n") == rejected(17, 1, reason::no_such_entry(6)));
}

TEST_CASE("c: multipliers of inequalities are not negative") {
  // 1: x ≤ y, 2: x ≤ z, 3: z ≤ y, 4: x = y
  const Text t = variables + "l 1 2\nl 1 3\nl 3 2\ne 1 2\n";
  accept(t, "f 1 -2 -3 : c 1 0 1 1 1 2");
  accept(t, "f 1 -2 -3 : c 7 0 7 1 7 2");
  refuse_falsehood(t, "f 2 -1 : c 1 0 -1 1", reason::bad_instruction(1, because::not_an_equation));
  refuse_falsehood(t, "f 1 : c 1 0 c -1 1", reason::bad_instruction(2, because::not_an_equation));
  refuse(t, "f 1 -2 -3 : c 1 0 1 1 -1 2", reason::bad_instruction(1, because::not_an_equation));
  refuse(t, "f 1 -2 -3 : c 1 0 1 1", not_reached);
  refuse(t, "f 1 -2 -3 : c 2 0 1 1 1 2", not_reached);
  SECTION("of equations they may be") {
    accept(t, "f -4 1 : c 1 0 1 1");
    // y - x = 0 and x - z - 1 ≥ 0 against z - y ≥ 0
    refuse(variables + "e 1 2\nl 1 3\nl 2 3\n", "f -1 2 -3 : c -1 0 1 1 1 2", not_reached);
    accept(variables + "e 1 2\nl 1 3\nl 2 3\n", "f -1 2 -3 : c 1 0 1 1 1 2");
    accept(variables + "e 2 1\nl 1 3\nl 2 3\n", "f -1 2 -3 : c -1 0 1 1 1 2");
  }
  SECTION("a combination of equations and inequalities is an inequality") {
    // from x = y, x ≤ y: 0 ≥ 0 and no equation y - x = 0
    refuse(variables + "l 1 2\ne 1 2\ne 4 5\n", "f -1 2 : c 1 0", not_reached);
    refuse_falsehood(variables + "e 1 3\nl 1 2\ne 2 3\n", "f -1 -2 3 : c 1 0 -1 1",
                     reason::bad_instruction(1, because::not_an_equation));
    refuse_falsehood(variables + "e 1 3\nl 1 2\ne 2 3\n", "f -1 -2 3 : c -1 0 1 1", not_reached);
  }
  SECTION("nothing is combined to 0 = 0") {
    refuse_falsehood(t, "f 1 : c", not_reached);
    refuse_falsehood(t, "f 4 : c", not_reached);
    accept(variables + "e 1 1\n", "f 1 : c");
  }
}

TEST_CASE("a fact that is not there cannot be used") {
  const Text t = variables + "l 1 2\nl 2 1\ne 1 2\n";
  const auto no_fact = [](std::size_t number) { return reason::bad_instruction(number, because::no_fact); };
  refuse_falsehood(t, "f 1 : c 1 0 1 1", no_fact(1));
  refuse_falsehood(t, "f 1 : c 1 99999999999999999999999", no_fact(1));
  refuse_falsehood(t, "f 1 : c 1 -1", no_fact(1));
  refuse_falsehood(t, "f 1 : c 1 0 c 1 1 1 2", no_fact(2));   // fact 2 is the instruction's own
  refuse_falsehood(t, "f 1 : p 0 5", no_fact(1));
  refuse_falsehood(t, "f 1 : p 5 0", no_fact(1));
  refuse_falsehood(t, "f 1 : p 0 -1", no_fact(1));
  refuse_falsehood(t, "f 1 : c -1 7", no_fact(1));
  refuse_falsehood(t, "f 1 : t 7 1", reason::bad_instruction(1, because::only_equations));
  const Text head = Text(header) + t + "by refutation\n";
  CHECK(answer(head + "f : c 1 0\n") == rejected(15, 1, no_fact(1)));
  CHECK(answer(head + "f :\n") == rejected(15, 1, not_reached));
  CHECK(answer(head + "f : z 1\n") == rejected(15, 1, not_reached));   // without facts the last one is 0 ≥ 0
  // Known: `t` takes a negative number for 0, and so does `q` for its fact. Nothing false follows.
  accept(variables + "e 1 2\n* 1 3\n* 2 3\ne 9 10\n", "f -1 2 : t -7 3");
  refuse_falsehood(t, "f 1 : t -1 3", reason::bad_instruction(1, because::only_equations));
}

TEST_CASE("an instruction has the numbers that it takes, no more and no fewer") {
  // 9: x div 3, 10: x mod 3; 1: x ≤ y, 2: x = y
  const Text t = variables + "/ 1 7\n% 1 7\nl 1 2\ne 1 2\n";
  const auto refused = [&](const Text& instruction, std::string_view why) {
    refuse_falsehood(t, "f 1 : " + instruction, reason::bad_instruction(1, why));
  };
  refused("c 1", because::not_paired);
  refused("c 1 0 1", because::not_paired);
  refused("z", because::takes_divisor);
  refused("z 1 1", because::takes_divisor);
  refused("p", because::takes_two_facts);
  refused("p 0", because::takes_two_facts);
  refused("p 0 0 0", because::takes_two_facts);
  refused("t", because::takes_fact_and_term);
  refused("t 0", because::takes_fact_and_term);
  refused("t 0 1 1", because::takes_fact_and_term);
  refused("s", because::takes_term);
  refused("s 1 1", because::takes_term);
  refused("q", because::takes_division);
  refused("q 9", because::takes_division);
  refused("q 9 10 0 0", because::takes_division);
  refused("q -9 10", because::not_a_division);
  refused("q 9 -10", because::not_a_division);
}

TEST_CASE("z: the constant of an inequality is rounded down") {
  // term 9 is 2x; 1: 2x ≤ 1, 2: x ≤ 0, 3: 1 ≤ x, 4: 2x ≤ 3
  const Text t = variables + "* 6 1\nl 9 5\nl 1 4\nl 5 1\nl 9 7\n";
  accept(t, "f -1 2 : c 1 0 z 2 c 1 3 1 1");   // 1 - 2x ≥ 0 becomes 0 - x ≥ 0
  accept(t, "f -1 -3 : c 1 0 z 2 c 1 3 1 1");
  refuse_falsehood(t, "f -4 2 : c 1 0 z 2 c 1 3 1 1", not_reached);    // 3 - 2x ≥ 0 becomes 1 - x ≥ 0
  refuse_falsehood(t, "f -4 -3 : c 1 0 z 2 c 1 3 1 1", not_reached);   // x may be 1
  refuse(t, "f -1 2 : c 1 0 c 1 2 1 1", not_reached);                  // without it nothing follows
  SECTION("towards minus infinity, not towards 0") {
    // 1: 2x ≤ -1 is x ≤ -1; 2: x ≤ -1; 3: -1 ≤ x; 4: x ≤ -2
    const Text below = variables + "n -1\n* 6 1\nl 10 9\nl 1 9\nl 9 1\nl 1 8\n";
    accept(below, "f -1 2 : c 1 0 z 2 c 1 3 1 1");
    refuse_falsehood(below, "f -1 4 : c 1 0 z 2 c 1 3 1 1", not_reached);
    refuse_falsehood(below, "f -1 -3 : c 1 0 z 2 c 1 3 1 1", not_reached);
  }
  SECTION("every coefficient is divisible, and the divisor is positive") {
    refuse(t, "f -1 2 : c 1 0 z 3", reason::bad_instruction(2, because::not_divisible));
    refuse(t, "f -1 2 : c 1 0 z 4", reason::bad_instruction(2, because::not_divisible));
    refuse_falsehood(t, "f -4 2 : c 1 0 z -2", reason::bad_instruction(2, because::not_divisible));
    refuse_falsehood(t, "f -4 2 : c 1 0 z 0", reason::bad_instruction(2, because::not_divisible));
    refuse_falsehood(t, "f -4 2 : c 1 0 z", reason::bad_instruction(2, because::takes_divisor));
    // 2x + 3y ≥ 0 by 2
    refuse_falsehood(variables + "* 6 1\n* 7 2\n+ 9 10\nl 4 11\nl 4 1\n", "f -1 2 : c 1 0 z 2",
                     reason::bad_instruction(2, because::not_divisible));
  }
  SECTION("it is the last fact that is divided") {
    accept(t, "f 2 -1 : z 2 c 1 2 1 0");
    refuse(t, "f -1 2 : z 2 c 1 2 1 1", reason::bad_instruction(1, because::not_divisible));   // x - 1 ≥ 0 is
  }
}

TEST_CASE("z: an equation whose constant is not divisible is a contradiction") {
  // term 9 is 2x, 10 is 2y; 11 is 2x + 2y; 1: 11 = 1, 2: 11 = 2, 3: 11 ≤ 1, 4: 2x = 2y
  const Text t = variables + "* 6 1\n* 6 2\n+ 9 10\ne 11 5\ne 11 6\nl 11 5\ne 9 10\ne 1 2\n";
  accept(t, "f -1 : c 1 0 z 2");
  accept(t, "f -1 : c -3 0 z 2");
  accept(t, "f -4 5 : c 1 0 z 2");   // 2x = 2y gives x = y
  refuse_falsehood(t, "f -2 : c 1 0 z 2", not_reached);
  refuse_falsehood(t, "f -3 : c 1 0 z 2", not_reached);   // an inequality is rounded
  refuse(t, "f -1 -2 : c 0 0 1 1 z 2", not_reached);
  refuse(t, "f -1 : c 1 0 z 4", reason::bad_instruction(2, because::not_divisible));
}

TEST_CASE("p: products of facts") {
  // 9: xy, 10: x - y, 11: (x - y)(x - y); 1: 0 ≤ x, 2: 0 ≤ y, 3: 0 ≤ xy, 4: x = 0, 5: xy = 0, 6: x ≤ 0
  const Text t = variables + "* 1 2\n- 1 2\n* 10 10\nl 4 1\nl 4 2\nl 4 9\ne 1 4\ne 9 4\nl 1 4\n";
  accept(t, "f -1 -2 3 : p 0 1 c 1 3 1 2");
  refuse_falsehood(t, "f -1 3 : p 0 0 c 1 2 1 1", not_reached);   // x² is not xy
  refuse(t, "f -1 -2 3 : p 0 0 c 1 3 1 2", not_reached);
  refuse_falsehood(t, "f -6 -2 3 : p 0 1 c 1 3 1 2", not_reached);   // 0 ≤ -x and 0 ≤ y: -xy ≥ 0
  SECTION("with an equation the product is one") {
    accept(t, "f -4 -2 5 : p 0 1");
    accept(t, "f -2 -4 5 : p 0 1");
    accept(t, "f -2 -4 5 : p 1 0");
    refuse_falsehood(t, "f -1 -2 5 : p 0 1", not_reached);   // of two inequalities it is not
    refuse(t, "f -4 -2 5 : p 1 1", not_reached);
  }
  SECTION("products of more than 16 factors are not worked out") {
    Text large = variables;   // 9: x², 10: x⁴, 11: x⁸, 12: x¹⁶
    for (const Text factor : {"1", "9", "10", "11"}) large += "* " + factor + " " + factor + "\n";
    large += "l 4 11\nl 4 12\nl 4 1\n";
    accept(large, "f -1 2 : p 0 0 c 1 2 1 1");
    refuse(large, "f -2 -3 : p 0 1", reason::bad_instruction(1, because::too_large));
  }
}

TEST_CASE("t: an equation times a term") {
  // 9: xz, 10: yz; 1: x = y, 2: xz = yz, 3: x ≤ y, 4: xz ≤ yz
  const Text t = variables + "* 1 3\n* 2 3\ne 1 2\ne 9 10\nl 1 2\nl 9 10\n";
  accept(t, "f -1 2 : t 0 3");
  refuse_falsehood(t, "f -3 4 : t 0 3 c 1 2 1 1",
                   reason::bad_instruction(1, because::only_equations));   // an inequality is not multiplied
  refuse_falsehood(t, "f 2 : t 0 3", reason::bad_instruction(1, because::only_equations));   // the goal is no fact
  refuse(t, "f -1 2 : t 0 2", not_reached);                                                  // another term
  refuse(t, "f -1 2 : t 0 0", not_reached);                                                  // times 0
  refuse(t, "f -1 2 : t 0 99", reason::bad_instruction(1, because::no_term));
  refuse(t, "f -1 2 : t 0 -3", reason::bad_instruction(1, because::no_term));
  refuse(t, "f -1 2 : t 0 99999999999999999999", reason::bad_instruction(1, because::no_term));
  // not the other way round: from xz = yz does not follow x = y
  refuse_falsehood(t, "f -2 1 : t 0 3", not_reached);
}

TEST_CASE("s: the square of a term is at least 0") {
  // 9: x², 10: xy, 11: x - y, 12: (x - y)², 13: y²; 1: 0 ≤ x², 2: 0 ≤ xy, 3: 0 ≤ (x - y)², 4: 1 ≤ x², 5: 0 ≤ x
  const Text t = variables + "* 1 1\n* 1 2\n- 1 2\n* 11 11\n* 2 2\nl 4 9\nl 4 10\nl 4 12\nl 5 9\nl 4 1\n";
  accept(t, "f 1 : s 1 c 1 0 1 1");
  accept(t, "f 3 : s 11 c 1 0 1 1");
  refuse_falsehood(t, "f 2 : s 1 c 1 0 1 1", not_reached);   // the square of another term
  refuse_falsehood(t, "f 4 : s 1 c 1 0 1 1", not_reached);   // x² - 1 ≥ 0 is not so
  refuse_falsehood(t, "f 5 : s 1 c 1 0 1 1", not_reached);
  refuse(t, "f 1 : s 2 c 1 0 1 1", not_reached);
  refuse(t, "f 1 : s 0 c 1 0 1 1", not_reached);   // of 0
  refuse(t, "f 1 : s 99 c 1 0 1 1", reason::bad_instruction(1, because::no_term));
  refuse(t, "f 1 : s -1 c 1 0 1 1", reason::bad_instruction(1, because::no_term));
}

TEST_CASE("q: division with remainder by a numeral") {
  // 9: x div 3, 10: x mod 3, 11: 3 * 9, 12: 11 + 10; 13: x div 2, 14: x div -2, 15: x mod -2
  // 1: 0 ≤ 10, 2: 10 ≤ 2, 3: x = 12, 4: 10 ≤ 1, 5: 15 ≤ 1, 6: 15 ≤ 0, 7: 1 ≤ 10
  const Text t = variables + "/ 1 7\n% 1 7\n* 7 9\n+ 11 10\n/ 1 6\n/ 1 8\n% 1 8\n" +
                 "l 4 10\nl 10 6\ne 1 12\nl 10 5\nl 15 5\nl 15 4\nl 5 10\n";
  accept(t, "f 1 : q 9 10 c 1 0 1 2");
  accept(t, "f 2 : q 9 10 c 1 0 1 3");
  accept(t, "f 3 : q 9 10 c 1 1");
  accept(t, "f 5 : q 14 15 c 1 0 1 3");   // |-2| - 1 is the bound
  refuse_falsehood(t, "f 4 : q 9 10 c 1 0 1 3", not_reached);
  refuse_falsehood(t, "f 6 : q 14 15 c 1 0 1 3", not_reached);
  refuse_falsehood(t, "f 7 : q 9 10 c 1 0 1 2", not_reached);
  refuse(t, "f 1 : q 10 9 c 1 0 1 2", reason::bad_instruction(1, because::not_a_division));    // the wrong way round
  refuse(t, "f 1 : q 13 10 c 1 0 1 2", reason::bad_instruction(1, because::not_a_division));   // of different divisions
  refuse(t, "f 1 : q 14 10 c 1 0 1 2", reason::bad_instruction(1, because::not_a_division));
  refuse(t, "f 1 : q 9 c 1 0 1 2", reason::bad_instruction(1, because::takes_division));
  refuse(t, "f 1 : q 9 99 c 1 0 1 2", reason::bad_instruction(1, because::not_a_division));
  refuse(t, "f 1 : q 1 10 c 1 0 1 2", reason::bad_instruction(1, because::not_a_division));
}

TEST_CASE("q: division by a divisor that may be 0") {
  // 9: x div y, 10: x mod y, 11: y * 9, 12: 11 + 10
  // 1: 1 ≤ y, 2: 0 ≤ 10, 3: y ≤ -1 (term 13), 4: 10 ≤ y, 5: 0 ≤ y, 6: y ≤ 10, 7: 1 ≤ z, 8: 2 ≤ y, 9: y = 1
  const Text t = variables + "/ 1 2\n% 1 2\n* 2 9\n+ 11 10\nn -1\n" +
                 "l 5 2\nl 4 10\nl 2 13\nl 10 2\nl 4 2\nl 2 10\nl 5 3\nl 6 2\ne 2 5\n";
  accept(t, "f -1 2 : q 9 10 0 c 1 1 1 3");
  accept(t, "f -3 2 : q 9 10 0 c 1 1 1 3");
  accept(t, "f -1 4 : q 9 10 0 c 1 1 1 4");
  accept(t, "f 2 -1 : q 9 10 1 c 1 0 1 3");
  refuse_falsehood(t, "f 2 : q 9 10 c 1 0 1 2",
                   reason::bad_instruction(1, because::divisor_may_be_zero));   // x mod 0 = x may be negative
  refuse_falsehood(t, "f -5 2 : q 9 10 0 c 1 1 1 3",
                   reason::bad_instruction(1, because::divisor_may_be_zero));   // 0 ≤ y is not enough
  refuse_falsehood(t, "f -7 2 : q 9 10 0 c 1 1 1 3",
                   reason::bad_instruction(1, because::divisor_may_be_zero));   // of another term
  refuse_falsehood(t, "f 2 -5 : q 9 10 0 c 1 0 1 3", reason::bad_instruction(1, because::divisor_may_be_zero));
  refuse(t, "f -8 2 : q 9 10 0 c 1 1 1 3",
         reason::bad_instruction(1, because::divisor_may_be_zero));   // exactly y - 1 ≥ 0 is wanted
  refuse(t, "f -9 2 : q 9 10 0 c 1 1 1 3",
         reason::bad_instruction(1, because::divisor_may_be_zero));   // an equation is not it
  SECTION("by the numeral 0 there is nothing to be had") {
    const Text zero = variables + "/ 1 4\n% 1 4\nl 4 10\n";
    refuse_falsehood(zero, "f 1 : q 9 10 c 1 0 1 2", reason::bad_instruction(1, because::divisor_may_be_zero));
  }
  SECTION("a divisor whose normal form is a numeral is one") {
    accept(variables + "+ 5 5\n/ 1 9\n% 1 9\nl 11 5\n", "f 1 : q 10 11 c 1 0 1 3");
    refuse_falsehood(variables + "- 5 5\n/ 1 9\n% 1 9\nl 4 11\n", "f 1 : q 10 11 c 1 0 1 2",
                     reason::bad_instruction(1, because::divisor_may_be_zero));
  }
}

TEST_CASE("o: division by the numeral 0") {
  // 9: x div 0, 10: x mod 0, 11: x div 1, 12: x mod 1, 13: x div y, 14: x mod y, 15: y - y, 16: x div 15, 17: x mod 15,
  // 18: y mod 0 1: 9 = 0, 2: 10 = x, 3: 9 = x, 4: 11 = 0, 5: 13 = 0, 6: 16 = 0, 7: 10 = 0, 8: x = 18, 9: 9 ≤ -2
  const Text t = variables + "/ 1 4\n% 1 4\n/ 1 5\n% 1 5\n/ 1 2\n% 1 2\n- 2 2\n/ 1 15\n% 1 15\n% 2 4\n" +
                 "e 9 4\ne 10 1\ne 9 1\ne 11 4\ne 13 4\ne 16 4\ne 10 4\ne 1 18\nl 9 8\n";
  accept(t, "f 1 : o 9 10");
  accept(t, "f 2 : o 9 10 c 1 1");
  accept(t, "f 6 : o 16 17");             // the normal form is what counts
  accept(t, "f -9 : o 9 10 c 1 0 1 2");   // 0 ≤ -2 is absurd
  refuse_falsehood(t, "f 3 : o 9 10", not_reached);
  refuse_falsehood(t, "f 7 : o 9 10", not_reached);
  refuse_falsehood(t, "f 7 : o 9 10 c 1 1", not_reached);
  refuse_falsehood(t, "f 4 : o 11 12", reason::bad_instruction(1, because::divisor_is_not_zero));   // x div 1 is x
  refuse_falsehood(t, "f 5 : o 13 14", reason::bad_instruction(1, because::divisor_is_not_zero));   // y may be 1
  refuse_falsehood(t, "f 8 : o 9 18 c 1 1",
                   reason::bad_instruction(1, because::not_a_division));   // of another dividend
  refuse(t, "f 1 : o 10 9", reason::bad_instruction(1, because::not_a_division));
  refuse(t, "f 1 : o 9", reason::bad_instruction(1, because::takes_quotient_and_remainder));
  refuse(t, "f 1 : o 9 10 0", reason::bad_instruction(1, because::takes_quotient_and_remainder));
  refuse(t, "f 1 : q 9 10 c 1 0", reason::bad_instruction(1, because::divisor_may_be_zero));
}

TEST_CASE("other letters are no instructions") {
  const Text t = variables + "l 1 2\nl 2 1\n";
  for (const Text letter : {"a", "b", "d", "x", "r", "y"})
    refuse(t, "f 1 2 : c 1 0 1 1 " + letter + " 1", reason::bad_instruction(2, because::no_such_letter));
  const auto bad = [&](const Text& step) { return answer(Text(header) + t + "by refutation\n" + step + "\n"); };
  CHECK(bad("f 1 2 : C 1 0") == rejected(14, 9, reason::expected(wanted::number)));
  CHECK(bad("f 1 2 : 1 0") == rejected(14, 9, reason::expected(wanted::number)));
  CHECK(bad("f 1 2 c 1 0") == rejected(14, 7, reason::expected(wanted::instructions_colon)));
  CHECK(bad("f 1 2") == rejected(14, 6, reason::expected(wanted::instructions_colon)));
  CHECK(bad("f 1 2 : c 1 -") == rejected(14, 14, reason::expected(wanted::integer_digit)));
  CHECK(bad("f 1 2 : c 1 - 1") == rejected(14, 14, reason::expected(wanted::integer_digit)));
  accept(t, "f 1 2 : c1 0 1 1");   // spaces may be left out where a letter or a sign separates
  accept(t, "f 1 2 : c1 0 1 1c1 2");
}

TEST_CASE("the goal is the equation, or both of its inequalities") {
  // 9: x + 1, 10: y + 1; 1: x = y, 2: x + 1 = y + 1, 3: x ≤ y, 4: y ≤ x, 5: x = z, 6: y = z
  const Text t = variables + "+ 1 5\n+ 2 5\ne 1 2\ne 9 10\nl 1 2\nl 2 1\ne 1 3\ne 2 3\n";
  accept(t, "f -1 2 : c 1 0");
  accept(t, "f -1 2 : c -1 0");
  accept(t, "f 2 -3 -4 : c 1 1 c 1 2");
  accept(t, "f -5 -6 1 : c 1 0 -1 1");
  refuse_falsehood(t, "f -5 1 : c 1 0", not_reached);
  refuse_falsehood(t, "f -3 1 : c 1 0", not_reached);
  refuse_falsehood(t, "f -3 1 : c 1 0 c 1 0", not_reached);
  refuse(t, "f -3 -4 1 : c 1 0 c 1 1 c 1 1", not_reached);   // the last two are the same one
  refuse(t, "f -1 2 : c 2 0", not_reached);                  // 2y - 2x = 0
  refuse(t, "f -1 2 : c 0 0", not_reached);
  refuse_falsehood(t, "f -3 -4 5 : c 1 0 c 1 1", not_reached);
  SECTION("the first equation of several is the goal") {
    accept(t, "f -1 2 5 : c 1 0");
    refuse(t, "f -1 5 2 : c 1 0", not_reached);
  }
  SECTION("a contradiction will also do") { accept(variables + "e 1 2\nl 5 4\n", "f 1 -2 : c 1 1"); }
}

TEST_CASE("the normal form of a term is a polynomial") {
  // 9: x + y, 10: 9 * 9, 11: x * x, 12: x * y, 13: y * y, 14: 2 * 12, 15: 11 + 14, 16: 15 + 13, 17: 15 - 13
  const Text t =
      variables + "+ 1 2\n* 9 9\n* 1 1\n* 1 2\n* 2 2\n* 6 12\n+ 11 14\n+ 15 13\n- 15 13\ne 10 16\ne 10 17\ne 10 15\n";
  accept(t, "f 1 :");
  refuse_falsehood(t, "f 2 :", not_reached);
  refuse_falsehood(t, "f 3 :", not_reached);
  SECTION("every other term is an atom of its own") {
    // two terms of the same variable are two atoms
    refuse(variables + "y 1\ne 1 9\n", "f 1 :", not_reached);
    refuse_falsehood(variables + "s 1 2\ns 1 3\ne 9 10\n", "f 1 :", not_reached);
    refuse_falsehood(variables + "/ 1 6\n* 6 9\ne 1 10\n", "f 1 :", not_reached);   // 2 * (x div 2)
    refuse_falsehood(variables + "v 1 0\nv 1 1\ne 9 10\n", "f 1 :", not_reached);
  }
  SECTION("numerals of any size") {
    const Text large(4000, '9'), one = "1" + Text(3999, '0');
    accept("n " + large + "\nn " + one + "\nl 2 1\n", "f 1 : c 1 0");
    refuse("n " + large + "\nn " + one + "\nl 1 2\n", "f 1 : c 1 0", not_reached);
  }
}
