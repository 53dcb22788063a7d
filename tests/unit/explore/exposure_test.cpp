// What threads that are run apart must know of each other.

#include "explore/exposure.hpp"

#include <string>

#include "support/program_text.hpp"

using namespace plato;

namespace {

// Which lines are exposed, and which variables.
std::string exposed(const std::string& text) {
  const CoreProgram core = program_of(text);
  const std::optional<Exposure> found = find_exposure(core.program, core.specification);
  if (!found) return "nothing suffices";
  std::string out;
  for (StatementId s : found->statements) out += std::to_string(core.provenance.statements[s - 1].where.line) + " ";
  for (std::size_t v : found->variables) out += core.program.variables[v].name + " ";
  return out;
}

// A lock of one bit does not say who has it.
std::string bit_lock(std::size_t threads, const std::string& acquire) {
  return "var b: bool = false\nvar x: int = 0\nthread T[i] for 1 <= i <= " + std::to_string(threads) + " {\n" +
         acquire + "\nx := i;\nassert x == i;\nb := false;\n}\n";
}
const std::string in_one_step = "atomic { await !b; b := true; }";

}   // namespace

TEST_CASE("where the one is who has a lock of one bit is exposed") {
  // The others see who is about to write; what has been written tells the rest.
  CHECK(exposed(bit_lock(2, in_one_step)) == "5 ");
  CHECK(exposed(bit_lock(40, in_one_step)) == "5 ");
}

TEST_CASE("a program that is wrong is so with everything exposed") {
  CHECK(exposed(bit_lock(2, "await !b; b := true;")) == "nothing suffices");
}

TEST_CASE("own values are exposed where they matter") {
  // Whoever has seen 0 goes on, and the flag is shared by then.
  const std::string text =
      "var x: int = 0\nvar busy: int = 0\nthread T[i] for 1 <= i <= 2 {\nvar got: int = 0\n"
      "atomic { got := x; x := x + 1; }\nif (got == 0) {\nbusy := busy + 1;\nassert busy == 1;\nbusy := busy - "
      "1;\n}\n}\n";
  CHECK(exposed(text).find("T.got") != std::string::npos);
}

TEST_CASE("what is exposed suffices for the views") {
  const CoreProgram core = program_of(bit_lock(30, in_one_step));
  CHECK(!find_thread_views(core.program, core.specification, {}).has_value());
  const auto views = find_thread_views(core.program, core.specification,
                                       {.exposed = *find_exposure(core.program, core.specification)});
  REQUIRE(views.has_value());
  // Nobody is about to write, or one of 30 threads is; x is 0, or as one of them has left it.
  CHECK(views->stores.size() == 31 * 31);
}
