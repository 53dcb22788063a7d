// Maps that are local to a procedure as one map for all calls.

#include "core/lower_call_maps.hpp"

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

CoreProgram calling(const std::string& variables, const std::string& body, const std::string& call = "p(3);") {
  return program_of("const N: int var x: int procedure p(n: int) { " + variables + "\n" + body +
                    " }\nthread T[tid] { " + call + " }");
}
std::vector<std::string> steps(const CoreProgram& core) {
  std::vector<std::string> texts;
  for (const CoreStatement& s : core.program.statements)
    if (s.kind == CoreStatement::Kind::atomic) texts.push_back(core_command_text(core.program, s.command));
  return texts;
}

}   // namespace

TEST_CASE("a call has the maps of its number") {
  const CoreProgram core = calling("var a: int[N] var k: int = a[n]", "a[k] := x;");
  CHECK(steps(core) ==
        std::vector<std::string>{
            "assert 0 <= p.k[tid] && p.k[tid] < N; p.a[tid][p.calls[tid]][p.k[tid]] := x",
            "p.n[tid] := 3; p.calls[tid] := p.calls[tid] + 1; assert 0 <= p.n[tid] && p.n[tid] < N; p.k[tid] := "
            "p.a[tid][p.calls[tid]][p.n[tid]]"});
  const std::string init = core_formula_text(core.program, core.program.init);
  CHECK(init.find("p.calls == map(0)") != std::string::npos);
  CHECK(init.find("p.a") == std::string::npos);
  CHECK_FALSE(core.outline.lemma);
  CHECK(core_formula_text(core.program, core.outline.families[0].rely)
            .find("forall i :: forall j :: p.a'[tid][i][j] == p.a[tid][i][j]") != std::string::npos);
}

TEST_CASE("maps with a first value are new to each call") {
  const CoreProgram core = calling("var a: int[][] = map(map(N))", "a[1][2] := x;");
  CHECK(core_formula_text(core.program, core.program.init).find("p.a == map(N)") != std::string::npos);
  REQUIRE(core.outline.lemma);
  CHECK(core_formula_text(core.program, *core.outline.lemma) ==
        "forall i :: forall j :: forall k :: forall l :: p.calls[i] < j ==> p.a[i][j][k][l] == N");
}

TEST_CASE("elements have values of their type in all calls") {
  const CoreProgram core = calling("var a: (0..3)[]", "a[1] := 2;");
  REQUIRE(core.specification.invariant);
  const std::string range = "forall i :: forall j :: forall k :: 0 <= p.a[i][j][k] && p.a[i][j][k] <= 3";
  CHECK(core_formula_text(core.program, *core.specification.invariant) == range);
  CHECK(core_formula_text(core.program, core.program.init).find(range) != std::string::npos);
}

TEST_CASE("what counts the calls gives way to a variable of its name") {
  const CoreProgram core = calling("var calls: int[] var calls_: int", "calls[0] := calls_;");
  std::vector<std::string> names;
  for (const CoreVariable& v : core.program.variables) names.push_back(v.name);
  CHECK(names == std::vector<std::string>{"x", "p.n", "p.calls", "p.calls_", "p.calls__"});
  CHECK(core.program.variables[2].calls == 4);
  CHECK(core.program.variables[4].counts_calls);
}
