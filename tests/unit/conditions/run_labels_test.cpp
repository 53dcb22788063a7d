// The kernel says in which version of the store a command is run; what it says of the command is about that store.

#include "conditions/conditions.hpp"

#include <algorithm>

#include "certificate/program_writer.hpp"
#include "conditions/counterexample.hpp"
#include "support/example_programs.hpp"
#include "support/program_text.hpp"
#include "thread_modular/violated_part.hpp"

using namespace plato;

namespace {

// What the kernel says of an operation is about the store in which it starts, and what it leaves open.
std::size_t compare(const CoreProgram& core) {
  const auto conditions = ask_for_conditions(write_program(core));
  REQUIRE(conditions.has_value());
  std::size_t compared = 0;
  for (const PartLabel& label : conditions->labels) {
    using Part = PartLabel::Part;
    if (label.part != Part::gate && label.part != Part::post && label.part != Part::guarantee) continue;
    // Neither steps of a procedure that is called by its abstraction nor ends of scopes are commands.
    using Kind = CoreStatement::Kind;
    if (label.statement == 0 || statement_of(core.program, label.statement).kind != Kind::atomic) continue;
    const auto own = std::ranges::find(conditions->runs, label.statement, &RunLabel::statement);
    REQUIRE(own != conditions->runs.end());
    const std::int32_t inputs = count_inputs(core.program, proof_command(core.program, core.outline, label.statement));
    for (std::int32_t version : versions_in(conditions->table, label.literal)) {
      CHECK((version == own->before || (version >= own->inputs && version < own->inputs + inputs)));
      ++compared;
    }
  }
  return compared;
}

}   // namespace

TEST_CASE("stores of operations have the kernel's versions") {
  std::size_t compared = 0;
  plato_test::for_each_example([&](const std::filesystem::path& path, const std::string& text) {
    INFO(path.string());
    compared += compare(program_of(text));
  });
  CHECK(compared > 300);
  CHECK(
      compare(program_of(
          "var x, y: int guarantee x' >= x - y thread T { if (*) { atomic { havoc x, y; assert x > y; if (x == 1) { "
          "havoc y; } y := 2; assert x == y; } } else { x := 1; } while (x < 9) invariant x > 0 { choose { havoc y; } "
          "or { atomic modifies x, y: x' > y' ensures x' > x; } cut x > 1; x := 2; } x := 3; } thread U { x := 4; }")) >
      12);
  // What follows the first half of a long sequence is shared.
  std::string text = "var x, y: int guarantee x' >= y thread T {";
  for (int i = 0; i < 300; ++i) text += " x := x + 1; havoc y; if (x == 1) { y := 2; }";
  CHECK(compare(program_of(text + " } thread U { y := 4; }")) > 900);
}
