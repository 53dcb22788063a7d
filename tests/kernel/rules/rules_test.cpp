// Every rule of certificates/FORMAT.md: uses that are accepted, and near-misses that are rejected for exactly that
// reason, with the place and the words. The definition clauses of each shape are tried out in definitions_test.cpp.

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "kernel/mutants/claim_evaluator.hpp"
#include "kernel/mutants/judge.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// The example's proof, from line 10 on.
const Text proof = "d 3 0\nr : 1 2 3 4\n";

Text example(const Text& steps) { return Text(three_clauses) + steps; }

Text with_header(const Text& lines) { return Text(header) + lines; }

}   // namespace

TEST_CASE("the example of the format's page is certified") {
  CHECK(answer(example(proof)) == "certified");
  CHECK(claim(example(proof)) == "unsatisfiable: no model makes all 3 assertions true\n  (p1 ∨ p2)\n  ¬p1\n  ¬p2");
}

TEST_CASE("the first line is the version") {
  const Text rest = example(proof).substr(Text("plato certificate 2\n").size());
  const Text wrong = rejected(1, 1, reason::expected(wanted::version));
  CHECK(answer("plato certificate 2\n" + rest) == "certified");
  CHECK(answer("plato certificate 2 \n" + rest) == rejected(1, 20, reason::expected(wanted::after_version)));
  CHECK(answer("plato certificate \n" + rest) == rejected(1, 19, reason::expected(wanted::integer_digit)));
  CHECK(answer("plato certificate -1\n" + rest) == rejected(1, 19, reason::expected(wanted::integer_digit)));
  CHECK(answer("plato certificate\n" + rest) == wrong);
  CHECK(answer("plato  certificate 2\n" + rest) == wrong);
  CHECK(answer("Plato certificate 2\n" + rest) == wrong);
  CHECK(answer("\nplato certificate 2\n" + rest) == wrong);
  CHECK(answer("# a remark\nplato certificate 2\n" + rest) == wrong);
  CHECK(answer(rest) == wrong);
}

TEST_CASE("another version is rejected by its number, and an older one is to be made again") {
  const Text rest = example(proof).substr(Text("plato certificate 2\n").size());
  for (const Text version : {"1", "3", "10", "0", "123456789012345678901234567890"}) {
    INFO(version);
    CHECK(answer("plato certificate " + version + "\n" + rest) == rejected(1, 19, reason::unknown_version(version)));
    // whatever follows
    CHECK(answer("plato certificate " + version + "\n") == rejected(1, 19, reason::unknown_version(version)));
  }
  CHECK(answer("plato certificate 01\n" + rest) == rejected(1, 20, reason::leading_zero()));
}

TEST_CASE("the second line is the kind of claim") {
  const Text rest = example(proof).substr(header.size());
  const auto second = [&](const Text& line) { return answer("plato certificate 2\n" + line + rest); };
  const Text wrong = rejected(2, 1, reason::expected(wanted::kind));
  CHECK(second("claim unsatisfiable\n") == "certified");
  CHECK(second("claim satisfiable\n") == rejected(9, 1, reason::other_method("by model")));
  CHECK(second("claim satisfiable \n") == wrong);
  CHECK(second("claim satisfied\n") == wrong);
  CHECK(second("claim unsatisfiable \n") == wrong);
  CHECK(second("claim unsatisfiables\n") == wrong);
  CHECK(second("# a remark\nclaim unsatisfiable\n") == wrong);
  CHECK(second("") == wrong);
  CHECK(second("plato certificate 2\nclaim unsatisfiable\n") == wrong);
}

TEST_CASE("remarks stand anywhere between the second line and the end") {
  CHECK(
      answer(with_header("# p ∨ q\n#\n##\n#proof\na 1\n#! -1\n! 1\n! -1\n# \nby refutation\n# r :\n#x 1\nr : 1 2\n")) ==
      "certified");
  CHECK(answer(example(proof + "# the end\n")) == rejected(12, 1, reason::after_the_end()));
  CHECK(answer(example("d 3 0 # remark\n")) == rejected(10, 7, reason::expected(wanted::number)));
  CHECK(answer(example(" # remark\n")) == rejected(10, 1, reason::expected(wanted::keyword)));
  CHECK(answer(example("d 3 0\n# the file ends in this remark")) == rejected(11, 31, reason::expected(wanted::number)));
}

