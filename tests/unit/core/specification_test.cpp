// Specifications of threads and of the whole program, the identifier 0, and explicit outlines.

#include "certificate/program_writer.hpp"
#include "core/core_text.hpp"
#include "explore/explore.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

std::string error_of(const std::string& text) {
  const Errors errors = errors_of(text);
  return errors.size() == 1 ? errors[0]
                            : std::to_string(errors.size()) + " errors" + (errors.empty() ? "" : ": " + errors[0]);
}
std::string outline(const std::string& body) {
  return "var x: int = 0 thread T by outline { requires x == 0\n" + body + " }";
}
bool has_line(const std::string& text, const std::string& start) {
  return text.find("\n" + start) != std::string::npos;
}

}   // namespace

TEST_CASE("the block 'program' is read with recovery") {
  CHECK(error_of("program { requires true; ensure x } var x: int thread T { }") ==
        "1:26: expected requires, rely, guarantee or ensures, found 'ensure' (did you mean 'ensures'?)");
  CHECK(errors_of("program { requires ; ensures ; } thread T { }").size() == 2);
  CHECK(error_of("program { ensures true thread T { }") ==
        "1:24: expected '}' at the end of the block 'program', found the keyword 'thread'");
  CHECK(error_of("program { } program { } thread T { }") ==
        "1:13: the program has two blocks 'program' (put all clauses into one)");
  CHECK(error_of("ensures true thread T { }") ==
        "1:1: expected a declaration, found the keyword 'ensures' (the specification of the whole program is a "
        "block: program { requires e; ensures e })");
  CHECK(error_of("var x: int program { ensures x' == 0 } thread T { }") ==
        "1:30: 'x'' has a prime, but what the program ensures is about one store (primes belong to rely, guarantee, "
        "action and 'atomic … : …', which "
        "relate the store before and after a step)");
  CHECK(error_of("var x: int program { rely tid == x } thread T { }") ==
        "1:27: 'tid' means nothing in the rely of the program (it is the identifier of one thread; quantify: 'forall i "
        ":: …')");
  CHECK(error_of("ghost x: int thread T { }") ==
        "1:7: expected 'var' after 'ghost', found 'x' (write 'ghost var g: int = 0')");
  CHECK(error_of("thread T by contract { }") ==
        "1:13: expected 'outline' after 'by', found 'contract' (write 'thread T by outline { … }')");
}

TEST_CASE("specifications in core Plato") {
  const CoreProgram p = program_of(
      "var x: int program { requires x == 1; rely x' >= x; guarantee x' >= x; ensures x > 1 }\n"
      "thread T { var t: int requires x >= 1; rely x' >= x; ensures x > t; x := x + 1; }");
  CHECK(text_of(p, p.program.init) == "x == 1");
  CHECK(text_of(p, p.specification.rely) == "x <= x' && T.t' == T.t");
  CHECK(text_of(p, p.specification.guarantee) == "x <= x'");
  CHECK(text_of(p, p.specification.post) == "1 < x");
  CHECK(text_of(p, p.outline.families[0].post) == "T.t < x");
  CHECK(text_of(p, p.outline.families[0].guarantee) == "x <= x'");
  CHECK(is_cut(p.program, p.outline, 1));
  CHECK(text_of(p, p.outline.statements[0].assertion) == "1 <= x");
  const std::string text = write_program(p);
  CHECK(text.starts_with("plato certificate 2\nclaim triple\n"));
  for (const char* word : {"rely ", "guarantee ", "ensures ", "skip", "at 1 ", "family ", "contract 0 "})
    CHECK(has_line(text, word));
  CHECK(write_program(program_of("var x: int thread T { requires true; x := 1; }"))
            .starts_with("plato certificate 2\nclaim safe\n"));
}

TEST_CASE("the identifier 0 is a member if the formula says so") {
  const auto members = [](const std::string& text) {
    const CoreProgram p = program_of(text);
    return text_of(p, p.program.families[0].members);
  };
  CHECK(members("const n: int thread T[i] for 0 <= i < n { }") == "0 <= tid && tid < n");
  CHECK(members("const n: int thread T[i] for 1 <= i <= n { }") == "1 <= tid && tid <= n");
  CHECK(members("thread T[i] { }") == "tid != 0");
  CHECK(members("var l: lock thread T[i] for i > 0 { }") == "0 < tid");
  CHECK(
      error_of("const n: int var l: lock thread T[i] for 0 <= i < n { }") ==
      "1:33: the identifier 0 may be one of 'T', but a lock that is 0 is free (leave it out, as in 'for 1 <= i <= n')");
}

