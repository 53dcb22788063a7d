// Reduction beyond sequences: commands that are replaced, loops and exits in merged statements, several steps. For each
// rule an accepted use and near misses, which the kernel refuses or has a condition for that is false.

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "certificate/program_writer.hpp"
#include "conditions/prove_conditions.hpp"
#include "core/read_program.hpp"
#include "kernel/kernel_bridge.hpp"
#include "pipeline/reduce_program.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;
using plato::CommandId;
using plato::CoreCommand;
using plato::CoreProgram;
using plato::CoreStatement;
using plato::ReductionPlan;
using plato::StatementId;
using Kind = CoreStatement::Kind;

namespace {

CoreProgram program_of(const std::string& source) {
  auto program = plato::read_program(source);
  if (!program) FAIL(plato::render(program.error(), "program", source));
  return *std::move(program);
}

// A program and what is said for each step.
struct Script {
  CoreProgram core;
  std::vector<plato::ReductionStep> steps{};

  explicit Script(const std::string& source) : core(program_of(source)) { step(); }

  void step() { steps.push_back({.plan = ReductionPlan(core.program.statements.size())}); }
  plato::StatementMover& at(StatementId s) { return steps.back().plan.at(s - 1); }
  CommandId command(CoreCommand c) { return add_command(core.program.commands, std::move(c)); }

  // The statements of a kind, in the order of the text.
  std::vector<StatementId> all(Kind kind) const {
    std::vector<StatementId> found;
    for (StatementId s = 1; s <= core.program.statements.size(); ++s)
      if (core.program.statements[s - 1].kind == kind) found.push_back(s);
    return found;
  }
  StatementId atomic(std::size_t i) const { return all(Kind::atomic).at(i); }
  StatementId body() const { return core.program.families.at(0).body; }
  const CoreCommand& command_at(StatementId s) const {
    return command_of(core.program, core.program.statements[s - 1].command);
  }
  void all_right(const std::vector<std::size_t>& atoms) {
    for (std::size_t i : atoms) at(atomic(i)).is_right = true;
  }
  void all_left(const std::vector<std::size_t>& atoms) {
    for (std::size_t i : atoms) at(atomic(i)).is_left = true;
  }
};

using Answer = std::set<std::string>;

// The rules of which a condition is not proved, or why the kernel refuses the script.
Answer unproved(const Script& script) {
  auto asked = plato::ask_for_conditions(plato::write_reduced_program(script.core, script.steps));
  if (!asked) return {asked.error().message};
  const plato::ProvedConditions proved =
      plato::prove_conditions(script.core.program, *std::move(asked), {.most_failures = 1000, .explains = false});
  Answer rules;
  for (std::size_t i = 0; i < proved.results.size(); ++i)
    if (proved.results[i].status != plato::ConditionResult::Status::proved)
      rules.insert(proved.conditions[i].origin.rule);
  return rules;
}

bool refuses(const Script& script, const std::string& why) {
  const Answer answer = unproved(script);
  INFO(*answer.begin());
  return answer.size() == 1 && answer.begin()->find(why) != std::string::npos;
}

// Reads, compares and exchanges, until that succeeds. Atoms: 0 the read, 1 the cas that succeeds, 2 the one that fails,
// 3 the end of `while (true)`.
const std::string increment = R"(var x: int = 0
thread worker[i] {
  var t: int = 0
  while (true) {
    t := x;
    if (cas(x, t, t + 2)) { break; }
  }
}
)";

// The script that proves it.
Script increment_script(const std::string& source = increment) {
  Script script(source);
  const std::vector<plato::CorePlace> places = script.command_at(script.atomic(0)).places;
  const CommandId havoc = script.command({.kind = CoreCommand::Kind::havoc, .places = places});
  const CommandId nothing = script.command({});
  script.at(script.atomic(0)).replacement = havoc;
  script.at(script.atomic(2)).replacement = nothing;
  script.all_right({0, 2, 3});
  script.at(script.all(Kind::loop).at(0)).summary =
      script.command({.kind = CoreCommand::Kind::choice, .first = nothing, .second = havoc});
  script.at(script.body()).is_merged = true;
  return script;
}

}   // namespace

TEST_CASE("a loop that tries until it succeeds becomes one command", "[reduction]") {
  CHECK(unproved(increment_script()).empty());
}

// ---- commands that are replaced

