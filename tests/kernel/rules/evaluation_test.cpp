// The claim `satisfiable`: the lines of a model, what each line of a problem is worth in it, and each way to fail.
// Where the problem has no model at all, a kernel that accepts the certificate is unsound.

#include <catch2/catch.hpp>
#include <string>

#include "kernel/mutants/judge.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

Text certificate_of(const Text& problem, const Text& model) {
  return Text(model_header) + problem + "by model\n" + model;
}

// The kernel's answer, which must be the oracle's.
Text says(const Text& problem, const Text& model) {
  const Text certificate = certificate_of(problem, model);
  INFO(certificate.substr(0, 300));
  CHECK(judge(certificate).flaw.value_or("") == "");
  return answer(certificate);
}

// The model makes the last entry of the problem true, and so not its negation.
void holds(const Text& lines, int entry, const Text& model = "") {
  INFO(lines << model);
  CHECK(says(lines + "! " + std::to_string(entry) + "\n", model) == "certified");
  CHECK(says(lines + "! -" + std::to_string(entry) + "\n", model).ends_with(reason::false_in_model()));
}

void fails(const Text& lines, int entry, const Text& model = "") {
  CHECK(says(lines + "! -" + std::to_string(entry) + "\n", model) == "certified");
  CHECK(says(lines + "! " + std::to_string(entry) + "\n", model).ends_with(reason::false_in_model()));
}

// The term is worth this number. The term is the last one of the lines, which make no entry.
void is_worth(const Text& lines, int term, const Text& value, const Text& model = "") {
  const Text next = std::to_string(term + 1);
  holds(lines + "n " + value + "\ne " + std::to_string(term) + " " + next + "\n", 1, model);
}

}   // namespace

TEST_CASE("a model of atoms says which ones are true") {
  const Text t = "a 1\na 2\na 70\n";
  CHECK(says(t + "! 1\n! -2\n! 3\n", "a 1\na 70\n") == "certified");
  CHECK(says(t + "! 1\n! 2\n", "a 1\na 70\n") == rejected(7, 1, reason::false_in_model()));
  CHECK(says(t + "! 1\n! -3\n", "a 1\na 70\n") == rejected(7, 1, reason::false_in_model()));
  CHECK(says(t + "! -1\n! -2\n! -3\n", "") == "certified");
  CHECK(says(t + "! -1\n! -2\n! -3\n", "a 3\na 999999999999999999999999\n") == "certified");   // of no entry
  CHECK(says("a 1\na 1\n! 1\n! -2\n", "a 1\n") == rejected(6, 1, reason::false_in_model()));   // one atom twice
  CHECK(says("", "") == "certified");
  CHECK(claim(certificate_of(t + "| 1 2\n! 4\n! -1\n", "a 2\n")) ==
        "satisfiable: a model makes all 2 assertions true\n  (p1 ∨ p2)\n  ¬p1");
  CHECK(claim(certificate_of("", "")) == "satisfiable: a model makes all 0 assertions true");
}

TEST_CASE("what has no model is not satisfied by any") {
  for (const Text model : {"", "a 1\n", "a 0\na 1\na 2\n"}) {
    CHECK(says("a 1\n! 1\n! -1\n", model).ends_with(reason::false_in_model()));
    CHECK(says("a 1\na 2\n| 1 2\n! 3\n! -1\n! -2\n", model).ends_with(reason::false_in_model()));
    CHECK(says("|\n! 1\n", model) == rejected(4, 1, reason::false_in_model()));
    CHECK(says("t\n! -1\n", model) == rejected(4, 1, reason::false_in_model()));
  }
}

