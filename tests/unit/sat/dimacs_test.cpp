// The DIMACS reader: what it reads, what it refuses and where, and that nothing makes it fall over.

#include "sat/dimacs.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "support/small_problems.hpp"

using namespace plato;

namespace {

Cnf read(std::string_view text) {
  auto result = read_dimacs(text);
  if (!result) FAIL(result.error().line << ":" << result.error().column << ": " << result.error().message);
  return *result;
}

// "LINE:COLUMN: message"
std::string complaint(std::string_view text) {
  const auto result = read_dimacs(text);
  if (result) return "none";
  return std::to_string(result.error().line) + ":" + std::to_string(result.error().column) + ": " +
         result.error().message;
}

}   // namespace

TEST_CASE("a DIMACS file is read") {
  const Cnf cnf = read("c a comment\np cnf 3 2\n1 -3 0\n2 3 -1 0\n");
  CHECK(cnf == plato_test::problem({{1, -3}, {2, 3, -1}}));
  CHECK(cnf.declared_variables == 3);
  CHECK(cnf.variable_names == std::vector<std::int32_t>{1, 2, 3});
}

TEST_CASE("layout does not matter") {
  const Cnf expected = plato_test::problem({{1, -3}, {2, 3, -1}});
  CHECK(read("  p  cnf  3  2  \n1 -3 0 2 3 -1 0") == expected);
  CHECK(read("p cnf 3 2\r\n1\t-3 0\r\n2\r\n3 -1 0\r\n") == expected);
  CHECK(read("\n\nc\ncomment\np cnf 3 2\n1 -3\n c inside a clause\n0 2 3\nc\n-1 0\nc end") == expected);
  CHECK(read("p cnf 3 2\n1 -3 0\n2 3 -1 0\n%\n0\n\n") == expected);
  CHECK(read("p cnf 3 2\n1 -3 0\n2 3 -1 0\n%") == expected);
  CHECK(read("p cnf 3 2\n001 -03 00\n2 3 -1 0\n") == expected);
}

TEST_CASE("extreme problems are read as they are") {
  CHECK(read("p cnf 0 0\n").clauses.size() == 0);
  CHECK(read("p cnf 0 1\n0\n") == plato_test::problem({{}}));
  CHECK(read("p cnf 2 2\n1 1 -1 0 2 2 0\n") == plato_test::problem({{1, 1, -1}, {2, 2}}));
}

TEST_CASE("variables that do not occur cost nothing") {
  const Cnf cnf = read("p cnf 268435455 2\n268435455 -7 0\n-268435455 0\n");
  CHECK(cnf.declared_variables == 268435455);
  CHECK(cnf.variable_names == std::vector<std::int32_t>{7, 268435455});
  CHECK(cnf.clauses.items == std::vector<Literal>{2, -1, -2});
  CHECK(read("p cnf 268435455 0\n").variable_names.empty());
}

TEST_CASE("a problem written as a file reads back as itself") {
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    const Cnf cnf = plato_test::random_problem(random, 10, 20, 4);
    CHECK(read(write_dimacs(cnf)) == cnf);
  }
}

TEST_CASE("a file that is not DIMACS is refused with the place") {
  CHECK(complaint("") == "1:1: expected the header 'p cnf VARIABLES CLAUSES', found the end of the file");
  CHECK(complaint("c only\n") == "2:1: expected the header 'p cnf VARIABLES CLAUSES', found the end of the file");
  CHECK(complaint("1 2 0\n") == "1:1: expected the header 'p cnf VARIABLES CLAUSES', found '1'");
  CHECK(complaint("p dnf 1 1\n1 0\n") == "1:3: expected the header 'p cnf VARIABLES CLAUSES', found 'dnf'");
  CHECK(complaint("p cnf x 1\n") == "1:7: expected the number of variables, found 'x'");
  CHECK(complaint("p cnf 1\n") == "1:8: expected the number of clauses, found the end of the line");
  CHECK(complaint("p cnf -1 1\n") == "1:7: the number of variables is negative");
  CHECK(complaint("p cnf 1 -1\n") == "1:9: the number of clauses is negative");
  CHECK(complaint("p cnf 268435456 1\n") == "1:7: the number of variables may be at most 268435455, found '268435456'");
  CHECK(complaint("p cnf 1 99999999999999999999999\n") ==
        "1:9: the number of clauses may be at most 2147483647, found '99999999999999999999…'");
  CHECK(complaint("p cnf 1 1 1 0\n") == "1:11: expected the end of the header line, found '1'");
  CHECK(complaint("p cnf 2 1\n1 3 0\n") == "2:3: variable 3 is above the header's number of variables, 2");
  CHECK(complaint("p cnf 2 1\n1 -99999999999 0\n") == "2:3: a literal may be at most 268435455, found '-99999999999'");
  CHECK(complaint("p cnf 2 1\n1 2x 0\n") == "2:3: expected a literal, found '2x'");
  CHECK(complaint("p cnf 2 1\n1 - 2 0\n") == "2:3: expected a literal, found '-'");
  CHECK(complaint("p cnf 2 1\n1 -0 0\n") == "2:3: expected a literal, found '-0'");
  CHECK(complaint("p cnf 2 1\n1 c 0\n") == "2:3: expected a literal, found 'c'");
  CHECK(complaint("p cnf 2 1\n1 \x01 0\n") == "2:3: expected a literal, found byte 0x01");
  CHECK(complaint("p cnf 2 1\n1 2\n") ==
        "3:1: expected a literal or the 0 that ends the clause, found the end of the file");
  CHECK(complaint("p cnf 2 2\n1 2 0\n") == "3:1: the header promises 2 clauses, but the file ends after 1");
  CHECK(complaint("p cnf 2 1\n1 2 0\n1 0\n") == "3:1: the header promises 1 clause, but here starts another one: '1'");
  CHECK(complaint("p cnf 2 1\n1 2 0\n%\n0\n1 0\n") ==
        "5:1: expected the end of the file after the end marker '%', found '1'");
  CHECK(complaint("p cnf 2 1\n1 % 2 0\n") == "2:3: expected a literal, found '%'");
}

TEST_CASE("no bytes make the reader fall over") {
  std::mt19937 random(2);
  const std::string_view alphabet = "p cnf 0123456789- \n\r\tc%x\xff";
  for (int round = 0; round < 20000; ++round) {
    std::string text = round % 2 == 0 ? "p cnf 9 3\n" : "";
    const int length = plato_test::draw(random, 40);
    for (int i = 0; i < length; ++i)
      text += alphabet[static_cast<std::size_t>(plato_test::draw(random, static_cast<std::int32_t>(alphabet.size())))];
    const auto result = read_dimacs(text);
    if (!result) {
      REQUIRE(result.error().line >= 1);
      REQUIRE(result.error().column >= 1);
      REQUIRE(!result.error().message.empty());
    }
  }
}
