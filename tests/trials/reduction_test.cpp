// Reduction: movers as they are claimed, programs that need each side condition (docs/reduction-theory.md, "The side
// conditions are needed"), and random programs: what the kernel certifies by reduction does not go wrong when it is
// run.

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "certificate/program_writer.hpp"
#include "conditions/prove_conditions.hpp"
#include "core/read_program.hpp"
#include "explore/explore.hpp"
#include "pipeline/reduce_program.hpp"
#include "support/how_much.hpp"
#include "support/kernel_answer.hpp"
#include "support/random_choice.hpp"

using namespace plato_test;
using plato::CoreProgram;
using plato::CoreStatement;

namespace {

CoreProgram program_of(const std::string& source) {
  auto program = plato::read_program(source);
  if (!program) FAIL(plato::render(program.error(), "program", source));
  return *std::move(program);
}

// The rules of movers that are not proved if the commands are claimed to be these movers, in the order of the text: R,
// L, B or N. Everything that can then be merged is.
std::set<std::string> unproved(CoreProgram core, const std::string& movers, bool with_gates = false) {
  plato::ReductionPlan plan = plato::claim_all_movers(core);
  std::size_t next = 0;
  for (std::size_t s = 0; s < plan.size(); ++s) {
    if (!with_gates) plan[s].gate.reset();
    if (core.program.statements[s].kind != CoreStatement::Kind::atomic) continue;
    const char mover = movers.at(next++);
    plan[s].is_right = mover == 'R' || mover == 'B';
    plan[s].is_left = mover == 'L' || mover == 'B';
  }
  REQUIRE(next == movers.size());
  const plato::GroupedProgram grouped = plato::group_movers(core, plan);
  REQUIRE(grouped.blocks > 0);
  auto asked = plato::ask_for_conditions(plato::write_reduced_program(grouped.core, {{.plan = grouped.plan}}));
  if (!asked) return {asked.error().message};
  const plato::ProvedConditions proved =
      plato::prove_conditions(grouped.core.program, *std::move(asked), {.most_failures = 1000, .explains = false});
  std::set<std::string> rules;
  for (std::size_t i = 0; i < proved.results.size(); ++i)
    if (proved.results[i].status != plato::ConditionResult::Status::proved)
      rules.insert(proved.conditions[i].origin.rule);
  return rules;
}

std::set<std::string> unproved(const std::string& source, const std::string& movers, bool with_gates = false) {
  return unproved(program_of(source), movers, with_gates);
}

using Rules = std::set<std::string>;

const std::string increment = R"(var m: lock = 0
var x: int = 0
thread worker[i] {
  var mine: int = 0
  acquire(m);
  mine := x;
  x := mine + 1;
  assert x == mine + 1;
  release(m);
}
)";

}   // namespace

TEST_CASE("steps under a lock move as they are claimed", "[reduction]") {
  CHECK(unproved(increment, "RRRRN", true).empty());
  // Without what says who holds the lock, they do not.
  CHECK(unproved(increment, "RRRRN").contains("right-mover"));
  // What is done under the lock moves to the left, too. Taking it does not: it may block.
  CHECK(unproved(increment, "NLLLL", true).empty());
  CHECK(unproved("var m: lock = 0\nvar x: int = 0\nthread worker[i] { x := 1; acquire(m); }\n", "NL") ==
        Rules{"enabled", "left-mover"});
}

TEST_CASE("no condition of a reduction can be skipped", "[reduction]") {
  const auto reduced = plato::prove_by_reduction(program_of(increment), {});
  REQUIRE(reduced.has_value());
  const std::string line = "\ncondition\n", end = reduced->certificate + line;
  CHECK(answer(reduced->certificate) == "certified");
  std::size_t skipped = 0;
  for (std::size_t at = end.find(line); at < reduced->certificate.size(); ++skipped) {
    const std::size_t next = end.find(line, at + 1);
    CHECK(answer(end.substr(0, at) + end.substr(next, reduced->certificate.size() - next)) != "certified");
    at = next;
  }
  CHECK(skipped == reduced->conditions.conditions.size());
}

