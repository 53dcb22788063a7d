// The SAT solver behind its interface: answers, limits, repeatability.

#include "sat/sat_session.hpp"

#include <catch2/catch.hpp>

#include "support/check_model.hpp"
#include "support/small_problems.hpp"

using namespace plato;
using plato_test::problem;

TEST_CASE("a satisfiable problem has a model") {
  for (const Cnf& cnf : {problem({{1, 2}, {-1, 2}, {-2, 3}}), problem({}), problem({{5, -5}, {9, 9, -100}})}) {
    const SatAnswer answer = solve(cnf);
    REQUIRE(std::holds_alternative<Model>(answer.result));
    CHECK(satisfies(std::get<Model>(answer.result), cnf));
  }
}

TEST_CASE("a model is confirmed by evaluating the problem") {
  const Cnf cnf = problem({{1, 2}, {-1, 2}});
  CHECK(satisfies(Model{{false, true}}, cnf));
  CHECK_FALSE(satisfies(Model{{true, false}}, cnf));
  CHECK_FALSE(satisfies(Model{{false, false}}, cnf));
  CHECK_FALSE(satisfies(Model{{true}}, cnf));
  CHECK_FALSE(satisfies(Model{}, problem({{}})));
  CHECK(satisfies(Model{}, problem({})));
}

TEST_CASE("an unsatisfiable problem has a proof, if one is wanted") {
  const Cnf cnf = plato_test::pigeonhole(5);
  const SatAnswer answer = solve(cnf);
  REQUIRE(std::holds_alternative<NoModel>(answer.result));
  CHECK_FALSE(std::get<NoModel>(answer.result).proof.empty());

  const SatAnswer unproved = solve(cnf, {.want_proof = false});
  REQUIRE(std::holds_alternative<NoModel>(unproved.result));
  CHECK(std::get<NoModel>(unproved.result).proof.empty());
}

TEST_CASE("the same problem gets the same answer") {
  const Cnf cnf = plato_test::pigeonhole(6);
  CHECK(std::get<NoModel>(solve(cnf).result).proof == std::get<NoModel>(solve(cnf).result).proof);
}

TEST_CASE("a limit is named, not mistaken for an answer") {
  const Cnf cnf = plato_test::pigeonhole(12);   // out of reach
  const auto limit = [&](const SatOptions& options) {
    const SatAnswer answer = solve(cnf, options);
    const auto* reached = std::get_if<SatLimit>(&answer.result);
    return reached != nullptr ? reached->message : "none";
  };
  CHECK(limit({.seconds = 0.05}) == "the solver's time limit was reached");
  CHECK(limit({.conflicts = 100}) == "the solver's conflict limit was reached");
  CHECK(limit({.proof_bytes = 100000}) == "the solver's proof outgrew its memory limit");
}
