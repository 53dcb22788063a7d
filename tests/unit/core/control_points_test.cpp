// Where threads are: which numbers the steps assign, and what formulas about places say of them.

#include "core/control_points.hpp"

#include <algorithm>

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

// What the steps of the thread do, in the order of the source, with one question about it.
std::vector<std::string> steps(const std::string& question, const std::string& body) {
  const CoreProgram core =
      program_of("var x, y: int var b: bool\ninvariant " + question + "\nthread T { " + body + " }");
  std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::string>> found;
  for (StatementId s = 1; s <= core.program.statements.size(); ++s)
    if (is_step(statement_of(core.program, s)))
      found.emplace_back(std::pair(core.provenance.statements[s - 1].where.line, s),
                         core_command_text(core.program, proof_command(core.program, core.outline, s)));
  std::vector<std::string> texts;
  for (const auto& [place, text] : found) texts.push_back(text);
  return texts;
}
using Steps = std::vector<std::string>;

std::string lemma(const std::string& program) {
  const CoreProgram core = program_of(program);
  return core_formula_text(core.program, core.outline.lemma.value());
}
std::string loop_invariant(const CoreProgram& core) {
  for (StatementId s = 1; s <= core.program.statements.size(); ++s)
    if (statement_of(core.program, s).kind == CoreStatement::Kind::loop)
      return core_formula_text(core.program, *core.outline.statements[s - 1].assertion);
  return "none";
}

}   // namespace

TEST_CASE("every step says where it leads") {
  CHECK(steps("at(T, L)", "x := 1; L: x := 2; x := 3;") ==
        Steps{"x := 1; T.@ := 1", "x := 2; T.@ := 0", "x := 3; T.@ := 0"});
  CHECK(steps("after(T, L)", "x := 1; L: x := 2; x := 3;") ==
        Steps{"x := 1; T.@ := 0", "x := 2; T.@ := 1", "x := 3; T.@ := 0"});
  CHECK(steps("within(T, L .. M)", "x := 1; L: x := 2; x := 3; M: x := 4; x := 5;") ==
        Steps{"x := 1; T.@ := 1", "x := 2; T.@ := 1", "x := 3; T.@ := 1", "x := 4; T.@ := 0", "x := 5; T.@ := 0"});
}

TEST_CASE("a thread starts where its first step is next") {
  CHECK(lemma("var x: int\ninvariant at(T, L)\nthread T { L: x := 1; x := 2; }") == "T.@ == 0");
  CHECK(lemma("var x: int\ninvariant at(T, L)\nthread T { x := 1; L: x := 2; }") == "T.@ == 1");
  CHECK(lemma("var x: int\ninvariant after(T, L)\nthread T { x := 1; L: x := 2; }") == "T.@ == 1");   // its end
}

TEST_CASE("tests of if and while lead into branches") {
  CHECK(steps("at(T, L)", "if (b) { L: x := 1; } else { x := 2; } x := 3;") ==
        Steps{"x := 1; T.@ := 0", "assume b; T.@ := 1", "x := 2; T.@ := 0", "assume !b; T.@ := 0", "x := 3; T.@ := 0"});
  CHECK(steps("at(T, L)", "while (b) { x := 1; } L: x := 2;") ==
        Steps{"x := 1; T.@ := 0", "assume b; T.@ := 0", "assume !b; T.@ := 1", "x := 2; T.@ := 0"});
}

TEST_CASE("before a choice a thread is at the first step of each branch") {
  CHECK(steps("at(T, L)", "x := 0; if (*) { L: x := 1; } else { x := 2; }") ==
        Steps{"x := 0; T.@ := 1", "x := 1; T.@ := 0", "x := 2; T.@ := 0"});
  CHECK(steps("at(T, L)", "x := 0; while (*) { x := 1; } L: x := 2;") ==
        Steps{"x := 0; T.@ := 1", "x := 1; T.@ := 1", "x := 2; T.@ := 0"});
}

TEST_CASE("jumps lead to where they go") {
  CHECK(steps("at(T, L)", "while (true) { x := 1; if (b) { x := 2; break; } x := 3; } L: x := 4;") ==
        Steps{"x := 1; T.@ := 0", "x := 2; T.@ := 1", "assume b; T.@ := 0", "assume !b; T.@ := 0", "x := 3; T.@ := 0",
              "assume false; T.@ := 1", "x := 4; T.@ := 0"});
  CHECK(steps("at(T, L)", "M: { x := 1; if (b) { goto M; } x := 2; } L: x := 3;") ==
        Steps{"x := 1; T.@ := 0", "assume b; T.@ := 1", "assume !b; T.@ := 0", "x := 2; T.@ := 1", "x := 3; T.@ := 0"});
  CHECK(steps("at(T, L)", "L: while (b) { x := 1; continue; }") ==
        Steps{"x := 1; T.@ := 0", "assume b; T.@ := 1", "assume !b; T.@ := 1"});
}

TEST_CASE("a statement without steps is where what follows it is") {
  CHECK(steps("at(T, L)", "x := 1; L: skip; x := 2;") == Steps{"x := 1; T.@ := 1", "x := 2; T.@ := 0"});
  CHECK(steps("at(T, L)", "x := 1; L: cut x == 1; x := 2;") == Steps{"x := 1; T.@ := 1", "x := 2; T.@ := 0"});
  CHECK(steps("at(T, L)", "x := 1; L: skip;") == Steps{"x := 1; T.@ := 1"});   // the end
}