TEST_CASE("a line is a keyword and numbers, each after spaces") {
  CHECK(answer(example("d  3   0\nr   :  1 2   3 4\n")) == "certified");
  CHECK(answer(example("d 3 0 \nr : 1 2 3 4  \n")) == "certified");
  const Text keyword = reason::expected(wanted::keyword);
  for (const Text line : {"\n", " d 3 0\n", "G 3 0\n", "d3 0\n", "dd 3 0\n", "z 1\n", "R : 1\n", "1\n", "~\n", "\t\n",
                          "r: 1 2\n", "f: c 1 0\n", "x1\n", "!1\n", "|1\n", "t1\n", "n1\n", "-1\n", "definition\n"}) {
    INFO(line);
    CHECK(answer(example(line)) == rejected(10, 1, keyword));
  }
  const Text number = reason::expected(wanted::number);
  CHECK(answer(example("d\t3 0\n")) == rejected(10, 1, keyword));
  CHECK(answer(example("d 3\t0\n")) == rejected(10, 1, reason::wrong_arity(2, 1)));
  CHECK(answer(example("d 3 0\t\n")) == rejected(10, 6, number));
  CHECK(answer(example("d 3 0x\n")) == rejected(10, 6, number));
  CHECK(answer(example("| 1 +2\n")) == rejected(10, 5, number));
  CHECK(answer(example("| 1 2.0\n")) == rejected(10, 6, number));
  CHECK(answer(example("| 1 2,3\n")) == rejected(10, 6, number));
  CHECK(answer(example("| 1-2\n")) == rejected(10, 4, number));
  CHECK(answer(example("x -1\n")) == rejected(10, 3, number));
  CHECK(answer(example("d -3 0\n")) == rejected(10, 1, reason::wrong_arity(2, 0)));
  CHECK(answer(example("r : -1\n")) == rejected(10, 5, number));
}

TEST_CASE("a minus sign belongs to a literal's digits") {
  CHECK(answer(with_header("a 1\n| -1\n! 2\n! 1\nby refutation\nd 2 0\nr : 1 2 3\n")) == "certified");
  const Text digit = reason::expected(wanted::digit);
  CHECK(answer(example("| - 1\n")) == rejected(10, 4, digit));
  CHECK(answer(example("| --1\n")) == rejected(10, 4, digit));
  CHECK(answer(example("| 1 -\n")) == rejected(10, 6, digit));
  CHECK(answer(example("r -: 1\n")) == rejected(10, 4, digit));
}

TEST_CASE("a number has one way to be written") {
  const auto is_refused = [](const Text& certificate, std::size_t line, std::size_t column) {
    INFO(certificate);
    CHECK(answer(certificate) == rejected(line, column, reason::leading_zero()));
    CHECK(judge(certificate).flaw.value_or("") == "");
  };
  is_refused(example("d 03 0\n"), 10, 4);
  is_refused(example("d 3 00\n"), 10, 6);
  is_refused(example("& 00\n"), 10, 4);
  is_refused(example("| -01\n"), 10, 5);
  is_refused(example("d 3 0\nr : 1 2 3 000000000000000000000004\n"), 11, 12);
  is_refused(example("n 007\n"), 10, 4);
  is_refused(example("n -07\n"), 10, 5);
  is_refused(example("n -0\n"), 10, 3);
  is_refused(example("l 0 0\nf 4 : c 01 0\n"), 11, 10);
  is_refused(example("q 04 1\n"), 10, 4);
  is_refused(Text(model_header) + "y 1\nby model\ny 1 07\n", 5, 6);
  is_refused(Text(model_header) + "y 1\nby model\ny 1 -0\n", 5, 5);
  CHECK(answer(example("d 3 0\nn 0\nn -10\nr : 1 2 3 4\n")) == "certified");
}

TEST_CASE("a literal is never 0") {
  const Text zero = reason::expected(wanted::literal);
  CHECK(answer(example("| 0\n")) == rejected(10, 4, zero));
  CHECK(answer(example("| 1 -0\n")) == rejected(10, 7, zero));
  CHECK(answer(example("> 0 1\n")) == rejected(10, 4, zero));
  CHECK(answer(example("= 1 0\n")) == rejected(10, 6, zero));
  CHECK(answer(example("? 1 2 0\n")) == rejected(10, 8, zero));
  CHECK(answer(example("r 0 : 1\n")) == rejected(10, 4, zero));
  CHECK(answer(with_header("t\n! 0\n")) == rejected(4, 4, zero));
}

