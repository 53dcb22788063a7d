// What specifications of procedures become, and which steps are actions.

#include "core/lower_specifications.hpp"

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

// A lock that is made of a variable; every thread is one of the family.
const std::string lock =
    "var m: int = 0 var c, d: int rely m == tid ==> m' == tid\n"
    "procedure take(n: int) returns (r: int) requires n > 0 modifies c action modifies m ensures m == 0 && m' == tid "
    "ensures r == n && old(d) == d { var ok: bool = false while (!ok) { ok := cas(m, 0, tid); } n := 0; r := 1; }\n"
    "thread T[tid] { var k: int k := take(2); }";

const ProcedureOutline& outline_of(const CoreProgram& core, const std::string& name) {
  for (std::size_t p = 0; p < core.program.procedures.size(); ++p)
    if (core.program.procedures[p].name == name) return core.outline.procedures[p].value();
  FAIL("no procedure " << name);
  throw 0;
}
std::string action(const CoreProgram& core, Literal l) { return core_formula_text(core.program, l); }

// What the steps of procedure p are with its witness, one after the other.
std::vector<std::string> steps(const std::string& clauses, const std::string& body,
                               const std::string& others = "thread T { p(); }") {
  const CoreProgram core = program_of("var x, y: int var a: int[] ghost var g: int = 0 var b: bool\nprocedure p() " +
                                      clauses + " { " + body + " } " + others);
  std::vector<std::string> found;
  for (StatementId s = 1; s <= core.program.statements.size(); ++s)
    if (statement_of(core.program, s).kind == CoreStatement::Kind::atomic)
      found.push_back(core_command_text(core.program, witness_command(core.program, core.outline, s)));
  return found;
}
using Steps = std::vector<std::string>;

}   // namespace

TEST_CASE("the formulas of a specification") {
  const CoreProgram core = program_of(lock);
  const ProcedureOutline& take = outline_of(core, "take");
  const std::string other = "(forall i :: i != 0 && i != tid ==> ";
  const std::string keeps = "(" + other + "(m == i ==> m' == i)) && " + other + "take.n'[i] == take.n[i]) && " + other +
                            "take.ok'[i] == take.ok[i]) && " + other + "take.r'[i] == take.r[i]))";
  const std::string own = "take.n'[tid] == take.n[tid] && take.ok'[tid] == take.ok[tid] && take.r'[tid] == take.r[tid]";
  CHECK(action(core, take.rely) == "(m == tid ==> m' == tid) && (" + own + ")");
  CHECK(action(core, take.pre) == "0 < take.n[tid] && tid != 0 && !take.ok[tid]");
  CHECK(core_call_text(core.program, take.post) == "take.r[tid] == old(take.n)[tid] && old(d) == d");
  CHECK(action(core, take.idle) == keeps + " && m' == m");   // of what is written
  REQUIRE(take.steps.size() == 1);
  CHECK(action(core, take.steps[0]) == "(m == 0 && m' == tid) && " + keeps);
  CHECK(take.calls.empty());
  const FamilyOutline& thread = core.outline.families[0];
  CHECK(thread.calls.at(0).callees == std::vector<ProcedureId>{1});
  CHECK(text_of(core, thread.calls.at(0).through) == "(m == tid ==> m' == tid) && T.k'[tid] == T.k[tid]");
}

TEST_CASE("the invariant and individually declared threads are parts of it") {
  const CoreProgram core = program_of(
      "var x: int = 0 invariant x >= 0 program { guarantee x' >= x }\nprocedure p() action modifies x { x := x + 1; }\n"
      "thread T { rely x' >= 1 p(); } thread U { p(); }");
  const ProcedureOutline& p = outline_of(core, "p");
  const std::string kept = "(0 <= x ==> 0 <= x')", promise = "x <= x'";
  CHECK(action(core, p.rely) == "0 <= x ==> 0 <= x'");
  CHECK(action(core, p.pre) == "0 <= x && (tid == 1 || tid == 2)");
  CHECK(core_call_text(core.program, p.post) == "0 <= x");
  CHECK(action(core, p.idle) == "((tid != 1 ==> 1 <= x') && " + kept + " && " + promise + ") && x' == x");
  CHECK(action(core, p.steps.at(0)) == "(tid != 1 ==> 1 <= x') && " + kept + " && " + promise);
}

TEST_CASE("a program without specifications has no witness") {
  const CoreProgram core = program_of("procedure p() { } thread T { p(); }");
  CHECK(!core.outline.witness);
  CHECK(core.program.variables.empty());
  CHECK(!core.outline.procedures.at(0));
  CHECK(core.outline.families[0].calls.empty());
}