TEST_CASE("every connective has its truth table") {
  for (int valuation = 0; valuation < 8; ++valuation) {
    const bool p = (valuation & 1) != 0, q = (valuation & 2) != 0, r = (valuation & 4) != 0;
    const Text model = Text(p ? "a 1\n" : "") + (q ? "a 2\n" : "") + (r ? "a 3\n" : "");
    const auto check = [&](const Text& formula, bool truth) {
      INFO(formula);
      (truth ? holds : fails)("a 1\na 2\na 3\n" + formula + "\n", 4, model);
    };
    check("t", true);
    check("&", true);
    check("|", false);
    check("& 1", p);
    check("& 1 -2 3", p && !q && r);
    check("| -1 2", !p || q);
    check("| 1 2 -3", p || q || !r);
    check("> 1 2", !p || q);
    check("> -1 -2", p || !q);
    check("= 1 -2", p != q);
    check("? 1 2 3", p ? q : r);
    check("? -1 2 -3", p ? !r : q);
  }
}

TEST_CASE("variables have the values of the model, and 0 without one") {
  const Text model = "y 1 5\nv 1 0 -6\nv 1 1 7\n";
  is_worth("y 1\n", 1, "5", model);
  is_worth("y 2\n", 1, "0", model);
  is_worth("v 1 0\n", 1, "-6", model);
  is_worth("v 1 1\n", 1, "7", model);
  is_worth("v 2 0\n", 1, "0", model);
  is_worth("v 0 1\n", 1, "0", model);
  is_worth("b 0\n", 1, "0", model);   // what no quantifier binds is 0
  const Text large(4000, '9');
  is_worth("y 1\n", 1, large, "y 1 " + large + "\n");
  is_worth("y 1\n", 1, "-" + large, "y 1 -" + large + "\n");
}

TEST_CASE("arithmetic is that of the integers") {
  for (const int x : {-7, -1, 0, 1, 6})
    for (const int y : {-3, -1, 0, 1, 2}) {
      const Text model = "y 1 " + std::to_string(x) + "\ny 2 " + std::to_string(y) + "\n";
      const auto check = [&](const Text& operation, int value) {
        INFO(operation << " " << x << " " << y);
        is_worth("y 1\ny 2\n" + operation + " 1 2\n", 3, std::to_string(value), model);
      };
      const int size = y < 0 ? -y : y;
      const int remainder = y == 0 ? x : ((x % size) + size) % size;
      check("+", x + y);
      check("-", x - y);
      check("*", x * y);
      check("/", y == 0 ? 0 : (x - remainder) / y);
      check("%", remainder);
      const int m = x >= 0 ? 2 * x : -2 * x - 1, n = y >= 0 ? 2 * y : -2 * y - 1;
      check("P", (m + n) * (m + n) + m);
      (x <= y ? holds : fails)("y 1\ny 2\nl 1 2\n", 1, model);
      (x == y ? holds : fails)("y 1\ny 2\ne 1 2\n", 1, model);
    }
  is_worth("y 1\n* 1 1\n* 2 2\n", 3, "1" + Text(80, '0'), "y 1 -1" + Text(20, '0') + "\n");
}

