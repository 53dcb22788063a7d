// What is asserted at loops and cuts about the actions that are still to come.

#include "core/pending_actions.hpp"

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

using Assertions = std::vector<std::string>;

// What is asserted at each loop and cut, inner ones first, if procedure p has these clauses and statements.
Assertions assertions(const std::string& clauses, const std::string& body,
                      const std::string& others = "thread T { p(); }") {
  const CoreProgram core = program_of("var x, y, m: int\nprocedure p() " + clauses + " { " + body + " }\n" + others);
  Assertions found;
  for (StatementId s = 1; s <= core.program.statements.size(); ++s)
    if (const auto& formula = core.outline.statements[s - 1].assertion)
      found.push_back(core_formula_text(core.program, *formula));
  return found;
}

const std::string one = "action modifies m ensures m == 0 && m' == tid";
const std::string two = "modifies y action modifies x action modifies x";

}   // namespace

TEST_CASE("loops that take a lock") {
  const Assertions still{"_witness == 1"};
  CHECK(assertions(one, "while (true) { if (cas(m, 0, tid)) { break; } }") == still);
  CHECK(assertions(one, "while (!cas(m, 0, tid)) { }") == still);
  CHECK(assertions(one, "while (true) { if (cas(m, 0, tid)) { return; } }") == still);
  CHECK(assertions(one, "L: while (*) { while (m != 0) { } if (cas(m, 0, tid)) { goto L; } }") ==
        Assertions{"_witness == 1", "_witness == 1"});
}

TEST_CASE("a truth value that says whether the lock is taken") {
  const std::string known =
      "(_witness == 0 || _witness == 1) && ((p.ok[tid] ==> _witness == 0) && (!p.ok[tid] ==> _witness == 1))";
  CHECK(assertions(one, "var ok: bool = false while (!ok) { ok := cas(m, 0, tid); }") == Assertions{known});
  CHECK(assertions(one, "var ok: bool ok := false; while (!ok) { if (cas(m, 0, tid)) { ok := true; } }") ==
        Assertions{known});
  // Without a first value, it may be true although nothing was done.
  CHECK(assertions(one, "var ok: bool = m == 3 while (!ok) { ok := cas(m, 0, tid); }") ==
        Assertions{"(_witness == 0 || _witness == 1) && ((p.ok[tid] ==> _witness == 0 || _witness == 1) && "
                   "(!p.ok[tid] ==> _witness == 1))"});
}

TEST_CASE("each action that is done counts") {
  CHECK(assertions(two, "cut true; x := 1; cut true; y := 1; x := 2; cut true;") ==
        Assertions{"_witness == 2", "_witness == 1", "_witness == 0"});
  CHECK(assertions(two, "if (y == 0) { x := 1; } cut true;") == Assertions{"_witness == 1 || _witness == 2"});
  CHECK(assertions(two, "while (y > 0) { x := 1; }") == Assertions{"_witness == 0 || _witness == 1 || _witness == 2"});
  CHECK(assertions("modifies x", "while (x > 0) { x := x - 1; }") == Assertions{"_witness == 0"});
  // Where there is no way to it, there is nothing to say.
  CHECK(assertions(two, "return; cut true;") == Assertions{"true"});
}

TEST_CASE("what procedures that are called do counts") {
  const std::string q = "procedure q() action modifies x { x := 1; } ";
  CHECK(assertions(two, "q(); cut true; q(); cut true;", q + "thread T { p(); }") ==
        Assertions{"_witness == 1", "_witness == 0"});
  // Statements of a procedure without a specification: all that may be there.
  CHECK(assertions(two, "h(); h();", "procedure h() { cut true; x := 1; } thread T { p(); }") ==
        Assertions{"_witness == 1 || _witness == 2"});
  // A thread that runs them has no such number.
  CHECK(assertions(two, "h();", "procedure h() { cut true; x := 1; } thread T { h(); }") == Assertions{"true"});
}

TEST_CASE("a call of itself gives the caller's truth values back") {
  const std::string body = "var b: bool = false if (y > 0) { y := y - 1; p(); b := true; } cut true;";
  CHECK(assertions("modifies y action modifies x", body) ==
        Assertions{
            "(_witness == 0 || _witness == 1) && ((p.b[tid] ==> _witness == 0) && (!p.b[tid] ==> _witness == 1))"});
}

TEST_CASE("pending is the number of actions that are still to come") {
  CHECK(assertions(one, "cut pending > 0;") == Assertions{"0 < _witness && _witness == 1"});
  CHECK(assertions(one, "while (!cas(m, 0, tid)) invariant pending == 1 { }").at(0) == "_witness == 1");
  // Whatever else has that name hides it.
  CHECK(assertions(one, "var pending: int = 0 cut pending > 0;") == Assertions{"0 < p.pending[tid] && _witness == 1"});
  CHECK(assertions(one, "cut exists pending :: pending > x;").at(0).find("_witness <") == std::string::npos);
}

TEST_CASE("first values that nobody else can change are known where a procedure is entered") {
  const CoreProgram core = program_of(
      "var x: int\nprocedure p(n: int) requires true { var a: int = n + 1 var b: int = x var c: bool = a > 2 skip; }\n"
      "thread T { p(1); }");
  CHECK(core_formula_text(core.program, core.outline.procedures.at(0)->pre) ==
        "tid == 1 && (p.a[tid] == p.n[tid] + 1 && p.c[tid] == (if 2 < p.a[tid] then 1 else 0))");
}
