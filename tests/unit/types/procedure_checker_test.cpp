// Names, types and numbers of what is passed to procedures and taken from them.

#include "types/procedure_checker.hpp"

#include "source/program_parser.hpp"
#include "support/program_text.hpp"
#include "types/type_checker.hpp"

using namespace plato;

namespace {

const std::string declarations =
    "var x: int var b: bool var s: set\nghost var g: int = 0\n"
    "procedure p(n: int, c: bool) returns (r: int, d: bool) { return n, c; }\nprocedure q() { skip; }\n";

Errors in_thread(const std::string& statements) {
  return errors_of(declarations + "thread T {\n" + statements + "\n}");
}

CheckedProgram checked(const std::string& text) {
  Diagnostics diagnostics;
  auto program = check_program(parse_program(text, diagnostics), diagnostics);
  if (!program) FAIL(render(diagnostics, "program", text));
  return *std::move(program);
}

}   // namespace

TEST_CASE("calls that are right") {
  CHECK(in_thread("x, b := p(1, true); p(x, b); q(); q();").empty());
  CHECK(in_thread("g, b := p(1, true);").empty());
  CHECK(
      errors_of("var x: int thread T { x := later(1); } procedure later(n: int) returns (r: int) { r := n; }").empty());
}

TEST_CASE("calls that are not") {
  CHECK(in_thread("qq();") == Errors{"6:1: unknown procedure 'qq' (did you mean 'q'?)"});
  CHECK(in_thread("other();") == Errors{"6:1: unknown procedure 'other' (declare it: 'procedure other() { … }')"});
  CHECK(in_thread("x();") == Errors{"6:1: expected a procedure, found 'x'"});
  CHECK(in_thread("p(1);") == Errors{"6:1: 'p' takes 2 arguments, found 1"});
  CHECK(in_thread("p(b, x);").size() == 2);
  CHECK(in_thread("p(g, true);").size() == 1);
  CHECK(in_thread("x := p(1, true);") == Errors{"6:1: 'p' has 2 results, but 1 variable takes them (results are taken "
                                                "all together, or not at all: 'p(…);')"});
  CHECK(in_thread("b, x := p(1, true);")[0] ==
        "6:1: expected a variable of type int for the result 'r', found one of type bool");
  CHECK(in_thread("x, x := p(1, true);").size() == 1);
  CHECK(in_thread("x := p(1, true) + 1;") == Errors{"6:6: the procedure 'p' cannot be called inside of an expression "
                                                    "(call it in a statement of its own: 'x := p(…);')"});
  CHECK(in_thread("x := q;").size() == 1);
}

TEST_CASE("what is returned") {
  CHECK(in_thread("return;").empty());
  CHECK(in_thread("return 1;") == Errors{"6:1: a thread has no results (write 'return;', which ends the thread)"});
  CHECK(errors_of("procedure f() returns (r: int, q: int) { return 1; } thread T { }") ==
        Errors{"1:42: 'f' has 2 results, found 1 value"});
  CHECK(errors_of("procedure f() returns (r: int) { return true; } thread T { }").size() == 1);
  CHECK(errors_of("procedure f() returns (r: int) { r := 1; return; } thread T { }").empty());
  CHECK(errors_of("procedure f() returns (r: int, q: int) { r := 1; } thread T { }") ==
        Errors{"1:32: the result 'q' of 'f' is never assigned (assign to it, or write 'return e;')"});
  CHECK(errors_of("var x: int procedure f() returns (r: bool) { r := cas(x, 0, 1); } thread T { }").empty());
}

TEST_CASE("names of procedures and their variables") {
  CHECK(errors_of("procedure f() { } procedure f() { } thread T { }") ==
        Errors{"1:29: the name 'f' is already in use (choose another name)"});
  CHECK(errors_of("var f: int procedure f() { } thread T { }").size() == 1);
  CHECK(errors_of("procedure f(n: int) { var n: int skip; } thread T { }").size() == 1);
  CHECK(errors_of("procedure f(n: set) { } thread T { }") ==
        Errors{"1:13: 'n' is local to each call of a procedure and must be an int or a bool (declare a global variable "
               "instead)"});
  CHECK(errors_of("procedure f(b: int[]) { skip; } thread T { }") ==
        Errors{"1:13: 'b' is local to each call of a procedure and must be an int or a bool (a call would have to give "
               "all elements of a map their values in one step; declare 'var b' as a global map of maps, and use "
               "'b[tid][i]')"});
  CHECK(errors_of("procedure f(n: int) { skip; } invariant f.n == 0 thread T { assert n == 0; }") ==
        Errors{"1:41: what is local to the procedure 'f' cannot be named from outside (pass it as an argument or as a "
               "result)",
               "1:68: unknown name 'n' ('n' is local to the procedure 'f')"});
  CHECK(errors_of("procedure f(n: int) { var k: int = n + tid ghost var h: int = k k := h; } thread T { }").size() ==
        1);
  CHECK(
      errors_of("procedure f(n: int) { var k: int = n + tid ghost var h: int = k h := h + k; } thread T { }").empty());
}