TEST_CASE("a right mover commutes", "[reduction]") {
  const std::string source = R"(var x: int = 0
thread reader { var y: int = 0; y := x; assert x == y; }
thread writer { x := 1; }
)";
  CHECK(unproved(source, "RNN") == Rules{"right-mover"});
}

TEST_CASE("a right mover makes no other thread fail", "[reduction]") {
  const std::string source = R"(var x: int = 0
thread flips { x := 1 - x; x := 1 - x; }
thread asserts { assert x == 0; }
)";
  CHECK(unproved(source, "RNN").contains("right-mover"));
  CHECK(unproved(source, "NLN").contains("left-mover"));
}

TEST_CASE("a left mover does not block", "[reduction]") {
  const std::string source = R"(var x: int = 0
var y: int = 0
thread waits { x := 1; await y == 1; }
thread asserts { assert x == 0; }
)";
  const Rules rules = unproved(source, "NLN");
  CHECK(rules.contains("enabled"));
  CHECK(rules.contains("left-mover"));
}

TEST_CASE("a left mover's own failure moves to the left", "[reduction]") {
  const std::string source = R"(var x: int = 0
thread asserts { await x == 0; assert x == 0; }
thread writer { x := 1; }
)";
  CHECK(unproved(source, "NLN") == Rules{"left-mover"});
}

TEST_CASE("a command that sometimes takes the lock is no right mover against the holder", "[reduction]") {
  const std::string source = R"(var m: lock = 0
var x: int = 0
thread tries[i] {
  var ok: bool = false
  ok := cas(m, 0, tid);
  x := x + 1;
}
)";
  CHECK(unproved(source, "RN").contains("right-mover"));
}

TEST_CASE("threads of one family are different, and those of two need not be", "[reduction]") {
  const std::string source = R"(var a: int[]
thread one[i] for i == 1 { a[tid] := 1; a[tid] := 2; }
thread two[i] for i == 2 { a[tid] := 3; a[tid] := 4; }
)";
  CoreProgram core = program_of(source);
  CHECK(unproved(core, "RNRN").empty());
  // Two families with the same identifier: what one has there, the other has, too.
  core.program.families[1].members = core.program.families[0].members;
  CHECK(unproved(core, "RNRN").contains("right-mover"));
}

TEST_CASE("what is claimed of stores on the way is not shown by reduction", "[reduction]") {
  CHECK(plato::why_irreducible(program_of("invariant x >= 0\n" + increment)));
  CHECK(plato::why_irreducible(program_of("program { rely x' == x }\n" + increment)) ==
        "the program has an environment");
  CHECK_FALSE(plato::why_irreducible(program_of(increment)));
  CoreProgram core = program_of("invariant x >= 0\n" + increment);
  const auto refused = plato::ask_for_conditions(
      plato::write_reduced_program(core, {{.plan = plato::ReductionPlan(core.program.statements.size())}}));
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message.find("an invariant is not shown by reduction") != std::string::npos);
}

TEST_CASE("the kernel refuses plans that are none", "[reduction]") {
  const CoreProgram core = program_of(increment);
  const std::size_t size = core.program.statements.size();
  const auto why = [&](std::size_t s, bool is_gate, bool is_merged) {
    plato::ReductionPlan plan(size);
    if (is_gate) plan[s - 1].gate = core.program.init;
    plan[s - 1].is_merged = is_merged;
    const auto asked = plato::ask_for_conditions(plato::write_reduced_program(core, {{.plan = plan}}));
    return asked ? std::string("accepted") : asked.error().message;
  };
  std::size_t seq = 0, atomic = 0;
  for (std::size_t s = 1; s <= size; ++s) {
    if (core.program.statements[s - 1].kind == CoreStatement::Kind::seq) seq = s;
    if (core.program.statements[s - 1].kind == CoreStatement::Kind::atomic) atomic = s;
  }
  CHECK(why(atomic, false, true) == "accepted");
  CHECK(why(seq, false, true).find("not right movers, one command, and left movers") != std::string::npos);
  CHECK(why(seq, true, false).find("before a command only") != std::string::npos);
}

