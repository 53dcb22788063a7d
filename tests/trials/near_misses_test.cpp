// Every rule of the proof method has a program that only just satisfies it and, a few characters away, one that does
// not: then the condition of that very rule is not proved, and the conditions of unrelated rules still are.

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "certificate/program_writer.hpp"
#include "conditions/conditions.hpp"
#include "core/read_program.hpp"
#include "pipeline/check_program.hpp"
#include "thread_modular/condition_kinds.hpp"

using plato::ConditionResult;
using plato::CoreProgram;
using Rules = std::set<std::string>;

namespace {

CoreProgram program_of(const std::string& source) {
  auto program = plato::read_program(source);
  if (!program) FAIL(plato::render(program.error(), "program", source));
  return *std::move(program);
}

struct Asked {
  Rules all, unproved;
};

// The rules that the program is checked by.
Asked rules_of(const CoreProgram& program) {
  auto conditions = plato::ask_for_conditions(plato::write_program(program));
  REQUIRE(conditions.has_value());
  // What is valid here is proved at once; what is not need not be tried at length.
  const plato::ProvedConditions proved =
      plato::prove_briefly(program.program, *std::move(conditions), {.most_failures = 100});
  Asked asked;
  for (std::size_t i = 0; i < proved.results.size(); ++i) {
    const std::string& rule = proved.conditions[i].origin.rule;
    asked.all.insert(rule);
    if (proved.results[i].status != ConditionResult::Status::proved) asked.unproved.insert(rule);
  }
  return asked;
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// By blocks: loops, a cut, an environment.
const std::string by_blocks = R"(const n: int
assume n > 0
var x: int[]
var y: int = 0
program {
  rely y <= y' && (forall k :: x'[k] == x[k])
  guarantee y <= y'
  ensures forall k :: 0 <= k < n ==> x[k] == 1
  ensures y >= 1
}
invariant 0 <= y
thread worker[i] for 0 <= i < n {
  rely x'[i] == x[i] && y <= y'
  guarantee y <= y' && (forall k :: k != i ==> x'[k] == x[k])
  ensures x[i] == 1 && y >= 1
  x[i] := 1;
  cut x[i] == 1;
  while (y < 1) invariant x[i] == 1 { y := y + 1; }
}
)";

// By an outline, with a ghost.
const std::string by_outline = R"(const n: int
assume n > 0
var y: int = 0
ghost var done: bool[] = map(false)
program {
  ensures y >= 1
}
invariant forall k :: done[k] ==> y >= 1
thread worker[i] for 0 <= i < n by outline {
  rely done'[i] == done[i]
  requires !done[i]
  ensures done[i]
  atomic { y := 1; done[i] := true; }
  cut done[i];
  assert y >= 1;
}
)";

// By procedures: idle steps and actions, a procedure that calls two others, recursion, a loop and a cut in a body.
const std::string by_procedures = R"(var m: int = 0
var x: int = 0
var c: int = 0
rely m == tid ==> m' == tid && x' == x
rely m != tid ==> m' != tid
rely c <= c'
procedure take()
  requires m != tid
  modifies c
  action modifies m ensures m == 0 && m' == tid
  ensures m == tid && c > old(c)
{
  c := c + 1;
  atomic { assume m == 0; m := tid; }
}
procedure raise(k: int) returns (r: int)
  requires m == tid && k >= 0
  rely m == tid ==> x' == x
  action modifies x ensures x' == x + 2
  ensures m == tid && r == old(x) && x == r + 2
{
  r := x - 1;
  while (r < x) invariant m == tid && r <= x && x == old(x) { r := r + 1; }
  x := r + 2;
  cut m == tid && x == r + 2 && r == old(x);
}
procedure both() returns (r: int)
  requires m != tid
  modifies c
  action modifies m ensures m == 0 && m' == tid
  action modifies x ensures x' > x
  ensures m == tid && x == r + 2
{
  take();
  r := raise(1);
}
procedure depth(n: int) returns (r: int)
  requires n >= 0
  ensures r == n
{
  var k: int = 0
  if (n == 0) { return 0; }
  k := depth(n - 1);
  return k + 1;
}
thread worker[i] {
  var t: int = 0
  cut m != tid;
  t := both();
  assert x == t + 2;
  t := depth(3);
  assert t == 3;
  m := 0;
}
)";

// By branches, beside another thread.
const std::string by_branches = R"(const n: int
assume n >= 0
var a: int[]
var y: int = 0
invariant 0 <= y
rely y <= y'
thread main {
  var t: int = 2
  par for k in 0..<n
    rely a'[k] == a[k]
    requires t == 2 && y >= 0
    ensures a[k] == 2 * k && y >= 1
  {
    a[k] := t * k;
    y := y + 1;
  }
  assert forall k :: 0 <= k < n ==> a[k] == 2 * k;
  assert n > 0 ==> y >= 1;
  assert t == 2;
}
thread other { y := y + 1; }
)";

}   // namespace

