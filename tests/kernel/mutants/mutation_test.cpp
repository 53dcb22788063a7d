// Mutated certificates: the kernel must never certify a problem that has a model, never fall over, and give the
// oracle's verdict, line for line. PLATO_LONG_TESTS=1 in the environment tries many more.

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "certificate/claim_kind.hpp"
#include "certificate/cnf_writer.hpp"
#include "claim_evaluator.hpp"
#include "generated_certificates.hpp"
#include "judge.hpp"
#include "logic_mutations.hpp"
#include "model_mutations.hpp"
#include "mutations.hpp"
#include "sat/proof_elaboration.hpp"
#include "sat/sat_session.hpp"
#include "searched_certificates.hpp"
#include "support/kernel_answer.hpp"
#include "support/small_problems.hpp"

using namespace plato_test;
using plato::KernelReport;

namespace {

constexpr unsigned seed = 20240607;

int mutants_to_try() {
  if (is_sanitized) return is_long_run() ? 200'000 : 8'000;
  return is_long_run() ? 1'000'000 : 20'000;
}

std::string pigeonhole_certificate(int holes) {
  const plato::Cnf cnf = pigeonhole(holes);
  const auto answer = plato::solve(cnf);
  const auto refutation = plato::elaborate(cnf, std::get<plato::NoModel>(answer.result).proof);
  return plato::write_certificate(cnf, *refutation);
}

// Golden and generated certificates, most of them with few enough atoms for trying all valuations.
std::vector<std::string> originals(std::mt19937& random) {
  std::vector<std::string> texts = read_folder(PLATO_CERTIFICATES "/golden");
  for (int holes = 1; holes <= 3; ++holes) texts.push_back(pigeonhole_certificate(holes));
  for (int i = 0; i < 60; ++i) texts.push_back(random_cnf_certificate(random));
  for (int i = 0; i < 120; ++i) texts.push_back(random_formula_certificate(random));
  for (std::string& text : searched_certificates(is_sanitized ? 4 : 30, 5000)) texts.push_back(std::move(text));
  for (std::string& text : modelled_certificates(is_sanitized ? 4 : 15, 5000)) texts.push_back(std::move(text));
  for (int i = 0; i < 20; ++i) texts.push_back(random_cnf_model(random));
  return texts;
}

// The problem's lines: what is claimed.
std::string problem_of(const std::string& certificate) {
  const bool is_of_model = plato::claim_kind(certificate) == plato::ClaimKind::satisfiable;
  return certificate.substr(0, certificate.find(is_of_model ? "\nby model\n" : "\nby refutation\n"));
}

// A message without its numbers.
std::string kind_of(const KernelReport& report) {
  std::string kind(plato::verdict_word(report.verdict));
  if (report.verdict != KernelReport::Verdict::certified)
    for (const char c : " " + report.message)
      if (c < '0' || c > '9') kind += c;
  return kind;
}

}   // namespace

TEST_CASE("certificates that were not tampered with are certified", "[mutants]") {
  std::mt19937 random(seed);
  for (const std::string& original : originals(random)) {
    const Judgement judgement = judge(original);
    INFO(original);
    if (judgement.flaw) FAIL(*judgement.flaw);
    REQUIRE(judgement.kernel.verdict == KernelReport::Verdict::certified);
  }
}