// ---- random programs

namespace {

std::string random_step(Choice& choose) {
  static const std::vector<std::string> steps = {"t := x;",
                                                 "x := t;",
                                                 "x := (x + 1) mod 3;",
                                                 "y := x;",
                                                 "t := y;",
                                                 "y := (y + t) mod 2;",
                                                 "assert x <= 2;",
                                                 "assert x == t;",
                                                 "x := y;",
                                                 "assert y <= x;",
                                                 "if (x == 1) { y := 0; } else { t := 1; }",
                                                 "await y == 0;",
                                                 "t := (t + 1) mod 3;"};
  return steps[static_cast<std::size_t>(choose.between(0, static_cast<int>(steps.size()) - 1))];
}

std::string random_body(Choice& choose) {
  std::string body;
  const bool has_lock = choose.chance(70);
  const int before = choose.between(0, 1), inside = choose.between(1, 4), after = choose.between(0, 1);
  for (int i = 0; i < before; ++i) body += "  " + random_step(choose) + "\n";
  if (has_lock) body += "  acquire(m);\n";
  for (int i = 0; i < inside; ++i) body += "  " + random_step(choose) + "\n";
  if (has_lock) body += "  release(m);\n";
  for (int i = 0; i < after; ++i) body += "  " + random_step(choose) + "\n";
  return body;
}

std::string random_compared(Choice& choose) {
  static const std::vector<std::string> values = {"(t + 1) mod 3", "1", "y", "2 - t"};
  return "cas(x, t, " + values[static_cast<std::size_t>(choose.between(0, 3))] + ")";
}

// A loop that tries until it succeeds, or one like it.
std::string random_loop(Choice& choose) {
  const auto steps = [&](int most) {
    std::string text;
    for (int n = choose.between(0, most); n > 0; --n) text += "    " + random_step(choose) + "\n";
    return text;
  };
  switch (choose.between(0, 3)) {
    case 0:
      return "  while (true) {\n    t := x;\n" + steps(1) + "    if (" + random_compared(choose) + ") {\n" + steps(1) +
             "    break; }\n" + steps(1) + "  }\n";
    case 1: return "  t := x;\n  while (!" + random_compared(choose) + ") {\n" + steps(1) + "    t := x;\n  }\n";
    case 2: return "  while (" + std::string(choose.chance(50) ? "x == 1" : "t != x") + ") {\n" + steps(2) + "  }\n";
    default:
      return "  while (true) {\n    t := x;\n    if (t == 2) { break; }\n    if (" + random_compared(choose) +
             ") { break; }\n" + steps(1) + "  }\n";
  }
}

std::string random_looping(Choice& choose) {
  std::string text = "var x: int = 0\nvar y: int = 0\n";
  const int families = choose.between(1, 2);
  for (int f = 0; f < families; ++f) {
    text += "thread f" + std::to_string(f) + "[i] for " + std::to_string(2 * f + 1) +
            " <= i && i <= " + std::to_string(2 * f + 1 + (families == 1 ? 1 : choose.between(0, 1))) +
            " {\n  var t: int = 0\n";
    if (choose.chance(40)) text += "  " + random_step(choose) + "\n";
    text += random_loop(choose);
    if (choose.chance(60)) text += "  " + random_step(choose) + "\n";
    if (choose.chance(60)) text += "  assert x <= 2;\n";
    text += "}\n";
  }
  return text;
}

std::string random_reducible(Choice& choose) {
  std::string text = "var m: lock = 0\nvar x: int = 0\nvar y: int = 0\n";
  const int families = choose.between(1, 2);
  for (int f = 0; f < families; ++f)
    text += "thread f" + std::to_string(f) + "[i] for " + std::to_string(2 * f + 1) +
            " <= i && i <= " + std::to_string(2 * f + 2) + " {\n  var t: int = 0\n" + random_body(choose) + "}\n";
  return text;
}

}   // namespace

