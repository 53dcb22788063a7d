// Mutated certificates of programs: the kernel must not fall over, and what it accepts has a second opinion: a program
// that it certifies does not go wrong when it is run, a schedule that it accepts can be followed by another program,
// too. PLATO_LONG_TESTS=1 in the environment tries many more.

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "core/read_program.hpp"
#include "kernel/mutants/generated_certificates.hpp"
#include "pipeline/check_program.hpp"
#include "support/kernel_answer.hpp"
#include "trials/judges/judge_program.hpp"
#include "trials/programs/program_mutations.hpp"

using namespace plato_test;
using plato::KernelReport;

namespace {

constexpr unsigned seed = 20261117;

int mutants_to_try() {
  if (is_sanitized) return is_long_run() ? 100'000 : 4'000;
  return is_long_run() ? 1'000'000 : 40'000;
}

std::string kind_of(const KernelReport& report) {
  std::string kind(plato::verdict_word(report.verdict));
  if (plato::is_accepted(report.verdict)) return "accepted";
  for (const char c : " " + report.message)
    if (c < '0' || c > '9') kind += c;
  return kind;
}

// A schedule whose initial maps are given by terms.
std::string schedule_with_terms(const std::string& text) {
  const auto program = plato::read_program(text);
  REQUIRE(program.has_value());
  const plato::ExploredProgram explored = plato::explore_program(*program, {});
  REQUIRE(explored.is_refuted);
  REQUIRE(explored.certificate.find("\nF ") != std::string::npos);
  return explored.certificate;
}

// Closures of small programs, in both forms.
std::vector<std::string> closures() {
  std::vector<std::string> texts;
  for (const char* text :
       {"var m: lock = 0 var x: 0..2 = 0 thread T[i] for 1 <= i <= 2 { var u: int = 0 acquire(m); x := 1; u := x; "
        "assert u == 1; release(m); }",
        "var b: bool var x: 0..1 invariant x < 2 thread T[i] for 1 <= i <= 2 { havoc b; havoc x; if (b) { x := 0; } }",
        "var m: lock = 0 var x: 0..2 = 0 race-free x thread T[i] for 1 <= i <= 2 { acquire(m); x := 1; release(m); }",
        "var a: (0..1)[] = map(0) var b: bool = false race-free a, b thread T[i] for 1 <= i <= 2 { a[tid] := 1; if "
        "(a[tid] == 0) { b := true; } }",
        "var m: lock = 0 var x: 0..1 = 0 thread T[i] for 1 <= i <= 4 { acquire(m); x := 1; assert m == tid; "
        "release(m); }",
        "var m: int = -1 thread T[i] for 1 <= i <= 6 { var u: int = -1 atomic { await m == -1; m := tid; u := m; } "
        "assert "
        "m == u; m := -1; }",
        "var c: bool = true thread T { while (*) { c := !c; } } thread U { await !c; }"}) {
    const auto program = plato::read_program(text);
    REQUIRE(program.has_value());
    const plato::ExploredProgram explored = plato::explore_program(*program, {});
    const plato::ClosingAttempt apart = plato::close_by_views(*program);
    REQUIRE((explored.closed && apart.closed));
    texts.push_back(explored.closed->certificate);
    texts.push_back(apart.closed->certificate);
  }
  return texts;
}

// Threads with stacks, run activation by activation.
std::vector<std::string> stacks() {
  std::vector<std::string> texts;
  for (const char* text :
       {"var m: lock = 0 var x: 0..1 = 0 procedure down(d: 0..2) { if (d > 0) { down(d - 1); x := 1; assert m == tid "
        "&& d > 0; } } "
        "thread T[i] for 1 <= i <= 2 { acquire(m); down(2); release(m); }",
        "var b: bool = false race-free b procedure turn() { if (*) { turn(); b := !b; turn(); } } thread A { turn(); }",
        "var x: 0..3 = 0 procedure sum(n: 0..2) returns (r: 0..3) { if (n == 0) { return 0; } r := sum(n - 1); return "
        "r + n; } "
        "thread A { x := sum(2); assert x == 3; }"}) {
    const auto program = plato::read_program(text);
    REQUIRE(program.has_value());
    const plato::ClosingAttempt apart = plato::close_by_views(*program);
    REQUIRE(apart.closed);
    REQUIRE(apart.closed->certificate.find("\nactivation ") != std::string::npos);
    texts.push_back(apart.closed->certificate);
  }
  return texts;
}

// Schedules that lead to a race.
std::vector<std::string> races() {
  std::vector<std::string> texts;
  for (const char* text :
       {"var m: lock = 0 var x: 0..2 = 0 race-free x thread T[i] for 1 <= i <= 2 { acquire(m); x := 1; release(m); x "
        ":= 2; "
        "}",
        "var a: int[] = map(0) race-free a thread T[i] for 1 <= i <= 2 { a[tid] := 1; atomic { if (a[3 - tid] == 0) { "
        "a[tid] := a[1]; } } }",
        "var b: bool = false var x: 0..2 race-free x, b thread T { havoc x; } thread U { atomic { havoc b; await x == "
        "1; } "
        "}"}) {
    const auto program = plato::read_program(text);
    REQUIRE(program.has_value());
    const plato::ExploredProgram explored = plato::explore_program(*program, {});
    REQUIRE(explored.is_refuted);
    REQUIRE(explored.certificate.find("\nclaim has race\n") != std::string::npos);
    texts.push_back(explored.certificate);
  }
  return texts;
}

}   // namespace

