// What clauses of procedures may mention and change, and where `commit` and `old` may stand.

#include "types/specification_checker.hpp"

#include "source/program_parser.hpp"
#include "support/program_text.hpp"
#include "types/type_checker.hpp"

using namespace plato;

namespace {

// Everything that clauses may mention, on the first line.
Errors with(const std::string& clauses, const std::string& body = "var y: int r := n;") {
  return errors_of(
      "var x: int var a: int[] var p: {f: int, g: bool} ghost var h: int = 0 const N: int predicate P(i) = x == i && h "
      "== 0 action A(i) = x' == i\nprocedure f(n: int) returns (r: int) " +
      clauses + " {\n" + body + "\n} thread T { var t: int f(1); }");
}
CheckedProgram checked(const std::string& text) {
  Diagnostics diagnostics;
  auto program = check_program(parse_program(text, diagnostics), diagnostics);
  if (!program) FAIL(render(diagnostics, "program", text));
  return *std::move(program);
}
Diagnostic first_of(const std::string& text) {
  const auto program = read_program(text);
  REQUIRE(!program);
  return program.error()[0];
}

}   // namespace

TEST_CASE("what clauses may mention") {
  CHECK(with("requires n > 0 && x == N && tid != 0 && P(n) && h == 0").empty());
  CHECK(with("rely x' >= x && A(n) && h' == h && n' == n").empty());
  CHECK(with("ensures r == n && x == old(x) + old(n) && old(P(n)) && h == old(h)").empty());
  CHECK(with("action modifies x, p ensures x == n && r' == x && A(n) && P'(n) && unchanged(a)").empty());
  CHECK(with("modifies x, a, p.f, h").empty());
  CHECK(with("requires (exists n :: n > x)").empty());
}

TEST_CASE("what clauses must not mention") {
  CHECK(with("requires y > 0") == Errors{"2:47: the local variable 'y' must not be named in what a procedure requires: "
                                         "callers do not know it (name parameters, results and global variables)"});
  CHECK(with("ensures y > 0").size() == 1);
  CHECK(with("action ensures y' > 0").size() == 1);
  CHECK(with("rely y' == y")[0].starts_with("2:43: the local variable 'y'' must not"));
  CHECK(with("requires r > 0") == Errors{"2:47: the result 'r' has no value yet in what a procedure requires (results "
                                         "have values at the end: name them in 'ensures')"});
  CHECK(with("ensures old(r) > 0")[0].starts_with("2:50: the result 'r' has no value yet in old(…)"));
  CHECK(with("requires x' > 0").size() == 1);
  CHECK(with("ensures x' > 0").size() == 1);
  CHECK(with("requires A(1)").size() == 1);
  CHECK(with("requires x").size() == 1);
  CHECK(with("requires zz > 0")[0].starts_with("2:47: unknown name 'zz'"));
  CHECK(with("requires T.t > 0").empty());
}

TEST_CASE("old means something in a call alone") {
  const std::string help =
      " (old(e) is the value of e where a procedure was entered; it may stand in its 'ensures', and in cuts and loop "
      "invariants of a procedure with a specification)";
  CHECK(with("requires old(x) > 0") == Errors{"2:47: 'old' means nothing in what a procedure requires" + help});
  CHECK(with("action ensures x' == old(x)") ==
        Errors{"2:59: 'old' means nothing in an action (the value of x before a step is x, and after it x')"});
  CHECK(with("ensures old(old(x)) > 0")[0].starts_with("2:50: 'old' means nothing in old(…)"));
  CHECK(with("modifies x", "while (x > 0) invariant old(x) > x { cut old(n) == n; } r := 1;").empty());
  CHECK(with("", "cut old(x) == 0; r := 1;") == Errors{"3:5: 'old' means nothing in a cut" + help});
  CHECK(with("modifies x", "x := old(x); r := 1;")[0].starts_with("3:6: 'old' means nothing in a value that is"));
  CHECK(with("modifies x", "assert old(x) == x; r := 1;").size() == 1);
  CHECK(first_of("var x: int\nprocedure f() { cut old(x) == 1; } thread T { }").other_place.line == 2);
  CHECK(errors_of("var x: int invariant old(x) == x thread T { cut old(x) == 1; }").size() == 2);
}

