// Questions to Z3 that leave quantifiers out.

#include "search/z3_session.hpp"

#include <catch2/catch.hpp>

using namespace plato;

namespace {

struct Question {
  Problem problem;
  FormulaTable& table = problem.table;

  Question() { problem.symbols.push_back({.name = "x", .arguments = {}, .result = Sort::integer, .number = 0}); }
  TermId x() { return table.logic(0); }
  // Every number is at least x.
  Literal all_at_least_x() { return table.all(table.le(x(), table.bound(0))); }
  Z3Answer ask(std::vector<Literal> assertions, bool ignores_quantifiers) {
    problem.assertions = std::move(assertions);
    return ask_z3(problem, {.ignores_quantifiers = ignores_quantifiers});
  }
};

}   // namespace

TEST_CASE("what follows from a quantified formula is ignored") {
  Question q;
  CHECK(q.ask({q.all_at_least_x()}, false).verdict == Z3Answer::Verdict::unsatisfiable);
  const Z3Answer answer = q.ask({q.all_at_least_x()}, true);
  CHECK(answer.verdict == Z3Answer::Verdict::satisfiable);
  CHECK(answer.model.has_value());
}

TEST_CASE("where a quantified formula is false there is still a witness") {
  Question q;
  const Literal all_equal = q.table.all(q.table.eq(q.table.bound(0), q.table.bound(0)));
  CHECK(q.ask({-all_equal}, true).verdict == Z3Answer::Verdict::unsatisfiable);
  CHECK(q.ask({-q.all_at_least_x()}, true).verdict == Z3Answer::Verdict::satisfiable);
}

TEST_CASE("what has no quantifiers is asked as it is") {
  Question q;
  const Literal is_one = q.table.eq(q.x(), q.table.num(1)), is_two = q.table.eq(q.x(), q.table.num(2));
  CHECK(q.ask({is_one, is_two}, true).verdict == Z3Answer::Verdict::unsatisfiable);
}
