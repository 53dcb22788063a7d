// The search and its certificates, against Z3, evaluation and the oracle.

#include "search/certifying_search.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "certificate/model_writer.hpp"
#include "certificate/refutation_writer.hpp"
#include "kernel/kernel_bridge.hpp"
#include "oracle/certificate_oracle.hpp"
#include "search/z3_session.hpp"
#include "smtlib/smt_model.hpp"
#include "smtlib/smtlib_reader.hpp"
#include "support/how_much.hpp"
#include "support/random_problems.hpp"
#include "system/input_file.hpp"

using namespace plato;
using test::Theory;

namespace {

Problem parse(const std::string& text) {
  auto read = read_smtlib(text);
  if (!read) FAIL(read.error().line << ":" << read.error().column << ": " << read.error().message << "\n" << text);
  return problem_of(*std::move(read), 0);
}

std::vector<std::size_t> all_of(const Problem& problem) {
  std::vector<std::size_t> all(problem.assertions.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

// The certificate, or why there is none.
tl::expected<std::string, NoRefutation> certify(const std::string& text, double seconds = 10) {
  Problem problem = parse(text);
  const SearchResult result = search_refutation(problem, all_of(problem), {.seconds = seconds});
  if (!result.outcome) return tl::unexpected(result.outcome.error());
  return write_certificate(problem.table, problem.assertions, *result.outcome);
}

void require_certified(const std::string& text) {
  const auto certificate = certify(text);
  INFO(text);
  if (!certificate) FAIL(certificate.error().message);
  CHECK(plato_test::objection_to(*certificate).value_or("accepted") == "accepted");
}

constexpr const char* declarations =
    "(declare-const x Int)(declare-const y Int)(declare-const z Int)(declare-const p Bool)"
    "(declare-const a (Array Int Int))(declare-const b (Array Int Int))(declare-fun f (Int) Int)(declare-fun g (Int "
    "Int) Int)\n";

// A random model with small values.
LogicModel random_model(const Problem& problem, std::mt19937& random) {
  LogicModel model;
  const auto small = [&] { return Integer(static_cast<std::int64_t>(random() % 7) - 3); };
  for (const ProblemSymbol& symbol : problem.symbols) {
    if (symbol.arguments.empty() && symbol.result == Sort::boolean) {
      model.atoms[symbol.number] = random() % 2 == 0;
    } else if (symbol.arguments.empty() && symbol.result == Sort::integer) {
      model.logic[symbol.number] = small();
    } else {
      MapValue map{{}, small()};
      for (int i = 0; i < 3; ++i) map.entries[small()] = small();
      model.logic[symbol.number] = map;
    }
  }
  return model;
}

}   // namespace

TEST_CASE("what each rule is for is certified") {
  const char* problems[] = {
      "(assert (< x y))(assert (< y x))",
      "(assert (= (+ (* 4 x) (* 6 y)) 7))",
      "(assert (distinct x y))(assert (<= 0 x 1))(assert (<= 0 y 1))(assert (not (= (+ x y) 1)))",
      "(assert (or p (< x y)))(assert (=> p (> (* 2 x) (+ (* 2 y) 1))))(assert (= x y))",
      "(assert (= (mod x 4) 1))(assert (= (mod x 2) 0))",
      "(assert (> (div x y) 5))(assert (> y 0))(assert (< x y))(assert (> x 0))",
      "(assert (distinct (mod (+ x z) z) (mod x z)))",
      "(assert (< 0 z))(assert (distinct (div (- x z) z) (- (div x z) 1)))",
      "(assert (< 0 z))(assert (= (mod x z) (mod y z)))(assert (< x y (+ x z)))",
      "(assert (<= 0 x))(assert (< x z))(assert (distinct (mod x z) x))",
      "(assert (< z 0))(assert (<= x y))(assert (< (div x z) (div y z)))",
      "(assert (forall ((i Int)) (=> (and (<= 0 i) (< i x) (= (mod i z) y)) (= (select a i) 0))))(assert (< 0 "
      "z))(assert (= (mod x z) y))"
      "(assert (= (select a x) 0))(assert (exists ((i Int)) (and (<= 0 i) (< i (+ x z)) (= (mod i z) y) (distinct "
      "(select a i) 0))))",
      // the nested formula shows which instance is needed: i is x mod z, or x - y
      "(assert (< 0 z))(assert (forall ((i Int)) (=> (and (<= 0 i) (< i z)) (forall ((k Int)) (=> (= (mod k z) i) (= "
      "(select a k) 0))))))"
      "(assert (distinct (select a x) 0))",
      "(assert (forall ((i Int)) (=> (< 0 i) (forall ((k Int)) (=> (= (- k y) i) (= (select a k) 0))))))(assert (< y "
      "x))(assert (distinct (select a x) 0))",
      "(assert (= x (* 2 y)))(assert (> (* x y) 8))(assert (< (* y y) 4))",
      "(assert (< (abs x) 0))",
      "(assert (= b (store a x 5)))(assert (not (= (select b y) (ite (= x y) 5 (select a y)))))",
      "(assert (not (= x y)))(assert (not (= (store (store a x 1) y 2) (store (store a y 2) x 1))))",
      "(assert (= a ((as const (Array Int Int)) 3)))(assert (distinct (select a x) 3))",
      "(assert (= (ite p a b) a))(assert (not p))(assert (distinct (select a x) (select b x)))",
      "(assert (not (= a a)))",
      "(assert (<= x y))(assert (<= y x))(assert (distinct (g x (+ y 1)) (g y (+ 1 x))))",
      "(assert (forall ((i Int)) (=> (<= 0 i) (= (select a i) (select b i)))))(assert (<= 0 x))(assert (distinct "
      "(select a x) (select b x)))",
      "(assert (forall ((i Int)) (! (= (f (+ i 1)) (+ (f i) 2)) :pattern ((f i)))))(assert (= (f 0) 0))(assert "
      "(distinct (f 3) 6))",
      "(assert (exists ((i Int)) (< (select a i) 0)))(assert (forall ((i Int)) (>= (select a i) 0)))",
      "(assert (forall ((i Int) (j Int)) (=> (< i j) (< (f i) (f j)))))(assert (>= (f 3) (f 5)))",
      "(assert (not (= (and p p) p)))",
  };
  for (const char* problem : problems) require_certified(std::string(declarations) + problem);
}

TEST_CASE("what has a model is not refuted") {
  for (const char* problem :
       {"(assert (< x y))", "(assert (= (+ (* 4 x) (* 6 y)) 8))", "(assert (distinct (f x) (f y)))",
        "(assert (not (= a b)))", "(assert (forall ((i Int)) (<= (select a i) x)))",
        "(assert (< (mod x z) 0))",   // by 0 it may be anything
        "(assert (< 0 z))(assert (distinct (mod (+ x z 1) z) (+ (mod x z) 1)))",
        "(assert (< 0 z))(assert (= (mod x z) (mod y z)))(assert (< x y (+ x z 1)))",
        "(assert (<= 0 x z))(assert (< 0 z))(assert (distinct (mod x z) x))",
        "(assert (distinct z 0))(assert (<= x y))(assert (< (div y z) (div x z)))",
        "(assert (forall ((i Int)) (=> (< 0 i) (forall ((k Int)) (=> (= (- k y) i) (= (select a k) 0))))))"
        "(assert (<= y x))(assert (distinct (select a x) 0))"})
    CHECK(!certify(std::string(declarations) + problem, 2).has_value());
}

TEST_CASE("the same problem gives the same bytes") {
  const std::string text = std::string(declarations) +
                           "(assert (= b (store (store a x 5) z 7)))(assert (distinct x z))(assert (or p (< x y)))"
                           "(assert (=> p (< x y)))(assert (distinct (select b x) 5))";
  CHECK(certify(text).value() == certify(text).value());
}

// Chains of k steps, each of which once took a round or more of its own, or doubled the number of paths.
TEST_CASE("long chains take few rounds and short certificates") {
  constexpr int k = 60;
  const auto of = [](const char* name, int i) { return name + std::to_string(i); };
  std::string choices, tower, copies, loop, schedule;
  for (int i = 0; i <= k; ++i) {
    const std::string declare_ints = "(declare-const " + of("u", i) + " Int)(declare-const " + of("v", i) + " Int)";
    for (std::string* text : {&choices, &tower, &loop, &schedule}) *text += declare_ints;
    for (std::string* text : {&copies, &loop}) *text += "(declare-const " + of("m", i) + " (Array Int Int))";
  }
  for (int i = 0; i < k; ++i) {
    const std::string u = of("u", i), v = of("v", i), next_u = of("u", i + 1), next_v = of("v", i + 1);
    choices += "(assert (or (and (= " + next_u + " (+ " + u + " 1)) (= " + next_v + " (- " + v +
               " 1))) (and (= " + next_u + " " + v + ") (= " + next_v + " " + u + "))))";
    tower += "(assert (= " + next_u + " (g " + u + " z)))(assert (= " + next_v + " (g " + v + " z)))";
    copies +=
        "(assert (forall ((q Int)) (=> (<= 0 q) (= (select " + of("m", i + 1) + " q) (select " + of("m", i) + " q)))))";
    loop += "(assert (= " + of("m", i + 1) + " (store " + of("m", i) + " " + u + " " + v + ")))(assert (= " + next_u +
            " (+ " + u + " 1)))";
    schedule += "(assert (or (<= (+ " + u + " 2) " + v + ") (<= (+ " + u + " 3) " + v + ")))(assert (<= " + v + " " +
                next_u + "))";
  }
  choices += "(assert (= u0 3))(assert (= v0 4))(assert (not (= (+ u60 v60) 7)))";
  tower += "(assert (= u0 v0))(assert (distinct u60 v60))";
  copies += "(assert (<= 0 x))(assert (distinct (select m60 x) (select m0 x)))";
  loop += "(assert (distinct (select m60 u0) v0))";
  schedule += "(assert (< u60 (+ u0 120)))";
  for (const std::string& chain : {choices, tower, copies, loop, schedule}) {
    Problem problem = parse(std::string(declarations) + chain);
    const SearchResult result = search_refutation(problem, all_of(problem), {.seconds = 10});
    CHECK(result.statistics.rounds <= 10);
    REQUIRE(result.outcome.has_value());
    const std::string certificate = write_certificate(problem.table, problem.assertions, *result.outcome);
    CHECK(plato_test::objection_to(certificate).value_or("accepted") == "accepted");
    CHECK(certificate.size() < 500 * k);
  }
}

// The condition of a thread of k assignments x := x + 1 under a lock, as the kernel states it: whatever the others do
// that the thread relies on, each step is allowed by the guarantee, or else the condition fails there. With a cell of a
// map in the place of x, the steps are not followed by equalities of integers alone.
std::string thread_condition(int k, bool in_map) {
  std::string text, close;
  const auto declare = [&](const std::string& name, const char* sort) {
    text += "(declare-const " + name + " " + sort + ")";
  };
  declare("t", "Int");
  for (int i = 0; i <= 2 * k + 1; ++i) {
    declare("lock" + std::to_string(i), "Int");
    declare((in_map ? "m" : "x") + std::to_string(i), in_map ? "(Array Int Int)" : "Int");
  }
  const auto lock = [](int i) { return "lock" + std::to_string(i); };
  const auto state = [&](int i) { return (in_map ? "m" : "x") + std::to_string(i); };
  const auto value = [&](int i) { return in_map ? "(select m" + std::to_string(i) + " t)" : "x" + std::to_string(i); };
  const auto write = [&](int i) {
    return in_map ? "(store " + state(i) + " t (+ " + value(i) + " 1))" : "(+ " + value(i) + " 1)";
  };
  text += "\n(assert (and (= t 1) (= lock0 t) (= " + value(0) + " 0) ";
  for (int step = 0; step < k; ++step) {
    const int a = 2 * step, b = a + 1, c = a + 2;
    text += "(and (or (not (= " + lock(a) + " t)) (and (= " + lock(b) + " t) (= " + value(b) + " " + value(a) + ")))" +
            " (= " + lock(c) + " " + lock(b) + ") (= " + state(c) + " " + write(b) + ")" +
            " (or (not (or (not (= " + lock(b) + " 2)) (and (= " + lock(c) + " 2) (= " + value(c) + " " + value(b) +
            ")))) ";
    close += "))";
  }
  return text + "(not (= " + value(2 * k) + " " + std::to_string(k) + "))" + close + "))";
}

TEST_CASE("the condition of a thread takes as many rounds whatever its length") {
  for (const auto& [k, in_map] :
       {std::pair{10, false}, {100, false}, {300, false}, {10, true}, {100, true}, {300, true}}) {
    Problem problem = parse(thread_condition(k, in_map));
    const SearchResult result = search_refutation(problem, all_of(problem));
    CHECK(result.statistics.rounds == 1);
    REQUIRE(result.outcome.has_value());
    const std::string certificate = write_certificate(problem.table, problem.assertions, *result.outcome);
    CHECK(check_with_kernel(as_bytes(certificate)).verdict == KernelReport::Verdict::certified);
    CHECK(certificate.size() < 600 * static_cast<std::size_t>(k));
  }
}

// k steps, each an assertion of its own: x becomes one more or two more, in one of these ways; bounds are asserted
// after each step. `slack` is taken off the last upper bound.
std::string row_of_branches(int k, const std::string& kind, int slack) {
  std::string text = "(declare-const x0 Int)(assert (= x0 0))", fails;
  const auto x = [](int i) { return "x" + std::to_string(i); };
  for (int i = 1; i <= k; ++i) {
    const std::string n = std::to_string(i), one = "(+ " + x(i - 1) + " 1)", two = "(+ " + x(i - 1) + " 2)";
    for (const char* flag : {"b", "c"}) text += "(declare-const " + (flag + n) + " Bool)";
    text += "(declare-const " + x(i) + " Int)";
    if (kind == "terms")
      text += "(assert (= " + x(i) + " (ite b" + n + " " + one + " " + two + ")))";
    else if (kind == "nested terms")
      text += "(assert (= " + x(i) + " (ite b" + n + " " + one + " (ite c" + n + " " + one + " " + two + "))))";
    else if (kind == "formulas")
      text += "(assert (or (and b" + n + " (= " + x(i) + " " + one + ")) (= " + x(i) + " " + two + ")))";
    else
      text += "(assert (or (= " + x(i) + " " + one + ") (and c" + n + " (or (= " + x(i) + " " + one + ") (= " + x(i) +
              " " + two + ")))))";
    const int most = i == k ? 2 * k - slack : 2 * i;
    fails += " (not (and (<= " + n + " " + x(i) + ") (<= " + x(i) + " " + std::to_string(most) + ")))";
  }
  return text + "(assert (or" + fails + "))";
}

TEST_CASE("a row of branches takes as many rounds whatever its length, and what holds after each is learned once") {
  for (const char* kind : {"terms", "nested terms", "formulas", "nested formulas"})
    for (const int k : {4, 40, 160}) {
      INFO(kind << " " << k);
      Problem problem = parse(row_of_branches(k, kind, 0));
      const SearchResult result = search_refutation(problem, all_of(problem));
      CHECK(result.statistics.rounds == 1);
      REQUIRE(result.outcome.has_value());
      const std::string certificate = write_certificate(problem.table, problem.assertions, *result.outcome);
      CHECK(check_with_kernel(as_bytes(certificate)).verdict == KernelReport::Verdict::certified);
      CHECK(certificate.size() < 2200 * static_cast<std::size_t>(k));
    }
}

TEST_CASE("a row of branches of which one bound is too narrow is not refuted") {
  for (const char* kind : {"terms", "nested terms", "formulas", "nested formulas"})
    for (const int k : {4, 20}) {
      INFO(kind << " " << k);
      Problem problem = parse(row_of_branches(k, kind, 1));
      CHECK_FALSE(search_refutation(problem, all_of(problem)).outcome.has_value());
    }
}

TEST_CASE("random problems: Z3, evaluation and the search do not contradict each other") {
  struct Family {
    Theory theory;
    const char* name;
    std::uint32_t count;
    bool is_complete;   // every unsatisfiable one must be certified
  };
  const std::uint32_t many = plato_test::is_sanitized ? 60 : plato_test::is_long_run() ? 2000 : 200;
  const Family families[] = {{Theory::linear, "linear", many, true},
                             {Theory::differences, "differences", many, true},
                             {Theory::maps, "maps", many, true},
                             {Theory::functions, "functions", many, true},
                             {Theory::mixed, "mixed", many, true},
                             {Theory::quantified, "quantified", many / 4, false},
                             {Theory::nonlinear, "nonlinear", many / 5, false},
                             {Theory::division, "division", many / 4, false}};
  for (const Family& family : families) {
    std::size_t unsatisfiable = 0, certified = 0;
    for (std::uint32_t seed = 1; seed <= family.count; ++seed) {
      const std::string text = test::random_problem(family.theory, seed);
      INFO(family.name << " " << seed << "\n" << text);
      Problem problem = parse(text);
      const Z3Answer z3 = ask_z3(problem, {.seconds = family.is_complete ? 5 : 0.5});   // it rarely answers later
      std::mt19937 random(seed);
      bool has_model = false;
      for (int i = 0; i < 50 && !has_model; ++i) {
        const LogicModel model = random_model(problem, random);
        has_model = true;
        for (Literal assertion : problem.assertions)
          has_model = has_model && evaluate(problem.table, assertion, model) == std::optional(true);
      }
      const bool is_refuted_by_z3 = z3.verdict == Z3Answer::Verdict::unsatisfiable;
      if (is_refuted_by_z3) CHECK_FALSE(has_model);
      if (z3.verdict == Z3Answer::Verdict::satisfiable && z3.model) {
        const LogicModel model = to_logic_model(problem, *z3.model);
        bool is_evaluated = true;
        for (Literal assertion : problem.assertions) {
          const std::optional<bool> truth = evaluate(problem.table, assertion, model);
          CHECK(truth.value_or(true));
          is_evaluated = is_evaluated && truth.has_value();
        }
        const std::string certificate =
            write_problem(problem.table, problem.assertions, ClaimKind::satisfiable) + write_model(model);
        // the kernel evaluates every line, also a quantifier that does not matter
        const bool has_quantifier = certificate.find("\nA ") != std::string::npos;
        if (is_evaluated && !has_quantifier) {
          CHECK(plato_test::objection_to(certificate).value_or("accepted") == "accepted");
          CHECK(check_with_kernel(as_bytes(certificate)).verdict == KernelReport::Verdict::certified);
        }
      }
      const SearchResult result =
          search_refutation(problem, all_of(problem), {.seconds = is_refuted_by_z3 ? 10.0 : 0.2});
      unsatisfiable += is_refuted_by_z3;
      if (result.outcome) {
        ++certified;
        CHECK_FALSE(has_model);
        CHECK(z3.verdict != Z3Answer::Verdict::satisfiable);
        const std::string certificate = write_certificate(problem.table, problem.assertions, *result.outcome);
        CHECK(plato_test::objection_to(certificate).value_or("accepted") == "accepted");
        const KernelReport kernel = check_with_kernel(as_bytes(certificate));
        if (kernel.verdict != KernelReport::Verdict::certified)
          FAIL_CHECK("the kernel: " << kernel.line << ": " << kernel.message);
      } else if (family.is_complete && is_refuted_by_z3) {
        FAIL_CHECK("not certified: " << result.outcome.error().message);
      }
    }
    WARN(family.name << ": " << unsatisfiable << " refuted by Z3, " << certified << " certified");
  }
}

TEST_CASE("deep formulas") {
  std::string text = std::string(declarations) + "(assert ";
  constexpr int depth = 100000;
  for (int i = 0; i < depth; ++i) text += "(not (and p ";
  text += "p";
  for (int i = 0; i < depth; ++i) text += "))";
  text += ")(assert (not p))(assert (< x x))";
  require_certified(text);
}

TEST_CASE("wide formulas") {
  std::string text = std::string(declarations) + "(assert (and";
  constexpr int width = plato_test::is_sanitized ? 20'000 : 200'000;
  for (int i = 0; i < width; ++i) text += " (or p (<= x " + std::to_string(i) + "))";
  text += "))(assert (not p))(assert (> x 5))";
  require_certified(text);
}