TEST_CASE("pending means something in loop invariants and cuts of a procedure with a specification") {
  const std::string help =
      " ('pending' counts the actions of a procedure that are still to come, in loop invariants and cuts of a "
      "procedure with a specification)";
  const std::string unknown = "unknown name 'pending'" + help;
  CHECK(with("modifies x", "while (x > 0) invariant pending == 0 { cut pending < n; } r := 1;").empty());
  CHECK(with("", "cut pending == 0; r := 1;") == Errors{"3:5: " + unknown});
  CHECK(with("modifies x", "x := pending; r := 1;") == Errors{"3:6: " + unknown});
  CHECK(with("requires pending > 0") == Errors{"2:47: " + unknown});
  CHECK(with("modifies x", "cut old(pending) == 0; r := 1;") == Errors{"3:9: " + unknown});
  CHECK(with("modifies x", "cut pending' == 0; r := 1;")[0].starts_with("3:5: 'pending'' has a prime, but a cut"));
  CHECK(with("modifies x", "cut pending; r := 1;").size() == 1);
  CHECK(errors_of("var pending: int procedure f() { cut pending > 0; } thread T { pending := 1; }").empty());
}

TEST_CASE("what is modified is a global variable") {
  CHECK(with("modifies zz")[0].starts_with("2:47: unknown name 'zz'"));
  CHECK(with("modifies n") == Errors{"2:47: 'modifies' names global variables, but 'n' is the procedure's own (its own "
                                     "variables may change in any step; leave it out)"});
  CHECK(with("modifies N")[0].starts_with("2:47: 'modifies' names global variables, but 'N' is no global variable"));
  CHECK(with("modifies f, T, P, x.f").size() == 4);
  CHECK(with("modifies T.t")[0].find("is local to a thread") != std::string::npos);
  CHECK(with("modifies a[1]")[0].find("names whole variables, found an element") != std::string::npos);
  CHECK(with("action modifies p.k")[0] == "2:54: the record 'p' has no field 'k'");
  CHECK(first_of("const N: int\nprocedure f() modifies N { } thread T { }").other_place.line == 1);
  const CheckedProgram program =
      checked("var x: int var p: {f: int, g: int} procedure f() modifies x action modifies p { } thread T { }");
  CHECK(program.procedures[0].modifies.size() == 1);
  CHECK(program.procedures[0].action_modifies.at(0).size() == 2);
}

TEST_CASE("where commit may stand") {
  const auto body = [](const std::string& text) { return with("action modifies x", text + " r := 1;"); };
  CHECK(body("commit x := 1; commit havoc x; commit assume x == 1; commit atomic { x := 1; } commit assert true;")
            .empty());
  CHECK(body("commit atomic modifies x: x' > x; commit x += 1; L: commit x := 2;").empty());
  CHECK(body("commit { x := 1; }")[0].starts_with("3:1: 'commit' belongs before a statement that is one step"));
  CHECK(body("commit if (x > 0) { }").size() == 1);
  CHECK(body("commit while (x > 0) { }").size() == 1);
  CHECK(body("commit skip;").size() == 1);
  CHECK(body("commit r := f(1);") ==
        Errors{"3:1: 'commit' belongs before a statement that is one step (the actions of the called procedure are "
               "found by the verifier)"});
  CHECK(body("atomic { commit x := 1; }")[0].starts_with("3:10: 'commit' inside of an atomic block"));
  CHECK(with("modifies x", "commit x := 1; r := 1;")[0].starts_with("3:1: 'commit' in a procedure without actions"));
  CHECK(with("", "commit x := 1; r := 1;")[0].starts_with("3:1: 'commit' in a procedure without a specification"));
  const Diagnostic d = first_of("var x: int\nprocedure f() {\ncommit x := 1; } thread T { }");
  CHECK(d.other_place.line == 2);
  CHECK(errors_of("var x: int thread T { commit x := 1; }") ==
        Errors{"1:23: 'commit' in a thread: only procedures have actions (leave it out, or put the statement into a "
               "procedure with an 'action')"});
}

TEST_CASE("calls of procedures with a specification are no calls of their statements") {
  const CheckedProgram program = checked(
      "procedure a() { b(); } procedure b() requires true { a(); c(); } procedure c() { } thread T { a(); } thread U { "
      "c(); }");
  using Set = std::set<std::size_t>;
  CHECK(program.procedures[0].is_recursive);
  CHECK(program.procedures[0].abstracted == Set{1});
  CHECK(program.procedures[1].abstracted == Set{1});   // by way of a
  CHECK(program.procedures[2].abstracted.empty());
  CHECK(program.procedures[0].hosts == Set{1});
  CHECK(program.procedures[1].hosts == Set{1});
  CHECK(program.procedures[2].hosts == Set{1});
  CHECK(program.abstracted[0] == Set{1});
  CHECK(program.abstracted[1].empty());
  // What is run as its own comes first.
  CHECK(program.procedures[0].place < program.procedures[1].place);
  CHECK(program.procedures[2].place < program.procedures[1].place);
}
