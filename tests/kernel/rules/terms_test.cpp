// The lines that make terms, and the formulas over terms: how many numbers each takes, and that these are there. How
// the claim prints them.

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "kernel/mutants/judge.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Terms 1 to 3, entries 1 to 3; then one line, and a refutation that does not need it.
const Text start = Text(header) + "y 1\nn 5\nb 0\na 1\na 2\nl 1 2\n";
const Text finish = "! 1\n! -1\nby refutation\nr : 1 2\n";

// The kernel's answer, which must be the oracle's.
Text says(const Text& certificate) {
  CHECK(judge(certificate).flaw.value_or("") == "");
  return answer(certificate);
}
Text with_line(const Text& line) { return says(start + line + "\n" + finish); }

}   // namespace

TEST_CASE("each line of a term or of a formula over terms is accepted with its numbers") {
  for (const Text line : {"n 0",
                          "n -5",
                          "n 12345678901234567890123",
                          "v 1 0",
                          "v 0 999999999999999",
                          "y 0",
                          "b 7",
                          "+ 1 2",
                          "- 1 1",
                          "* 1 3",
                          "/ 1 2",
                          "% 3 2",
                          "P 1 2",
                          "B 1 2",
                          "s 1 2",
                          "u 1 2 3",
                          "k 1",
                          "I 1 2 3",
                          "I -3 1 1",
                          "D 1 2",
                          "l 1 3",
                          "e 2 2",
                          "m 1 3",
                          "A 3",
                          "A -1"}) {
    INFO(line);
    CHECK(with_line(line) == "certified");
    CHECK(says(start + "! 1\n! -1\nby refutation\n" + line + "\nr : 1 2\n") == "certified");
  }
}

TEST_CASE("a term has its number of children") {
  const auto arity = [](std::size_t wanted, std::size_t found) {
    return rejected(9, 1, reason::wrong_arity(wanted, found));
  };
  for (const Text head : {"+", "-", "*", "/", "%", "P", "B", "s", "D", "l", "e", "m", "v"}) {
    INFO(head);
    CHECK(with_line(head) == arity(2, 0));
    CHECK(with_line(head + " 1") == arity(2, 1));
    CHECK(with_line(head + " 1 2 3") == arity(2, 3));
  }
  for (const Text head : {"y", "b", "k"}) {
    INFO(head);
    CHECK(with_line(head) == arity(1, 0));
    CHECK(with_line(head + " 1 2") == arity(1, 2));
  }
  for (const Text head : {"u", "I"}) {
    INFO(head);
    CHECK(with_line(head + " 1 2") == arity(3, 2));
    CHECK(with_line(head + " 1 2 3 1") == arity(3, 4));
  }
  CHECK(with_line("A") == arity(1, 0));
  CHECK(with_line("A 1 2") == arity(1, 2));
  CHECK(with_line("n") == arity(1, 0));
  CHECK(with_line("n 1 2") == arity(1, 2));
  CHECK(with_line("n x") == arity(1, 0));
}

TEST_CASE("a term names only terms and entries before it") {
  // the terms 1 to 3 are there; 4 would be the line itself
  for (const Text shape : {"+ T 1", "- 1 T", "* T T",   "/ 1 T",   "% T 2",   "P 2 T", "B T 1",   "B 2 T",
                           "s T 1", "s 1 T", "u T 1 2", "u 1 T 2", "u 1 2 T", "k T",   "I 1 T 2", "I -1 2 T",
                           "D T 1", "D 1 T", "l T 1",   "l 1 T",   "e T 1",   "e 1 T", "m T 1",   "m 1 T"})
    for (const Text number : {"4", "5", "1000", "999999999999999"}) {
      Text line = shape;
      for (std::size_t at; (at = line.find('T')) != Text::npos;) line.replace(at, 1, number);
      INFO(line);
      CHECK(with_line(line) == rejected(9, 1, reason::no_such_term(std::stoull(number))));
      CHECK(says(start + "by refutation\n" + line + "\n") ==
            rejected(10, 1, reason::no_such_term(std::stoull(number))));
    }
  for (const Text line : {"I 4 1 2", "I -4 1 2", "A 4", "A -4"}) {
    INFO(line);
    CHECK(with_line(line) == rejected(9, 1, reason::no_such_entry(4)));
  }
  // the first that is missing is named
  CHECK(with_line("u 7 8 9") == rejected(9, 1, reason::no_such_term(7)));
  CHECK(with_line("I 9 8 7") == rejected(9, 1, reason::no_such_entry(9)));
  CHECK(with_line("I 1 8 7") == rejected(9, 1, reason::no_such_term(8)));
  // terms and entries are counted apart: there are two of each here
  CHECK(says(Text(header) + "y 1\na 1\ny 2\na 2\n+ 3 1\n") == rejected(7, 1, reason::no_such_term(3)));
  CHECK(says(Text(header) + "y 1\na 1\ny 2\na 2\nA 3\n") == rejected(7, 1, reason::no_such_entry(3)));
}