TEST_CASE("maps have one value but for their exceptions") {
  const Text map = "Y 1 3 10 4 -1 5\n";
  is_worth("y 1\nn 10\ns 1 2\n", 3, "4", map);
  is_worth("y 1\nn -1\ns 1 2\n", 3, "5", map);
  is_worth("y 1\nn 1\ns 1 2\n", 3, "3", map);
  is_worth("v 1 2\nn 10\ns 1 2\n", 3, "4", "V 1 2 3 10 4\n");
  is_worth("v 1 2\nn 0\ns 1 2\n", 3, "3", "V 1 2 3 10 4\n");
  is_worth("y 1\nn 5\ns 1 2\n", 3, "7", "Y 1 7\n");
  is_worth("y 1\nn 5\ns 1 2\n", 3, "9", "Y 1 7 5 8 5 9\n");   // the last one counts
  is_worth("y 1\nn 5\nn 6\nu 1 2 3\ns 4 2\n", 5, "6", map);
  is_worth("y 1\nn 5\nn 6\nu 1 2 3\ns 4 3\n", 5, "3", map);
  is_worth("n 5\nk 1\ns 2 1\n", 3, "5");
  SECTION("a map counts as 0, and an integer as a map that is 0 everywhere") {
    is_worth("y 1\nn 0\n+ 1 2\n", 3, "0", map);
    is_worth("y 1\nn 10\ns 1 2\n", 3, "0", "y 1 4\n");
    is_worth("y 1\nn 10\nu 1 2 2\ns 3 2\n", 4, "10", "y 1 4\n");
    is_worth("y 1\nn 10\nu 1 2 2\ns 3 0\n", 4, "0", "y 1 4\n");
    is_worth("n 5\nk 1\ns 1 2\n", 3, "0");
    holds("y 1\ny 2\ne 1 2\n", 1, "Y 1 5\nY 2 6\n");
  }
  SECTION("they are the same if all their values are") {
    const Text t = "y 1\ny 2\nm 1 2\n";
    holds(t, 1, "Y 1 3 10 4 -1 5\nY 2 3 -1 5 10 4\n");
    holds(t, 1, "Y 1 3 10 4 10 3\nY 2 3\n");
    holds(t, 1, "Y 1 3 7 3\nY 2 3 8 3\n");
    holds(t, 1, "Y 1 0\ny 2 9\n");
    holds(t, 1, "");
    fails(t, 1, "Y 1 3\nY 2 4\n");
    fails(t, 1, "Y 1 3 10 4\nY 2 3\n");
    fails(t, 1, "Y 1 3\nY 2 3 10 4\n");
    fails(t, 1, "Y 1 3 10 4\nY 2 3 10 5\n");
    fails(t, 1, "Y 1 0 1 1\ny 2 9\n");
    holds("y 1\nn 1\nn 2\nu 1 2 3\nu 4 3 2\nu 1 3 2\nu 6 2 3\nm 5 7\n", 1, map);
    fails("y 1\nn 1\nn 2\nu 1 2 3\nu 1 2 2\nm 4 5\n", 1, map);
    holds("y 1\nn 10\nn 4\nu 1 2 3\nm 1 4\n", 1, map);
  }
}

TEST_CASE("an if-then-else is one of its branches, integer or map") {
  const Text branches = "y 1\ny 2\na 1\nI 1 1 2\nI -1 1 2\nn 4\nn 5\n", model = "y 1 4\nY 2 5\n";
  holds(branches + "e 3 5\n", 2, "a 1\n" + model);
  holds(branches + "m 3 1\n", 2, "a 1\n" + model);
  holds(branches + "m 4 2\n", 2, "a 1\n" + model);
  fails(branches + "e 3 5\n", 2, model);
  holds(branches + "e 3 0\n", 2, model);
  holds(branches + "m 3 2\n", 2, model);
  holds(branches + "e 4 5\n", 2, model);
  holds("y 1\nn 4\na 1\nI 1 1 2\ns 3 0\ne 4 2\n", 2, "a 1\nY 1 4\n");
}

TEST_CASE("the lines of a model must be in ascending order, each kind by itself") {
  const Text bad = reason::not_ascending();
  CHECK(says("", "a 1\na 2\ny 1 0\nY 2 0\ny 3 0\nv 7 0 1\nV 8 0 1\nv 1 1 1\n") == "certified");
  CHECK(says("", "v 1 1 1\nY 2 0\na 1\ny 3 0\na 2\n# a remark\nv 0 2 1\n") == "certified");   // the kinds in any order
  CHECK(says("", "a 2\na 1\n") == rejected(5, 1, bad));
  CHECK(says("", "a 1\na 1\n") == rejected(5, 1, bad));
  CHECK(says("", "y 1 0\ny 1 0\n") == rejected(5, 1, bad));
  CHECK(says("", "y 1 0\nY 1 0\n") == rejected(5, 1, bad));
  CHECK(says("", "Y 2 0\ny 1 0\n") == rejected(5, 1, bad));
  CHECK(says("", "v 1 0 0\nv 1 0 0\n") == rejected(5, 1, bad));
  CHECK(says("", "v 1 0 0\nV 1 0 0\n") == rejected(5, 1, bad));
  CHECK(says("", "v 2 0 0\nv 1 0 0\n") == rejected(5, 1, bad));
  CHECK(says("", "v 1 1 0\nv 2 0 0\n") == rejected(5, 1, bad));   // by version first
  CHECK(says("", "a 0\ny 0 1\nv 0 0 1\n") == "certified");
}