TEST_CASE("in an outline every step has an assertion") {
  CHECK(errors_of(outline("x := 1; cut x == 1; if (x == 1) { cut true; x := 2; } cut x > 0; while (x < 5) invariant x "
                          "> 0 { cut x < 5; x := x + 1; }")) == Errors{});
  const std::string missing = "an outline needs an assertion before each step, and there is none before ";
  const std::string write = " (write 'cut e;' before it: e holds here whatever the other threads do)";
  CHECK(error_of(outline("x := 1; x := 2;")) == "2:9: " + missing + "this step" + write);
  CHECK(error_of(outline("x := 1; if (x == 1) { } else { }")) == "2:9: " + missing + "this condition" + write);
  CHECK(error_of(outline("if (x == 1) { x := 2; }")) == "2:15: " + missing + "this step" + write);
  CHECK(error_of(outline("x := 1; choose { } or { }")) == "2:9: " + missing + "this choice" + write);
  CHECK(error_of(outline("if (x == 1) { } else if (x == 2) { }")) ==
        "2:22: " + missing + "this condition (write 'else { cut e; if (…) { … } }' in the place of 'else if')");
  CHECK(error_of(outline("while (x == 1) { cut true; x := 2; }")) ==
        "2:1: an outline needs an assertion for each step, and this loop has no invariant (write 'while (…) invariant "
        "e { … }': e holds before each test "
        "of the condition)");
}

TEST_CASE("a cut in an outline is the assertion of the next step") {
  const CoreProgram p =
      program_of(outline("x := 1; cut x == 1; if (x == 1) { } cut x > 0; choose { } or { x := 3; } cut x == 9;"));
  std::vector<std::string> steps;
  for (StatementId s = 1; s <= p.program.statements.size(); ++s) {
    const CoreStatement::Kind kind = statement_of(p.program, s).kind;
    const std::optional<Literal>& assertion = p.outline.statements[s - 1].assertion;
    CHECK((kind != CoreStatement::Kind::skip || assertion));
    if (kind == CoreStatement::Kind::atomic)
      steps.push_back("{" + text_of(p, assertion) + "} " + p.provenance.statements[s - 1].text);
    if (kind == CoreStatement::Kind::skip) steps.push_back("cut " + text_of(p, assertion));
  }
  CHECK(steps == std::vector<std::string>{"{x == 0} x := 1", "{x == 1} if (x == 1)", "{x == 1} else of if (x == 1)",
                                          "cut 0 < x", "{0 < x} x := 3", "cut x == 9"});
  const std::string text = write_program(p);
  CHECK(has_line(text, "at 1 "));
  CHECK(has_line(text, "explicit 0 "));
  CHECK_FALSE(has_line(text, "contract "));
}

TEST_CASE("what the program ensures is tried where all threads have ended") {
  using Verdict = Exploration::Verdict;
  const std::string count = "const n: int var c: int = 0 program { ensures c == n } thread T[i] for 0 <= i < n ";
  const Exploration wrong = explore(program_of(count + "{ var t: int = 0 t := c; c := t + 1; }"), {});
  CHECK(wrong.verdict == Verdict::breaks_post);
  const std::string right = "{ c := c + 1; }";
  CHECK(explore(program_of(
                    "const n: int assume n >= 0 var c: int = 0 program { ensures c == n } thread T[i] for 0 <= i < n " +
                    right),
                {})
            .verdict == Verdict::no_violation);
  // Of a family without bounds some threads never run.
  CHECK(explore(program_of("var c: int = 0 program { ensures false } thread T[i] { c := 1; }"), {}).verdict ==
        Verdict::no_violation);
}

TEST_CASE("constant maps are parameters") {
  const CoreProgram p = program_of(
      "const a: int[] const b: bool[] assume a[0] == 1 var x: int thread T { x := a[x]; assert b[1] ==> x == 2; }");
  CHECK(p.program.parameters.size() == 2);
  CHECK(p.program.parameters[1].type == VariableType::bool_map);
  CHECK(text_of(p, p.program.assumption) == "a[0] == 1");
  const Exploration e = explore(p, {});
  REQUIRE(e.verdict == Exploration::Verdict::goes_wrong);
  CHECK(std::holds_alternative<MapValue>(e.schedule.parameters[0]));
}