TEST_CASE("numbers are below 10^15") {
  CHECK(answer(with_header("a 999999999999999\n! 1\n! -1\nby refutation\nr : 1 2\n")) == "certified");
  const Text large = reason::number_too_large();
  CHECK(answer(with_header("a 1000000000000000\n")) == rejected(3, 18, large));
  CHECK(answer(with_header("a 18446744073709551617\n")) == rejected(3, 18, large));
  CHECK(answer(example("| 1 1000000000000001\n")) == rejected(10, 20, large));
  CHECK(answer(example("| -1000000000000000\n")) == rejected(10, 19, large));
  CHECK(answer(example("d 3 4294967296\n")) == rejected(10, 1, reason::no_such_definition(3, 4294967296)));
  CHECK(answer(example("d 3 9223372036854775808\n")) == rejected(10, 20, large));
  CHECK(answer(example("d 3 0\nr : 1 2 3 18446744073709551620\n")) == rejected(11, 26, large));
  CHECK(answer(example("x 18446744073709551617\n")) == rejected(10, 18, large));
  // just below the limit they are only names of nothing
  CHECK(answer(example("| 999999999999999\n")) == rejected(10, 1, reason::no_such_entry(999999999999999)));
  CHECK(answer(example("r -999999999999999 :\n")) == rejected(10, 1, reason::no_such_entry(999999999999999)));
  CHECK(answer(example("r : 999999999999999\n")) == rejected(10, 1, reason::no_such_clause(999999999999999)));
  CHECK(answer(example("x 999999999999999\n")) == rejected(10, 1, reason::no_such_clause(999999999999999)));
  CHECK(answer(example("d 999999999999999 0\n")) == rejected(10, 1, reason::no_such_entry(999999999999999)));
}

TEST_CASE("every keyword takes its number of numbers") {
  CHECK(answer(with_header(
            "a 1\nt\n&\n|\n& 1\n| 1\n> 1 2\n= 1 2\n? 1 2 3\n! 1\n! -1\nby refutation\nx\nd 2 0\nr : 1 2\n")) ==
        "certified");
  const auto line = [](const Text& text) { return answer(example(text)); };
  const auto arity = [](std::size_t wanted, std::size_t found) {
    return rejected(10, 1, reason::wrong_arity(wanted, found));
  };
  CHECK(line("a\n") == arity(1, 0));
  CHECK(line("a 1 2\n") == arity(1, 2));
  CHECK(line("> 1\n") == arity(2, 1));
  CHECK(line("> 1 2 3\n") == arity(2, 3));
  CHECK(line("= 1\n") == arity(2, 1));
  CHECK(line("= 1 2 3\n") == arity(2, 3));
  CHECK(line("? 1 2\n") == arity(3, 2));
  CHECK(line("? 1 2 3 1\n") == arity(3, 4));
  CHECK(line("d\n") == arity(2, 0));
  CHECK(line("d 3\n") == arity(2, 1));
  CHECK(line("d 3 0 1\n") == arity(2, 3));
  CHECK(line("!\n") == arity(1, 0));
  CHECK(line("! 1 2\n") == arity(1, 2));
  CHECK(line("t \n") == rejected(10, 2, reason::expected(wanted::number)));
  CHECK(line("t 1\n") == rejected(10, 2, reason::expected(wanted::number)));
}

TEST_CASE("an entry names only entries before it, in the problem and in the proof") {
  CHECK(answer(with_header(
            "a 1\n& 1\n| 2 -1\n> 3 -2\n= 4 1\n? 5 4 -3\n! 1\n! -1\nby refutation\n& 6\n> 7 -1\nr : 1 2\n")) ==
        "certified");
  // entries 1 and 2 are there; 3 would be the line itself, 4 the next
  for (const Text shape : {"& E", "& 1 2 E", "| E", "| 2 -E 1", "> E 1", "> 1 E", "= E 2", "= 1 -E", "? E 1 2",
                           "? 1 E 2", "? 1 2 E", "! E"})
    for (const std::size_t entry : {std::size_t{3}, std::size_t{4}, std::size_t{1000}}) {
      Text line = shape;
      line.replace(line.find('E'), 1, std::to_string(entry));
      INFO(line);
      CHECK(answer(with_header("a 1\na 2\n" + line + "\na 4\n")) == rejected(5, 1, reason::no_such_entry(entry)));
      if (!shape.starts_with('!'))
        CHECK(answer(with_header("a 1\na 2\nby refutation\n" + line + "\na 4\n")) ==
              rejected(6, 1, reason::no_such_entry(entry)));
    }
  // the first that is missing is named
  CHECK(answer(example("& 1 -7 8\n")) == rejected(10, 1, reason::no_such_entry(7)));
}