TEST_CASE("the witness has a name of its own, is no variable of the program, and has a phase for each action") {
  const CoreProgram core = program_of(
      "var _witness: int procedure p() action modifies _witness action modifies _witness { } procedure q() requires "
      "true { } thread T { p(); }");
  REQUIRE(core.outline.witness == 1);
  CHECK(core.program.variables[1].name == "_witness_");
  CHECK(core.outline.phases.size() == 3);
  CHECK(action(core, core.outline.phases[2]) == "_witness_ == 2");
  CHECK(!is_triple(core));
  CHECK(explore(core, {}).verdict != Exploration::Verdict::goes_wrong);
}

TEST_CASE("a step that assigns to what others see is an action") {
  const std::string clauses = "modifies y action modifies x";
  CHECK(steps(clauses, "x := 1; y := 1;") == Steps{"x, _witness := 1, _witness - 1", "y := 1"});
  CHECK(steps(clauses, "x, y := 1, 2;") == Steps{"x, y, _witness := 1, 2, _witness - 1"});
  CHECK(steps(clauses, "g := 1; a[3] := 1;") ==
        Steps{"g, _witness := 1, _witness - 1", "a[3], _witness := 1, _witness - 1"});
  CHECK(steps(clauses, "havoc x;") == Steps{"havoc x; _witness := _witness - 1"});
  CHECK(steps(clauses, "atomic modifies x: x' > x;") == Steps{"atomic modifies x: x < x'; _witness := _witness - 1"});
  CHECK(steps(clauses, "assume x == 1; assert y == 2;") == Steps{"assume x == 1", "assert y == 2"});
  // Nothing is an action of a procedure that has none.
  CHECK(steps("requires true", "x := 1;") == Steps{"x := 1"});
  CHECK(steps("modifies x", "x := 1;") == Steps{"x := 1"});
}

TEST_CASE("along each path, a step is one action") {
  const std::string clauses = "modifies y action modifies x";
  const auto block = [&](const std::string& text) { return steps(clauses, "atomic { " + text + " }").at(0); };
  CHECK(block("x := 1; g := 1;") == "x, _witness := 1, _witness - 1; g := 1");
  CHECK(block("if (b) { x := 1; } x := 2;") == "if (b) { x := 1; } x, _witness := 2, _witness - 1");
  CHECK(block("if (b) { x := 1; } y := 2;") == "if (b) { x, _witness := 1, _witness - 1; } y := 2");
  CHECK(block("if (b) { x := 1; } else { a[1] := 2; } x := 2;") ==
        "if (b) { x, _witness := 1, _witness - 1; } else { a[1], _witness := 2, _witness - 1; } x := 2");
  // Both may be the action: the source must say it.
  CHECK(block("if (b) { x := 1; } if (y == 0) { x := 2; }") == "if (b) { x := 1; } if (y == 0) { x := 2; }");
  CHECK(block("choose { x := 1; } or { y := 1; }") == "choose { x, _witness := 1, _witness - 1; } or { y := 1; }");
}

TEST_CASE("a cas is an action if it succeeds") {
  const std::string clauses = "modifies b action modifies x";
  const std::string less = "_witness := ";
  CHECK(steps(clauses, "b := cas(x, 0, 1);").at(0) ==
        "x, b, _witness := if x == 0 then 1 else x, if x == 0 then 1 else 0, if x == 0 then _witness - 1 else "
        "_witness");
  CHECK(steps(clauses, "if (cas(x, 0, 1)) { }") ==
        Steps{"assume x == 0; x, _witness := 1, _witness - 1", "assume x != 0"});
  CHECK(steps(clauses, "b := cas(x, 0, 1) ghost { g := 1; }").at(0) ==
        "if (x == 0) { x, b, _witness := 1, 1, _witness - 1; g := 1; } else { b := 0; }");
  // With `commit` even if nobody sees the variable.
  CHECK(steps("modifies b, x action modifies y", "commit b := cas(x, 0, 1);").at(0) ==
        "x, b, _witness := if x == 0 then 1 else x, if x == 0 then 1 else 0, if x == 0 then _witness - 1 else "
        "_witness");
  CHECK(steps("modifies b, x, g action modifies y", "commit b := cas(x, 0, 1) ghost { g := 1; }").at(0) ==
        "if (x == 0) { x, b := 1, 1; g := 1; _witness := _witness - 1; } else { b := 0; }");
}

TEST_CASE("a step that gives a result the value of an action is the action") {
  const auto steps_of = [](const std::string& body) {
    const CoreProgram core =
        program_of("var x: int procedure p() returns (r: bool, s: bool) action modifies x ensures r' <==> x == 0 { " +
                   body + " } thread T { p(); }");
    Steps found;
    for (StatementId s = 1; s <= core.program.statements.size(); ++s)
      if (statement_of(core.program, s).kind == CoreStatement::Kind::atomic)
        found.push_back(core_command_text(core.program, witness_command(core.program, core.outline, s)));
    return found;
  };
  CHECK(steps_of("r := cas(x, 0, 1); s := true;") ==
        Steps{"x, p.r[tid], _witness := if x == 0 then 1 else x, if x == 0 then 1 else 0, _witness - 1",
              "p.s[tid] := 1"});
  CHECK(steps_of("s := true; r := false;") == Steps{"p.s[tid] := 1", "p.r[tid], _witness := 0, _witness - 1"});
}

