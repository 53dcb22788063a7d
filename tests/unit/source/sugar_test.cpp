// What `x += e` and `for` are short for.

#include "source/sugar.hpp"

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

// The thread's statements in core Plato, without where they come from.
std::string body(const std::string& text) {
  const std::string core = core_text(program_of(text));
  std::string lines;
  std::size_t at = core.find("  guarantee ");
  for (at = core.find('\n', at) + 1; at < core.size() && core[at] != '}'; at = core.find('\n', at) + 1) {
    const std::string line = core.substr(at + 2, core.find('\n', at) - at - 2);
    lines += line.substr(0, line.find("   //")) + "\n";
  }
  return lines;
}

const std::string some = "var x: int var a: int[] var p: {f: int} var s: set ";

}   // namespace

TEST_CASE("assignments that add to what is there") {
  CHECK(body(some + "thread T { x += 2; }") == "x := x + 2;\n");
  CHECK(body(some + "thread T { a[x] -= x; }") == "a[x] := a[x] - x;\n");
  CHECK(body(some + "thread T { p.f *= x + 1; }") == "p.f := p.f * (x + 1);\n");
  CHECK(body(some + "thread T { s += {1}; }") == "s := s[1 := 1];\n");
  CHECK(body("thread T[tid] { var t: int t += tid; }") == "T.t[tid] := T.t[tid] + tid;\n");
}

TEST_CASE("a loop that counts is an assignment and a loop that tests") {
  const std::string loop =
      "T.i := 0;\nloop invariant true {\n  assume T.i <= 2;\n  x := T.i;\n  T.i := T.i + 1;\n}\nassume 2 < T.i;\n";
  CHECK(body("var x: int thread T { for i in 0..2 { x := i; } }") == loop);
  CHECK(body("var x: int thread T { var i: int for i in 0..2 { x := i; } }") == loop);
  CHECK(body("var x: int thread T { for (i in 0..<x) invariant i <= 9; { skip; } }") ==
        "T.i := 0;\nloop invariant T.i <= 9 {\n  assume T.i < x;\n  skip;\n  T.i := T.i + 1;\n}\nassume x <= T.i;\n");
  // The variable is 0 at first, once for all loops over it.
  const CoreProgram core = program_of("thread T { for i in 1..2 { for j in 1..2 { skip; } } for i in 3..4 { skip; } }");
  CHECK(core.program.variables.size() == 2);
  CHECK(core_formula_text(core.program, core.program.init) == "T.i == 0 && T.j == 0");
}

TEST_CASE("mistakes in loops that count") {
  const auto error = [](const std::string& loop) {
    const Errors errors = errors_of("var x: int thread T[k] { var b: bool\n" + loop + " }");
    return errors.empty() ? "" : errors[0];
  };
  const std::string form = " (write 'for i in a..b { … }', or 'for i in a..<b { … }' without b)";
  CHECK(error("for (i := 0; i < 3; i := i + 1) { }") ==
        "2:8: expected 'in' after the variable of the loop, found ':='" + form);
  CHECK(error("for i in 3 { }") == "2:12: expected '..' after the first value, found '{'" + form);
  CHECK(error("for a[1] in 0..3 { }") == "2:5: expected the name of a local variable after 'for'" + form);
  CHECK(error("for x in 0..3 { }") == "2:5: the name 'x' is already in use (choose another name)");
  CHECK(error("for k in 0..3 { }") == "2:5: the name 'k' is already in use (choose another name)");
  CHECK(error("for b in 0..3 { }") == "2:5: expected int, found 'b' of type bool (use 'if e then 1 else 0')");
  CHECK(error("atomic { for i in 0..3 { } }").starts_with("2:10: an atomic block is one step"));
}

TEST_CASE("a procedure declares the variables of its loops, too") {
  const CoreProgram core = program_of(
      "var x: int procedure p(n: int) returns (r: int) { var k: int r := 0; for n in 0..2 { r += n; } for k in 0..1 { "
      "for r in 0..1 { for i in 0..1 { x += i; } } } for i in 2..3 { x -= 1; } } thread T { x := p(1); }");
  std::string names;
  for (const CoreVariable& v : core.program.variables) names += v.name + " ";
  CHECK(names == "x p.n p.k p.i p.r ");
  CHECK(errors_of("var x: int procedure p() { for x in 0..2 { skip; } } thread T { p(); }") ==
        Errors{"1:32: the name 'x' is already in use (choose another name)"});
  CHECK(
      errors_of("var x: int procedure p() returns (r: int) { r := 1; } thread T { x += p(); }") ==
      Errors{"1:71: the procedure 'p' cannot be called inside of an expression (call it in a statement of its own: 'x "
             ":= p(…);')"});
}