TEST_CASE("what replaces a command does all that it does", "[reduction]") {
  const auto replaced = [](const auto& replacement) {
    Script script(increment);
    replacement(script, script.command_at(script.atomic(0)));
    return unproved(script);
  };
  const auto constant = [](Script& script, const CoreCommand& read, plato::TermId value) {
    script.at(script.atomic(0)).replacement =
        script.command({.kind = CoreCommand::Kind::assign, .places = read.places, .values = {value}});
  };
  CHECK(replaced([&](Script& script, CoreCommand read) { constant(script, read, read.values.at(0)); }).empty());
  // Another value, …
  CHECK(replaced([&](Script& script, CoreCommand read) {
          constant(script, read, script.core.program.table.num(plato::Integer(1)));
        }) == Answer{"simulates"});
  // … nothing at all, …
  CHECK(replaced([](Script& script, const CoreCommand&) {
          script.at(script.atomic(0)).replacement = script.command({});
        }) == Answer{"simulates"});
  // … and a command that blocks.
  CHECK(replaced([](Script& script, CoreCommand read) {
          plato::FormulaTable& table = script.core.program.table;
          const CommandId waits = script.command({.kind = CoreCommand::Kind::assume, .condition = -table.truth()});
          const CommandId havoc = script.command({.kind = CoreCommand::Kind::havoc, .places = read.places});
          script.at(script.atomic(0)).replacement =
              script.command({.kind = CoreCommand::Kind::seq, .first = havoc, .second = waits});
        }) == Answer{"simulates"});
}

TEST_CASE("what replaces a command goes wrong where it does", "[reduction]") {
  Script script("var x: int = 0\nthread worker[i] { x := 1; assert x == 1; }\n");
  script.at(script.atomic(1)).replacement = script.command({});
  CHECK(unproved(script).contains("simulates"));
  // It may go wrong more often.
  Script more("var x: int = 0\nthread worker { x := 1; }\n");
  const CommandId gate = more.command({.kind = CoreCommand::Kind::assert_, .condition = more.core.program.init});
  more.at(more.atomic(0)).replacement =
      more.command({.kind = CoreCommand::Kind::seq,
                    .first = gate,
                    .second = more.core.program.statements[more.atomic(0) - 1].command});
  CHECK_FALSE(unproved(more).contains("simulates"));
}

TEST_CASE("only commands are replaced", "[reduction]") {
  Script script(increment);
  script.at(script.all(Kind::loop).at(0)).replacement = script.command({});
  CHECK(refuses(script, "only a command can be replaced"));
}

// ---- loops and exits

TEST_CASE("a summary contains no iteration", "[reduction]") {
  Script script = increment_script();
  plato::FormulaTable& table = script.core.program.table;
  // The loop is said to be gone through at least once: then t is 1.
  script.at(script.all(Kind::loop).at(0)).summary =
      script.command({.kind = CoreCommand::Kind::assign,
                      .places = script.command_at(script.atomic(0)).places,
                      .values = {table.num(plato::Integer(1))}});
  CHECK(unproved(script) == Answer{"summary"});
}

TEST_CASE("a summary contains one more iteration", "[reduction]") {
  Script script = increment_script();
  script.at(script.all(Kind::loop).at(0)).summary = script.command({});
  CHECK(unproved(script) == Answer{"summary"});
}

TEST_CASE("what may go wrong in an iteration is in the summary", "[reduction]") {
  const std::string asserting = R"(var x: int = 0
thread worker[i] {
  var t: int = 0
  while (true) {
    t := x;
    if (cas(x, t, t + 2)) { break; }
    assert t == 0;
  }
}
)";
  // Atoms: the assertion comes after the cas that fails.
  Script script(asserting);
  const CommandId havoc =
      script.command({.kind = CoreCommand::Kind::havoc, .places = script.command_at(script.atomic(0)).places});
  const CommandId nothing = script.command({});
  script.at(script.atomic(0)).replacement = havoc;
  script.at(script.atomic(2)).replacement = nothing;
  script.all_right({0, 2, 3, 4});
  script.at(script.all(Kind::loop).at(0)).summary =
      script.command({.kind = CoreCommand::Kind::choice, .first = nothing, .second = havoc});
  script.at(script.body()).is_merged = true;
  CHECK(unproved(script).contains("summary"));
}