TEST_CASE("commit says which step is the action") {
  const std::string clauses = "modifies y action modifies x";
  CHECK(steps(clauses, "commit assume y == 1;") == Steps{"assume y == 1; _witness := _witness - 1"});
  CHECK(steps(clauses, "commit x := 1;") == Steps{"x := 1; _witness := _witness - 1"});
  CHECK(steps(clauses, "commit atomic { if (b) { x := 1; } if (y == 0) { x := 2; } }") ==
        Steps{"if (b) { x := 1; } if (y == 0) { x := 2; } _witness := _witness - 1"});
}

TEST_CASE("a command is the same without its witness") {
  const CoreProgram core = program_of(lock);
  std::size_t committing = 0;
  for (StatementId s = 1; s <= core.program.statements.size(); ++s) {
    const std::optional<CommandId> command = core.outline.statements[s - 1].witness_command;
    if (!command) continue;
    ++committing;
    CoreCommands commands = core.program.commands;
    const CommandId plain =
        erase_assignments(commands, *command, [&](std::size_t v) { return v == core.outline.witness; });
    Program again = core.program;
    again.commands = commands;
    CHECK(core_command_text(again, plain) ==
          core_command_text(core.program, proof_command(core.program, core.outline, s)));
  }
  CHECK(committing == 1);
}

TEST_CASE("an action of a callee is one of the caller if the caller's callers see it") {
  const CoreProgram core = program_of(
      "var x, y: int procedure q() modifies y action modifies x action modifies y { x := 1; }\n"
      "procedure p() modifies y action modifies x { q(); } procedure h() { q(); } procedure r() modifies x, y { h(); "
      "}\n"
      "thread T { q(); p(); r(); }");
  const auto commits = [&](const std::string& procedure) {
    Steps found;
    for (StatementId s = 1; s <= core.program.statements.size(); ++s) {
      const ProcedureId in = core.provenance.statements[s - 1].procedure;
      if (in == 0 || procedure_of(core.program, in).name != procedure) continue;
      for (CommandId c : core.outline.statements[s - 1].commits) found.push_back(core_command_text(core.program, c));
    }
    return found;
  };
  CHECK(commits("p") == Steps{"_witness := _witness - 1", "skip"});
  CHECK(commits("h") == Steps{"skip", "skip"});   // r, which runs it, has no actions
  for (StatementId s = 1; s <= core.program.statements.size(); ++s)
    if (core.provenance.statements[s - 1].procedure == 0) CHECK(core.outline.statements[s - 1].commits.empty());
  CHECK(outline_of(core, "p").calls.at(0).callees.size() == 1);
  CHECK(outline_of(core, "r").calls.at(0).callees == outline_of(core, "p").calls.at(0).callees);   // by way of h
  CHECK(core.outline.families[0].calls.at(0).callees.size() == 3);
}

TEST_CASE("statements that are run as its own are steps of a procedure with a specification") {
  CHECK(steps("action modifies x", "h();", "procedure h() { x := 1; y := 2; } thread T { p(); }") ==
        Steps{"x, _witness := 1, _witness - 1", "y, _witness := 2, _witness - 1"});
  CHECK(steps("modifies y", "h();", "procedure h() { x := 1; } thread T { p(); }") == Steps{"x := 1"});
}

TEST_CASE("while idle steps of a callee change a variable, nothing is relied on that mentions it") {
  const std::string relies = "var m, x, y: int rely (m == tid ==> m' == m) && y' >= y rely m == tid ==> x' == x\n";
  const std::string callee = "procedure q() modifies m { m := 0; } ";
  const CoreProgram core = program_of(relies + callee + "procedure p() modifies m { q(); } thread T { p(); }");
  CHECK(text_of(core, core.outline.families[0].calls.at(0).through) == "y <= y'");
  CHECK(text_of(core, outline_of(core, "p").calls.at(0).through) == "y <= y'");
  CHECK(action(core, outline_of(core, "p").rely) == "((m == tid ==> m' == m) && y <= y') && (m == tid ==> x' == x)");
}

