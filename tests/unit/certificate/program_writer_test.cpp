// The lines of a program with procedures.

#include "certificate/program_writer.hpp"

#include "certificate/schedule_writer.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

bool has_line(const std::string& text, const std::string& line) {
  return text.find("\n" + line + "\n") != std::string::npos;
}

const std::string program =
    "var x: int = 0 procedure p(n: int) { if (n > 0) { p(n - 1); return; } x := 1; } thread T { L: while (*) { break; "
    "} "
    "p(1); assert x == 0; }";

}   // namespace

TEST_CASE("blocks, exits, calls, scopes and procedures are lines of a program") {
  const CoreProgram core = program_of(program);
  const std::string text = write_program(core);
  CHECK(has_line(text, "exit 0"));
  CHECK(has_line(text, "call 1"));
  CHECK(has_line(text, "proc 1 p"));
  CHECK(has_line(text, "procedure " + std::to_string(core.program.procedures[0].body)));
  for (std::size_t s = 0; s < core.program.statements.size(); ++s) {
    const CoreStatement& statement = core.program.statements[s];
    if (statement.kind == CoreStatement::Kind::block) CHECK(has_line(text, "block " + std::to_string(statement.first)));
    if (statement.kind == CoreStatement::Kind::scope)
      CHECK(has_line(text, "scope " + std::to_string(statement.first) + " 1"));   // p.n is variable 1
  }
  // A procedure comes before the calls of threads: a proof has its body in their place.
  CHECK(text.find("\nprocedure ") < text.rfind("\ncall "));
}

TEST_CASE("a way through calls, scopes and exits is found for each step of a schedule") {
  const CoreProgram core = program_of(program);
  const Exploration found = explore(core, {});
  REQUIRE(found.verdict == Exploration::Verdict::goes_wrong);
  const auto certificate = write_schedule_certificate(core, found, 1);
  REQUIRE(certificate);
  // The loop is left by its jump. Steps: enter, test, enter, test, x := 1, two ends of scopes; then the assertion.
  CHECK(certificate->substr(certificate->find("run\n")) ==
        "run\nthread 0 1\nagain\nstep\nthread 0 1\nleft\nstep\nthread 0 1\nstep\nthread 0 1\nright\nstep\nthread 0 "
        "1\nstep\nthread 0 1\nstep\nthread 0 1\nstep\nthread 0 1\nwrong\n");
}
