// Local variables whose first value mentions the thread: their schedules give the initial map by a term, the kernel
// replays them, and another follower of schedules agrees.

#include <catch2/catch.hpp>
#include <string>

#include "core/read_program.hpp"
#include "pipeline/check_program.hpp"
#include "system/input_file.hpp"
#include "trials/judges/judge_program.hpp"

using namespace plato_test;
using plato::KernelReport;

namespace {

plato::ExploredProgram explored(const std::string& text) {
  const auto program = plato::read_program(text);
  INFO(text);
  REQUIRE(program.has_value());
  return plato::explore_program(*program, {});
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), by);
}
std::string reason_for(const std::string& certificate) {
  const KernelReport report = plato::check_with_kernel(plato::as_bytes(certificate));
  return std::string(plato::verdict_word(report.verdict)) + " " + report.message;
}
// The line that starts like this, without its end.
std::string line_of(const std::string& text, const std::string& start) {
  const std::size_t at = text.find("\n" + start) + 1;
  REQUIRE(at != 0);
  return text.substr(at, text.find('\n', at) - at);
}

}   // namespace

TEST_CASE("a schedule of a program whose locals start from the identifier is replayed", "[random]") {
  const std::string family =
      GENERATE(as<std::string>{}, "thread T[i] for 1 <= i <= 2", "thread T[i]", "thread T[i] for 1 <= i <= n");
  const std::string body = GENERATE(
      as<std::string>{}, "var k: int = i  assert k == 1;", "var k: int = 2 * i + 1  assert k == 3;",
      "var k: int = i + n  assert k == n + 1;", "var k: bool = i == 1  assert k;", "var k: int = i * i  assert k < 4;",
      "var k: int = i mod 2  assert k == 1;", "var k: int = i  k := k + 1; k := k + 1; assert k == 3;",
      "var k: int = i  var l: int = 0 - i  k := k + l; assert k == 0; assert l == 0 - 1;",
      "var k: int = i  if (k == 2) { k := 7; } assert k != 7;", "var k: int = i  havoc k; assert k == i;");
  const std::string text = "const n: int\nassume n >= 2\nvar x: int = 0\n" + family + " { " + body + " }\n";
  INFO(text);
  const plato::ExploredProgram found = explored(text);
  REQUIRE(found.exploration.verdict == plato::Exploration::Verdict::goes_wrong);
  INFO(found.claim << "\n" << found.certificate);
  CHECK(found.is_refuted);
  CHECK(found.certificate.find("\nF ") != std::string::npos);
  const ProgramJudgement judgement = judge_program(found.certificate, "");
  CHECK(judgement.flaw.value_or("") == "");
  CHECK(judgement.second_opinion == "followed");
}

TEST_CASE("invariants and postconditions about such locals are broken by schedules, too", "[random]") {
  for (const char* text : {"var c: int = 0 invariant c != 2 thread T[i] for 1 <= i <= 2 { var k: int = i  c := k; }",
                           "var c: int = 0 program { ensures c == 1 } thread T[i] for 1 <= i <= 2 { var k: int = i  k "
                           ":= k + 0; c := k; }"}) {
    const plato::ExploredProgram found = explored(text);
    INFO(text << "\n" << found.claim);
    CHECK(found.is_refuted);
    CHECK(judge_program(found.certificate, "").flaw.value_or("") == "");
    CHECK(judge_program(found.certificate, "").second_opinion == "followed");
  }
}

TEST_CASE("a map that every index of the initial condition gives to a global is given by a term", "[random]") {
  const plato::ExploredProgram found =
      explored("var a: map init forall i :: a[i] == 3 * i thread T { assert a[2] == 5; }");
  CHECK(found.is_refuted);
}

TEST_CASE("a schedule whose term is not what the initial condition says is rejected for that", "[random]") {
  const std::string honest =
      explored("var x: int = 0 thread T[i] for 1 <= i <= 2 { var k: int = 2 * i + 1  k := k + 1; assert k == 4; }")
          .certificate;
  REQUIRE(reason_for(honest).starts_with("refuted "));
  const std::string given = line_of(honest, "F ");
  const std::size_t space = given.rfind(' ');
  const std::string variable = given.substr(2, space - 2);
  const int term = std::stoi(given.substr(space + 1));
  // any other term of the program: another value at some index of the range, or one that cannot be compared
  int rejected = 0;
  for (int other = 0; other < term + 20; ++other) {
    if (other == term) continue;
    INFO("F " << variable << " " << other);
    const std::string lie = replaced(honest, given, "F " + variable + " " + std::to_string(other));
    const std::string reason = reason_for(lie);
    CHECK(reason.starts_with("rejected "));
    rejected += reason.find("the store is not an initial one") != std::string::npos;
  }
  CHECK(rejected > 3);
  // a map with finitely many exceptions is none either, however many
  CHECK(reason_for(replaced(honest, given, "V " + variable + " 0 1 3 2 5")).find("the store is not an initial one") !=
        std::string::npos);
  // a command writes by itself, and takes nothing from the schedule
  CHECK(honest.find("\nW ") == std::string::npos);
}

TEST_CASE("what a raw operation makes of a map that is given by a term is told as a change", "[random]") {
  const std::string honest =
      explored(
          "var a: map init forall i :: a[i] == 3 * i thread T { atomic modifies a: a' == a[2 := 5]; assert a[2] == "
          "6; }")
          .certificate;
  REQUIRE(reason_for(honest).starts_with("refuted "));
  CHECK(judge_program(honest, "").flaw.value_or("") == "");
  const std::string change = line_of(honest, "W ");
  CHECK(reason_for(replaced(honest, change, change + " 9 9")).find("does not lead to this store") == std::string::npos);
  CHECK(reason_for(replaced(honest, change, change + " 9 9")).starts_with("rejected "));
  CHECK(reason_for(replaced(honest, change, "W 0 2 4")).find("does not lead to this store") != std::string::npos);
  CHECK(reason_for(replaced(honest, change + "\n", "")).starts_with("rejected "));
}