TEST_CASE("what a callee changes is relied on while others run") {
  const std::string relies = "var m, x, y: int rely m == tid ==> m' == m rely x <= x' rely y <= y'\n";
  const std::string callees =
      "procedure q() modifies m { m := 0; } procedure r() ensures true { skip; }\n"
      "procedure s() modifies x { x := x; } procedure u() ensures true { skip; }\n";
  const CoreProgram core = program_of(relies + callees + "thread T { q(); r(); s(); u(); }");
  const std::vector<CallOutline>& calls = core.outline.families[0].calls;
  REQUIRE(calls.size() == 3);
  CHECK(calls[0].callees == std::vector<ProcedureId>{1});
  CHECK(text_of(core, calls[0].through) == "x <= x' && y <= y'");
  CHECK(calls[1].callees == std::vector<ProcedureId>{2, 4});
  CHECK(text_of(core, calls[1].through) == "(m == 1 ==> m' == m) && x <= x' && y <= y'");
  CHECK(text_of(core, calls[2].through) == "(m == 1 ==> m' == m) && y <= y'");
  // The kernel takes 16 lines: of more kinds nothing is relied on that any of them changes.
  std::string many = "rely x <= x'\nvar x: int\n", statements;
  for (int i = 0; i < 17; ++i) {
    const std::string v = "v" + std::to_string(i), p = "p" + std::to_string(i) + "()";
    many += "var " + v + ": int rely " + v + " <= " + v + "' procedure " + p + " modifies " + v + " { skip; }\n";
    statements += p + "; ";
  }
  const CoreProgram large = program_of(many + "thread T { " + statements + "}");
  REQUIRE(large.outline.families[0].calls.size() == 1);
  CHECK(text_of(large, large.outline.families[0].calls[0].through) == "x <= x'");
}

TEST_CASE("a result that an action gives a value is changed by actions alone") {
  const std::string text =
      "var x: int procedure p() returns (r: int, s: int) action modifies x ensures r' == x action modifies x ensures "
      "x' "
      "== r && s > 0 { x, r := 1, 1; x, s := 2, 2; return; }\n";
  const CoreProgram core = program_of(text + "thread T { var k, l: int k, l := p(); }");
  const ProcedureOutline& p = outline_of(core, "p");
  const std::string stays = "p.r'[1] == p.r[1]", own = "p.r'[tid] == p.r[tid]";
  CHECK(action(core, p.idle).find(own) != std::string::npos);
  CHECK(action(core, p.idle).find("p.s'[tid]") == std::string::npos);
  CHECK(action(core, p.steps.at(0)).find(own) == std::string::npos);
  CHECK(action(core, p.steps.at(1)).find(own) != std::string::npos);
  CHECK(text_of(core, core.outline.families[0].calls.at(0).through) == "T.k' == T.k && T.l' == T.l && " + stays);
  // Not if another procedure that is called may run it.
  const CoreProgram other = program_of(text + "procedure q() modifies x { p(); } thread T { p(); q(); }");
  CHECK(text_of(other, other.outline.families[0].calls.at(0).through) == "true");
}

TEST_CASE("parameters that are never assigned to are the arguments at loops and cuts") {
  const CoreProgram core = program_of(
      "var x: int procedure p(n: int, k: int) modifies x { k := 1; cut x == 0; } procedure h(n: int) { cut x == 0; } "
      "thread T { p(1, 1); h(1); }");
  const std::string text = core_text(core);
  CHECK(text.find("cut (x == 0 && p.n[tid] == old(p.n)[tid]) && _witness == 0") != std::string::npos);
  CHECK(text.find("cut x == 0;") != std::string::npos);
}

TEST_CASE("a recursive procedure gives its caller's values back") {
  const CoreProgram core = program_of(
      "var x: int procedure p(n: int) requires n >= 0 action modifies x { if (n > 0) { p(n - 1); } } thread T { p(1); "
      "}");
  const ProcedureOutline& p = outline_of(core, "p");
  CHECK(p.calls.at(0).callees == std::vector<ProcedureId>{1});
  CHECK(action(core, p.rely) == "p.n'[tid] == p.n[tid]");
  CHECK(text_of(core, p.calls.at(0).through) == "true");
  std::size_t scopes = 0;
  for (StatementId s = 1; s <= core.program.statements.size(); ++s)
    if (const CoreStatement& scope = statement_of(core.program, s); scope.kind == CoreStatement::Kind::scope) {
      ++scopes;
      REQUIRE(core.outline.statements[s - 1].restored.size() == scope.variables.size());
    }
  CHECK(scopes == 2);
}

TEST_CASE("old in the body is the value at entry") {
  const CoreProgram core = program_of(
      "var x: int procedure p(n: int) modifies x { while (x > 0) invariant old(x) >= x && n == old(n) { n := n; } } "
      "thread T { p(1); }");
  CHECK(core_text(core).find("loop invariant (x <= old(x) && p.n[tid] == old(p.n)[tid]) && _witness == 0 {") !=
        std::string::npos);
}
