// Random finite programs whose threads have stacks: what is certified activation by activation does not go wrong when
// it is run, and another program agrees with the certificate. PLATO_LONG_TESTS=1 in the environment tries many more.

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "core/read_program.hpp"
#include "explore/explore.hpp"
#include "kernel/kernel_bridge.hpp"
#include "pipeline/close_program.hpp"
#include "pipeline/explore_program.hpp"
#include "support/certificate_text.hpp"
#include "support/how_much.hpp"
#include "system/input_file.hpp"
#include "trial_outcomes.hpp"
#include "trials/judges/judge_program.hpp"
#include "trials/programs/recursive_programs.hpp"

using namespace plato_test;
using plato::Exploration;

namespace {

constexpr unsigned recursion_seed = 20261119;

Outcome outcome_of_recursive(const std::string& source) {
  const auto core = plato::read_program(source);
  if (!core) return {"unreadable", source};
  const plato::ExploredProgram explored =
      plato::explore_program(*core, {.most_states = 20'000, .uses_symmetry = false});
  const plato::ClosingAttempt apart = plato::close_by_views(*core);
  const bool is_wrong = explored.exploration.verdict != Exploration::Verdict::no_violation;
  if (is_wrong && apart.closed) return {"wrong", "UNSOUND: activations that are run apart hide what is wrong"};
  if (is_wrong) return {"goes wrong", explored.is_refuted ? std::nullopt : std::optional(explored.claim)};
  if (!apart.closed)
    return {apart.is_error ? "too coarse" : "not closed",
            apart.is_error ? std::nullopt : std::optional("not certified: " + apart.reason)};
  const bool is_deep = apart.closed->certificate.find("\nactivation ") != std::string::npos;
  const ProgramJudgement judgement = judge_program(apart.closed->certificate, "");
  if (judgement.flaw) return {"judged", judgement.flaw};
  const bool is_judged = !judgement.second_opinion.empty();
  return {!is_deep                              ? "without a stack"
          : !is_judged                          ? "nobody else has an opinion"
          : explored.exploration.is_exhausted() ? "seen by both"
                                                : "seen apart alone",
          {}};
}

}   // namespace

TEST_CASE("recursive programs are certified or refuted, and others agree", "[recursion]") {
  const int programs = is_long_run() ? 20'000 : 600;
  TrialOutcomes tried = try_programs(recursion_seed, programs, recursive_program, outcome_of_recursive);
  for (const std::string& flaw : tried.flaws) FAIL_CHECK(flaw);
  INFO(tried.table);
  CHECK(tried.counts["unreadable"] == 0);
  CHECK(tried.counts["goes wrong"] > programs / 10);
  CHECK(tried.counts["seen by both"] > programs / 20);
  CHECK(tried.counts["seen apart alone"] > programs / 20);
  CHECK(tried.counts["too coarse"] < programs / 20);
  CHECK(tried.counts["nobody else has an opinion"] < programs / 20);
}

namespace {

plato::KernelReport::Verdict verdict_of(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return plato::check_with_kernel(plato::as_bytes(text)).verdict;
}

}   // namespace

// A summary, a beginning, a step of the environment: whatever is left out, or said of another thread, the kernel
// misses.
TEST_CASE("no line about activations can be left out", "[recursion]") {
  const std::string name = GENERATE("recursive-lock", "tree-walk");
  const auto contents = plato::read_file(PLATO_EXAMPLES "/finite/" + name + ".plato");
  REQUIRE(contents);
  const auto core = plato::read_program(std::string(plato::as_text(*contents)));
  REQUIRE(core);
  const plato::ClosingAttempt apart = plato::close_by_views(*core);
  REQUIRE(apart.closed);
  const Lines lines = split_lines(apart.closed->certificate);
  REQUIRE(verdict_of(lines) == plato::KernelReport::Verdict::certified);
  std::map<std::string, int> tried;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Words words = split_words(lines[i]);
    const std::string word = words.empty() ? "" : words[0];
    const bool is_of_activation = word == "begin" || word == "end" || word == "activation";
    if ((!is_of_activation && word != "step") || (tried[word]++ % 7 != 0 && lines.size() > 500)) continue;
    Lines without = lines;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    INFO("without line " << i + 1 << ": " << lines[i]);
    CHECK(verdict_of(without) != plato::KernelReport::Verdict::certified);
    if (word == "end") continue;
    // By the thread itself instead of another one, or of the next thread, or in another store.
    Lines changed = lines;
    Words others = words;
    others[1] = words[1] == "0" ? "1" : "0";
    changed[i] = join_words(others);
    INFO("changed to " << changed[i]);
    CHECK(verdict_of(changed) != plato::KernelReport::Verdict::certified);
  }
  CHECK(tried["activation"] > 0);
  CHECK(tried["begin"] > 0);
  CHECK(tried["end"] > 0);
  CHECK(tried["step"] > 0);
}

// The end of an activation that gives back what a callee, or another call, has had.
TEST_CASE("what a call gives back is the caller's", "[recursion]") {
  const auto core = plato::read_program(
      "var x: 0..3 = 0\n"
      "procedure down(d: 0..2) { if (d > 0) { down(d - 1); assert x == 0 || d > 0; } }\n"
      "thread A { down(2); }\nthread B { down(1); x := 1; }\n");
  REQUIRE(core);
  const plato::ClosingAttempt apart = plato::close_by_views(*core);
  REQUIRE(apart.closed);
  std::string certificate = apart.closed->certificate;
  // Of d it does not matter what it is at the end of a call; the scope without it gives nothing back.
  const std::size_t scope = certificate.find("\nscope ");
  REQUIRE(scope != std::string::npos);
  const std::size_t end = certificate.find('\n', scope + 1);
  const Words words = split_words(certificate.substr(scope + 1, end - scope - 1));
  REQUIRE(words.size() == 3);
  certificate.replace(scope + 1, end - scope - 1, "scope " + words[1]);
  CHECK(plato::check_with_kernel(plato::as_bytes(certificate)).verdict == plato::KernelReport::Verdict::rejected);
}