TEST_CASE("entries count every shape, remarks and assertions count nothing") {
  const Text problem =
      with_header("t\n# remark\na 1\n! 1\n&\n! 2\n| 2\n! 4\n> 1 2\n= 1 2\n? 1 2 3\n! -2\nby refutation\n");
  CHECK(answer(problem + "r : 2 4\n") == "certified");
  CHECK(answer(problem + "r : 2 5\n") == rejected(16, 1, reason::no_such_clause(5)));
  CHECK(answer(problem + "& 7\nr : 2 4\n") == "certified");
  CHECK(answer(problem + "& 8\nr : 2 4\n") == rejected(16, 1, reason::no_such_entry(8)));
}

TEST_CASE("two entries of the same atom are the same atom in the claim, but not for propagation") {
  const Text problem = with_header("a 1\na 1\n! 1\n! -2\nby refutation\n");
  CHECK(evaluate_problem(problem) == Truth::unsatisfiable);
  CHECK(answer(problem + "r : 1 2\n") == rejected(8, 1, reason::no_conflict()));
}

TEST_CASE("assertions stand in the problem, steps in the proof") {
  CHECK(answer(example("! -1\n")) == rejected(10, 1, reason::expected(wanted::no_assertion)));
  CHECK(answer(example("d 3 0\n! 1\nr : 1 2 3 4\n")) == rejected(11, 1, reason::expected(wanted::no_assertion)));
  // even one that names nothing
  CHECK(answer(example("! 9\n")) == rejected(10, 1, reason::expected(wanted::no_assertion)));
  const Text early = reason::expected(wanted::problem);
  CHECK(answer(with_header("a 1\n! 1\n! -1\nr : 1 2\n")) == rejected(6, 1, early));
  CHECK(answer(with_header("a 1\n! 1\nx 1\n")) == rejected(5, 1, early));
  CHECK(answer(with_header("t\nd 1 0\n")) == rejected(4, 1, early));
  CHECK(answer(with_header("x\n")) == rejected(3, 1, early));
}

TEST_CASE("there is one line 'by', and it names a method") {
  CHECK(answer(with_header("a 1\n! 1\n! -1\nby refutation\nr : 1 2\n")) == "certified");
  CHECK(answer(example("by refutation\n" + proof)) == rejected(10, 1, reason::expected(wanted::no_second_method)));
  CHECK(answer(with_header("a 1\n! 1\n! -1\n")) == rejected(6, 1, reason::expected(wanted::another_line)));
  CHECK(answer(with_header("")) == rejected(3, 1, reason::expected(wanted::another_line)));
  for (const Text line : {"by\n", "by proof\n", "by refutations\n", "by refutation \n", "by  refutation\n",
                          "by refutation", "by Refutation\n", "bytes\n"})
    CHECK(answer(with_header(line)) == rejected(3, 1, reason::expected(wanted::method)));
  for (const Text line : {"proof\n", "p\n", "Proof\n", "By refutation\n", "model\n"})
    CHECK(answer(with_header(line)) == rejected(3, 1, reason::expected(wanted::keyword)));
}

TEST_CASE("a problem without a model is shown by a refutation, and by nothing else") {
  for (const Text method : {"model", "thread-modular", "schedule"}) {
    CHECK(answer(with_header("a 1\n! 1\n! -1\nby " + method + "\nr : 1 2\n")) ==
          rejected(6, 1, reason::other_method("by refutation")));
  }
}

