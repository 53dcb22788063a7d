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
  CHECK(core.program.variables[2].call == 4);
  CHECK(core.program.variables[4].numbers_calls);
}

namespace {

CoreProgram recursive(const std::string& specification) {
  return program_of("procedure p(n: int) " + specification +
                    " { var a: int[] a[0] := n; if (n > 0) { p(n - 1); } while (*) { a[1] := n; } assert a[0] == n; }\n"
                    "thread T[tid] { p(3); }");
}

}   // namespace

TEST_CASE("a recursive call has a number of its own, which it gives back") {
  const CoreProgram core = recursive("");
  const std::vector<std::string> commands = steps(core);
  CHECK(std::ranges::count(commands, "p.a[tid][p.call[tid]][0] := p.n[tid]") == 1);
  CHECK(std::ranges::count(commands,
                           "p.n[tid] := 3; p.calls[tid], p.call[tid] := p.calls[tid] + 1, p.calls[tid] + 1") == 1);
  for (const CoreStatement& s : core.program.statements) {
    if (s.kind != CoreStatement::Kind::scope) continue;
    std::vector<std::string> names;
    for (std::size_t v : s.variables) names.push_back(core.program.variables[v].name);
    CHECK(names == std::vector<std::string>{"p.n", "p.call"});   // not the maps
  }
}

TEST_CASE("a recursive procedure ensures that the maps of earlier calls stay") {
  const std::string stays =
      "old(p.calls)[tid] <= p.calls[tid] && p.call[tid] == old(p.call)[tid] && (forall i :: forall j :: i < "
      "old(p.call)[tid] ==> p.a[tid][i][j] == old(p.a)[tid][i][j])";
  const CoreProgram core = recursive("ensures true");
  const ProcedureOutline& outline = *core.outline.procedures[0];
  CHECK(core_call_text(core.program, outline.post) == stays);
  CHECK(core_formula_text(core.program, outline.pre).find("p.call[tid] == p.calls[tid]") != std::string::npos);
}
