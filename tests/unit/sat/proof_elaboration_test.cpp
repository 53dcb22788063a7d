// Elaboration: on proofs given by hand, where the result is known in advance, and on the solver's, where every step is
// checked again by plain propagation.

#include "sat/proof_elaboration.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "sat/sat_session.hpp"
#include "support/small_problems.hpp"

using namespace plato;
using plato_test::problem;

namespace {

// Proofs in the binary DRAT format.
struct Proof {
  std::vector<std::uint8_t> bytes;

  Proof& line(char letter, const std::vector<Literal>& clause) {
    bytes.push_back(static_cast<std::uint8_t>(letter));
    for (const Literal literal : clause) {
      auto code = static_cast<std::uint32_t>(literal > 0 ? 2 * literal : -2 * literal + 1);
      for (; code > 127; code >>= 7) bytes.push_back(static_cast<std::uint8_t>(code | 128));
      bytes.push_back(static_cast<std::uint8_t>(code));
    }
    bytes.push_back(0);
    return *this;
  }
  Proof& add(const std::vector<Literal>& clause) { return line('a', clause); }
  Proof& remove(const std::vector<Literal>& clause) { return line('d', clause); }
};

std::string failure(const Cnf& cnf, const Proof& proof) {
  const auto result = elaborate(cnf, proof.bytes);
  return result ? "none" : result.error().message;
}

// What is wrong with the refutation; nothing if it is one, with nothing superfluous in it.
std::string flaw(const Cnf& cnf, const Refutation& refutation) {
  if (refutation.problem_clauses != cnf.clauses.size()) return "wrong number of clauses";
  if (refutation.hints.size() != refutation.steps.size()) return "a step without hints";
  if (refutation.last_use.size() != refutation.problem_clauses + refutation.steps.size())
    return "last uses are missing";
  if (refutation.steps.size() == 0 || !refutation.steps[refutation.steps.size() - 1].empty()) return "no empty clause";
  const auto clause = [&](ClauseNumber number) {
    return number < cnf.clauses.size() ? cnf.clauses[number] : refutation.steps[number - cnf.clauses.size()];
  };
  std::vector<std::uint32_t> last_use(refutation.last_use.size(), Refutation::never);
  for (std::size_t step = 0; step < refutation.steps.size(); ++step) {
    const auto literals = refutation.steps[step];
    std::set<Literal> is_false(literals.begin(), literals.end());
    if (is_false.size() != literals.size()) return "a repeated literal";
    bool is_conflict = false;
    for (const ClauseNumber hint : refutation.hints[step]) {
      if (hint >= refutation.number_of_step(step)) return "a hint to a later clause";
      if (is_conflict) return "a hint after the conflict";
      last_use[hint] = static_cast<std::uint32_t>(step);
      std::set<Literal> open;
      for (const Literal literal : clause(hint))
        if (!is_false.contains(literal)) open.insert(literal);
      if (open.size() > 1) return "a hint that is not unit";
      is_conflict = open.empty();
      if (!is_conflict && is_false.contains(-*open.begin())) return "a hint that changes nothing";
      if (!is_conflict) is_false.insert(-*open.begin());
    }
    if (!is_conflict) return "no conflict";
  }
  if (last_use != refutation.last_use) return "wrong last uses";
  const auto unused = std::ranges::count(std::span(last_use).subspan(cnf.clauses.size()), Refutation::never);
  return unused == 1 ? "" : "a step that nobody needs";
}

Refutation refutation_of(const Cnf& cnf, std::span<const std::uint8_t> proof) {
  auto result = elaborate(cnf, proof);
  if (!result) FAIL(result.error().message);
  CHECK(flaw(cnf, *result) == "");
  return *std::move(result);
}

std::vector<Literal> step(const Refutation& refutation, std::size_t number) {
  const auto literals = refutation.steps[number];
  return {literals.begin(), literals.end()};
}
std::vector<ClauseNumber> hints(const Refutation& refutation, std::size_t number) {
  const auto cited = refutation.hints[number];
  return {cited.begin(), cited.end()};
}

const Cnf all_signs = problem({{1, 2}, {-1, 2}, {1, -2}, {-1, -2}});

}   // namespace

TEST_CASE("a learned clause becomes a step with its hints") {
  const Refutation refutation = refutation_of(all_signs, Proof().add({2}).add({}).bytes);
  REQUIRE(refutation.steps.size() == 2);
  CHECK(step(refutation, 0) == std::vector<Literal>{2});
  CHECK(hints(refutation, 0).size() == 2);
  CHECK(step(refutation, 1).empty());
  CHECK(hints(refutation, 1).size() == 3);
  CHECK(hints(refutation, 1).front() == 4);   // {2}, the first step
}

TEST_CASE("the empty clause need not be said where propagation finds it") {
  CHECK(refutation_of(all_signs, Proof().add({2}).bytes).steps.size() == 2);
  CHECK(refutation_of(problem({{1}, {-1, 2}, {-2}}), {}).steps.size() == 1);
  CHECK(refutation_of(problem({{1}, {2, 3}, {-1}}), {}).steps.size() == 1);
}

TEST_CASE("an empty clause in the problem is a refutation by itself") {
  const Refutation refutation = refutation_of(problem({{1, 2}, {}, {3}}), {});
  CHECK(refutation.steps.size() == 1);
  CHECK(hints(refutation, 0) == std::vector<ClauseNumber>{1});
}

TEST_CASE("clauses that nobody needs are dropped, even wrong ones") {
  const Refutation refutation = refutation_of(problem({{1, 2}, {-1, 2}, {1, -2}, {-1, -2}, {3, 4}}),
                                              Proof().add({3}).add({2, 4}).add({2}).add({}).bytes);
  CHECK(refutation.steps.size() == 2);
  CHECK(refutation.last_use[4] == Refutation::never);
}

