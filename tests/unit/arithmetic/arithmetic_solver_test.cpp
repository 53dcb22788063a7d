// The arithmetic solver: every conflict replays, every model is one, and small systems are decided as brute force
// decides them.

#include "arithmetic/arithmetic_solver.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <ctime>
#include <map>
#include <random>
#include <string>

#include "support/how_much.hpp"

using namespace plato;

namespace {

Polynomial x(Atom atom) { return Polynomial::of_atom(atom); }
Polynomial n(std::int64_t value) { return Polynomial(Integer(value)); }
Fact at_least(const Polynomial& a, const Polynomial& b) {   // a ≥ b
  return {a - b, Relation::at_least_zero};
}
Fact at_most(const Polynomial& a, const Polynomial& b) { return at_least(b, a); }
Fact equal(const Polynomial& a, const Polynomial& b) { return {a - b, Relation::equal_to_zero}; }

enum class Result { satisfiable, unsatisfiable, unknown };

// A solver with a caller that does what it is asked: makes terms, and decides splits by trying both sides and lemmas by
// trying which hypothesis is false.
struct Session {
  std::map<Polynomial, TermId, bool (*)(const Polynomial&, const Polynomial&)> made{
      [](const Polynomial& a, const Polynomial& b) { return to_string(a) < to_string(b); }};
  ArithmeticSolver solver;
  Tag next_tag = 1;
  std::size_t splits = 0;
  std::size_t lemmas = 0;
  std::size_t conflicts = 0;
  std::size_t instructions = 0;
  ArithmeticModel model;
  ArithmeticConflict last_conflict;

  explicit Session(ArithmeticOptions options = {})
      : solver(options, [this](const Polynomial& polynomial) -> std::optional<TermId> {
          const auto [place, is_new] = made.try_emplace(polynomial, static_cast<TermId>(1000000 + made.size()));
          return place->second;
        }) {}

  Tag assume(const Fact& fact, bool positive = true) {
    solver.assert_constraint(solver.register_constraint(fact), positive, next_tag);
    return next_tag++;
  }

  void check_conflict(const ArithmeticConflict& conflict) {
    ++conflicts;
    instructions += conflict.instructions.size();
    last_conflict = conflict;
    const ReplayVerdict verdict = solver.replay_conflict(conflict);
    if (const auto* failure = std::get_if<ReplayFailure>(&verdict)) {
      std::string text = "instruction " + std::to_string(failure->instruction) + ": " + failure->message + "\n";
      for (Tag tag : conflict.tags) {
        const Fact fact = *solver.fact_of_tag(tag);
        text += to_string(fact.polynomial) + (fact.relation == Relation::equal_to_zero ? " = 0\n" : " >= 0\n");
      }
      FAIL(text + write_instructions(conflict.instructions, [](TermId term) { return term; }));
    }
  }

  Result solve(std::size_t depth = 0, std::size_t largest_depth = 60) {
    const ArithmeticAnswer answer = solver.check();
    if (const auto* conflict = std::get_if<ArithmeticConflict>(&answer)) {
      check_conflict(*conflict);
      return Result::unsatisfiable;
    }
    if (const auto* found = std::get_if<ArithmeticModel>(&answer)) {
      model = *found;
      return Result::satisfiable;
    }
    if (depth >= largest_depth) return Result::unknown;
    using Branch = std::vector<std::pair<Fact, bool>>;   // facts and whether they are taken for true
    std::vector<Branch> branches;
    if (const auto* split = std::get_if<ArithmeticSplit>(&answer)) {
      ++splits;
      REQUIRE(split->polynomial.constant().is_zero());
      REQUIRE(split->polynomial.content().is_one());
      const Fact low = at_most(split->polynomial, Polynomial(split->value));
      for (bool is_low : {split->try_lower_first, !split->try_lower_first}) branches.push_back({{low, is_low}});
    } else if (const auto* found_lemmas = std::get_if<ArithmeticLemmas>(&answer)) {
      REQUIRE_FALSE(found_lemmas->lemmas.empty());
      for (const ArithmeticLemma& lemma : found_lemmas->lemmas) {
        ++lemmas;
        CHECK(std::holds_alternative<ReplayAccepted>(replay(lemma.hypotheses, lemma.instructions, solver.terms())));
      }
      Branch so_far;
      for (const Fact& hypothesis : found_lemmas->lemmas.front().hypotheses) {
        branches.push_back(so_far);
        branches.back().emplace_back(hypothesis, false);
        so_far.emplace_back(hypothesis, true);
      }
    } else {
      return Result::unknown;
    }
    Result result = Result::unsatisfiable;
    for (const Branch& branch : branches) {
      const std::size_t level = solver.level();
      solver.push();
      for (const auto& [fact, is_true] : branch) assume(fact, is_true);
      const Result there = solve(depth + 1, largest_depth);
      solver.backtrack(level);
      if (there == Result::satisfiable) return there;
      if (there == Result::unknown) result = there;
    }
    return result;
  }