TEST_CASE("each line of a model has its numbers") {
  CHECK(says("", "a\n") == rejected(4, 1, reason::wrong_arity(2, 0)));
  CHECK(says("", "y\n") == rejected(4, 1, reason::wrong_arity(2, 0)));
  CHECK(says("", "v 1\n") == rejected(4, 1, reason::wrong_arity(3, 1)));
  CHECK(says("", "V\n") == rejected(4, 1, reason::wrong_arity(3, 0)));
  CHECK(says("", "a 1 1\n") == rejected(4, 1, reason::wrong_arity(1, 2)));
  CHECK(says("", "y 1\n") == rejected(4, 1, reason::expected(wanted::value)));
  CHECK(says("", "v 1 0\n") == rejected(4, 1, reason::expected(wanted::value)));
  CHECK(says("", "Y 1\n") == rejected(4, 1, reason::expected(wanted::value)));
  CHECK(says("", "V 1 0\n") == rejected(4, 1, reason::expected(wanted::value)));
  CHECK(says("", "y 1 2 3\n") == rejected(4, 1, reason::expected(wanted::one_value)));
  CHECK(says("", "v 1 0 2 3\n") == rejected(4, 1, reason::expected(wanted::one_value)));
  CHECK(says("", "Y 1 0 5\n") == rejected(4, 1, reason::expected(wanted::exceptions)));
  CHECK(says("", "V 1 0 0 5\n") == rejected(4, 1, reason::expected(wanted::exceptions)));
  CHECK(says("", "Y 1 0 5 6 7\n") == rejected(4, 1, reason::expected(wanted::exceptions)));
  CHECK(says("", "a -1\n") == rejected(4, 1, reason::expected(wanted::names)));
  CHECK(says("", "y -1 0\n") == rejected(4, 1, reason::expected(wanted::names)));
  CHECK(says("", "v 1 -1 0\n") == rejected(4, 1, reason::expected(wanted::names)));
  CHECK(says("", "y 1 -\n") == rejected(4, 6, reason::expected(wanted::integer_digit)));
  CHECK(says("", "y 1 x\n") == rejected(4, 5, reason::expected(wanted::number)));
  CHECK(says("", "y 1 5:\n") == rejected(4, 6, reason::expected(wanted::number)));
  CHECK(says("", "y 1 " + Text(4001, '1') + "\n") == rejected(4, 4005, reason::number_too_large()));
  CHECK(says("", "y  1   5  \n") == "certified");
}

TEST_CASE("nothing but the model stands after 'by model'") {
  const Text bad = reason::expected(wanted::model_line);
  for (const Text line :
       {"",      " a 1", "b 0",   "n 1", "t",     "! 1", "l 0 0", "by refutation", "by model",          "r :",
        "d 1 0", "x",    "f 1 :", "c 1", "q 0 1", "w 1", "a1",    "y1 5",          "claim satisfiable", "A 1"})
    CHECK(says("a 1\n", line + "\n") == rejected(5, 1, bad));
  CHECK(says("", "y 1 5") == rejected(4, 6, reason::expected(wanted::rest_of_line)));
  CHECK(says("", "a") == rejected(4, 1, bad));
  CHECK(says("", "# a remark") == rejected(4, 11, reason::expected(wanted::number)));
  CHECK(says("# a remark\n", "# another\n") == "certified");
}