TEST_CASE("what is done to ghosts comes before") {
  const CoreProgram core = program_of(
      "var x: int ghost var g: int = 0\ninvariant at(T, L)\nthread T { atomic { x := 1; g := x; } L: x := 2; }");
  CHECK(core_command_text(core.program, proof_command(core.program, core.outline, 1)) == "x := 1; g := x; T.@ := 1");
  CHECK(core_command_text(core.program, core.program.statements[0].command) == "x := 1");
}

TEST_CASE("members of a family, and primes") {
  const std::string family = "\nthread w[i] for i > 0 { x := 1; L: x := 2; x := 3; }";
  CHECK(lemma("var x: int\ninvariant forall i :: at(w[i], L) ==> x == 1" + family) ==
        "forall i :: w.@[i] == 1 ==> x == 1");
  const CoreProgram core = program_of("var x: int\nrely at'(w[tid], L) ==> x' == x" + family);
  CHECK(core_formula_text(core.program, core.outline.families[0].rely) ==
        "(w.@'[tid] == 1 ==> x' == x) && w.@'[tid] == w.@[tid]");
}

TEST_CASE("loops and cuts know where they are") {
  const std::string invariant = "var x: int var b: bool\ninvariant at(T, L) ==> x == 1\n";
  CHECK(loop_invariant(program_of(invariant + "thread T { x := 1; L: while (b) { x := 1; } x := 2; }"))
            .ends_with("&& T.@ == 1"));
  CHECK(loop_invariant(program_of(invariant + "thread T { x := 1; while (b) { L: x := 1; } x := 2; }"))
            .ends_with("&& T.@ == 0"));
  // Inside of a choice a thread may have come from where the other branch was possible as well.
  CHECK(loop_invariant(
            program_of(invariant + "thread T { x := 1; if (*) { while (b) { x := 1; } } else { L: x := 1; } }"))
            .ends_with("&& (0 <= T.@ && T.@ <= 1)"));
}

TEST_CASE("steps of a procedure move the thread that runs it") {
  const auto of = [](const std::string& program) {
    const CoreProgram core = program_of("var x: int\ninvariant at(T, L)\n" + program);
    Steps found;
    for (StatementId s = 1; s <= core.program.statements.size(); ++s)
      if (statement_of(core.program, s).kind == CoreStatement::Kind::atomic)
        found.push_back(core_command_text(core.program, proof_command(core.program, core.outline, s)));
    return found;
  };
  CHECK(of("procedure p() { x := 1; L: x := 2; } thread T { p(); x := 3; p(); }") ==
        Steps{"x := 1; T.@ := if tid == 1 then 1 else T.@", "x := 2; T.@ := if tid == 1 then 0 else T.@",
              "x := 3; T.@ := 0"});
  // Where the second step leads depends on which call it is in.
  CHECK(of("procedure p() { x := 1; x := 2; } thread T { p(); L: x := 3; p(); } thread U { p(); }") ==
        Steps{"x := 1; T.@ := if tid == 1 then if T.@ == 2 then 3 else 0 else T.@",
              "x := 2; T.@ := if tid == 1 then if T.@ == 3 then 0 else 1 else T.@", "x := 3; T.@ := 2"});
}

TEST_CASE("a procedure that calls itself goes back to what the stack says") {
  const CoreProgram core = program_of(
      "var x: int\ninvariant at(T, L)\nprocedure p(n: int) { if (n > 0) { x := 1; p(n - 1); L: x := 2; } }\nthread T { "
      "p(3); x := 3; }");
  const auto command = [&](const std::string& text) {
    const auto found = std::ranges::find(core.provenance.statements, text, &StatementProvenance::text);
    const auto s = static_cast<StatementId>(found - core.provenance.statements.begin() + 1);
    return core_command_text(core.program, proof_command(core.program, core.outline, s));
  };
  CHECK(command("if (n > 0)") ==
        "assume 0 < p.n[tid]; T.@, T.@depth, T.@stack[T.@depth] := if tid == 1 then 0 else T.@, if tid == 1 then "
        "T.@depth + 1 else T.@depth, if tid == 1 then if T.@ == 1 then 2 else 0 else T.@stack[T.@depth]");
  CHECK(command("x := 2") ==
        "x := 2; T.@, T.@depth := if tid == 1 then T.@stack[T.@depth - 1] else T.@, if tid == 1 then T.@depth - 1 else "
        "T.@depth");
}

TEST_CASE("a predicate of the program's own is that") {
  CHECK(errors_of("var x: int predicate at(i, j) = i == j invariant at(x, x) thread T { x := 1; }").empty());
}

TEST_CASE("where a thread is, people read as lines") {
  const CoreProgram core =
      program_of("var x: int\ninvariant at(T, L)\nthread T {\nx := 1;\nL: x := 2;\nif (*) { x := 3; } }");
  const auto where = std::ranges::find(core.program.variables, "T.@", &CoreVariable::name);
  CHECK(where->places == std::vector<std::string>{"before one of lines 4, 6, or at its end", "before line 5"});
}
