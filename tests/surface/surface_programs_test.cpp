// Hundreds of random surface programs before three judges: what is certified is right when it is run from its syntax
// tree, what is refuted is wrong there, and the explorer and the interpreter see the same. PLATO_LONG_TESTS=1 in the
// environment tries many more.

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "source/program_parser.hpp"
#include "support/how_much.hpp"
#include "support/random_choice.hpp"
#include "surface_programs.hpp"
#include "surface_trial.hpp"
#include "trials/trial_outcomes.hpp"

using namespace plato_test;
using namespace plato_test::surface;

namespace {

constexpr unsigned seed = 20261119;

int programs_to_try() { return is_long_run() ? 20'000 : 600; }

std::string some_program(std::mt19937& random) {
  Choice choose(random);
  const bool is_mended = choose.chance(75);
  std::string source = random_surface_program(random);
  return is_mended ? "// mended\n" + source : source;
}

std::string prepared(const std::string& source) { return source.starts_with("// mended") ? mended(source) : source; }

Outcome outcome_of(const std::string& raw) {
  const std::string source = prepared(raw);
  const SurfaceTrial trial = try_surface_program(source);
  auto flaw = disagreement(trial);
  if (flaw)
    flaw =
        *flaw + "\nin short:\n" + minimal_disagreement(source) + "\nas it was:\n" + source + "\nbefore it was mended:";
  return {kind_of(trial), flaw};
}

}   // namespace

TEST_CASE("verdicts on random surface programs agree with running their syntax trees", "[programs]") {
  const int programs = programs_to_try();
  TrialOutcomes tried = try_programs(seed, programs, some_program, outcome_of);
  for (const std::string& flaw : tried.flaws) FAIL_CHECK(flaw);
  INFO(tried.table);
  std::map<std::string, int>& counts = tried.counts;
  const auto of = [&](const std::string& kind) {
    return counts[kind + ", the explorer agrees"] + counts[kind + ", the explorer saw less"] +
           counts[kind + ", by the environment"];
  };
  // All opinions must matter: many programs of each kind, and few of which nothing is learnt. Each bound leaves room
  // for chance: it is at most half of what is usual, or twice that.
  CHECK(counts["not run"] == 0);
  CHECK(counts["certified, all was seen"] > programs / 40);
  CHECK(counts["certified, small values were seen"] > programs / 10);
  CHECK(counts["right as far as seen, not proved"] > programs / 10);
  CHECK(of("goes wrong") > programs / 10);
  CHECK(of("breaks the invariant") > programs / 50);
  CHECK(of("breaks what it ensures") > programs / 200);
  CHECK(of("breaks the guarantee") > programs / 2000);
  CHECK(counts["goes wrong, the explorer agrees"] > programs / 10);
  CHECK(counts["certified, too large to be run"] + counts["not proved, too large to be run"] < programs / 15);
}

namespace {

bool has_par(const plato::SyntaxTree& tree, const std::vector<plato::SyntaxIndex>& body) {
  bool found = false;
  plato::for_each_statement(tree, body, [&](const plato::SyntaxStatement& s) {
    found = found || s.kind == plato::SyntaxStatement::Kind::par;
  });
  return found;
}

// Whether a thread calls, perhaps by way of others, a procedure with branches.
bool calls_branches(const plato::SyntaxTree& tree) {
  std::vector<std::vector<plato::SyntaxIndex>> open;
  for (const plato::ThreadDeclaration& t : tree.threads) open.push_back(t.body);
  std::set<std::string> called;
  bool found = false;
  const auto call = [&](const plato::SyntaxStatement& s) {
    if (s.kind != plato::SyntaxStatement::Kind::call || !called.insert(tree[s.values[0]].name).second) return;
    const auto p = std::ranges::find(tree.procedures, tree[s.values[0]].name, &plato::ProcedureDeclaration::name);
    found = found || has_par(tree, p->body);
    open.push_back(p->body);
  };
  while (!open.empty()) {
    const std::vector<plato::SyntaxIndex> body = std::move(open.back());
    open.pop_back();
    plato::for_each_statement(tree, body, call);
  }
  return found;
}

}   // namespace

TEST_CASE("some random surface programs call procedures that have branches", "[programs]") {
  std::mt19937 random(seed);
  constexpr int programs = 2'000;
  int found = 0;
  for (int i = 0; i < programs; ++i) {
    plato::Diagnostics diagnostics;
    if (calls_branches(plato::parse_program(some_program(random), diagnostics))) ++found;
    REQUIRE(diagnostics.empty());
  }
  CHECK(found > programs / 50);
}

// The first test would have found the mistake that it was written for, with the programs that it tries: an interpreter
// that makes it disagrees, with certified programs and with the explorer.
TEST_CASE("an interpreter that reads places one after the other is found out", "[drill]") {
  std::mt19937 random(seed);
  int unsound = 0, explored = 0;
  for (int programs = 0; programs < 800 && (unsound < 2 || explored < 1); ++programs) {
    const std::string source = prepared(some_program(random));
    if (source.find("havoc") == std::string::npos && source.find("modifies") == std::string::npos) continue;
    const std::string flaw = disagreement(try_surface_program(source, PlacesRead::one_after_the_other)).value_or("");
    if (flaw.starts_with("UNSOUND")) ++unsound;
    if (flaw.starts_with("explored") || flaw.starts_with("refuted")) ++explored;
  }
  CHECK(unsound >= 2);
  CHECK(explored >= 1);
}