TEST_CASE("an assertion is the unit clause of its literal, with its sign") {
  CHECK(answer(with_header("a 1\n! 1\n! -1\nby refutation\nr : 1 2\n")) == "certified");
  CHECK(answer(with_header("a 1\n! -1\n! 1\nby refutation\nr : 1 2\n")) == "certified");
  CHECK(answer(with_header("a 1\n! 1\n! 1\nby refutation\nr : 1 2\n")) == rejected(7, 1, reason::no_conflict()));
  CHECK(answer(with_header("a 1\n! -1\n! -1\nby refutation\nr : 1 2\n")) == rejected(7, 1, reason::no_conflict()));
  CHECK(answer(with_header("a 1\na 2\n! 1\n! -2\nby refutation\nr : 1 2\n")) == rejected(8, 1, reason::no_conflict()));
  // the sign of one assertion of the example flipped: the problem has a model
  Text flipped = example(proof);
  flipped.replace(flipped.find("! -2"), 4, "! 2");
  CHECK(evaluate_problem(flipped) == Truth::satisfiable);
  CHECK(answer(flipped) == rejected(11, 1, reason::no_conflict()));
  flipped = example(proof);
  flipped.replace(flipped.find("! 3"), 3, "! -3");
  CHECK(answer(flipped) == rejected(11, 1, reason::no_conflict()));
}

TEST_CASE("definition clauses belong to entries that are there and have them") {
  CHECK(answer(example("d 3 1\nd 3 2\nd 3 0\nr : 1 2 3 6\n")) == "certified");
  CHECK(answer(example("d 3 3\n")) == rejected(10, 1, reason::no_such_definition(3, 3)));
  CHECK(answer(example("d 1 0\n")) == rejected(10, 1, reason::no_such_definition(1, 0)));
  CHECK(answer(example("d 2 1\n")) == rejected(10, 1, reason::no_such_definition(2, 1)));
  CHECK(answer(example("d 0 0\n")) == rejected(10, 1, reason::no_such_entry(0)));
  CHECK(answer(example("d 4 0\n")) == rejected(10, 1, reason::no_such_entry(4)));
  // an entry made in the proof has them from then on
  CHECK(answer(example("& 1\nd 4 1\n" + Text("d 3 0\nr : 1 2 3 5\n"))) == "certified");
  CHECK(answer(example("d 4 1\n& 1\n")) == rejected(10, 1, reason::no_such_entry(4)));
}

TEST_CASE("the definition clause of another entry does not help") {
  const Text problem = with_header("a 1\na 2\n| 1 2\n& 1 2\n! 3\n! -1\n! -2\nby refutation\n");
  CHECK(answer(problem + "d 3 0\nr : 1 2 3 4\n") == "certified");
  CHECK(answer(problem + "d 4 0\nr : 1 2 3 4\n") == rejected(12, 1, reason::hint_not_unit(4)));
  CHECK(answer(problem + "d 4 1\nr : 1 2 3 4\n") == rejected(12, 1, reason::no_conflict()));
  CHECK(answer(problem + "d 3 1\nr : 1 2 3 4\n") == rejected(12, 1, reason::hint_not_unit(4)));
}

