// Searches within a bound on rounds, not time; see searched_certificates.hpp.

#include "searched_certificates.hpp"

#include <initializer_list>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <variant>

#include "certificate/model_writer.hpp"
#include "certificate/refutation_writer.hpp"
#include "logic/model_evaluation.hpp"
#include "search/certifying_search.hpp"
#include "search/z3_session.hpp"
#include "smtlib/smt_model.hpp"
#include "smtlib/smtlib_reader.hpp"
#include "support/random_problems.hpp"

namespace plato_test {
namespace {

using plato::test::Theory;

std::optional<std::string> certify(const std::string& text) {
  auto read = plato::read_smtlib(text);
  if (!read) throw std::runtime_error(read.error().message + "\n" + text);
  auto problem = plato::problem_of(*std::move(read), 0);
  std::vector<std::size_t> all(problem.assertions.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto result = plato::search_refutation(problem, all, {.lemmas = 300, .rounds = 60});
  if (!result.outcome) return std::nullopt;
  return plato::write_certificate(problem.table, problem.assertions, *result.outcome);
}

// The model that Z3 finds, if it is one that can be written down and evaluated.
std::optional<std::string> certify_model(const std::string& text) {
  auto read = plato::read_smtlib(text);
  if (!read) throw std::runtime_error(read.error().message + "\n" + text);
  const auto problem = plato::problem_of(*std::move(read), 0);
  const plato::Z3Answer answer = plato::ask_z3(problem, {.seconds = 5});
  if (answer.verdict != plato::Z3Answer::Verdict::satisfiable || !answer.model) return std::nullopt;
  const plato::LogicModel model = plato::to_logic_model(problem, *answer.model);
  for (const plato::Literal assertion : problem.assertions)
    if (!plato::evaluate(problem.table, assertion, model).value_or(false)) return std::nullopt;
  return plato::write_problem(problem.table, problem.assertions, plato::ClaimKind::satisfiable) +
         plato::write_model(model);
}

constexpr const char* declarations =
    "(declare-const x Int)(declare-const y Int)(declare-const z Int)(declare-const p Bool)"
    "(declare-const a (Array Int Int))(declare-const b (Array Int Int))(declare-fun f (Int) Int)"
    "(declare-fun g (Int Int) Int)\n";

constexpr const char* problems[] = {
    "(assert (< x y))(assert (< y x))",
    "(assert (= (+ (* 4 x) (* 6 y)) 7))",
    "(assert (distinct x y))(assert (<= 0 x 1))(assert (<= 0 y 1))(assert (not (= (+ x y) 1)))",
    "(assert (or p (< x y)))(assert (=> p (> (* 2 x) (+ (* 2 y) 1))))(assert (= x y))",
    "(assert (<= (- x y) 3))(assert (<= (- y z) (- 5)))(assert (<= (- z x) 1))",
    "(assert (= (mod x 4) 1))(assert (= (mod x 2) 0))",
    "(assert (> (div x y) 5))(assert (> y 0))(assert (< x y))(assert (> x 0))",
    "(assert (= (div x (- 3)) 2))(assert (> x 0))",
    "(assert (= x (* 2 y)))(assert (> (* x y) 8))(assert (< (* y y) 4))",
    "(assert (< (* x x) 0))",
    "(assert (< (+ (* x x) (* y y)) (* 2 x y)))",
    "(assert (< (abs x) 0))",
    "(assert (= b (store a x 5)))(assert (not (= (select b y) (ite (= x y) 5 (select a y)))))",
    "(assert (not (= x y)))(assert (not (= (store (store a x 1) y 2) (store (store a y 2) x 1))))",
    "(assert (= a ((as const (Array Int Int)) 3)))(assert (distinct (select a x) 3))",
    "(assert (= (ite p a b) a))(assert (not p))(assert (distinct (select a x) (select b x)))",
    "(assert (not (= a a)))",
    "(assert (<= x y))(assert (<= y x))(assert (distinct (g x (+ y 1)) (g y (+ 1 x))))",
    "(assert (= (f x) y))(assert (= x z))(assert (distinct (f z) y))",
    "(assert (forall ((i Int)) (=> (<= 0 i) (= (select a i) (select b i)))))(assert (<= 0 x))"
    "(assert (distinct (select a x) (select b x)))",
    "(assert (forall ((i Int)) (! (= (f (+ i 1)) (+ (f i) 2)) :pattern ((f i)))))(assert (= (f 0) 0))"
    "(assert (distinct (f 2) 4))",
    "(assert (exists ((i Int)) (< (select a i) 0)))(assert (forall ((i Int)) (>= (select a i) 0)))",
    "(assert (forall ((i Int) (j Int)) (=> (< i j) (< (f i) (f j)))))(assert (>= (f 3) (f 5)))",
    "(assert (not (= (and p p) p)))",
};

constexpr const char* problems_with_models[] = {
    "(assert (< x y))(assert (< y z))",
    "(assert (= (+ (* 4 x) (* 6 y)) 8))(assert (> x 100000000000000000000))",
    "(assert (or p (< x y)))(assert (=> p (> (* 2 x) (+ (* 2 y) 1))))(assert (not (= x y)))",
    "(assert (= (mod x 4) 3))(assert (= (div x 3) (- 2)))",
    "(assert (= (div x 0) 5))(assert (= (mod x 0) 7))",
    "(assert (= (* x y) 391))(assert (> x 1))(assert (> y x))",
    "(assert (= b (store a x 5)))(assert (not (= (select b y) (select a y))))",
    "(assert (not (= a b)))(assert (= (select a 1) (select b 1)))(assert (= (store a 2 3) (store b 2 3)))",
    "(assert (= a ((as const (Array Int Int)) 3)))(assert (distinct (select b x) 3))(assert (= b (store a 7 8)))",
    "(assert (= (ite p a b) a))(assert (not p))(assert (= (select a x) 4))",
    "(assert (distinct (g x y) (g y x)))(assert (= (f (f x)) x))(assert (distinct (f x) x))",
};

// Problems first, then random ones of each theory, those that `certify` certifies in few enough bytes.
template <std::size_t size>
std::vector<std::string> certificates(const char* const (&by_hand)[size], std::initializer_list<Theory> theories,
                                      std::optional<std::string> (*certify_one)(const std::string&), unsigned count,
                                      std::size_t most_bytes) {
  std::vector<std::string> texts;
  const auto keep = [&](const std::optional<std::string>& certificate) {
    const bool is_kept = certificate && certificate->size() <= most_bytes;
    if (is_kept) texts.push_back(*certificate);
    return is_kept;
  };
  for (const char* problem : by_hand)
    if (!keep(certify_one(std::string(declarations) + problem)))
      throw std::runtime_error(std::string("not certified: ") + problem);
  for (const Theory theory : theories) {
    unsigned kept = 0;
    for (std::uint32_t seed = 1; kept < count && seed < 40 * count; ++seed)
      kept += keep(certify_one(plato::test::random_problem(theory, seed)));
  }
  return texts;
}

}   // namespace

std::vector<std::string> searched_certificates(unsigned count, std::size_t most_bytes) {
  return certificates(problems,
                      {Theory::linear, Theory::differences, Theory::maps, Theory::functions, Theory::mixed,
                       Theory::quantified, Theory::nonlinear},
                      certify, count, most_bytes);
}

std::vector<std::string> modelled_certificates(unsigned count, std::size_t most_bytes) {
  return certificates(
      problems_with_models,
      {Theory::linear, Theory::differences, Theory::maps, Theory::functions, Theory::mixed, Theory::nonlinear},
      certify_model, count, most_bytes);
}

}   // namespace plato_test