TEST_CASE("the certificates of the examples are accepted, and others agree", "[mutants]") {
  int followed = 0, explored = 0;
  for (const std::string& text : read_folder(PLATO_CERTIFICATES "/programs")) {
    const ProgramJudgement judgement = judge_program(text, "");
    INFO(text.substr(0, 300));
    CHECK(plato::is_accepted(judgement.kernel.verdict));
    CHECK(judgement.flaw.value_or("") == "");
    followed += judgement.second_opinion == "followed";
    explored += judgement.second_opinion == "explored";
  }
  CHECK(followed >= 13);
  CHECK(explored >= 13);
}

TEST_CASE("no mutant makes the kernel certify a claim about a program that is not so", "[mutants]") {
  // those that somebody else has an opinion of, too: parameters that are maps only the kernel understands
  std::vector<std::string> texts = read_folder(PLATO_CERTIFICATES "/programs");
  std::erase_if(texts, [](const std::string& text) { return judge_program(text, "").second_opinion.empty(); });
  for (const char* text : {"thread T[i] for 1 <= i <= 2 { var k: int = 2 * i + 1  k := k + 1; assert k == 4; }",
                           "const n: int assume n >= 2 var c: int = 0 thread T[i] for 1 <= i <= n { var k: bool = i == "
                           "1  var l: int = i + n  if (k) { l := 0; } c := l; assert c == 0; }"})
    for (int copies = 0; copies < 3; ++copies) texts.push_back(schedule_with_terms(text));
  for (const auto& more : {closures(), stacks(), races()}) texts.insert(texts.end(), more.begin(), more.end());
  std::mt19937 random(seed);
  std::map<std::string, int> kinds, opinions;
  const int mutants = mutants_to_try();
  for (int i = 0; i < mutants; ++i) {
    // small ones more often: a change matters more to them
    const std::string& first = texts[random() % texts.size()];
    const std::string& second = texts[random() % texts.size()];
    const std::string& original = first.size() < second.size() ? first : second;
    const std::string mutant = mutate_program_certificate(original, second, random);
    if (mutant == original) continue;
    const ProgramJudgement judgement = judge_program(mutant, original);
    if (judgement.flaw) {
      INFO(mutant);
      FAIL_CHECK("mutant " << i << " of seed " << seed << ": " << *judgement.flaw);
    }
    ++kinds[kind_of(judgement.kernel)];
    if (plato::is_accepted(judgement.kernel.verdict)) ++opinions[judgement.second_opinion];
  }
  std::string table;
  for (const auto& [kind, count] : kinds) table += std::to_string(count) + " " + kind + "\n";
  for (const auto& [kind, count] : opinions)
    table += std::to_string(count) + " accepted and " + (kind.empty() ? "nothing else" : kind) + "\n";
  INFO(mutants << " mutants, seed " << seed << "\n" << table);
  // The mutants must be near-misses: some still right, with each kind of second opinion, and many ways to be wrong.
  CHECK(kinds["accepted"] > mutants / 20);
  for (const char* opinion : {"explored", "followed", "known", "looked through"}) {
    INFO(opinion);
    CHECK(opinions[opinion] > mutants / 1000);
  }
  CHECK(opinions[""] < kinds["accepted"] / 5);
  CHECK(kinds.size() > 35);
  for (const char* reason : {"the operation does not lead to this store", "the command does not go wrong here",
                             "what the command assumes is false here, so it blocks", "the store is not an initial one"})
    CHECK(kinds["rejected this event is not possible: " + std::string(reason)] > 0);
}