TEST_CASE("the command for an exit goes wrong where the iteration does", "[reduction]") {
  const std::string asserting = R"(var x: int = 0
thread worker[i] {
  var t: int = 0
  while (true) {
    t := x;
    if (cas(x, t, t + 2)) { assert x == 0; break; }
  }
}
)";
  Script script(asserting);
  const CommandId havoc =
      script.command({.kind = CoreCommand::Kind::havoc, .places = script.command_at(script.atomic(0)).places});
  const CommandId nothing = script.command({});
  script.at(script.atomic(0)).replacement = havoc;
  const StatementId failed = script.atomic(3);
  script.at(failed).replacement = nothing;
  script.all_right({0, 3, 4});
  // The body of an `if` is numbered before its test.
  script.all_left({1});
  script.at(script.all(Kind::loop).at(0)).summary =
      script.command({.kind = CoreCommand::Kind::choice, .first = nothing, .second = havoc});
  script.at(script.body()).is_merged = true;
  const Answer rules = unproved(script);
  CHECK(rules.contains("summary"));
  CHECK_FALSE(rules.contains("simulates"));
}

TEST_CASE("an iteration that goes round has not committed", "[reduction]") {
  // The failed cas is no right mover, …
  Script script = increment_script();
  script.at(script.atomic(2)).is_right = false;
  CHECK(refuses(script, "not right movers, one command, and left movers"));
  // … nor is it one if it still looks at x; and so is the read.
  for (const std::size_t i : {std::size_t{2}, std::size_t{0}}) {
    Script looks = increment_script();
    looks.at(looks.atomic(i)).replacement.reset();
    CHECK(unproved(looks).contains("right-mover"));
  }
  // The cas that succeeds goes round.
  Script round = increment_script(R"(var x: int = 0
thread worker[i] {
  var t: int = 0
  while (true) {
    t := x;
    if (cas(x, t, t + 2)) { } else { break; }
  }
}
)");
  CHECK(refuses(round, "not right movers, one command, and left movers"));
}

TEST_CASE("a loop that is merged has a summary", "[reduction]") {
  Script script = increment_script();
  script.at(script.all(Kind::loop).at(0)).summary.reset();
  CHECK(refuses(script, "nor a loop without a summary"));
}

TEST_CASE("no exit leaves what is merged", "[reduction]") {
  Script script = increment_script();
  script.at(script.body()).is_merged = false;
  script.at(script.all(Kind::loop).at(0)).is_merged = true;
  CHECK(refuses(script, "an exit leaves the statement"));
}

TEST_CASE("calls are not merged", "[reduction]") {
  Script script("var x: int = 0\nprocedure p() { x := 1; }\nthread worker[i] { p(); p(); }\n");
  script.at(script.body()).is_merged = true;
  CHECK(refuses(script, "not right movers, one command, and left movers"));
}

TEST_CASE("a loop after the commit ends, and its guard is no left mover", "[reduction]") {
  // x := 1; while (y == 0) { skip; } beside assert x == 0 (`exit_guard` in proofs/Theory/Reduction/NeededFinal.lean).
  Script script(R"(var x: int = 0
var y: int = 0
thread waits { x := 1; while (y == 0) { } }
thread asserts { assert x == 0; }
)");
  const StatementId loop = script.all(Kind::loop).at(0);
  script.at(loop).summary = script.command({});
  // x := 1, y == 0, and y != 0.
  script.all_left({1, 2});
  script.at(script.body()).is_merged = true;
  const Answer rules = unproved(script);
  CHECK(rules.contains("enabled"));
}

TEST_CASE("a block does not go on for ever after its commit, nor end by a choice that hides a failure", "[reduction]") {
  // endless-block.plato and ends-by-hiding.plato of tests/museum, with all that is claimed for a merge.
  const auto claimed = [](const std::string& source) {
    Script script(source);
    script.at(script.all(Kind::loop).at(0)).summary = script.command({});
    for (StatementId s : script.all(Kind::atomic)) script.at(s).is_left = true;
    script.at(script.body()).is_merged = true;
    return unproved(script);
  };
  CHECK(claimed("var x: int = 0\nthread writes { x := 1; while (true) { } }\nthread asserts { assert x == 0; }\n")
            .contains("enabled"));
  CHECK(claimed(R"(var y: int = 0
var done: bool = false
thread writes {
  y := 1;
  while (!done) { atomic { choose { skip; } or { done := true; y := 0; } } }
}
thread asserts { assert y == 0; }
)")
            .contains("enabled"));
}

// ---- invariants