TEST_CASE("what follows the contradiction is not read") {
  Proof proof = Proof().add({2}).add({});
  proof.bytes.insert(proof.bytes.end(), {'?', 1, 2});
  CHECK(refutation_of(all_signs, proof.bytes).steps.size() == 2);
}

TEST_CASE("a clause that was deleted is not cited") {
  const std::string not_implied = "a clause of the proof does not follow by unit propagation: lemma 1";
  CHECK(failure(all_signs, Proof().remove({-1, 2}).add({2}).add({})) == not_implied);
  CHECK(failure(all_signs, Proof().remove({2, -1}).add({2}).add({})) == not_implied);
  CHECK(failure(all_signs, Proof().remove({2, 1, 2}).add({2}).add({})) == not_implied);
  CHECK(failure(problem({{1, 2}, {-1, 2}, {1, -2}, {-1, -2}, {2, -1}}), Proof().remove({-1, 2}).add({2}).add({})) ==
        "none");
}

TEST_CASE("a deleted clause can be cited by what was added before") {
  const Refutation refutation =
      refutation_of(all_signs, Proof().add({2}).remove({1, 2}).remove({-1, 2}).add({1}).remove({1, -2}).add({}).bytes);
  CHECK(refutation.steps.size() <= 3);
}

TEST_CASE("deleting what is not there or forces a value is ignored") {
  const Cnf chain = problem({{1}, {-1, 2}, {-2, 3}, {-3, 4, 5}, {4, -5}, {-4, 5}, {-4, -5}});
  CHECK(failure(chain, Proof().remove({1}).remove({-1, 2}).remove({4, 1}).add({4})) == "none");
  CHECK(failure(chain, Proof().remove({1}).remove({-1, 2}).remove({6}).add({4})) ==   // there is no variable 6
        "the proof is not in the binary DRAT format, at byte 7");
  CHECK(failure(all_signs, Proof().remove({1, -1}).remove({1}).remove({}).add({2}).add({})) == "none");
}

TEST_CASE("repeated literals and tautologies do no harm") {
  CHECK(failure(problem({{1, 1, 2}, {-1, 2, 2}, {1, -2, 1}, {-1, -2, -2}, {1, -1}, {2, 2, -2}}),
                Proof().add({1, -1}).add({2, 2}).remove({2, -2}).add({})) == "none");
  CHECK(failure(problem({{1, 1}, {-1, -1}}), Proof()) == "none");
}

TEST_CASE("a wrong proof is refused") {
  const Cnf satisfiable = problem({{1, 2}, {-1, 2}});
  CHECK(failure(satisfiable, Proof().add({})) == "the proof claims the empty clause where it does not follow");
  CHECK(failure(satisfiable, Proof()) == "the proof does not reach the empty clause");
  CHECK(failure(satisfiable, Proof().add({2})) == "the proof does not reach the empty clause");
  CHECK(failure(satisfiable, Proof().add({-2})) ==
        "a clause of the proof does not follow by unit propagation: lemma 1");
  CHECK(failure(satisfiable, Proof().add({1}).add({-2}).add({})) ==
        "a clause of the proof does not follow by unit propagation: lemma 2");
  CHECK(failure(satisfiable, Proof{{'a', 4}}) == "the proof is not in the binary DRAT format, at byte 0");
  CHECK(failure(satisfiable, Proof{{'a', 4, 0, 'e', 0}}) == "the proof is not in the binary DRAT format, at byte 3");
  CHECK(failure(satisfiable, Proof{{'a', 1, 0}}) == "the proof is not in the binary DRAT format, at byte 0");
  CHECK(failure(satisfiable, Proof{{'a', 255, 255, 255, 255, 255, 255, 1, 0}}) ==
        "the proof is not in the binary DRAT format, at byte 0");
}

TEST_CASE("no bytes make the elaboration fall over, or accept what is not a refutation") {
  std::mt19937 random(3);
  const std::vector<std::uint8_t> alphabet = {'a', 'd', 0, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 200};
  int refuted = 0;
  for (int round = 0; round < 20000; ++round) {
    const Cnf cnf = plato_test::random_problem(random, 4, 2 + plato_test::draw(random, 14), 3);
    std::vector<std::uint8_t> proof;
    for (int i = plato_test::draw(random, 60); i > 0; --i)
      proof.push_back(
          alphabet[static_cast<std::size_t>(plato_test::draw(random, static_cast<std::int32_t>(alphabet.size())))]);
    const auto result = elaborate(cnf, proof);
    if (result) {
      REQUIRE(flaw(cnf, *result) == "");
      REQUIRE_FALSE(plato_test::has_model(cnf));
      ++refuted;
    }
  }
  CHECK(refuted > 1000);
}

TEST_CASE("the solver's proofs become refutations, the same ones each time") {
  std::mt19937 random(4);
  std::vector<Cnf> problems;
  for (std::int32_t holes = 1; holes <= 6; ++holes) problems.push_back(plato_test::pigeonhole(holes));
  for (int i = 0; i < 60; ++i) problems.push_back(plato_test::random_3sat(random, 40 + i, (40 + i) * 6));
  for (const Cnf& cnf : problems) {
    const SatAnswer answer = solve(cnf);
    const auto* unsatisfiable = std::get_if<NoModel>(&answer.result);
    if (unsatisfiable == nullptr) continue;
    const Refutation refutation = refutation_of(cnf, unsatisfiable->proof);
    CHECK(refutation == refutation_of(cnf, unsatisfiable->proof));
  }
}