TEST_CASE("a child that is a term has no sign") {
  CHECK(with_line("+ -1 2") == rejected(9, 1, reason::wrong_arity(2, 0)));
  CHECK(with_line("+ 1 -2") == rejected(9, 1, reason::wrong_arity(2, 1)));
  CHECK(with_line("I 1 -2 3") == rejected(9, 1, reason::expected(wanted::term)));
  CHECK(with_line("I 1 2 -3") == rejected(9, 1, reason::expected(wanted::term)));
  CHECK(with_line("I 0 2 3") == rejected(9, 4, reason::expected(wanted::literal)));
  CHECK(with_line("A 0") == rejected(9, 4, reason::expected(wanted::literal)));
  CHECK(with_line("b -1") == rejected(9, 1, reason::wrong_arity(1, 0)));
}

TEST_CASE("term 0 is the numeral 0") {
  CHECK(says(Text(header) + "y 1\nl 1 1\nl 0 0\n! -2\nby refutation\nf 2 : c 1 0\nr : 1 2\n") == "certified");
  CHECK(says(Text(header) + "y 1\nl 0 1\n! -1\nby refutation\nf 1 : c 1 0\n") ==
        rejected(7, 1, reason::no_contradiction()));
}

TEST_CASE("a numeral has up to 4000 digits and a minus sign at most") {
  const Text digits(4000, '7');
  CHECK(with_line("n " + digits) == "certified");
  CHECK(with_line("n -" + digits) == "certified");
  CHECK(with_line("n " + digits + "7") == rejected(9, 4003, reason::number_too_large()));
  CHECK(with_line("n -" + digits + "7") == rejected(9, 4004, reason::number_too_large()));
  CHECK(with_line("n 0" + digits) == rejected(9, 4, reason::leading_zero()));
  CHECK(with_line("n -") == rejected(9, 4, reason::expected(wanted::integer_digit)));
  CHECK(with_line("n --1") == rejected(9, 4, reason::expected(wanted::integer_digit)));
  CHECK(with_line("n - 1") == rejected(9, 4, reason::expected(wanted::integer_digit)));
  CHECK(with_line("n +1") == rejected(9, 1, reason::wrong_arity(1, 0)));
  CHECK(with_line("n 1.5") == rejected(9, 4, reason::expected(wanted::number)));
  CHECK(with_line("n 1e5") == rejected(9, 4, reason::expected(wanted::number)));
  CHECK(with_line("n -0") == rejected(9, 3, reason::leading_zero()));
}

TEST_CASE("comparisons and universal formulas have no definition clauses") {
  const Text t = start + "e 1 2\nm 1 2\nA 3\nby refutation\n";
  for (const std::size_t entry : {3, 4, 5, 6})
    CHECK(says(t + "d " + std::to_string(entry) + " 0\n") == rejected(13, 1, reason::no_such_definition(entry, 0)));
}

TEST_CASE("the claim prints terms and formulas") {
  const Text terms =
      "n 5\nn -5\nv 1 0\nv 1 2\ny 3\nb 0\n+ 1 3\n- 3 1\n* 3 3\n/ 3 1\n% 3 1\nP 3 4\ns 5 3\nu 5 3 1\nk 1\n"
      "a 1\nI -1 3 4\nD 5 14\n";
  Text formulas;
  int entry = 1;
  Text assertions;
  for (int term = 2; term <= 17; ++term) {
    formulas += (term == 14 || term == 15 ? "m " : "l ") + std::to_string(term) + " 1\n";
    assertions += "! " + std::to_string(++entry) + "\n";
  }
  const Text all = "e 6 3\nA -18\nA 19\n! 20\n! -20\n";
  CHECK(claim(Text(header) + terms + formulas + all + "by refutation\nr : 1 2\n") ==
        "unsatisfiable: no model makes all 2 assertions true\n  (∀ (∀ b0 ≠ x1))\n  ¬(∀ (∀ b0 ≠ x1))");
  // a comparison that is denied is printed as its opposite
  CHECK(claim(Text(header) +
              "y 1\ny 2\nl 1 2\ne 1 2\nm 1 2\n& -1\n! -1\n! -2\n! -3\n! -4\n! 4\nby refutation\nr : 4 5\n") ==
        "unsatisfiable: no model makes all 5 assertions true\n  c2 < c1\n  c1 ≠ c2\n  c1 ≠ c2\n  ¬c2 < c1\n  c2 < c1");
  CHECK(claim(Text(header) + terms + formulas + assertions + "! 1\n! -1\nby refutation\nr : 17 18\n")
            .starts_with("unsatisfiable: no model makes all 18 assertions true\n"
                         "  -5 ≤ 5\n  x1 ≤ 5\n  x1'2 ≤ 5\n  c3 ≤ 5\n  b0 ≤ 5\n  (5 + x1) ≤ 5\n  (x1 - 5) ≤ 5\n"
                         "  (x1 * x1) ≤ 5\n  (x1 div 5) ≤ 5\n  (x1 mod 5) ≤ 5\n  ⟨x1, x1'2⟩ ≤ 5\n  c3[x1] ≤ 5\n"
                         "  c3[x1 := 5] = 5\n"));
}
