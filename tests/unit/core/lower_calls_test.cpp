// What calls, blocks and jumps become.

#include "core/lower_statements.hpp"

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

// The statements of a thread or procedure, without comments and on one line.
std::string body_of(const CoreProgram& core, const std::string& head) {
  const std::string text = core_text(core);
  const std::size_t begin = text.find("\n" + head);
  REQUIRE(begin != std::string::npos);
  std::string body;
  std::size_t at = text.find("{\n", begin) + 2;
  while (!text.substr(at).starts_with("}\n")) {
    const std::size_t end = text.find('\n', at);
    std::string line = text.substr(at, end - at);
    line = line.substr(line.find_first_not_of(' '));
    if (!line.starts_with("rely") && !line.starts_with("guarantee"))
      body += (body.empty() ? "" : " ") + line.substr(0, line.find("   //"));
    at = end + 1;
  }
  return body;
}
std::string thread(const std::string& declarations, const std::string& statements) {
  return body_of(
      program_of("var x: int var b: bool var a: int[]\n" + declarations + "\nthread T {\n" + statements + "\n}"),
      "thread T");
}
std::string procedure(const std::string& text, const std::string& name) {
  return body_of(program_of(text + "\nthread T { skip; }"), "procedure " + name);
}

}   // namespace

TEST_CASE("a block is made only where an exit leads to") {
  CHECK(thread("", "while (b) { break; }") == "block { loop invariant true { assume b; exit 0; } assume !b; }");
  CHECK(thread("", "while (b) { if (*) { continue; } x := 1; }") ==
        "loop invariant true { assume b; block { choose { exit 0; } or { skip; } x := 1; } } assume !b;");
  CHECK(thread("", "while (b) { x := 1; }") == "loop invariant true { assume b; x := 1; } assume !b;");
  CHECK(thread("", "L: { x := 1; }") == "x := 1;");
  CHECK(thread("", "{ x := 1; { } }") == "x := 1; skip;");
  CHECK(thread("", "x := 1; return;") == "block { x := 1; exit 0; }");
}

TEST_CASE("another round of a loop that counts has the next number") {
  CHECK(thread("", "for i in 0..2 { if (b) { continue; } x := i; }") ==
        "T.i := 0; loop invariant true { assume T.i <= 2; block { choose { assume b; exit 0; } or { assume !b; skip; } "
        "x := T.i; } T.i := T.i + 1; } assume 2 < T.i;");
  CHECK(thread("", "L: for i in 0..2 { if (b) { break L; } }") ==
        "T.i := 0; block { loop invariant true { assume T.i <= 2; choose { assume b; exit 0; } or { assume !b; skip; } "
        "T.i := T.i + 1; } assume 2 < T.i; }");
}

TEST_CASE("an exit passes the blocks on its way") {
  CHECK(
      thread("", "L: while (*) { while (*) { if (b) { break L; } break; } }") ==
      "block { loop invariant true { block { loop invariant true { choose { assume b; exit 1; } or { assume !b; skip; "
      "} exit 0; } } } }");
  CHECK(
      thread("", "L: while (*) { while (*) { if (b) { continue L; } break; } }") ==
      "loop invariant true { block { block { loop invariant true { choose { assume b; exit 1; } or { assume !b; skip; "
      "} exit 0; } } } }");
  // The inner loop needs no block, so there is none to pass.
  CHECK(thread("", "L: { while (b) { goto L; } x := 1; }") ==
        "block { loop invariant true { assume b; exit 0; } assume !b; x := 1; }");
  CHECK(thread("", "M: { L: { goto M; } } return;") == "block { block { exit 0; } exit 0; }");
}

TEST_CASE("a call gives the parameters their values, runs the body and takes the results") {
  const std::string p = "procedure p(n: int, c: bool) returns (r: int) { var k: int = n var l: bool r := k; }";
  CHECK(thread(p, "x := p(x + 1, b);") ==
        "atomic { p.n[1], p.c[1] := x + 1, b; p.k[1] := p.n[1]; } call p; x := p.r[1];");
  CHECK(thread(p, "p(1, true);") == "atomic { p.n[1], p.c[1] := 1, 1; p.k[1] := p.n[1]; } call p;");
  CHECK(thread(p, "a[x] := p(1, true);").ends_with("call p; a[x] := p.r[1];"));
  CHECK(thread("procedure p() { x := 1; }", "p();") == "call p;");
  CHECK(thread("procedure p() returns (r: int) { return x; }", "p();") == "call p;");
  CHECK(procedure("var x: int procedure p() returns (r: int, s: int) { return x, 1; }", "p") ==
        "block { p.r[tid], p.s[tid] := x, 1; exit 0; }");
}

TEST_CASE("what is read before it has a value is anything") {
  CHECK(thread("procedure p() returns (r: int) { var k: int if (x > 0) { r := k; } }", "p();") ==
        "havoc p.k[1], p.r[1]; call p;");
}