TEST_CASE("a program that only just breaks a rule is not proved by that rule", "[parameterized]") {
  struct NearMiss {
    const std::string& program;
    std::string from, to;
    Rules unproved;
  };
  const std::vector<NearMiss> near_misses{
      {by_blocks,
       "rely x'[i] == x[i] && y <= y'",
       "rely x'[i] == x[i] && y < y'",
       {"environment-implies", "guarantee-implies", "rely-reflexive"}},
      {by_blocks,
       "rely x'[i] == x[i] && y <= y'",
       "rely x'[i] == x[i] && y <= y' <= y + 1",
       {"environment-implies", "guarantee-implies", "rely-transitive"}},
      {by_blocks, "guarantee y <= y' &&", "guarantee y < y' &&", {"after", "body", "guarantee-reflexive", "thread"}},
      {by_blocks, "k != i ==>", "k > i ==>", {"guarantee-implies"}},
      {by_blocks, "x[i] := 1", "x[i] := 2", {"thread"}},
      {by_blocks, "cut x[i] == 1", "cut true", {"after"}},
      {by_blocks, "while (y < 1)", "while (y < 0)", {"after"}},
      {by_blocks, "guarantee y <= y'", "guarantee y == y'", {"body"}},
      {by_blocks, "invariant x[i] == 1", "invariant x[i] == 1 && y == 0", {"after", "body", "stable"}},
      {by_blocks, "rely y <= y' &&", "rely", {"environment-implies", "environment-preserves"}},
      {by_blocks, "x'[k] == x[k])", "x'[k] >= x[k])", {"environment-implies"}},
      {by_blocks, "ensures y >= 1\n}", "ensures y >= 2\n}", {"postconditions"}},
      {by_blocks, "assume n > 0", "assume n >= 0", {"postconditions"}},   // there is no thread to raise y
      {by_blocks, "k < n", "k <= n", {"postconditions"}},
      {by_blocks, "var y: int = 0", "var y: int", {"invariant-initially", "thread"}},
      {by_blocks, "ensures x[i] == 1 && y >= 1", "ensures x[i] == 1 && y == 1", {"after", "post-stable"}},
      {by_outline, "rely done'[i] == done[i]", "rely true", {"post-stable", "stable"}},
      {by_outline, "y := 1", "y := y - 1", {"step"}},
      {by_outline, "assert y >= 1", "assert y > 1", {"step"}},
      {by_outline, "cut done[i]", "cut y == 1", {"stable", "step"}},
      {by_outline, "ensures done[i]", "ensures done[i] && y == 1", {"post-stable", "step"}},
      {by_outline, "done[k] ==> y >= 1", "done[k] ==> y >= 2", {"step"}},
      {by_procedures,
       "rely c <= c'",
       "rely c < c'",
       {"after", "guarantee-reflexive", "idle-kept", "idle-reflexive", "idle-through", "procedure", "rely-reflexive",
        "through-reflexive"}},
      {by_procedures, "rely c <= c'", "rely c' <= c + 1", {"procedure", "rely-transitive", "through-transitive"}},
      {by_procedures, "c := c + 1;", "c := c - 1;", {"procedure"}},
      {by_procedures, "assume m == 0; m := tid", "m := tid", {"procedure"}},
      {by_procedures, "ensures m == tid && c > old(c)", "ensures m == tid && c > old(c) + 1", {"procedure"}},
      {by_procedures, "  requires m != tid\n  modifies c\n", "  requires m != tid\n", {"procedure"}},
      {by_procedures, "rely m == tid ==> x' == x\n  action", "rely x' == x\n  action", {"rely-calls"}},
      {by_procedures, "r <= x && x == old(x) {", "x == old(x) {", {"after"}},
      {by_procedures, "r <= x && x == old(x) {", "r <= x && x == old(x) && c == 0 {", {"body", "procedure", "stable"}},
      {by_procedures, "r := r + 1", "r := r + 2", {"body"}},
      {by_procedures, "x := r + 2", "x := r + 3", {"after"}},
      {by_procedures,
       "modifies c\n  action modifies m ensures m == 0 && m' == tid\n  action modifies x",
       "action modifies m ensures m == 0 && m' == tid\n  action modifies x",
       {"idle-kept", "procedure"}},
      {by_procedures, "  action modifies x ensures x' > x\n", "", {"procedure"}},
      {by_procedures, "x' > x", "x' < x", {"procedure"}},
      {by_procedures, "raise(1)", "raise(-1)", {"procedure"}},
      {by_procedures, "return 0", "return 1", {"procedure"}},
      {by_procedures, "depth(n - 1)", "depth(n - 2)", {"procedure"}},
      {by_procedures, "depth(3)", "depth(-3)", {"after"}},
      {by_procedures, "assert t == 3", "assert t == 4", {"after"}},
      {by_procedures, "var t: int = 0\n", "var t: int = 0\n  rely c' == c\n", {"procedure"}},
      {by_procedures,
       "var t: int = 0\n",
       "var t: int = 0\n  guarantee c' == c && (m != i ==> x' == x)\n",
       {"after", "guarantee-implies", "idle-kept"}},
      {by_branches, "a[k] := t * k", "a[k + 1] := t * k", {"branch"}},   // another branch's element
      {by_branches, "a[k] := t * k", "a[k] := t + k", {"branch"}},
      {by_branches, "requires t == 2 && y >= 0", "requires t == 2 && y >= 1", {"thread"}},
      {by_branches, "requires t == 2 && y >= 0", "requires y >= 0", {"branch"}},
      {by_branches, "&& y >= 1\n", "&& y == 1\n", {"branch", "post-stable"}},
      {by_branches, "ensures a[k] == 2 * k", "ensures a[k] >= 2 * k", {"thread"}},
      {by_branches, "0 <= k < n ==> a", "0 <= k <= n ==> a", {"thread"}},
      {by_branches, "n > 0 ==> y >= 1", "y >= 1", {"thread"}},   // there may be no branch
      {by_branches, "a[k] := t * k;", "a[k] := t * k; t := 2;", {"branch", "thread"}},
      {by_branches,
       "rely a'[k] == a[k]",
       "rely a'[k] < a[k]",
       {"branch", "guarantee-reflexive", "post-stable", "rely-reflexive", "thread"}},
  };
  Rules missed;
  for (const NearMiss& miss : near_misses) {
    INFO(miss.from << " -> " << miss.to);
    const Rules unproved = rules_of(program_of(changed(miss.program, miss.from, miss.to))).unproved;
    CHECK(unproved == miss.unproved);
    missed.insert(unproved.begin(), unproved.end());
  }
  // The front end makes the guarantee so that two rules hold of it; what another one would write is not proved.
  CoreProgram guarantees_nothing = program_of(by_blocks);
  guarantees_nothing.outline.families[0].guarantee = guarantees_nothing.program.table.truth();
  const Rules unproved = rules_of(guarantees_nothing).unproved;
  CHECK(unproved == Rules{"guarantee-implies", "guarantee-kept", "invariant-preserved"});
  missed.insert(unproved.begin(), unproved.end());

  // Nor does it write that less happens through calls than others do, or than callees do.
  const auto through_calls = [](auto what) {
    CoreProgram program = program_of(by_procedures);
    program.outline.families[0].calls.at(0).through = what(program.outline);
    return rules_of(program).unproved;
  };
  const Rules none = through_calls([](const plato::Outline& o) { return o.families[0].rely; });
  CHECK(none == Rules{"idle-through"});
  missed.insert(none.begin(), none.end());
  const Rules less = through_calls([](const plato::Outline& o) { return o.procedures[0]->idle; });
  CHECK(less == Rules{"rely-through"});
  missed.insert(less.begin(), less.end());

  // Nor what branches owe to their thread and each other.
  const auto of_branches = [](auto change) {
    CoreProgram program = program_of(by_branches);
    for (std::size_t s = 0; s < program.outline.statements.size(); ++s)
      if (auto& branches = program.outline.statements[s].branches) change(program, *branches);
    const Rules found = rules_of(program).unproved;
    return found;
  };
  using Branches = plato::BranchOutline;
  const Rules promises_nothing =
      of_branches([](CoreProgram& p, Branches& b) { b.guarantee = p.program.table.truth(); });
  CHECK(promises_nothing == Rules{"branch-guarantee", "branch-siblings", "branch-through"});
  missed.insert(promises_nothing.begin(), promises_nothing.end());
  const Rules forgets_branches =
      of_branches([](CoreProgram& p, Branches& b) { b.through = p.outline.families[0].rely; });
  CHECK(forgets_branches == Rules{"branch-through"});
  const Rules relies_on_more = of_branches([](CoreProgram& p, Branches& b) {
    b.rely = p.program.table.map_eq(p.program.table.var(0, 1), p.program.table.var(0, 0));
  });
  CHECK(relies_on_more == Rules{"branch", "branch-rely", "branch-siblings", "post-stable"});
  missed.insert(relies_on_more.begin(), relies_on_more.end());
  CoreProgram below_zero = program_of(by_branches);
  below_zero.program.families[1].members =
      below_zero.program.table.eq(below_zero.program.table.logic(0), below_zero.program.table.num(-3));
  const Rules apart = rules_of(below_zero).unproved;
  CHECK(apart == Rules{"members-apart"});
  missed.insert(apart.begin(), apart.end());

  // The programs themselves satisfy every rule, and there is no other.
  Rules all;
  for (const std::string& program : {by_blocks, by_outline, by_procedures, by_branches}) {
    const Asked asked = rules_of(program_of(program));
    CHECK(asked.unproved == Rules{});
    all.insert(asked.all.begin(), asked.all.end());
  }
  // Those of reduction are in reduction_test.cpp and reduction_blocks_test.cpp.
  constexpr std::size_t of_reduction = 7;
  CHECK(all.size() + of_reduction == plato::condition_kinds);
  CHECK(missed == all);
}