TEST_CASE("a clause follows by unit propagation through its hints, in order") {
  CHECK(answer(example("d 3 0\nr 1 2 : 1 4\nr 2 : 2 5\nr : 3 6\n")) == "certified");
  CHECK(answer(example("d 3 0\nr 2 1 : 1 4\nr : 2 3 5\n")) == "certified");
  SECTION("the order matters") {
    CHECK(answer(example("d 3 0\nr : 4 1 2 3\n")) == rejected(11, 1, reason::hint_not_unit(4)));
    CHECK(answer(example("d 3 0\nr : 1 4 2 3\n")) == rejected(11, 1, reason::hint_not_unit(4)));
    CHECK(answer(example("d 3 0\nr : 3 2 1 4\n")) == "certified");
  }
  SECTION("every hint that is needed is needed") {
    CHECK(answer(example("d 3 0\nr : 2 3 4\n")) == rejected(11, 1, reason::no_conflict()));
    CHECK(answer(example("d 3 0\nr : 1 3 4\n")) == rejected(11, 1, reason::no_conflict()));
    CHECK(answer(example("d 3 0\nr : 1 2 3\n")) == rejected(11, 1, reason::no_conflict()));
    CHECK(answer(example("d 3 0\nr : 1 4\n")) == rejected(11, 1, reason::hint_not_unit(4)));
    CHECK(answer(example("d 3 0\nr :\n")) == rejected(11, 1, reason::no_conflict()));
    CHECK(answer(example("d 3 0\nr 1 :\n")) == rejected(11, 1, reason::no_conflict()));
  }
  SECTION("a sign of the clause flipped") {
    CHECK(answer(example("d 3 0\nr -1 2 : 1 4\n")) == rejected(11, 1, reason::no_conflict()));
    CHECK(answer(example("d 3 0\nr 1 -2 : 1 4\n")) == rejected(11, 1, reason::no_conflict()));
    CHECK(answer(example("d 3 0\nr -1 -2 : 1 4\n")) == rejected(11, 1, reason::hint_not_unit(4)));
  }
  SECTION("a literal of the clause left out") {
    CHECK(answer(example("d 3 0\nr 1 : 1 4\n")) == rejected(11, 1, reason::no_conflict()));
    CHECK(answer(example("d 3 0\nr : 1 4\n")) == rejected(11, 1, reason::hint_not_unit(4)));
  }
  SECTION("a hint that is satisfied by its one remaining literal changes nothing") {
    CHECK(answer(example("d 3 0\nr : 1 1 1 2 2 3 3 4\n")) == "certified");
    CHECK(answer(example("d 3 0\nr : 1 1 1\n")) == rejected(11, 1, reason::no_conflict()));
  }
  SECTION("hints after the conflict are not read") {
    CHECK(answer(example("d 3 0\nr : 1 2 3 4 4 1 999 0\n")) == "certified");
    CHECK(answer(example("d 3 0\nr : 999 1 2 3 4\n")) == rejected(11, 1, reason::no_such_clause(999)));
  }
  SECTION("a literal that occurs twice is two open ones") {
    CHECK(answer(example("r -1 -1 : 2\nr -1 : 4\nd 3 0\nr : 1 5 3 6\n")) == "certified");
    CHECK(answer(example("r -1 -1 : 2\nd 3 0\nr : 1 4 3 5\n")) == rejected(12, 1, reason::hint_not_unit(4)));
  }
  SECTION("a tautology follows from anything over its atom") {
    CHECK(answer(example("r 1 -1 : 2\nd 3 0\nr : 1 2 3 5\n")) == "certified");
    CHECK(answer(example("r 1 -1 :\n")) == rejected(10, 1, reason::no_conflict()));
    // as a hint it says nothing
    CHECK(answer(example("r 1 -1 : 2\nr : 4 4\n")) == rejected(11, 1, reason::hint_not_unit(4)));
  }
}

TEST_CASE("a clause is not remembered as assumed in the next step") {
  // 1 and 2 are false while `r 1 2` is checked, and not after it
  CHECK(answer(example("d 3 0\nr 1 2 : 1 4\nr : 5\n")) == rejected(12, 1, reason::hint_not_unit(5)));
  CHECK(answer(example("d 3 0\nr 1 2 : 1 4\nr 1 : 5\n")) == rejected(12, 1, reason::no_conflict()));
  CHECK(answer(example("d 3 0\nr 1 2 : 1 4\nr 1 2 : 5\nr : 2 3 6\n")) == "certified");
}

TEST_CASE("hints are clauses that are there") {
  CHECK(answer(example("d 3 0\nr : 1 2 3 0\n")) == rejected(11, 1, reason::no_such_clause(0)));
  CHECK(answer(example("d 3 0\nr : 0 1 2 3 4\n")) == rejected(11, 1, reason::no_such_clause(0)));
  // clause 5 is the step's own, 6 a later one
  CHECK(answer(example("d 3 0\nr : 1 2 3 5\n")) == rejected(11, 1, reason::no_such_clause(5)));
  CHECK(answer(example("d 3 0\nr : 5\n")) == rejected(11, 1, reason::no_such_clause(5)));
  CHECK(answer(example("r 1 2 : 1 6\nd 3 0\nr 1 : 5\n")) == rejected(10, 1, reason::no_such_clause(6)));
  CHECK(answer(example("d 3 0\nx 2\nr : 1 2 3 4\n")) == rejected(12, 1, reason::deleted_clause(2)));
  CHECK(answer(example("d 3 0\nx 4\nr : 1 2 3 4\n")) == rejected(12, 1, reason::deleted_clause(4)));
}

TEST_CASE("the literals of a step name entries that are there") {
  CHECK(answer(example("d 3 0\nr 4 : 1 2 3 4\n")) == rejected(11, 1, reason::no_such_entry(4)));
  CHECK(answer(example("d 3 0\nr 1 -5 2 4 : 1 4\n")) == rejected(11, 1, reason::no_such_entry(5)));
  // an entry of the proof may be named from its line on
  CHECK(answer(example("d 3 0\na 9\nr 4 1 2 : 1 4\nr 4 : 2 3 5\nr -4 : 1 2 3 4\nr : 6 7\n")) == "certified");
  CHECK(answer(example("d 3 0\nr 4 1 2 : 1 4\na 9\n")) == rejected(11, 1, reason::no_such_entry(4)));
}