TEST_CASE("a recursive procedure keeps the values of the call around it") {
  const std::string down = "var x: int procedure p(n: int) { var k: int = 0 if (n > 0) { p(n - 1); } k := n; }";
  CHECK(
      procedure(down, "p") ==
      "choose { assume 0 < p.n[tid]; scope p.n, p.k { atomic { p.n[tid] := p.n[tid] - 1; p.k[tid] := 0; } call p; } } "
      "or { assume p.n[tid] <= 0; skip; } p.k[tid] := p.n[tid];");
  // Elsewhere the results are taken inside, but what is given back must not overwrite them.
  const std::string sum = "var x: int var a: int[] procedure p(n: int) returns (r: int) { var k: int = 0 ";
  const std::string rest = " r := k; }";
  CHECK(procedure(sum + "x := p(n);" + rest, "p") ==
        "scope p.n, p.k, p.r { atomic { p.n[tid] := p.n[tid]; p.k[tid] := 0; } call p; x := p.r[tid]; } p.r[tid] := "
        "p.k[tid];");
  CHECK(procedure(sum + "k := p(n);" + rest, "p") ==
        "scope p.n, p.k, p.r { atomic { p.n[tid] := p.n[tid]; p.k[tid] := 0; } call p; p.out_r[tid] := p.r[tid]; } "
        "p.k[tid] := p.out_r[tid]; p.r[tid] := p.k[tid];");
  CHECK(procedure(sum + "a[k] := p(n);" + rest, "p").find("} a[p.k[tid]] := p.out_r[tid];") != std::string::npos);
  // Without variables there is nothing to keep.
  CHECK(procedure("procedure p() { p(); }", "p") == "call p;");
}

TEST_CASE("ghosts of procedures are the proof's") {
  const CoreProgram core =
      program_of("ghost var g: int = 0 procedure p() { ghost var h: int = g + 1 g := h; } thread T { p(); }");
  CHECK(body_of(core, "thread T") == "p.h[1] := g + 1; call p;");
  for (const CoreStatement& s : core.program.statements)
    if (s.kind == CoreStatement::Kind::atomic) CHECK(does_nothing(command_of(core.program, s.command)));
}

TEST_CASE("others leave a thread's values of procedures alone") {
  const CoreProgram core = program_of(
      "var x: int procedure p(n: int) { x := n; }\nprogram { rely x' >= x }\nthread T { p(1); } thread w[i] for i > 1 "
      "{ "
      "p(2); } thread U = -1 { skip; }");
  CHECK(text_of(core, core.outline.families[0].rely) == "p.n'[-2] == p.n[-2]");
  CHECK(text_of(core, core.outline.families[1].rely) == "p.n'[tid] == p.n[tid]");
  CHECK(text_of(core, core.outline.families[2].rely) == "true");
  CHECK(text_of(core, core.outline.families[2].guarantee).find("p.n'[-2] == p.n[-2]") != std::string::npos);
  CHECK(text_of(core, core.specification.rely) == "x <= x' && p.n' == p.n");
  CHECK(text_of(core, core.program.init).find("p.n == map(0)") != std::string::npos);
}

TEST_CASE("loops and cuts of procedures keep the program's invariant") {
  const CoreProgram core = program_of(
      "var x: int = 0 invariant x >= 0 procedure p() { cut x == 0; while (*) invariant x > 1 { } } thread T { }");
  CHECK(body_of(core, "procedure p") == "cut x == 0 && 0 <= x; loop invariant 1 < x && 0 <= x { skip; }");
}

TEST_CASE("what is passed and returned must be in its range") {
  const std::string p = "procedure p(n: 0..3) returns (r: 1..5) { var k: 0..3 = n - x return n + k; }";
  CHECK(thread(p, "x := p(x);") ==
        "atomic { assert 0 <= x && x <= 3; p.n[1] := x; assert 0 <= p.n[1] - x && p.n[1] - x <= 3; p.k[1] := p.n[1] - "
        "x; } call p; x := p.r[1];");
  CHECK(procedure("var x: int " + p, "p") ==
        "block { atomic { assert 1 <= p.n[tid] + p.k[tid] && p.n[tid] + p.k[tid] <= 5; p.r[tid] := p.n[tid] + "
        "p.k[tid]; } exit 0; }");
  CHECK(thread("var y: 0..3 = 0 procedure q() returns (r: int) { return x; }", "y := q();") ==
        "call q; atomic { assert 0 <= q.r[1] && q.r[1] <= 3; y := q.r[1]; }");
  CHECK(thread("procedure q() returns (r: 2..3) { if (b) { r := 2; } }", "x := q();")
            .starts_with("atomic modifies q.r[1]: 2 <= q.r'[1] && q.r'[1] <= 3; call q;"));
  const CoreProgram core =
      program_of("enum Phase { idle, busy } procedure p(n: 2..3, f: Phase) { skip; } thread T { p(2, busy); }");
  CHECK(core_formula_text(core.program, core.program.init) == "p.n == map(2) && p.f == map(0)");
  CHECK(core_formula_text(core.program, *core.specification.invariant) ==
        "(forall i :: 2 <= p.n[i] && p.n[i] <= 3) && (forall i :: 0 <= p.f[i] && p.f[i] <= 1)");
}
