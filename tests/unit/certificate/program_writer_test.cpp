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

TEST_CASE("specifications of procedures are lines of an outline") {
  const CoreProgram core = program_of(
      "var x: int = 0 ghost var g: int = 0\nprocedure p(n: int) requires n >= 0 action modifies x { if (n > 0) { p(n - "
      "1); } else { x := 1; } }\nprocedure q() modifies x, g { p(1); }\nthread T { p(1); }\nthread U { skip; }");
  const std::string text = write_program(core);
  const auto at = [&](const std::string& words) {
    INFO(words << " in\n" << text);
    const std::size_t found = text.find("\n" + words);
    CHECK(found != std::string::npos);
    return found;
  };
  // Variables: x, g, p.n and the witness, which is no ghost.
  CHECK(at("by procedures\n") < at("int 3 _witness\n"));
  CHECK(has_line(text, "ghost 1"));
  CHECK(!has_line(text, "ghost 3"));
  CHECK(at("int 3 _witness\n") < at("witness 3 "));
  CHECK(at("witness 3 ") < at("abstraction 1 "));
  CHECK(at("abstraction 1 ") < at("abstraction 2 "));
  CHECK(at("abstraction 2 ") < at("calls 1 "));
  CHECK(at("calls 2 ") < at("through 0 "));
  CHECK(at("through 0 ") < at("commit "));
  CHECK(text.find("\nthrough 1 ") == std::string::npos);
  at("restore ");
  const auto numbers = [&](const std::string& words) {
    const std::size_t begin = at(words) + 1, end = text.find('\n', begin);
    return std::ranges::count(text.substr(begin, end - begin), ' ');
  };
  CHECK(numbers("witness 3 ") == 3);       // 0 or 1 actions
  CHECK(numbers("abstraction 1 ") == 6);   // rely, idle, pre, post and one step
  CHECK(numbers("abstraction 2 ") == 5);
  CHECK(numbers("calls 1 ") == 3);
  // Everything else is as without a specification.
  const CoreProgram plain = program_of(
      "var x: int = 0 ghost var g: int = 0\nprocedure p(n: int) { if (n > 0) { p(n - 1); } else { x := 1; } }\n"
      "procedure q() { p(1); }\nthread T { p(1); }\nthread U { skip; }");
  const std::string without = write_program(plain);
  const std::size_t method = text.find("by procedures\n");
  CHECK(text.substr(0, method) == without.substr(0, without.find("by thread-modular\n")));
  CHECK(text.ends_with("\nproof\n"));
}

TEST_CASE("a schedule does not mention specifications") {
  const std::string source = "var x: int = 0\nprocedure p() action modifies x { x := 1; }\nthread T { p(); }";
  const std::string text = write_program(program_of(source), ProgramClaim::goes_wrong);
  CHECK(text.find("witness") == std::string::npos);
  CHECK(text.ends_with("by schedule\n"));
}