namespace {

// What is certified by reduction must not go wrong; some must be certified, and some wrong.
template <typename Make>
void compare_with_exploration(int programs, unsigned seed, const Make& make) {
  std::mt19937 random(seed);
  Choice choose(random);
  int certified = 0, wrong = 0;
  for (int i = 0; i < programs; ++i) {
    const std::string source = make(choose);
    INFO(source);
    const CoreProgram core = program_of(source);
    const auto reduced = plato::prove_by_reduction(core, {.effort = 0.2});
    const plato::Exploration explored = plato::explore(core.program, core.specification, {.most_states = 200'000});
    const bool goes_wrong = explored.verdict != plato::Exploration::Verdict::no_violation;
    wrong += goes_wrong ? 1 : 0;
    certified += reduced ? 1 : 0;
    CHECK_FALSE((reduced && goes_wrong));
    if (reduced) CHECK(answer(reduced->certificate) == "certified");
  }
  INFO(certified << " of " << programs << " certified, " << wrong << " wrong");
  CHECK(certified > programs / 20);
  CHECK(wrong > programs / 10);
}

}   // namespace

TEST_CASE("random programs that are certified by reduction do not go wrong", "[reduction]") {
  compare_with_exploration(is_long_run() ? 20'000 : 60, 20261118, random_reducible);
}

TEST_CASE("random programs with loops that are certified by reduction do not go wrong", "[reduction]") {
  compare_with_exploration(is_long_run() ? 20'000 : 50, 20261119, random_looping);
}

TEST_CASE("what is claimed at random of random programs and accepted does not go wrong", "[reduction]") {
  std::mt19937 random(20261120);
  Choice choose(random);
  const int programs = is_long_run() ? 100'000 : 1000;
  int certified = 0, refused = 0;
  for (int i = 0; i < programs; ++i) {
    const std::string source = choose.chance(70) ? random_looping(choose) : random_reducible(choose);
    INFO(source);
    CoreProgram core = program_of(source);
    plato::ReductionPlan plan = plato::claim_all_movers(core);
    // Some movers are none, and some of what is read is forgotten.
    for (plato::StatementMover& mover : plan) mover.is_right = mover.is_right && choose.chance(50);
    plato::forget_what_is_read(core, plan, static_cast<plato::StillKnown>(choose.between(0, 2)));
    for (std::size_t s = 0; s < plan.size(); ++s) {
      if (core.program.statements[s].kind != CoreStatement::Kind::atomic) continue;
      if (choose.chance(30)) plan[s].replacement.reset();
      if (choose.chance(20)) plan[s].gate.reset();
      plan[s].is_right = choose.chance(60);
      plan[s].is_left = choose.chance(40);
    }
    const plato::GroupedProgram grouped = plato::group_movers(core, plan);
    if (grouped.blocks == 0) continue;
    const std::string text = plato::write_reduced_program(grouped.core, {{.plan = grouped.plan}});
    auto asked = plato::ask_for_conditions(text);
    REQUIRE(asked.has_value());
    const plato::ProvedConditions proved = plato::prove_conditions(
        grouped.core.program, *std::move(asked), {.effort = 0.2, .most_failures = 1, .explains = false});
    if (!std::ranges::all_of(proved.results, [](const plato::ConditionResult& result) {
          return result.status == plato::ConditionResult::Status::proved;
        })) {
      ++refused;
      continue;
    }
    ++certified;
    CHECK(answer(plato::write_program_certificate(text, proved)) == "certified");
    const plato::Exploration explored = plato::explore(core.program, core.specification, {.most_states = 200'000});
    CHECK(explored.verdict == plato::Exploration::Verdict::no_violation);
  }
  INFO(certified << " certified, " << refused << " refused");
  CHECK(certified > programs / 50);
  CHECK(refused > programs / 10);
}