TEST_CASE("a step is written with one colon") {
  const Text number = reason::expected(wanted::number);
  CHECK(answer(example("d 3 0\nr : 1 2 3 4\n")) == "certified");
  CHECK(answer(example("d 3 0\nr 1 2 3 4\n")) == rejected(11, 10, reason::expected(wanted::colon)));
  CHECK(answer(example("d 3 0\nr\n")) == rejected(11, 2, reason::expected(wanted::colon)));
  CHECK(answer(example("d 3 0\nr 1 ; 2\n")) == rejected(11, 5, reason::expected(wanted::colon)));
  CHECK(answer(example("d 3 0\nr : 1 2 : 3 4\n")) == rejected(11, 9, number));
  CHECK(answer(example("d 3 0\nr :: 1 2 3 4\n")) == rejected(11, 4, number));
  CHECK(answer(example("d : 3 0\n")) == rejected(10, 1, reason::wrong_arity(2, 0)));
  CHECK(answer(example("x : 1\n")) == rejected(10, 3, number));
}

TEST_CASE("deleted clauses are gone, and the others keep their numbers") {
  CHECK(answer(example("d 3 0\nr 1 2 : 1 4\nx 1 4\nr 2 : 2 5\nx 5 2\nr : 3 6\n")) == "certified");
  CHECK(answer(example("d 3 0\nr 1 2 : 1 4\nx 1 4\nr 2 : 2 4\n")) == rejected(13, 1, reason::deleted_clause(4)));
  CHECK(answer(example("d 3 0\nr 1 2 : 1 4\nx 5\nr 2 : 2 5\n")) == rejected(13, 1, reason::deleted_clause(5)));
  SECTION("deleting nothing, or again what is deleted, is allowed") {
    CHECK(answer(example("x\nd 3 1\nx 4 4\nx 4\nx\nd 3 0\nr : 1 2 3 5\n")) == "certified");
  }
  SECTION("what is not there cannot be deleted") {
    CHECK(answer(example("x 0\n")) == rejected(10, 1, reason::no_such_clause(0)));
    CHECK(answer(example("x 1 0\n")) == rejected(10, 1, reason::no_such_clause(0)));
    CHECK(answer(example("x 4\n")) == rejected(10, 1, reason::no_such_clause(4)));
    CHECK(answer(example("d 3 0\nx 5\n")) == rejected(11, 1, reason::no_such_clause(5)));
  }
  SECTION("a definition clause that was deleted can be had again") {
    CHECK(answer(example("d 3 0\nx 4\nd 3 0\nr : 1 2 3 5\n")) == "certified");
    CHECK(answer(example("d 3 0\nx 4\nd 3 0\nr : 1 2 3 4\n")) == rejected(13, 1, reason::deleted_clause(4)));
  }
  SECTION("deleting an assertion does not change the claim") {
    CHECK(claim(with_header("a 1\n! 1\n! -1\n! 1\nby refutation\nx 3\nr : 1 2\n")) ==
          "unsatisfiable: no model makes all 3 assertions true\n  p1\n  ¬p1\n  p1");
  }
}

TEST_CASE("the last line adds the empty clause") {
  CHECK(answer(example("d 3 0\n")) == rejected(11, 1, reason::no_empty_clause()));
  CHECK(answer(example("")) == rejected(10, 1, reason::no_empty_clause()));
  CHECK(answer(example("d 3 0\nr 1 : 1 3 4\n")) == rejected(12, 1, reason::no_empty_clause()));
  CHECK(answer(with_header("by refutation\n")) == rejected(4, 1, reason::no_empty_clause()));
  SECTION("nothing follows it") {
    for (const Text line : {"# remark\n", "#", "\n", "a 3\n", "t\n", "by refutation\n", "! 1\n", "d 3 0\n",
                            "r : 1 2 3 4\n", "r : 5\n", "x 1\n", "x\n", "garbage", " ", "\r\n"}) {
      INFO(line);
      CHECK(answer(example(proof + line)) == rejected(12, 1, reason::after_the_end()));
    }
  }
  SECTION("an assertion or a definition is never the empty clause") {
    CHECK(answer(with_header("|\n! 1\nby refutation\n")) == rejected(6, 1, reason::no_empty_clause()));
    CHECK(answer(with_header("|\nby refutation\nd 1 0\n")) == rejected(6, 1, reason::no_empty_clause()));
    CHECK(answer(with_header("|\n! 1\nby refutation\nd 1 0\nr : 1 2\n")) == "certified");
  }
}