TEST_CASE("the problem ends with 'by model'") {
  const auto says_all = [](const Text& lines) {
    CHECK(judge(Text(model_header) + lines).flaw.value_or("") == "");
    return answer(Text(model_header) + lines);
  };
  for (const Text method : {"refutation", "thread-modular", "schedule"})
    CHECK(says_all("a 1\n! 1\nby " + method + "\na 1\n") == rejected(5, 1, reason::other_method("by model")));
  CHECK(says_all("a 1\n! 1\n") == rejected(5, 1, reason::expected(wanted::another_line)));
  CHECK(says_all("") == rejected(3, 1, reason::expected(wanted::another_line)));
  for (const Text line : {"by model", "by model \n", "by models\n", "by modal\n"})
    CHECK(says_all(line) == rejected(3, 1, reason::expected(wanted::method)));
  CHECK(says_all("m\nby model\n") == rejected(3, 1, reason::wrong_arity(2, 0)));
  SECTION("which a refutation has not") {
    const Text head(header);
    CHECK(answer(head + "a 1\n! 1\n! -1\nby model\n") == rejected(6, 1, reason::other_method("by refutation")));
    CHECK(answer(head + "a 1\n! 1\n! -1\nby refutation\nby model\n") ==
          rejected(7, 1, reason::expected(wanted::no_second_method)));
  }
}

TEST_CASE("steps and witnesses have no place in the problem") {
  const Text bad = reason::expected(wanted::problem);
  for (const Text step :
       {"w 1", "d 1 0", "r : 1", "r 1 : 1", "x 1", "x", "f 1 :", "c 1", "q 0 1", "j 0 1", "i 1 1 1", "o 1 1 1"})
    CHECK(says("a 1\n! 1\n" + step + "\n", "a 1\n") == rejected(5, 1, bad));
}

TEST_CASE("the problem's lines name what is there") {
  CHECK(says("! 1\n", "") == rejected(3, 1, reason::no_such_entry(1)));
  CHECK(says("& 1\n", "") == rejected(3, 1, reason::no_such_entry(1)));
  CHECK(says("a 1\n! 2\n", "a 1\n") == rejected(4, 1, reason::no_such_entry(2)));
  CHECK(says("+ 1 0\n", "") == rejected(3, 1, reason::no_such_term(1)));
  CHECK(says("l 0 1\n", "") == rejected(3, 1, reason::no_such_term(1)));
  CHECK(says("I 1 0 0\n", "").starts_with("rejected 3:"));
  CHECK(says("! 0\n", "").starts_with("rejected 3:"));
  SECTION("the first line that cannot be read is named first, then those of the model, then the others") {
    CHECK(says("! 1\nz\n", "b 1\n") == rejected(4, 1, reason::expected(wanted::keyword)));
    CHECK(says("! 1\n", "b 1\n") == rejected(5, 1, reason::expected(wanted::model_line)));
    CHECK(says("! 1\n", "a 1\n") == rejected(3, 1, reason::no_such_entry(1)));
  }
}

TEST_CASE("what chooses and what is said of all integers cannot be evaluated") {
  CHECK(says("b 0\nl 1 1\nA 1\n! 2\n", "") == rejected(5, 1, reason::not_computable()));
  CHECK(says("b 0\nl 1 1\nA 1\n", "") == rejected(5, 1, reason::not_computable()));   // asserted or not
  CHECK(says("a 1\nA 1\n! 1\n", "a 1\n") == rejected(4, 1, reason::not_computable()));
  CHECK(says("y 1\ny 2\nD 1 2\n", "Y 1 0\nY 2 1\n") == rejected(5, 1, reason::not_computable()));
}

