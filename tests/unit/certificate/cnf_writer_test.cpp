// Certificates as they are written: a few to the letter, and many read again by the oracle.

#include "certificate/cnf_writer.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "oracle/certificate_oracle.hpp"
#include "sat/sat_session.hpp"
#include "support/check_model.hpp"
#include "support/small_problems.hpp"

using namespace plato;
using plato_test::consult_oracle;
using plato_test::OracleReport;
using plato_test::problem;

namespace {

std::string certificate_of(const Cnf& cnf) {
  const SatAnswer answer = solve(cnf);
  REQUIRE(std::holds_alternative<NoModel>(answer.result));
  auto refutation = elaborate(cnf, std::get<NoModel>(answer.result).proof);
  if (!refutation) FAIL(refutation.error().message);
  return write_certificate(cnf, *refutation);
}

void check_accepted(const Cnf& cnf) {
  const std::string certificate = certificate_of(cnf);
  const OracleReport report = consult_oracle(certificate);
  INFO(certificate.substr(0, 2000));
  INFO("line " << report.line << ": " << report.reason);
  CHECK(report.verdict == OracleReport::Verdict::certified);
  CHECK(certificate.starts_with(write_problem(cnf)));
}

}   // namespace

TEST_CASE("a problem is written clause by clause, with the file's variable numbers as atoms") {
  CHECK(write_problem(problem({{10, -30}, {30}, {-10, -10, 20}, {}, {20, -20}})) ==
        "plato certificate 2\n"
        "claim unsatisfiable\n"
        "a 10\n"
        "a 20\n"
        "a 30\n"
        "| 1 -3\n"
        "! 4\n"
        "! 3\n"
        "| -1 -1 2\n"
        "! 5\n"
        "|\n"
        "! 6\n"
        "| 2 -2\n"
        "! 7\n"
        "by refutation\n");
  CHECK(write_problem(problem({})) == "plato certificate 2\nclaim unsatisfiable\nby refutation\n");
}

TEST_CASE("a refutation is written with the clauses it cites first") {
  const Cnf cnf = problem({{1, 2}, {-1}, {3, 4}, {-2, -2}});
  const auto refutation = elaborate(cnf, {});
  CHECK(write_certificate(cnf, *refutation) ==
        "plato certificate 2\n"
        "claim unsatisfiable\n"
        "a 1\n"
        "a 2\n"
        "a 3\n"
        "a 4\n"
        "| 1 2\n"
        "! 5\n"
        "! -1\n"
        "| 3 4\n"
        "! 6\n"
        "| -2 -2\n"
        "! 7\n"
        "by refutation\n"
        "d 5 0\n"
        "r 1 2 : 1 5\n"
        "d 7 0\n"
        "r -2 : 4 7\n"
        "r : 2 6 8\n");
}

TEST_CASE("an empty clause in the problem is the whole proof") {
  const Cnf cnf = problem({{1, 2}, {}, {-1}});
  CHECK(certificate_of(cnf).ends_with("by refutation\nd 4 0\nr : 2 4\n"));
  check_accepted(cnf);
  check_accepted(problem({{}}));
  check_accepted(problem({{}, {}, {1}, {-1}}));
}

TEST_CASE("special clauses are certified") {
  check_accepted(problem({{1}, {-1}}));
  check_accepted(problem({{1, 1}, {-1, -1, -1}}));
  check_accepted(problem({{1, -1}, {2}, {2, -2, 2}, {-2, -2}}));
  check_accepted(problem({{1, 2}, {1, 2}, {-1, 2}, {1, -2}, {-1, -2}, {-1, -2}}));
  check_accepted(problem({{100, 2000}, {-100, 2000}, {100, -2000}, {-100, -2000, -100}}));
  check_accepted(problem({{1}, {-1, 2}, {-2, 3}, {-3, 4}, {-4, -1}}));
}

TEST_CASE("pigeonhole problems are certified") {
  for (std::int32_t holes = 1; holes <= 6; ++holes) check_accepted(plato_test::pigeonhole(holes));
}

TEST_CASE("clauses are deleted after their last use") {
  const std::string certificate = certificate_of(plato_test::pigeonhole(6));
  CHECK(certificate.find("\nx ") != std::string::npos);
}

TEST_CASE("random problems are answered as by trying all valuations") {
  std::mt19937 random(5);
  int unsatisfiable = 0;
  for (int round = 0; round < 1000; ++round) {
    const std::int32_t variables = 1 + plato_test::draw(random, 9);
    const Cnf cnf = plato_test::random_problem(random, variables, 1 + plato_test::draw(random, 6 * variables), 3);
    const SatAnswer answer = solve(cnf);
    if (plato_test::has_model(cnf)) {
      REQUIRE(std::holds_alternative<Model>(answer.result));
      CHECK(satisfies(std::get<Model>(answer.result), cnf));
    } else {
      check_accepted(cnf);
      ++unsatisfiable;
    }
  }
  CHECK(unsatisfiable > 300);
  CHECK(unsatisfiable < 900);
}