TEST_CASE("abbreviations of the proof do not change the claim") {
  const Text assertions = "unsatisfiable: no model makes all 3 assertions true\n  (p1 ∨ p2)\n  ¬p1\n  ¬p2";
  // 4 is p1 ∧ p7, 5 is 4 ∨ p2
  const Text steps =
      "a 7\n"              // entry 4
      "& 1 4\n"            // entry 5
      "| 5 2\n"            // entry 6
      "d 5 1\nd 6 0\n"     // clauses 4 {-5 1}, 5 {-6 5 2}
      "r -6 : 2 4 5 3\n"   // clause 6
      "d 3 0\nr : 1 2 3 7\n";
  CHECK(claim(example(steps)) == assertions);
  // they are definitions, not assumptions: neither an abbreviation nor its negation holds without proof
  CHECK(answer(example("& 1 2\nr 4 :\n")) == rejected(11, 1, reason::no_conflict()));
  CHECK(answer(example("& 1 2\nr -4 :\n")) == rejected(11, 1, reason::no_conflict()));
  CHECK(answer(example("t\nr : 4\n")) == rejected(11, 1, reason::no_such_clause(4)));
}

TEST_CASE("the claim is what was asserted, in the notation of formulas") {
  const Text problem =
      with_header("a 5\na 6\na 7\nt\n&\n|\n& 1\n| -1\n& 1 2 3\n| 1 2 3\n> 1 -2\n= 1 2\n? 1 2 3\n& 9 -10\n");
  Text assertions;
  for (const int literal : {4, 5, 6, 7, 8, 9, 10, 11, -12, 13, 14, -1, 1})
    assertions += "! " + std::to_string(literal) + "\n";
  CHECK(claim(problem + assertions + "by refutation\nr : 12 13\n") ==
        "unsatisfiable: no model makes all 13 assertions true\n"
        "  true\n  true\n  ¬true\n  p5\n  ¬p5\n  (p5 ∧ (p6 ∧ p7))\n  (p5 ∨ (p6 ∨ p7))\n  (p5 → ¬p6)\n  ¬(p5 ↔ p6)\n"
        "  (if p5 then p6 else p7)\n  ((p5 ∧ (p6 ∧ p7)) ∧ ¬(p5 ∨ (p6 ∨ p7)))\n  ¬p5\n  p5");
}

TEST_CASE("a satisfiable problem is not certified, whatever definitions are tried") {
  // Each shape over atoms, asserted or denied, with all its definition clauses and every order of two or three hints.
  const std::vector<std::pair<Text, int>> shapes = {{"t", 1},       {"&", 1},     {"|", 1},     {"& 1", 2},
                                                    {"| 1", 2},     {"& 1 2", 3}, {"| 1 2", 3}, {"& 1 2 3", 4},
                                                    {"| 1 2 3", 4}, {"> 1 2", 3}, {"= 1 2", 4}, {"? 1 2 3", 4}};
  int satisfiable = 0;
  for (const auto& [shape, definitions] : shapes)
    for (const Text sign : {"", "-"}) {
      Text text = with_header("a 1\na 2\na 3\n" + shape + "\n! " + sign + "4\nby refutation\n");
      if (evaluate_problem(text) != Truth::satisfiable) continue;
      ++satisfiable;
      for (int number = 0; number < definitions; ++number) text += "d 4 " + std::to_string(number) + "\n";
      const int clauses = 1 + definitions;
      for (int code = 0; code < clauses * clauses * clauses; ++code) {
        const int hints[] = {1 + code % clauses, 1 + code / clauses % clauses, 1 + code / clauses / clauses};
        Text step = "r :";
        for (const int hint : hints) step += " " + std::to_string(hint);
        INFO(text << step);
        REQUIRE(answer(text + step + "\n").starts_with("rejected"));
      }
    }
  CHECK(satisfiable == 21);   // all but the denied `t` and `&` and the asserted `|`
}