TEST_CASE("no mutant makes the kernel certify what is not so, and all verdicts are the oracle's", "[mutants]") {
  std::mt19937 random(seed);
  const std::vector<std::string> texts = originals(random);
  std::map<std::string, int> kinds;
  int certified_models = 0, certified_other_problems = 0, certified_other_problems_of_terms = 0, has_model = 0;
  const int mutants = mutants_to_try();
  for (int i = 0; i < mutants; ++i) {
    const std::string& original = texts[random() % texts.size()];
    const std::string mutant = mutate(original, texts[random() % texts.size()], random);
    const Judgement judgement = judge(mutant);
    if (judgement.flaw) {
      INFO(mutant);
      FAIL("mutant " << i << " of seed " << seed << ": " << *judgement.flaw);
    }
    ++kinds[kind_of(judgement.kernel)];
    const bool is_certified = judgement.kernel.verdict == KernelReport::Verdict::certified;
    certified_models += is_certified && mutant != original && has_model_lines(mutant);
    if (problem_of(mutant) == problem_of(original)) continue;
    if (is_certified) {
      ++certified_other_problems;
      certified_other_problems_of_terms += speaks_of_terms(mutant);
    } else if (i % 16 == 0 && speaks_of_terms(mutant)) {
      has_model += evaluate_problem(mutant) == Truth::satisfiable;
    }
  }
  // The mutants must be near-misses: some still right, also of changed problems, and every way to be wrong among them.
  std::string table;
  for (const auto& [kind, count] : kinds) table += std::to_string(count) + " " + kind + "\n";
  INFO(mutants << " mutants of " << texts.size() << " certificates, seed " << seed << "\n" << table);
  CHECK(kinds["certified"] > mutants / 20);
  CHECK(certified_other_problems > mutants / 100);
  CHECK(kinds["rejected hint  is not unit here: two or more of its literals are not false"] > mutants / 100);
  CHECK(kinds["rejected the hints end without a falsified clause, so the clause is not shown to follow"] >
        mutants / 100);
  CHECK(kinds.size() >= 35);
  // Changed problems about terms, too: some are still certified, and many of the others are found to have a model.
  CHECK(certified_other_problems_of_terms > mutants / 200);
  CHECK(has_model > mutants / 16 / 100);
  // Models, too: some are changed and still right, others are missed by each of the ways to miss one.
  CHECK(certified_models > mutants / 200);
  for (const std::string& message : {reason::false_in_model(), reason::not_ascending(), reason::not_computable(),
                                     reason::expected(wanted::model_line), reason::expected(wanted::one_value),
                                     reason::expected(wanted::exceptions), reason::expected(wanted::names)}) {
    INFO(message);
    CHECK(kinds["rejected " + message] > 0);
  }
  // Each rule is missed by a little now and then.
  for (const std::string rule :
       {"arithmetic", "cases", "congruence", "generalization", "the map axiom", "the universal formula"}) {
    INFO(rule);
    CHECK(std::ranges::any_of(
        kinds, [&](const auto& kind) { return kind.first.find("instance of " + rule) != std::string::npos; }));
  }
}

TEST_CASE("what mutants are measured by finds small models, and none where there is none", "[mutants]") {
  const auto truth = [](const std::string& problem) {
    return evaluate_problem(std::string(header) + problem + "by refutation\n");
  };
  const std::string x_y = "y 1\ny 2\nn 0\nl 1 2\nl 2 1\ne 1 2\n";
  CHECK(truth(x_y + "! 1\n! -3\n") == Truth::satisfiable);
  CHECK(truth(x_y + "! 1\n! 2\n") == Truth::satisfiable);
  CHECK(truth(x_y + "! 1\n! 2\n! -3\n") == Truth::no_model_found);
  const std::string maps = "y 1\ny 2\ny 3\nu 1 2 3\ns 4 2\ne 5 3\nm 1 4\n";
  CHECK(truth(maps + "! 1\n! -2\n") == Truth::satisfiable);
  CHECK(truth(maps + "! 1\n! 2\n") == Truth::satisfiable);
  CHECK(truth(maps + "! -1\n") == Truth::no_model_found);
  const std::string division = "y 1\ny 2\n/ 1 2\n% 1 2\nn 0\nn -1\nl 5 4\ne 2 5\ne 3 6\n";
  CHECK(truth(division + "! -1\n! 2\n") == Truth::satisfiable);   // x mod 0 = x
  CHECK(truth(division + "! -1\n! -2\n") == Truth::no_model_found);
  CHECK(truth(division + "! 3\n! -2\n") == Truth::satisfiable);
  CHECK(truth(division + "! 3\n! 2\n") == Truth::no_model_found);   // x div 0 = 0
  CHECK(truth("b 0\nl 1 1\nA 1\n! 2\n") == Truth::no_model_found);
  CHECK(truth("a 1\n! 1\n") == Truth::satisfiable);
}