TEST_CASE("an invariant of a step holds initially and is kept", "[reduction]") {
  // The thread waits for nothing, and so moves to the left, only where x is known to be at least 0.
  const std::string source = R"(var x: int = 0
rely x >= 0 ==> x' >= 0
thread worker[i] { x := x + 1; await x >= 0; }
)";
  const auto claimed = [&](const std::string& text, bool has_invariant) {
    Script script(text);
    const std::vector<plato::Literal> candidates = plato::invariant_candidates(script.core);
    REQUIRE(candidates.size() == 1);
    if (has_invariant) script.steps.back().invariant = candidates[0];
    script.all_left({1});
    script.at(script.body()).is_merged = true;
    return unproved(script);
  };
  CHECK(claimed(source, true).empty());
  CHECK(claimed(source, false).contains("enabled"));
  std::string unkept = source, late = source;
  unkept.replace(unkept.find("x + 1"), 5, "x - 1");
  CHECK(claimed(unkept, true).contains("keeps"));
  late.replace(late.find("= 0"), 3, "= -1");
  CHECK(claimed(late, true).contains("begins"));
  // A step that is not merged, of another family, does not keep it.
  CHECK(claimed(source + "thread other { x := 0 - 1; }\n", true).contains("keeps"));
}

TEST_CASE("an invariant is found in what threads rely on", "[reduction]") {
  const auto reduced = plato::prove_by_reduction(program_of(R"(var x: int = 0
var y: int = 0
rely x >= 0 ==> x' >= 0
thread worker[i] { y := 1; x := x + 1; assert x >= 0; }
)"),
                                                 {});
  REQUIRE(reduced.has_value());
  CHECK(reduced->certificate.find("\ninvariant ") != std::string::npos);
  CHECK(answer(reduced->certificate) == "certified");
}

// ---- several steps

TEST_CASE("a step goes on with the program after the one before", "[reduction]") {
  // Two atomic blocks become one step each; then both do.
  const std::string source = R"(var m: lock = 0
var x: int = 0
thread worker[i] {
  var t: int = 0
  acquire(m);
  t := x;
  x := t + 1;
  release(m);
}
)";
  Script script(source);
  plato::FormulaTable& table = script.core.program.table;
  const auto gates = [&] {
    const plato::ReductionPlan known = plato::claim_all_movers(script.core);
    for (std::size_t s = 0; s < known.size(); ++s) script.steps.back().plan[s].gate = known[s].gate;
  };
  (void)table;
  gates();
  // acquire(m); t := x is the first half.
  const CoreStatement whole = script.core.program.statements[script.body() - 1];
  REQUIRE(whole.kind == Kind::seq);
  script.all_right({0});
  script.at(whole.first).is_merged = true;
  script.step();
  script.at(whole.first).is_right = true;
  script.all_right({2});
  script.at(script.body()).is_merged = true;
  CHECK(unproved(script).empty());
  // What was merged is no statement of two commands any more.
  Script late = script;
  late.step();
  late.at(whole.first).is_merged = true;
  CHECK(unproved(late).empty());
  // The second step needs what is claimed of the command that the first one has made.
  Script less = script;
  less.at(whole.first).is_right = false;
  CHECK(refuses(less, "not right movers, one command, and left movers"));
  // In one step, the first half is no command.
  Script swapped = script;
  std::swap(swapped.steps[0], swapped.steps[1]);
  CHECK_FALSE(unproved(swapped).empty());
}

TEST_CASE("steps are limited", "[reduction]") {
  Script script(increment);
  for (int i = 1; i < 32; ++i) script.step();
  CHECK(unproved(script).empty());
  script.step();
  CHECK(refuses(script, "there are too many steps"));
}

// ---- found by itself

TEST_CASE("loops that try until they succeed are found", "[reduction]") {
  const std::string source = R"(var x: int = 0
rely x mod 2 == 0 ==> x' mod 2 == 0
procedure increment() {
  var t: int
  while (true) {
    t := x;
    if (cas(x, t, t + 2)) { return; }
  }
}
procedure twice() {
  var u: int = 0
  u := x;
  while (!cas(x, u, u + 4)) { u := x; }
}
thread worker[i] {
  increment();
  twice();
  assert x mod 2 == 0;
}
)";
  const auto reduced = plato::prove_by_reduction(program_of(source), {});
  REQUIRE(reduced.has_value());
  CHECK(reduced->grouped.blocks == 2);
  CHECK(answer(reduced->certificate) == "certified");
  // Each condition is needed.
  const std::string line = "\ncondition\n", end = reduced->certificate + line;
  std::size_t skipped = 0;
  for (std::size_t at = end.find(line); at < reduced->certificate.size(); ++skipped) {
    const std::size_t next = end.find(line, at + 1);
    CHECK(answer(end.substr(0, at) + end.substr(next, reduced->certificate.size() - next)) != "certified");
    at = next;
  }
  CHECK(skipped == reduced->conditions.conditions.size());
  std::string wrong = source;
  wrong.replace(wrong.find("t + 2"), 5, "t + 1");
  CHECK_FALSE(plato::prove_by_reduction(program_of(wrong), {}).has_value());
}
