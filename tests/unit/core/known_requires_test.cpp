// What is required of variables that no step changes is known at loops and cuts.

#include "core/core_text.hpp"
#include "core/read_program.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

std::string core_of(const std::string& text) {
  auto program = read_program(text);
  if (!program) FAIL(render(program.error(), "program", text));
  return core_text(*program);
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string procedure(const std::string& body) {
  return core_of(
      "const N: int\nvar x: int = 0\npredicate Large(i) = i > N\n"
      "procedure p(n: int) requires Large(n) requires x > n modifies x {\n" +
      body + "\n}\nthread T { }");
}

}   // namespace

TEST_CASE("at loops and cuts of a procedure") {
  const std::string kept = procedure("while (*) { x := n; } cut x == x;");
  CHECK(has(kept, "loop invariant (N < p.n[tid] && p.n[tid] == old(p.n)[tid]) && _witness == 0 {"));
  CHECK(has(kept, "cut (N < p.n[tid]"));
  // Not of a parameter that is assigned to, nor what others may change.
  CHECK(has(procedure("while (*) { n := 1; }"), "loop invariant _witness == 0 {"));
}

TEST_CASE("at loops of a thread") {
  const std::string text = "thread T { var k, l: int = 5\nrequires k > 3\nrequires l > 4\nwhile (*) { l := k; } }";
  CHECK(has(core_of(text), "loop invariant 3 < T.k {"));
  // What a thread that is started takes as its argument does not change, either.
  const std::string started =
      core_of("thread T[i](n: int) { requires n > 3\nwhile (*) { skip; } }\nthread U { start T[2](4); }");
  CHECK(has(started, "T.started_n[i]) && 3 < T.n[tid] {"));
}
