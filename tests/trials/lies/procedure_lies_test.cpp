// Drills about procedures with specifications: a dishonest prover has other abstractions than it was told. It may have
// them if it proves all that they entail, but never for a program that goes wrong.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "core/read_program.hpp"
#include "kernel/kernel_bridge.hpp"
#include "pipeline/check_program.hpp"
#include "procedure_lies.hpp"
#include "system/input_file.hpp"

using namespace plato_test;
using plato::CoreProgram;
using plato::KernelReport;

namespace {

CoreProgram program_of(const std::string& source) {
  auto program = plato::read_program(source);
  if (!program) FAIL(plato::render(program.error(), "program", source));
  return *std::move(program);
}
KernelReport ask_kernel(const std::string& certificate) {
  return plato::check_with_kernel(plato::as_bytes(certificate));
}
bool is_certified(const KernelReport& report) { return report.verdict == KernelReport::Verdict::certified; }

// What the kernel sees before it looks at proofs: then it does not help that all conditions can be proved.
bool is_structural(const std::string& message) {
  constexpr std::array<const char*, 5> reasons{"does not list it", "of which no line says what it writes",
                                               "does not say that the witness is", "does not give the thread's entry",
                                               "one term for each variable of the scope"};
  return std::ranges::any_of(reasons, [&](const char* reason) { return message.find(reason) != std::string::npos; });
}

// A lock with an idle step, an action of its owner, a procedure that calls both, and recursion.
const std::string right = R"(var m: int = 0
var x: int = 0
var c: int = 0
rely m == tid ==> m' == tid && x' == x
rely m != tid ==> m' != tid
procedure take()
  requires m != tid
  modifies c
  action modifies m ensures m == 0 && m' == tid
  ensures m == tid
{
  c := 1;
  atomic { assume m == 0; m := tid; }
}
procedure raise() returns (r: int)
  requires m == tid
  action modifies x ensures x' == x + 1
  ensures m == tid && r == old(x) && x == r + 1
{
  r := x;
  x := r + 1;
}
procedure both() returns (r: int)
  requires m != tid
  modifies c
  action modifies m ensures m == 0 && m' == tid
  action modifies x ensures x' == x + 1
  ensures m == tid && x == r + 1
{
  take();
  r := raise();
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
  assert x == t + 1;
  t := depth(2);
  assert t == 2;
  m := 0;
}
)";

struct Wrong {
  std::string name, source;
};

const std::string lock = "var m: int = 0\nvar x: int = 0\nrely m == tid ==> m' == tid && x' == x\n";
const std::string user =
    "thread worker[i] for 1 <= i <= 2 { var t: int = 0  take(); t := x; x := t + 1; assert x == t + 1; m := 0; }\n";

// Each goes wrong because of a procedure that does not do what its specification says, or is not called as it says.
const std::vector<Wrong> wrong_programs{
    {"takes the lock without looking",
     lock + "procedure take() action modifies m ensures m == 0 && m' == tid { m := tid; }\n" + user},
    {"takes the lock, or not", lock +
                                   "procedure take() action modifies m ensures m == 0 && m' == tid\n"
                                   "{ if (m != 0) { return; } atomic { await m == 0; m := tid; } }\n" +
                                   user},
    {"takes the lock and gives it back", lock +
                                             "procedure take() action modifies m ensures m == 0 && m' == tid\n"
                                             "{ atomic { await m == 0; m := tid; } m := 0; }\n" +
                                             user},
    {"is called where it must not be",
     "var x: int = 0\nprocedure half(n: int) returns (r: int)\n  requires n >= 0\n  ensures r == n\n"
     "{ assert n >= 0; return n; }\nthread T { var t: int = 0  t := half(-1); }\n"},
    {"calls another one where it must not be called",
     "procedure inner(n: int)\n  requires n > 0\n  ensures true\n{ assert n > 0; }\n"
     "procedure outer(n: int)\n  requires n >= 0\n  ensures true\n{ inner(n); }\nthread T { outer(0); }\n"},
    {"a wrong end of a recursion",
     "procedure depth(n: int) returns (r: int)\n  requires n >= 0\n  ensures r == n\n{\n  var k: int = 0\n"
     "  if (n == 0) { return 1; }\n  k := depth(n - 1);\n  return k + 1;\n}\n"
     "thread T { var t: int = 0  t := depth(2); assert t == 2; }\n"},
    {"one of two that call each other is wrong",
     "procedure even(n: int) returns (r: bool)\n  requires n >= 0\n  ensures r == (n mod 2 == 0)\n"
     "{ if (n == 0) { return true; } r := odd(n - 1); }\n"
     "procedure odd(n: int) returns (r: bool)\n  requires n >= 0\n  ensures r == (n mod 2 == 1)\n"
     "{ if (n == 0) { return true; } r := even(n - 1); }\n"
     "thread T { var b: bool = false  b := even(1); assert !b; }\n"},
    {"does its action twice",
     "var x: int = 0\nrely x' == x\nprocedure raise()\n  action modifies x ensures x' == x + 1\n{ x := x + 1; x := x + "
     "1; }\n"
     "thread T { var t: int = 0  t := x; raise(); assert x == t + 1; }\n"},
    {"does not do its action",
     "var x: int = 0\nrely x' == x\nprocedure raise()\n  action modifies x ensures x' == x + 1\n{ skip; }\n"
     "thread T { var t: int = 0  t := x; raise(); assert x == t + 1; }\n"},
    {"does its actions in another order",
     "var x: int = 0\nvar y: int = 0\ninvariant y <= x\nrely x' == x && y' == y\nprocedure two()\n"
     "  action modifies x ensures x' == x + 1\n  action modifies y ensures y' == y + 1\n{ y := y + 1; x := x + 1; }\n"
     "thread T { two(); }\n"},
    {"changes what it does not name",
     "var x: int = 0\nvar y: int = 0\nrely x' == x && y' == y\nprocedure raise()\n"
     "  action modifies x ensures x' == x + 1\n{ atomic { x := x + 1; y := 1; } }\nthread T { raise(); assert y == 0; "
     "}\n"},
    {"an idle step breaks what another thread relies on",
     "var x: int = 0\nprocedure put()\n  modifies x\n  ensures true\n{ x := 1; }\n"
     "thread T { rely x' == x  x := 0; assert x == 0; }\nthread U { put(); }\n"},
    {"a caller's local variable is its own after the call",
     "procedure walk(n: int)\n  requires n >= 0\n  ensures true\n{\n  var k: int = n\n"
     "  if (n > 0) { walk(n - 1); assert k == n - 1; }\n}\nthread T { walk(1); }\n"},
    {"ensures more than it does",
     "var x: int = 0\nrely x' == x\nprocedure put()\n  modifies x\n  ensures x == 2\n{ x := 1; }\n"
     "thread T { put(); assert x == 2; }\n"},
    {"relies on more than others do",
     "var x: int = 0\nprocedure wait() returns (r: int)\n  rely x' == x\n  ensures r == x\n{ r := x; }\n"
     "thread T { var t: int = 0  t := wait(); assert t == 0; }\nthread U { x := 1; }\n"},
};

}   // namespace

