// The versions of the store that messages count on are those of the kernel's conditions.

#include "thread_modular/store_versions.hpp"

#include <filesystem>

#include "certificate/program_writer.hpp"
#include "conditions/counterexample.hpp"
#include "support/program_text.hpp"
#include "system/input_file.hpp"
#include "thread_modular/violated_part.hpp"

using namespace plato;

namespace {

// What the kernel says of an operation is about the store in which it starts, and what it leaves open.
std::size_t compare(const CoreProgram& core) {
  const auto conditions = ask_for_conditions(write_program(core));
  REQUIRE(conditions.has_value());
  const std::vector<OperationVersions> versions = store_versions(core.program, core.outline);
  std::size_t compared = 0;
  for (const PartLabel& label : conditions->labels) {
    if (label.part == PartLabel::Part::assertion || label.part == PartLabel::Part::ensures) continue;
    const OperationVersions& own = versions.at(label.statement - 1);
    const std::int32_t inputs = count_inputs(core.program, proof_command(core.program, core.outline, label.statement));
    for (std::int32_t version : versions_in(conditions->table, label.literal)) {
      CHECK((version == own.before || (version >= own.inputs && version < own.inputs + inputs)));
      ++compared;
    }
  }
  return compared;
}

}   // namespace

TEST_CASE("stores of operations have the kernel's versions") {
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PLATO_EXAMPLES)) {
    if (entry.path().extension() != ".plato") continue;
    INFO(entry.path().string());
    compared += compare(program_of(std::string(as_text(read_file(entry.path().string()).value()))));
  }
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
