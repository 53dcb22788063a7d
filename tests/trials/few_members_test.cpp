// A few members of a family stand for all: what is certified so does not go wrong with more of them, and each program
// that is not of this kind, by a few characters, is refused. PLATO_LONG_TESTS=1 in the environment tries many more.

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "certificate/closure_writer.hpp"
#include "core/read_program.hpp"
#include "explore/explore.hpp"
#include "kernel/kernel_bridge.hpp"
#include "pipeline/close_program.hpp"
#include "pipeline/explore_program.hpp"
#include "support/how_much.hpp"
#include "system/input_file.hpp"
#include "trial_outcomes.hpp"
#include "trials/judges/judge_program.hpp"
#include "trials/programs/identifier_programs.hpp"

using namespace plato_test;
using plato::Exploration;
using plato::FewMembers;

namespace {

constexpr unsigned seed = 20261119;

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// The certificate that says these few stand for all, whatever the program is.
std::string certificate_of(const std::string& source, const FewMembers& few, bool has_truths = false) {
  const auto core = plato::read_program(source);
  if (!core) FAIL(plato::render(core.error(), "program", source));
  const auto views = plato::find_thread_views(core->program, core->specification, {.few = few});
  if (!views) FAIL(views.error().reason + "\n" + source);
  auto certificate = plato::write_views_certificate(*core, *views, 1, {.margin = 1, .has_truths = has_truths});
  REQUIRE(certificate.has_value());
  return *std::move(certificate);
}
std::string verdict_on(const std::string& certificate) {
  const plato::KernelReport report = plato::check_with_kernel(plato::as_bytes(certificate));
  return report.verdict == plato::KernelReport::Verdict::certified ? "certified" : report.message;
}
void refuse(const std::string& certificate, const std::string& why) {
  const std::string verdict = verdict_on(certificate);
  INFO(verdict);
  CHECK(verdict.find(why) != std::string::npos);
}

const std::string simple = R"(var m: lock = 0
var x: 0..1 = 0
thread T[i] for i > 0 {
  acquire(m);
  x := 1;
  assert x == 1;
  x := 0;
  release(m);
}
)";
const FewMembers three{.family = 0, .count = 3, .identifiers = {0}};

// Who holds the door signs, and remembers who was there before.
const std::string signing = R"(var m: lock = 0
var w: int = -1
thread T[i] for i > 0 {
  var k: int = -1
  acquire(m);
  k := w;
  w := tid;
  assert w == tid;
  if (k != tid) { w := k; }
  release(m);
}
)";
const FewMembers six{.family = 0, .count = 6, .identifiers = {0, 1, 2}, .constants = {-1}};

const std::string more_is_done = "an identifier is not only compared with others and stored";
const std::string too_few = "too few members of a family are run";
const std::string is_member = "is that of a member of a family of which only a few are run";

}   // namespace

TEST_CASE("a few members are enough, and one less is not", "[few]") {
  CHECK(verdict_on(certificate_of(simple, three)) == "certified");
  FewMembers two = three;
  two.count = 2;
  refuse(certificate_of(simple, two), too_few);
  CHECK(verdict_on(certificate_of(signing, six)) == "certified");
  FewMembers five = six;
  five.count = 5;
  refuse(certificate_of(signing, five), too_few);
}

TEST_CASE("what holds identifiers must be said", "[few]") {
  FewMembers fewer = six;
  fewer.identifiers = {0, 2};   // w is left out
  fewer.count = 5;
  refuse(certificate_of(signing, fewer), more_is_done);
  fewer.identifiers = {0, 1};   // k is
  fewer.count = 4;
  refuse(certificate_of(signing, fewer), more_is_done);
  fewer = six;
  fewer.constants = {};
  refuse(certificate_of(signing, fewer), "a variable that holds an identifier is no constant at first");
  const std::string truth = "var b: bool = false\n" + signing;
  refuse(certificate_of(truth, {.family = 0, .count = 7, .identifiers = {0, 1, 2, 3}, .constants = {-1}}, true),
         "a variable that is said to hold an identifier is no integer");
}

TEST_CASE("identifiers are only compared and stored", "[few]") {
  const auto with = [](const std::string& statement) {
    return changed(simple, "  acquire(m);\n", "  " + statement + "\n  acquire(m);\n");
  };
  CHECK(verdict_on(certificate_of(with("if (m == tid) { x := x; }"), three)) == "certified");
  refuse(certificate_of(with("if (m < tid) { skip; }"), three), more_is_done);
  refuse(certificate_of(with("if (m == tid + 1) { skip; }"), three), more_is_done);
  refuse(certificate_of(with("if (tid mod 2 == 0) { skip; }"), three), more_is_done);
  refuse(certificate_of(with("if (exists j :: m == j && j > tid) { skip; }"), three), more_is_done);
  refuse(certificate_of("invariant m < 4\n" + simple, three), more_is_done);
  // A shared map that is indexed by identifiers holds as much as there are threads.
  const std::string flags = "var f: bool[] = map(false)\n";
  const FewMembers after_flags{.family = 0, .count = 3, .identifiers = {1}};
  CHECK(verdict_on(certificate_of(flags + with("f[1] := true;"), after_flags)) == "certified");
  refuse(certificate_of(flags + with("f[tid] := true;"), after_flags), more_is_done);
  refuse(certificate_of(flags + with("if (f[m]) { skip; }"), after_flags), more_is_done);
}