TEST_CASE("no other abstraction makes a wrong program certified", "[lies]") {
  int lies = 0;
  for (const Wrong& wrong : wrong_programs) {
    INFO(wrong.name << "\n" << wrong.source);
    const CoreProgram program = program_of(wrong.source);
    REQUIRE(program.outline.witness.has_value());
    CHECK(plato::explore_program(program, {}).is_refuted);
    const Argument honest = argue(program, seconds_of_a_liar);
    CHECK_FALSE(honest.is_complete());
    CHECK(ask_kernel(certificate_of(honest)).verdict == KernelReport::Verdict::rejected);
    for (const Pretence& pretence : other_specifications(program)) {
      INFO(pretence.kind << pretence.where);
      const Argument argument = argue(pretence.program, seconds_of_a_liar);
      const KernelReport report = ask_kernel(certificate_of(argument));
      CHECK(report.verdict == KernelReport::Verdict::rejected);
      if (argument.is_complete()) CHECK(is_structural(report.message));
      ++lies;
    }
  }
  CHECK(lies > 400);
}

TEST_CASE("another abstraction is accepted only with proofs of all that it entails", "[lies]") {
  const CoreProgram program = program_of(right);
  const Argument honest = argue(program);
  REQUIRE(honest.is_complete());
  REQUIRE(is_certified(ask_kernel(certificate_of(honest))));
  const std::string honest_proof = certificate_of(honest).substr(honest.text.size());
  std::map<std::string, int> reasons;
  std::string accepted;
  int rejected = 0;
  for (const Pretence& pretence : other_specifications(program)) {
    INFO(pretence.kind << pretence.where);
    const Argument argument = argue(pretence.program, seconds_of_a_liar / 4);
    const KernelReport report = ask_kernel(certificate_of(argument));
    if (is_certified(report) != argument.is_complete())
      CHECK((argument.is_complete() && is_structural(report.message)));
    if (!argument.refusal.empty()) CHECK(report.message == argument.refusal);
    // nor does the honest proof show the other one; a thread may commit what it likes
    const bool matters_not = pretence.kind == "commit here" || pretence.kind == "take an action back";
    if (!argument.is_complete() && !matters_not)
      CHECK(ask_kernel(argument.text + honest_proof).verdict == KernelReport::Verdict::rejected);
    if (is_certified(report)) {
      accepted += pretence.kind + pretence.where + "\n";
    } else {
      ++reasons[report.message];
      ++rejected;
    }
  }
  std::string table;
  for (const auto& [reason, count] : reasons) table += std::to_string(count) + " " + reason + "\n";
  INFO(table << "accepted:\n" << accepted);
  CHECK(rejected > 80);
  for (const char* part :
       {"does not say that the witness is", "a recursive procedure without an abstraction",
        "but the line of the caller does not list it", "one term for each variable of the scope",
        "does not give the thread's entry", "but the line 'writes' of the procedure does not list it",
        "more actions than the line 'witness' counts"}) {
    INFO(part);
    CHECK(std::ranges::any_of(reasons, [&](const auto& r) { return r.first.find(part) != std::string::npos; }));
  }
}

TEST_CASE("every line about procedures is needed", "[lies]") {
  const Argument honest = argue(program_of(right));
  REQUIRE(honest.is_complete());
  const std::vector<Lie> lies = without_a_line(honest);
  CHECK(lies.size() >= 12);
  for (const Lie& lie : lies) {
    INFO(lie.name);
    CHECK(ask_kernel(lie.certificate).verdict == KernelReport::Verdict::rejected);
  }
}