TEST_CASE("larger random problems, where the solver simplifies, are certified") {
  std::mt19937 random(6);
  for (int round = 0; round < 15; ++round) check_accepted(plato_test::random_3sat(random, 110, 110 * 7));
}

TEST_CASE("the oracle accepts the example of the format's page and refuses what the page forbids") {
  const std::string problem_text =
      "plato certificate 2\nclaim unsatisfiable\na 1\na 2\n| 1 2\n! 3\n! -1\n! -2\nby refutation\n";
  const auto verdict = [](const std::string& certificate) { return consult_oracle(certificate).verdict; };
  const auto line = [](const std::string& certificate) { return consult_oracle(certificate).line; };
  const std::string certificate = problem_text + "d 3 0\nr : 1 2 3 4\n";
  CHECK(verdict(certificate) == OracleReport::Verdict::certified);
  CHECK(verdict(certificate + "# a remark\n") == OracleReport::Verdict::rejected);
  CHECK(verdict(problem_text + "# remark\nd  3  0 \nr : 1 2 3 4 4 4\n") == OracleReport::Verdict::certified);

  CHECK(line("") == 1);
  CHECK(line("plato certificate 1\n") == 1);
  CHECK(line("plato certificate 2\n") == 2);
  CHECK(line("plato certificate 2\nclaim true\n") == 2);
  CHECK(line("plato certificate 2\nclaim satisfiable\n") == 3);       // no model
  CHECK(line(certificate.substr(0, certificate.size() - 1)) == 11);   // the last line is not ended
  CHECK(line(certificate + "t\n") == 12);                             // something follows the empty clause
  CHECK(line(problem_text) == 10);                                    // no empty clause
  CHECK(line(problem_text + "d 3 0\n") == 11);
  CHECK(line(problem_text + "d 3 3\n") == 10);   // no such definition clause
  CHECK(line(problem_text + "d 1 0\n") == 10);   // an atom has none
  CHECK(line(problem_text + "d 4 0\n") == 10);   // no such entry
  CHECK(line(problem_text + "d 0 0\n") == 10);
  CHECK(line(problem_text + "r : 1 2 3 4\n") == 10);               // no such clause
  CHECK(line(problem_text + "d 3 0\nr : 1 2 3\n") == 11);          // no conflict
  CHECK(line(problem_text + "d 3 0\nr : 4 1 2 3\n") == 11);        // the order matters
  CHECK(line(problem_text + "d 3 0\nr 4 : 1 2 3 4\n") == 11);      // no such entry
  CHECK(line(problem_text + "d 3 0\nx 1\nr : 1 2 3 4\n") == 12);   // deleted
  CHECK(line(problem_text + "x 4\n") == 10);
  CHECK(line(problem_text + "x 0\n") == 10);
  CHECK(line(problem_text + "! 1\n") == 10);
  CHECK(line(problem_text + "by refutation\n") == 10);
  CHECK(line(problem_text + "by refutation \n") == 10);
  CHECK(line(problem_text + "t 1\n") == 10);
  CHECK(line(problem_text + "\n") == 10);
  CHECK(line(problem_text + "| 1 0\n") == 10);
  CHECK(line(problem_text + "| 1 -0\n") == 10);
  CHECK(line(problem_text + "| 1 - 2\n") == 10);
  CHECK(line(problem_text + "| 1 1000000000000000\n") == 10);
  CHECK(line(problem_text + "a -1\n") == 10);
  CHECK(line(problem_text + "a 1 2\n") == 10);
  CHECK(line(problem_text + "> 1\n") == 10);
  CHECK(line(problem_text + "z 1\n") == 10);
  CHECK(line("plato certificate 2\nclaim unsatisfiable\na 1\n! 2\n") == 4);
  CHECK(line("plato certificate 2\nclaim unsatisfiable\nd 1 0\n") == 3);
}

TEST_CASE("the oracle stops at the effort that a file of this size may cost") {
  // One long clause as a hint again and again, always satisfied by its one open literal: short to write, long to check.
  const auto with_hints = [](int repetitions) {
    std::string certificate = "plato certificate 2\nclaim unsatisfiable\n";
    std::string literals;
    for (int entry = 1; entry <= 2000; ++entry) {
      certificate += "a 1\n";
      literals += ' ';
      literals += std::to_string(entry);
    }
    certificate += "|" + literals + "\n! 2001\nby refutation\nd 2001 0\nr" + literals + " :";
    for (int i = 0; i < repetitions; ++i) certificate += " 2";
    return certificate + " 1\n";
  };
  CHECK(consult_oracle(with_hints(1000)).verdict == OracleReport::Verdict::rejected);   // no empty clause
  CHECK(consult_oracle(with_hints(10000)).verdict == OracleReport::Verdict::limit);
  CHECK(consult_oracle(with_hints(10000)).line == 2007);
}