TEST_CASE("what is asked about a branch") {
  // some branches, and what is none: it is its own parent
  const struct {
    Text identifier, parent, number;
  } cases[] = {{"-1", "0", "0"},   {"-2", "0", "-1"}, {"-3", "-1", "0"},  {"-5", "0", "1"},
               {"-6", "-1", "-1"}, {"-7", "1", "0"},  {"-201", "2", "5"}, {"0", "0", "0"},
               {"7", "7", "0"},    {"-4", "-4", "0"}, {"-8", "-8", "0"}};
  for (const auto& [identifier, parent, number] : cases) {
    INFO(identifier);
    is_worth("n " + identifier + "\nn 0\nB 1 2\n", 3, parent);
    is_worth("n " + identifier + "\nn 1\nB 1 2\n", 3, number);
    is_worth("n " + identifier + "\nn -3\nB 1 2\n", 3, number);
  }
  // -1 - pair(t, n), for a t and an n of the model
  const Text branch = "y 1\ny 2\nP 1 2\nn -1\n- 4 3\nn 0\nB 5 6\nn 1\nB 5 8\n";
  holds(branch + "e 7 1\ne 9 2\n& 1 2\n", 3, "y 1 -123456789\ny 2 98765432109876\n");
  holds(branch + "e 7 1\ne 9 2\n& 1 2\n", 3, "y 1 -39\ny 2 -40\n");
}

TEST_CASE("the work of an evaluation is limited by the file's size") {
  SECTION("numbers that are squared again and again") {
    Text t = "y 1\n";
    for (int i = 1; i <= 60; ++i) t += "* " + std::to_string(i) + " " + std::to_string(i) + "\n";
    const Text report = says(t, "y 1 3\n");
    CHECK(report.starts_with("limit "));
    CHECK(report.ends_with(reason::effort()));
    CHECK(says(t, "y 1 1\n") == "certified");
    CHECK(says(t, "") == "certified");
  }
  SECTION("numbers of the model that are multiplied") {
    Text t = "y 1\n* 1 1\n* 2 2\n* 3 3\n* 4 4\n* 5 5\n* 6 6\n";
    CHECK(says(t, "y 1 " + Text(4000, '9') + "\n").starts_with("limit "));
    CHECK(says("y 1\n* 1 1\n", "y 1 " + Text(4000, '9') + "\n") == "certified");
  }
  SECTION("pairs of pairs") {
    Text t = "y 1\n";
    for (int i = 1; i <= 60; ++i) t += "P " + std::to_string(i) + " " + std::to_string(i) + "\n";
    CHECK(says(t, "y 1 3\n").starts_with("limit "));
  }
  SECTION("parents of large numbers") {
    CHECK(says("y 1\nn 0\nB 1 2\n", "y 1 -" + Text(40, '9') + "\n") == "certified");
    CHECK(says("y 1\nn 0\nB 1 2\n", "y 1 -" + Text(4000, '9') + "\n").starts_with("limit "));
  }
  SECTION("maps with many exceptions that are compared") {
    Text map = "Y 1 0", reads = "y 1\n", comparisons = "y 1\n";
    for (int i = 0; i < 1000; ++i) map += " 1 1";
    for (int i = 0; i < 1000; ++i) reads += "s 1 0\n";
    for (int i = 0; i < 10; ++i) comparisons += "m 1 1\n";
    CHECK(says(comparisons, map + "\n").starts_with("limit "));
    CHECK(says(reads, map + "\n") == "certified");
    CHECK(says("y 1\ns 1 0\n", map + "\n") == "certified");
  }
  SECTION("maps that are written to again and again") {
    Text t = "y 1\n";
    for (int i = 1; i <= 300; ++i) t += "u " + std::to_string(i) + " 0 0\n";
    CHECK(says(t, "Y 1 7\n") == "certified");
    CHECK(says(t + "m 301 301\n", "Y 1 7\n") == "certified");
    t += "m 301 301\nm 301 301\nm 301 301\n";
    CHECK(says(t, "Y 1 7\n") == limit(306));
  }
}