TEST_CASE("recursion is found, also through others") {
  const CheckedProgram program = checked(
      "procedure a() { b(); } procedure b() { if (*) { c(); } } procedure c() { b(); } procedure d() { a(); } thread T "
      "{ "
      "a(); } thread U { skip; }");
  CHECK_FALSE(program.procedures[0].is_recursive);
  CHECK(program.procedures[1].is_recursive);
  CHECK(program.procedures[2].is_recursive);
  CHECK_FALSE(program.procedures[3].is_recursive);
  CHECK(program.reached[0] == std::set<std::size_t>{0, 1, 2});
  CHECK(program.reached[1].empty());
}

TEST_CASE("what is read before it has a value") {
  const auto read_early = [](const std::string& body) {
    const CheckedProgram program =
        checked("var x: int procedure f(n: int) returns (r: int) { var k: int var l: int = 0\n" + body +
                " } thread T { f(1); }");
    std::string names;
    for (SymbolIndex v : program.procedures[0].read_early) names += program.symbols[v].name;
    return names;
  };
  CHECK(read_early("return n;") == "");
  CHECK(read_early("r := k;") == "k");
  CHECK(read_early("k := 1; r := k;") == "");
  CHECK(read_early("if (n > 0) { r := 1; }") == "r");
  CHECK(read_early("if (n > 0) { r := 1; } else { r := 2; }") == "");
  CHECK(read_early("if (n > 0) { return; } r := 1;") == "r");
  CHECK(read_early("while (n > 0) { r := 1; }") == "r");
  CHECK(read_early("while (true) { if (n > x) { r := 1; break; } }") == "");
  CHECK(read_early("while (true) { if (n > x) { break; } r := 1; }") == "r");
  CHECK(read_early("L: { if (n > 0) { goto L; } k := 1; } r := k;") == "k");
  CHECK(read_early("L: { k := 2; if (n > 0) { goto L; } k := 1; } r := k;") == "");
  CHECK(read_early("choose { r := 1; } or { return 2; }") == "");
  CHECK(read_early("r := f(k);") == "k");
  CHECK(read_early("atomic { havoc k; r := k; }") == "");
}

TEST_CASE("types of parameters, results and local variables") {
  const auto declared = [](const std::string& procedure) {
    const Errors errors =
        errors_of("enum Phase { idle, busy } enum Color { red } const N: int var x: int var c: Color\n" + procedure +
                  " thread T { }");
    return errors.empty() ? "none" : errors[0];
  };
  CHECK(declared("procedure p(n: 0..<N, f: Phase) returns (g: Phase) { var k: 0..3 = n g := f; }") == "none");
  CHECK(declared("procedure p(n: 0..x) { }").starts_with("2:19: expected a constant in the range of a type"));
  CHECK(declared("procedure p(a: int[3]) { }").starts_with("2:13: 'a' is local to each call of a procedure and must"));
  CHECK(declared("procedure p() { ghost var g: 0..3 = 0 }").starts_with("2:27: the ghost variable 'g' cannot have a"));
  CHECK(declared("procedure p() returns (f: Phase) { return 1; }") ==
        "2:43: expected Phase, found '1' of type int (its values are idle, busy)");
  CHECK(declared("procedure p() returns (f: Phase) { c := p(); f := idle; }") ==
        "2:36: expected a variable of type Phase for the result 'f', found one of type Color");
}

TEST_CASE("a call is no place for a block of ghosts") {
  CHECK(in_thread("x, b := p(1, true) ghost { g := 1; }") ==
        Errors{"6:1: a block 'ghost' may follow a condition or 'cas' (assign to ghosts in the procedure, or after the "
               "call)"});
}

TEST_CASE("a keyword as the name of a procedure is reported where it stands") {
  CHECK(
      errors_of("var x: int\nprocedure in() { skip; }\nthread T { }") ==
      Errors{"2:11: expected the name of the procedure, found the keyword 'in' (choose a name that is not a keyword)"});
  CHECK(errors_of("rely true\nprocedure if() { skip; }\nthread T { }")[0].starts_with("2:11:"));
}