  bool is_refuted_at_once() {
    const ArithmeticAnswer answer = solver.check();
    if (const auto* conflict = std::get_if<ArithmeticConflict>(&answer)) check_conflict(*conflict);
    return std::holds_alternative<ArithmeticConflict>(answer);
  }
};

Integer value_in(const ArithmeticModel& model, Atom atom) {
  const auto found = model.values.find(atom);
  return found == model.values.end() ? Integer(0) : found->second;
}

struct Literal {
  Fact fact;
  bool positive;
};

bool holds(const Literal& literal, const std::function<Integer(Atom)>& value) {
  const Integer number = literal.fact.polynomial.evaluate(value);
  const bool is_true = literal.fact.relation == Relation::equal_to_zero ? number.is_zero() : number.sign() >= 0;
  return is_true == literal.positive;
}

// Of processor time, which other work on the machine does not change much.
double milliseconds_since(std::clock_t start) {
  return 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}   // namespace

TEST_CASE("a contradiction between two bounds") {
  Session session;
  const Tag a = session.assume(at_least(x(1), n(3)));
  session.assume(at_least(x(2), n(0)));
  const Tag b = session.assume(at_most(x(1), n(2)));
  REQUIRE(session.is_refuted_at_once());
  CHECK(session.last_conflict.tags == std::vector<Tag>{a, b});
  CHECK(session.last_conflict.instructions.size() == 1);
}

TEST_CASE("a negated inequality is strict") {
  Session session;
  const Fact fact = at_most(x(1), x(2));
  const ConstraintId constraint = session.solver.register_constraint(fact);
  session.solver.assert_constraint(constraint, false, -7);   // x1 > x2
  session.assume(at_most(x(1), x(2) + n(1)));
  session.assume(equal(x(2), n(4)));
  REQUIRE(session.solve() == Result::satisfiable);
  CHECK(value_in(session.model, 1) == 5);
  session.assume(at_most(x(1), n(4)));
  REQUIRE(session.is_refuted_at_once());
  CHECK(session.last_conflict.tags.size() == 3);
}

TEST_CASE("constant facts") {
  Session session;
  session.assume(at_least(n(2), n(1)));
  REQUIRE(session.solve() == Result::satisfiable);
  session.assume(equal(n(2), n(1)));
  REQUIRE(session.is_refuted_at_once());
  CHECK(session.last_conflict.tags.size() == 1);
}

TEST_CASE("equalities without whole solutions") {
  SECTION("one equation") {
    Session session;
    session.assume(equal(x(1) * Integer(2), x(2) * Integer(2) + n(1)));
    REQUIRE(session.is_refuted_at_once());
    CHECK(session.last_conflict.instructions.size() == 1);
  }
  SECTION("two equations") {
    Session session;
    session.assume(equal(x(1) + x(2), x(3) * Integer(2)));
    session.assume(equal(x(1) - x(2), x(4) * Integer(2) + n(1)));
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("equations as pairs of inequalities") {
    Session session;
    session.assume(at_least(x(1) + x(2), x(3) * Integer(2)));
    session.assume(at_most(x(1) + x(2), x(3) * Integer(2)));
    session.assume(at_least(x(1) - x(2), x(4) * Integer(2) + n(1)));
    session.assume(equal(x(7), n(3)));
    session.assume(at_most(x(1) - x(2), x(4) * Integer(2) + n(1)));
    REQUIRE(session.is_refuted_at_once());
    CHECK(session.last_conflict.tags.size() == 4);
  }
  SECTION("coprime moduli have a common solution, others may not") {
    Session session;   // Chinese remainders
    session.assume(equal(x(1), x(2) * Integer(6) + n(1)));
    session.assume(equal(x(1), x(3) * Integer(35) + n(4)));
    session.assume(equal(x(1), x(4) * Integer(143) + n(100)));
    REQUIRE(session.solve() == Result::satisfiable);
    session.assume(equal(x(1), x(5) * Integer(10) + n(2)));
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("large coefficients") {
    const Integer huge = parse_integer("1000000000000000000000000000000");
    Session session;
    session.assume(equal(x(1) * huge + x(2) * (huge * 2), Polynomial(huge * 3 + 1)));
    REQUIRE(session.is_refuted_at_once());
    Session other;
    other.assume(equal(x(1) * huge + x(2) * (huge + 1), Polynomial(huge * 3 + 1)));
    REQUIRE(other.solve() == Result::satisfiable);
  }
}

TEST_CASE("rounding and cuts") {
  SECTION("one form") {
    Session session;
    session.assume(at_least((x(1) + x(2)) * Integer(3), n(4)));
    session.assume(at_most((x(1) + x(2)) * Integer(3), n(5)));
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("a triangle without whole points") {
    Session session;
    session.assume(at_most(x(1) * Integer(3) - x(2) * Integer(2), n(0)));
    session.assume(at_least(x(1), n(1)));
    session.assume(at_most(x(1) * Integer(3) + x(2) * Integer(2), n(8)));
    session.assume(at_least(x(1) * Integer(4) - x(2), n(3)));
    REQUIRE(session.solve() == Result::unsatisfiable);
  }
  SECTION("a thin strip") {
    Session session;   // 10 x - 7 y between 1/2 and 1 - 1/2 after scaling
    session.assume(at_least(x(1) * Integer(20) - x(2) * Integer(14), n(3)));
    session.assume(at_most(x(1) * Integer(20) - x(2) * Integer(14), n(3)));
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("odd cycle") {   // x1 + x2 ≤ 1, … : the sum of a 5-cycle is at most 2
    Session session;
    Polynomial sum;
    for (Atom i = 0; i < 5; ++i) {
      session.assume(at_least(x(i), n(0)));
      session.assume(at_most(x(i) + x((i + 1) % 5), n(1)));
      sum += x(i);
    }
    session.assume(at_least(sum, n(3)));
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("exact rational values are not cut off") {
    Session session;
    session.assume(at_least(x(1) * Integer(2) + x(2) * Integer(3), n(7)));
    session.assume(at_most(x(1) * Integer(2) + x(2) * Integer(3), n(7)));
    session.assume(at_least(x(1), n(0)));
    session.assume(at_least(x(2), n(0)));
    REQUIRE(session.solve() == Result::satisfiable);
  }
}

TEST_CASE("pigeons") {
  for (std::size_t holes : {2, 3, 4}) {
    Session session;
    const std::size_t pigeons = holes + 1;
    const auto in = [&](std::size_t pigeon, std::size_t hole) { return x(static_cast<Atom>(pigeon * holes + hole)); };
    for (std::size_t p = 0; p < pigeons; ++p) {
      Polynomial sum;
      for (std::size_t h = 0; h < holes; ++h) {
        session.assume(at_least(in(p, h), n(0)));
        sum += in(p, h);
      }
      session.assume(at_least(sum, n(1)));
    }
    for (std::size_t h = 0; h < holes; ++h) {
      Polynomial sum;
      for (std::size_t p = 0; p < pigeons; ++p) sum += in(p, h);
      session.assume(at_most(sum, n(1)));
    }
    REQUIRE(session.is_refuted_at_once());
    CHECK(session.last_conflict.instructions.size() == 1);
  }
}

TEST_CASE("pigeons pairwise: at most one of two, which takes cuts") {
  Session session;
  const std::size_t holes = 3;
  const auto in = [&](std::size_t pigeon, std::size_t hole) { return x(static_cast<Atom>(pigeon * holes + hole)); };
  for (std::size_t p = 0; p <= holes; ++p) {
    Polynomial sum;
    for (std::size_t h = 0; h < holes; ++h) {
      session.assume(at_least(in(p, h), n(0)));
      session.assume(at_most(in(p, h), n(1)));
      sum += in(p, h);
    }
    session.assume(at_least(sum, n(1)));
  }
  for (std::size_t h = 0; h < holes; ++h)
    for (std::size_t p = 0; p <= holes; ++p)
      for (std::size_t q = 0; q < p; ++q) session.assume(at_most(in(p, h) + in(q, h), n(1)));
  REQUIRE(session.solve() == Result::unsatisfiable);
}

TEST_CASE("values that grow without end stop at a limit") {
  ArithmeticOptions options;
  options.splits = 300;
  options.cut_rounds = 2;
  Session session(options);
  // 3 x1 - 3 x2 + x3 between 1 and 2 with x3 tied to a multiple of 3 by inequalities that leave the rationals room
  session.assume(at_least(x(1) * Integer(6) - x(2) * Integer(4) + x(3) * Integer(10), x(4) * Integer(30) + n(1)));
  session.assume(at_most(x(1) * Integer(6) - x(2) * Integer(4) + x(3) * Integer(10), x(4) * Integer(30) + n(1)));
  REQUIRE(session.solve(0, 1000) == Result::unsatisfiable);   // one form: the common divisor does it
  Session endless(options);
  endless.assume(at_least(x(1) * Integer(17) - x(2) * Integer(12), n(1)));
  endless.assume(at_most(x(1) * Integer(34) - x(2) * Integer(23), n(3)));
  endless.assume(at_least(x(1) * x(1), x(2) * x(2) * Integer(2) + n(1)));
  endless.assume(at_most(x(1) * x(1), x(2) * x(2) * Integer(2) + n(1)));
  endless.assume(at_least(x(2), n(1000000)));
  const auto start = std::clock();
  endless.solve(0, 1000);
  CHECK(milliseconds_since(start) < 20000);
}

TEST_CASE("backtracking and clearing") {
  Session session;
  session.assume(at_least(x(1), n(0)));
  session.solver.push();
  session.assume(at_most(x(1), n(-1)));
  REQUIRE(session.is_refuted_at_once());
  session.solver.backtrack(0);
  REQUIRE(session.solve() == Result::satisfiable);
  session.solver.push();
  session.assume(at_least(x(1), n(10)));
  session.solver.push();
  session.assume(at_most(x(1) + x(2), n(5)));
  session.assume(at_least(x(2), n(0)));
  REQUIRE(session.is_refuted_at_once());
  session.solver.backtrack(1);
  REQUIRE(session.solve() == Result::satisfiable);
  CHECK(value_in(session.model, 1) >= 10);
  session.solver.clear();
  session.assume(at_most(x(1), n(-1)));
  REQUIRE(session.solve() == Result::satisfiable);
  CHECK(session.solver.level() == 0);
}

TEST_CASE("disequalities") {
  Session session;
  session.assume(at_least(x(1), n(0)));
  session.assume(at_most(x(1), n(2)));
  session.assume(equal(x(1), n(0)), false);
  session.assume(equal(x(1), n(1)), false);
  REQUIRE(session.solve() == Result::satisfiable);
  CHECK(value_in(session.model, 1) == 2);
  session.assume(equal(x(1) * Integer(2), n(4)), false);
  REQUIRE(session.solve() == Result::unsatisfiable);
  Session transitive;
  transitive.assume(equal(x(1), x(2)));
  transitive.assume(equal(x(2), x(3)));
  const Tag goal = transitive.assume(equal(x(3), x(1)), false);
  REQUIRE(transitive.is_refuted_at_once());
  CHECK(transitive.last_conflict.goal == goal);
  CHECK(transitive.last_conflict.instructions.size() == 1);
}

TEST_CASE("equalities that follow") {
  Session session;
  session.assume(at_least(x(1), x(2)));
  session.assume(at_least(x(2), x(3)));
  session.assume(at_least(x(3), x(1)));
  session.assume(equal(x(4), x(3) + n(2)));
  session.assume(at_least(x(5), n(0)));
  REQUIRE_FALSE(session.solver.check_rationals());
  const auto check = [&](const Polynomial& polynomial) {
    const auto entailment = session.solver.entails_equality(polynomial);
    if (!entailment) return false;
    std::vector<Fact> hypotheses;
    for (Tag tag : entailment->tags) hypotheses.push_back(*session.solver.fact_of_tag(tag));
    hypotheses.emplace_back();
    const ReplayVerdict verdict = replay(hypotheses, entailment->instructions, session.solver.terms(), polynomial);
    if (const auto* failure = std::get_if<ReplayFailure>(&verdict)) FAIL(failure->message);
    return true;
  };
  CHECK(check(x(1) - x(3)));
  CHECK(check(x(1) * Integer(2) - x(2) * Integer(2)));
  CHECK(check(x(2) - x(4) + n(2)));
  CHECK(check(Polynomial()));
  CHECK_FALSE(check(x(1) - x(4)));
  CHECK_FALSE(check(x(5)));
  CHECK_FALSE(check(x(1)));
  CHECK_FALSE(check(n(1)));
}

TEST_CASE("products") {
  SECTION("a square is not negative") {
    Session session;
    session.assume(at_most(x(1) * x(1), n(-1)));
    REQUIRE(session.is_refuted_at_once());
    CHECK(session.last_conflict.instructions.size() == 2);
  }
  SECTION("signs") {
    Session session;
    session.assume(at_least(x(1) * x(2), n(1)));
    session.assume(at_least(x(1), n(1)));
    session.assume(at_most(x(2), n(-1)));
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("a square written out") {
    Session session;
    session.assume(equal(x(3), (x(1) + n(1)) * (x(1) + n(1))));
    session.assume(equal(x(4), x(1) * x(1) + x(1) * Integer(2)));
    session.assume(equal(x(3), x(4) + n(1)), false);
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("substitution into a product") {
    Session session;
    session.assume(equal(x(1), x(2) + n(1)));
    session.assume(equal(x(1) * x(3), n(10)));
    session.assume(equal(x(2) * x(3), n(7)));
    session.assume(equal(x(3), n(3)), false);
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("monotone") {
    Session session;
    session.assume(at_least(x(1), n(0)));
    session.assume(at_least(x(2), x(3)));
    session.assume(at_most(x(1) * x(2), x(1) * x(3) - n(1)));
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("sum of squares") {
    Session session;
    session.assume(at_most(x(1) * x(1) + x(2) * x(2), x(1) * x(2) * Integer(2) - n(1)));
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("the tangent") {
    Session session;
    session.assume(equal(x(1), n(7)));
    session.assume(at_most(x(1) * x(1), n(48)));
    REQUIRE(session.solve() == Result::unsatisfiable);
  }
  SECTION("a model") {
    Session session;
    session.assume(equal(x(1) * x(2), n(12)));
    session.assume(at_least(x(1), n(2)));
    session.assume(at_most(x(1), n(5)));
    session.assume(at_least(x(2), n(1)));
    session.assume(at_most(x(2), n(5)));
    REQUIRE(session.solve() == Result::satisfiable);
    CHECK(value_in(session.model, 1) * value_in(session.model, 2) == 12);
  }
  SECTION("no factorization of a prime") {
    Session session;
    session.assume(equal(x(1) * x(2), n(13)));
    session.assume(at_least(x(1), n(2)));
    session.assume(at_most(x(1), n(12)));
    session.assume(at_least(x(2), n(2)));
    session.assume(at_most(x(2), n(12)));
    REQUIRE(session.solve() == Result::unsatisfiable);
  }
  SECTION("without terms from the caller") {
    ArithmeticSolver solver;
    solver.assert_constraint(solver.register_constraint(at_most(x(1) * x(1), n(-1))), true, 5);
    const ArithmeticAnswer answer = solver.check();
    const auto* conflict = std::get_if<ArithmeticConflict>(&answer);
    REQUIRE(conflict);
    CHECK(std::holds_alternative<ReplayAccepted>(solver.replay_conflict(*conflict)));
  }
}

TEST_CASE("quotients and remainders") {
  SECTION("by a number") {
    Session session;
    session.solver.register_division({10, 11, x(1), n(3)});
    session.assume(equal(x(1), n(7)));
    session.assume(equal(x(10), n(2)), false);
    REQUIRE(session.solve() == Result::unsatisfiable);
  }
  SECTION("by a negative number") {
    Session session;
    session.solver.register_division({10, 11, x(1), n(-3)});
    session.assume(equal(x(1), n(-7)));
    REQUIRE(session.solve() == Result::satisfiable);
    CHECK(value_in(session.model, 10) == 3);
    CHECK(value_in(session.model, 11) == 2);
  }
  SECTION("parity") {
    Session session;
    session.solver.register_division({10, 11, x(1) * Integer(2) + n(1), n(2)});
    session.assume(equal(x(11), n(1)), false);
    REQUIRE(session.solve() == Result::unsatisfiable);
  }
  SECTION("by a positive term") {
    Session session;
    session.solver.register_division({10, 11, x(1), x(2)});
    session.assume(at_least(x(2), n(1)));
    session.assume(at_least(x(11), x(2)));
    REQUIRE(session.is_refuted_at_once());
    CHECK(session.last_conflict.tags.size() == 2);
  }
  SECTION("by a term that is known better than positive") {
    Session session;
    session.solver.register_division({10, 11, x(1), x(2)});
    session.assume(equal(x(2), n(5)));
    session.assume(at_most(x(11), n(-1)));
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("by a negative term") {
    Session session;
    session.solver.register_division({10, 11, x(1), x(2)});
    session.assume(at_most(x(2), n(-1)));
    session.assume(at_least(x(11), -x(2)));
    REQUIRE(session.is_refuted_at_once());
  }
  SECTION("by a term of unknown sign") {
    Session session;
    session.solver.register_division({10, 11, x(1), x(2)});
    session.assume(equal(x(2), n(0)), false);
    session.assume(at_least(x(2), n(-3)));
    session.assume(at_most(x(2), n(3)));
    session.assume(at_most(x(11), n(-1)));
    REQUIRE(session.solve() == Result::unsatisfiable);
  }
  SECTION("two by the same term") {
    Session session;
    session.solver.register_division({10, 11, x(1), x(3)});
    session.solver.register_division({12, 13, x(2), x(3)});
    session.assume(at_least(x(3), n(1)));
    SECTION("one period further") {
      session.assume(equal(x(2), x(1) + x(3)));
      session.assume(equal(x(11), x(13)), false);
      REQUIRE(session.solve() == Result::unsatisfiable);
    }
    SECTION("one period further, the quotients") {
      session.assume(equal(x(2), x(1) + x(3)));
      session.assume(equal(x(12), x(10) + n(1)), false);
      REQUIRE(session.solve() == Result::unsatisfiable);
    }
    SECTION("three periods back") {
      session.assume(equal(x(2), x(1) - x(3) * Integer(3)));
      session.assume(equal(x(11), x(13)), false);
      REQUIRE(session.solve() == Result::unsatisfiable);
    }
    SECTION("equal remainders within a period") {
      session.assume(equal(x(11), x(13)));
      session.assume(at_least(x(2), x(1)));
      session.assume(at_most(x(2), x(1) + x(3) - n(1)));
      session.assume(equal(x(2), x(1)), false);
      REQUIRE(session.solve() == Result::unsatisfiable);
    }
    SECTION("equal remainders one more than a period apart") {
      session.assume(equal(x(11), x(13)));
      session.assume(equal(x(2), x(1) + x(3) + n(1)));
      session.assume(at_least(x(3), n(2)));
      REQUIRE(session.solve() == Result::unsatisfiable);
    }
    SECTION("order") {
      session.assume(at_least(x(2), x(1)));
      session.assume(at_most(x(12), x(10) - n(1)));
      REQUIRE(session.solve() == Result::unsatisfiable);
    }
    CHECK(session.lemmas > 0);
  }
  SECTION("two by the same term: what is not so") {
    Session session;
    session.solver.register_division({10, 11, x(1), x(3)});
    session.solver.register_division({12, 13, x(2), x(3)});
    session.assume(at_least(x(3), n(1)));
    SECTION("equal remainders up to a period, inclusive") {
      session.assume(equal(x(11), x(13)));
      session.assume(at_least(x(2), x(1)));
      session.assume(at_most(x(2), x(1) + x(3)));
      session.assume(equal(x(2), x(1)), false);
    }
    SECTION("half a period further") {
      session.assume(equal(x(2) * Integer(2), x(1) * Integer(2) + x(3)));
      session.assume(equal(x(11), x(13)), false);
    }
    SECTION("an order that is strict") {
      session.assume(at_least(x(2), x(1) + n(1)));
      session.assume(at_most(x(12), x(10)));
    }
    SECTION("one more than a period further, by 1") {
      session.assume(equal(x(11), x(13)));
      session.assume(equal(x(2), x(1) + x(3) + n(1)));
    }
    REQUIRE(session.solve() == Result::satisfiable);
  }
  SECTION("below a term") {
    Session session;
    session.solver.register_division({10, 11, x(1), x(3)});
    session.assume(at_least(x(1), n(0)));
    SECTION("it is its own remainder") {
      session.assume(at_least(x(3), x(1) + n(1)));
      session.assume(equal(x(1), x(11)), false);
      REQUIRE(session.solve() == Result::unsatisfiable);
    }
    SECTION("but not where it may reach the term") {
      session.assume(at_least(x(3), x(1)));
      session.assume(at_least(x(3), n(1)));
      session.assume(equal(x(1), x(11)), false);
      REQUIRE(session.solve() == Result::satisfiable);
    }
  }
  SECTION("two by the same negative term") {
    Session session;
    session.solver.register_division({10, 11, x(1), x(3)});
    session.solver.register_division({12, 13, x(2), x(3)});
    session.assume(at_most(x(3), n(-1)));
    session.assume(equal(x(2), x(1) + x(3)));
    SECTION("the remainders") { session.assume(equal(x(11), x(13)), false); }
    SECTION("the quotients") { session.assume(equal(x(12), x(10) + n(1)), false); }
    REQUIRE(session.solve() == Result::unsatisfiable);
    CHECK(session.lemmas > 0);
  }
  SECTION("a remainder of a remainder") {
    Session session;
    session.solver.register_division({10, 11, x(1), n(8)});
    session.solver.register_division({12, 13, x(11), n(4)});
    session.solver.register_division({14, 15, x(1), n(4)});
    session.assume(equal(x(13), x(15)), false);
    REQUIRE(session.solve() == Result::unsatisfiable);
  }
}

// ---- random systems against brute force
// ----------------------------------------------------------------------------------

namespace {

struct RandomSystems {
  enum class Divisions : std::uint8_t { none, one, two };

  std::size_t satisfiable = 0;
  std::size_t unsatisfiable = 0;
  std::size_t unknown = 0;
  std::size_t splits = 0;
  std::size_t instructions = 0;
  std::size_t conflicts = 0;

  // Atoms 0, 1, … within -box … box.
  void run(std::uint32_t seed, std::size_t rounds, Atom atoms, int box, std::size_t constraints, int largest,
           bool nonlinear, Divisions divisions = Divisions::none) {
    std::mt19937 random(seed);
    const auto pick = [&](int low, int high) {
      return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
    };
    for (std::size_t round = 0; round < rounds; ++round) {
      std::vector<Literal> literals;
      std::vector<Division> registered;
      for (Atom atom = 0; atom < atoms; ++atom) {
        literals.push_back({at_least(x(atom), n(-box)), true});
        literals.push_back({at_most(x(atom), n(box)), true});
      }
      Atom all_atoms = atoms;
      if (divisions != Divisions::none) {
        int divisor = pick(-4, 4);
        if (divisor == 0) divisor = 5;
        registered.push_back({atoms, atoms + 1, x(0) * Integer(pick(1, 3)) + x(1), n(divisor)});
        if (divisions == Divisions::two) {   // by the same term, which is not 0
          registered.back().divisor = x(1);
          registered.push_back({atoms + 2, atoms + 3, x(0) - x(1) * Integer(pick(0, 2)) + n(pick(-2, 2)), x(1)});
          literals.push_back({pick(0, 3) != 0 ? at_least(x(1), n(1)) : at_most(x(1), n(-1)), true});
          all_atoms += 2;
        } else if (pick(0, 1)) {
          registered.back().divisor = x(1);
        }
        all_atoms += 2;
      }
      for (std::size_t i = 0; i < constraints; ++i) {
        Polynomial polynomial = n(pick(-largest, largest));
        for (Atom atom = 0; atom < all_atoms; ++atom)
          if (pick(0, 2) != 0) polynomial.add_multiple(Integer(pick(-largest, largest)), x(atom));
        if (nonlinear && pick(0, 1))
          polynomial.add_multiple(Integer(pick(-2, 2)), x(static_cast<Atom>(pick(0, static_cast<int>(atoms) - 1))) *
                                                            x(static_cast<Atom>(pick(0, static_cast<int>(atoms) - 1))));
        const int kind = pick(0, 9);
        literals.push_back(
            {{polynomial, kind < 6 ? Relation::at_least_zero : Relation::equal_to_zero}, kind != 9 && kind != 5});
      }

      std::vector<Integer> values(all_atoms);
      bool is_satisfiable = false;
      const auto value = [&](Atom atom) { return values[atom]; };
      std::vector<int> point(atoms, -box);
      for (bool more = true; more && !is_satisfiable;) {
        for (Atom atom = 0; atom < atoms; ++atom) values[atom] = point[atom];
        for (const Division& division : registered) {
          const Integer dividend = division.dividend.evaluate(value);
          const Integer divisor = division.divisor.evaluate(value);
          const Integer quotient = divisor.sign() > 0   ? floor_divide(dividend, divisor)
                                   : divisor.sign() < 0 ? -floor_divide(dividend, -divisor)
                                                        : Integer(0);
          values[division.quotient] = quotient;
          values[division.remainder] = dividend - quotient * divisor;
        }
        is_satisfiable = std::ranges::all_of(literals, [&](const Literal& literal) { return holds(literal, value); });
        std::size_t i = 0;
        while (i < atoms && point[i] == box) point[i++] = -box;
        if (i == atoms)
          more = false;
        else
          ++point[i];
      }

      Session session;
      for (const Division& division : registered) session.solver.register_division(division);
      for (const Literal& literal : literals) session.assume(literal.fact, literal.positive);
      const Result result = session.solve();
      if (result == Result::unsatisfiable) {
        INFO("seed " << seed << " round " << round);
        REQUIRE_FALSE(is_satisfiable);
        ++unsatisfiable;
      } else if (result == Result::satisfiable) {
        const auto in_model = [&](Atom atom) { return value_in(session.model, atom); };
        for (const Literal& literal : literals) REQUIRE(holds(literal, in_model));
        REQUIRE(is_satisfiable);
        ++satisfiable;
      } else {
        ++unknown;
      }
      splits += session.splits;
      conflicts += session.conflicts;
      instructions += session.instructions;
    }
  }

  void report(const char* name) const {
    WARN(name << ": " << satisfiable << " satisfiable, " << unsatisfiable << " unsatisfiable, " << unknown
              << " unknown; " << splits << " splits, " << conflicts << " conflicts, " << instructions
              << " instructions");
  }
};

}   // namespace

TEST_CASE("random linear systems") {
  RandomSystems systems;
  systems.run(1, 1500, 2, 4, 3, 5, false);
  systems.run(2, 1500, 3, 3, 4, 4, false);
  systems.run(3, 500, 3, 4, 3, 20, false);
  systems.run(4, 400, 4, 2, 5, 3, false);
  systems.report("linear");
  CHECK(systems.unknown == 0);
}

TEST_CASE("random systems with products") {
  RandomSystems systems;
  systems.run(5, 400, 2, 3, 3, 3, true);
  systems.run(6, 300, 3, 2, 4, 3, true);
  systems.report("products");
  CHECK(systems.unknown <= 35);
}

TEST_CASE("random systems with quotients") {
  RandomSystems systems;
  systems.run(7, 400, 2, 4, 2, 3, false, RandomSystems::Divisions::one);
  systems.run(8, 200, 2, 4, 2, 2, false, RandomSystems::Divisions::two);
  systems.report("quotients");
  CHECK(systems.unknown <= 100);
}

TEST_CASE("random constraints asserted and taken back") {
  std::mt19937 random(21);
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  std::size_t conflicts = 0;
  std::size_t models = 0;
  constexpr std::size_t rounds = plato_test::is_sanitized ? 12 : 60;   // of twelve kinds
  for (std::size_t round = 0; round < rounds; ++round) {
    const bool nonlinear = round % 3 == 0;
    Session session;
    std::vector<Literal> literals;
    std::vector<ConstraintId> constraints;
    const auto add = [&](const Fact& fact, bool positive) {
      literals.push_back({fact, positive});
      constraints.push_back(session.solver.register_constraint(fact));
    };
    for (Atom atom = 0; atom < 3; ++atom) {
      add(at_least(x(atom), n(-3)), true);
      add(at_most(x(atom), n(3)), true);
    }
    if (round % 4 == 1) session.solver.register_division({7, 8, x(0) + x(1), n(3)});
    for (int i = 0; i < 16; ++i) {
      Polynomial polynomial = n(pick(-6, 6));
      for (Atom atom = 0; atom < 3; ++atom) polynomial.add_multiple(Integer(pick(-4, 4)), x(atom));
      if (nonlinear && pick(0, 1)) polynomial += x(static_cast<Atom>(pick(0, 2))) * x(static_cast<Atom>(pick(0, 2)));
      if (round % 4 == 1 && pick(0, 1)) polynomial += x(static_cast<Atom>(pick(7, 8)));
      add({polynomial, pick(0, 2) == 0 ? Relation::equal_to_zero : Relation::at_least_zero}, pick(0, 3) != 0);
    }
    std::vector<std::size_t> asserted;
    std::vector<std::size_t> sizes;
    const auto assume = [&](std::size_t number) {
      session.solver.assert_constraint(constraints[number], literals[number].positive, static_cast<Tag>(number + 1));
      asserted.push_back(number);
    };
    for (std::size_t i = 0; i < 6; ++i) assume(i);
    for (int step = 0; step < 80; ++step) {
      sizes.push_back(asserted.size());
      session.solver.push();
      assume(static_cast<std::size_t>(pick(6, static_cast<int>(literals.size()) - 1)));
      const ArithmeticAnswer answer = session.solver.check();
      if (const auto* model = std::get_if<ArithmeticModel>(&answer)) {
        const auto value = [&](Atom atom) { return value_in(*model, atom); };
        for (std::size_t number : asserted) REQUIRE(holds(literals[number], value));
        ++models;
      }
      if (const auto* conflict = std::get_if<ArithmeticConflict>(&answer)) {
        session.check_conflict(*conflict);
        ++conflicts;
      }
      if (std::holds_alternative<ArithmeticConflict>(answer) || pick(0, 3) == 0) {
        const auto level = static_cast<std::size_t>(pick(0, static_cast<int>(sizes.size()) - 1));
        session.solver.backtrack(level);
        asserted.resize(sizes[level]);
        sizes.resize(level);
      }
    }
  }
  CHECK(conflicts > 8 * rounds);
  CHECK(models > 8 * rounds);
}

// ---- speed
// ---------------------------------------------------------------------------------------------------------------

TEST_CASE("a chain of a thousand differences") {
  for (const int step : {1, -1}) {   // satisfied by zeros at the beginning, and not
    Session session;
    const auto start = std::clock();
    const Atom length = 1000;
    for (Atom i = 0; i < length; ++i) session.assume(at_most(x(i + 1), x(i) + n(step)));
    REQUIRE_FALSE(session.solver.check_rationals());
    session.assume(at_least(x(length), x(0) + n(step * static_cast<int>(length) + 1)));
    REQUIRE(session.is_refuted_at_once());
    CHECK(session.last_conflict.tags.size() == length + 1);
    const double time = milliseconds_since(start);
    WARN("chain with step " << step << ": " << time << " ms, " << session.solver.statistics().pivots << " pivots");
    CHECK(time < 2000);
  }
}

TEST_CASE("a thousand constraints asserted and taken back again and again") {
  Session session;
  const Atom length = 1000;
  std::vector<ConstraintId> constraints;
  for (Atom i = 0; i < length; ++i)
    constraints.push_back(session.solver.register_constraint(at_most(x(i + 1), x(i) - n(1))));
  std::mt19937 random(11);
  const auto start = std::clock();
  std::size_t checks = 0;
  for (std::size_t round = 0; round < 20; ++round) {
    for (std::size_t i = 0; i < 200; ++i) {
      session.solver.push();
      const ConstraintId constraint = constraints[random() % constraints.size()];
      const bool positive = random() % 4 != 0;
      const auto tag = static_cast<Tag>(constraint) + 1;
      session.solver.assert_constraint(constraint, positive, positive ? tag : -tag);
      ++checks;
      if (const auto conflict = session.solver.check_rationals()) {
        session.check_conflict(*conflict);
        session.solver.backtrack(session.solver.level() - 1);
      }
    }
    session.solver.backtrack(random() % 100);
  }
  const double time = milliseconds_since(start);
  WARN(checks << " incremental checks: " << time << " ms, " << session.solver.statistics().pivots << " pivots");
  CHECK(time < 3000);
}

TEST_CASE("job shop") {
  // Jobs of three tasks on three machines; on each machine the order is fixed by the search, here at random.
  std::mt19937 random(12);
  const Atom jobs = 30;
  const Atom machines = 10;
  Session session;
  const auto task = [&](Atom job, Atom machine) { return x(job * machines + machine); };
  const auto start = std::clock();
  for (Atom job = 0; job < jobs; ++job) {
    session.assume(at_least(task(job, 0), n(0)));
    for (Atom m = 0; m + 1 < machines; ++m)
      session.assume(at_least(task(job, m + 1), task(job, m) + n(1 + static_cast<int>(random() % 9))));
    session.assume(at_most(task(job, machines - 1), n(200)));
  }
  std::size_t conflicts = 0;
  std::size_t checks = 0;
  for (Atom m = 0; m < machines; ++m)
    for (Atom a = 0; a < jobs; ++a)
      for (Atom b = 0; b < a; ++b) {
        const bool before = random() % 8 != 0;
        session.solver.push();
        session.assume(before ? at_least(task(a, m), task(b, m) + n(5)) : at_least(task(b, m), task(a, m) + n(5)));
        ++checks;
        if (const auto conflict = session.solver.check_rationals()) {
          session.check_conflict(*conflict);
          ++conflicts;
          session.solver.backtrack(session.solver.level() - 1);
        }
      }
  const double time = milliseconds_since(start);
  WARN("job shop: " << checks << " checks, " << conflicts << " conflicts: " << time << " ms, "
                    << session.solver.statistics().pivots << " pivots");
  CHECK(time < 30000);
}
