// The proof outline has a line for each assertion and statement, with its rule and conditions.

#include "thread_modular/proof_outline.hpp"

#include "certificate/program_writer.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

std::string outline_of(const CoreProgram& core) {
  return proof_outline(core, ask_for_conditions(write_program(core)).value().conditions);
}

// Lines with their reasons, single spaces between them.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else if (c != ' ' || (!lines.back().empty() && lines.back().back() != ' '))
      lines.back() += c;
  }
  lines.pop_back();
  return lines;
}

}   // namespace

TEST_CASE("a loop, a cut and a postcondition in an outline") {
  const CoreProgram p = program_of(
      "var x: int = 0 program { ensures x > 0 } invariant x >= 0\nthread T { ensures x > 0 while (x < 5) invariant x < "
      "9 { x := x + 1; } cut x >= 5; }");
  const std::string text = outline_of(p);
  CHECK(lines_of(text) ==
        std::vector<std::string>{"program -- parallel",
                                 "pre x == 0",
                                 "rely false: nothing runs beside it",
                                 "guar true",
                                 "post 0 < x -- follows from the threads' posts 2",
                                 "I 0 <= x -- initially 1",
                                 "",
                                 "thread T[tid] for tid == 1 -- block",
                                 "rely I ==> I' -- reflexive 3, transitive 4",
                                 "guar I ==> I' -- reflexive 5, implies the others' rely 13, keeps I 14",
                                 "{ pre } -- from the start 12",
                                 "while (x < 5) -- loop",
                                 "{ x < 9 && I } -- stable 7, body 8, what follows 11; reached by 12",
                                 "do",
                                 "test x < 5 -- block: 8",
                                 "x := x + 1 -- block: 8",
                                 "od",
                                 "test 5 <= x -- block: 11",
                                 "{ 5 <= x && I } -- cut: stable 9, what follows 10; reached by 11",
                                 "{ 0 < x } -- stable 6; reached by 10"});
}

TEST_CASE("an explicit outline shows each step's assertion") {
  const CoreProgram p = program_of("var x: int = 0 thread T by outline { cut x == 0; x := 1; }");
  const auto lines = lines_of(outline_of(p));
  REQUIRE(lines.size() == 14);
  CHECK(lines[7] == "thread T[tid] for tid == 1 -- outline");
  CHECK(lines[11] == "{ x == 0 } -- outline: stable 4; reached by 6");
  CHECK(lines[12] == "x := 1 -- step 5");
  CHECK(lines[13] == "{ true } -- stable 3; reached by 5");
}