TEST_CASE("constants are no members, and threads differ in nothing but their identifiers", "[few]") {
  const std::string about_one = changed(simple, "x := 1;", "if (m == 1) { x := 1; } else { x := 1; }");
  refuse(certificate_of(about_one, three), more_is_done);
  FewMembers with_one = three;
  with_one.constants = {1};
  refuse(certificate_of(about_one, with_one), is_member);
  with_one.constants = {-1};
  CHECK(verdict_on(certificate_of(changed(simple, "x := 1;", "if (m == -1) { x := 2; } else { x := 1; }"), with_one)) ==
        "certified");
  // 0 stands for nobody.
  const std::string unlocked =
      "var w: int = -1 thread T[i] for i > 0 { atomic { await w == -1; w := tid; } assert w == tid; w := -1; }";
  CHECK(verdict_on(certificate_of(unlocked, with_one)) == "certified");
  refuse(certificate_of(changed(unlocked, "i > 0", "i >= 0"), with_one), is_member);
  // A variable names a member at first.
  const std::string named = "var w: int = 2\n" + changed(simple, "x := 1;", "if (w == tid) { w := 0; } x := 1;");
  const FewMembers four{.family = 0, .count = 4, .identifiers = {0, 1}};
  refuse(certificate_of(named, four), "a variable that holds an identifier is no constant at first");
  FewMembers with_two = four;
  with_two.constants = {2};
  refuse(certificate_of(named, with_two), is_member);
  // A single thread is named by a number.
  const std::string with_another = simple + "thread U = -9 { acquire(m); release(m); }";
  refuse(certificate_of(with_another, three), more_is_done);
  FewMembers with_nine = three;
  with_nine.constants = {-9};
  CHECK(verdict_on(certificate_of(with_another, with_nine)) == "certified");
}

TEST_CASE("races are seen by a few members, but not at indices", "[few]") {
  CHECK(verdict_on(certificate_of("race-free x\n" + simple, three)) == "certified");
  const std::string cells = "race-free c\nvar c: int[2] = map(0)\n";
  const FewMembers after_cells{.family = 0, .count = 3, .identifiers = {1}};
  refuse(certificate_of(cells + changed(simple, "x := 1;", "c[1] := 1; x := 1;"), after_cells),
         "what must be free of races is accessed at an index");
  CHECK(verdict_on(certificate_of("program { ensures m == 0 }\n" + simple, three)) == "certified");
  refuse(certificate_of("program { ensures m <= 0 }\n" + simple, three), more_is_done);
}

TEST_CASE("shared stores are known exactly, and each is listed once", "[few]") {
  const std::string certificate = certificate_of(simple, three);
  refuse(changed(certificate, "\nstep ", "\nstore\nstep "), "a shared store is listed twice");
  const std::string truth = changed("var b: bool = false\n" + simple, "x := 1;", "b := true; x := 1;");
  const FewMembers after_truth{.family = 0, .count = 3, .identifiers = {1}};
  CHECK(verdict_on(certificate_of(truth, after_truth)) == "certified");
  CHECK(verdict_on(certificate_of(truth, after_truth, true)) == "certified");
  const std::string initially = changed(truth, "= false", "= true");
  CHECK(verdict_on(certificate_of(initially, after_truth, true)) == "certified");
  refuse(changed(certificate_of(initially, after_truth, true), "\nstep ", "\nstore\nv 0 2\nstep "),
         "a truth value is neither 0 nor 1");
  refuse(changed(certificate, "few 0\n", "few 1\n"), "a family may have other members");
  refuse(changed(certificate, "few 0\n", "few 0\nfew 0\n"), "only of one family");
}

namespace {

constexpr std::size_t all_members = 100;

Outcome outcome_of(const std::string& source) {
  const auto core = plato::read_program(source);
  if (!core) return {"unreadable", plato::render(core.error(), "program", source)};
  const plato::ClosingAttempt apart = plato::close_by_views(*core);
  const auto few = plato::few_members(core->program, core->specification);
  const std::size_t members = few ? few->count : 3;
  // What is claimed of the end is claimed of all members together.
  std::vector<std::size_t> counts{members + 2, members + 1, 2};
  if (core->specification.post) counts = {all_members};
  for (const std::size_t count : counts) {
    const plato::ExploredProgram explored =
        plato::explore_program(*core, {.threads_per_family = count, .most_states = 20'000});
    const bool is_wrong = explored.exploration.verdict != Exploration::Verdict::no_violation;
    if (is_wrong && apart.closed)
      return {"wrong", "UNSOUND: a few members hide what is wrong with " + std::to_string(count)};
    if (is_wrong) return {"goes wrong", {}};
  }
  if (!apart.closed) return {few ? "too coarse" : "more is done with identifiers", {}};
  if (!apart.closed->few && core->specification.post) return {"by all members", {}};
  if (!apart.closed->few) return {"closed", "not by a few members, although there may be any number of them"};
  const ProgramJudgement judgement = judge_program(apart.closed->certificate, "");
  return {
      judgement.second_opinion == "looked through" ? "by a few members" : "by a few members, too many to look through",
      judgement.flaw};
}

}   // namespace

TEST_CASE("what a few members show is so with more", "[few]") {
  const int programs = is_long_run() ? 10'000 : 300;
  TrialOutcomes tried = try_programs(seed, programs, identifier_program, outcome_of);
  for (const std::string& flaw : tried.flaws) FAIL_CHECK(flaw);
  INFO(tried.table);
  CHECK(tried.counts["unreadable"] == 0);
  CHECK(tried.counts["goes wrong"] > programs / 10);
  CHECK(tried.counts["by a few members"] > programs / 10);
  CHECK(tried.counts["more is done with identifiers"] > programs / 50);
}
