// Steps that find a condition true, or swap, and what they do to ghosts; choices inside of steps.

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

const std::string some = "var x: int var b: bool var a: int[] ghost var g: int = 0 ghost var h: int[] = map(0) ";

// The first step that does something to ghosts, and what is left of it without them.
std::string step(const std::string& statement) {
  const CoreProgram core = program_of(some + "thread T {\n" + statement + "\n}");
  for (std::size_t s = 1; s <= core.program.statements.size(); ++s)
    if (const auto& with = core.outline.statements[s - 1].ghost_command)
      return core_command_text(core.program, *with) + " | " +
             core_command_text(core.program, core.program.statements[s - 1].command);
  return "none";
}
std::string error(const std::string& statement) {
  const Errors errors = errors_of(some + "thread T {\n" + statement + "\n}");
  return errors.size() == 1 ? errors[0] : std::to_string(errors.size()) + " errors";
}
std::string command(const std::string& statement) {
  const CoreProgram core = program_of(some + "thread T {\n" + statement + "\n}");
  return core_command_text(core.program, core.program.statements[0].command);
}

}   // namespace

TEST_CASE("a step that finds a condition true may assign to ghosts") {
  CHECK(step("if (x > 0) ghost { g := x; } { skip; }") == "assume 0 < x; g := x | assume 0 < x");
  CHECK(step("while (true) ghost { g += 1; } { x := 1; }") == "skip; g := g + 1 | skip");
  CHECK(step("if (cas(x, 0, 1)) ghost { g := x; } { }") == "assume x == 0; x := 1; g := x | assume x == 0; x := 1");
  CHECK(step("if (!cas(x, 0, 1)) ghost { g := x; } { }") == "assume x != 0; g := x | assume x != 0");
  CHECK(step("b := cas(x, 0, 1) ghost { g := x; h[g] := 1; }") ==
        "if (x == 0) { x, b := 1, 1; g := x; h[g] := 1; } else { b := 0; } | if (x == 0) { x, b := 1, 1; } else { b "
        ":= 0; }");
  CHECK(step("atomic { if (g == 0) { h[0], h[1] := h[1], h[0]; } }").starts_with("h := if g == 0 then h[0 := "));
}

TEST_CASE("a block 'ghost' holds assignments to ghosts") {
  CHECK(error("if (x > 0) ghost { x := 1; } { }") ==
        "2:20: a block 'ghost' may only assign to ghosts (move this out of the block)");
  CHECK(error("if (x > 0) ghost { assert x == 1; } { }") ==
        "2:20: a block 'ghost' may only assign to ghosts (move this out of the block)");
  CHECK(error("if (x > 0) ghost { if (*) { g := 1; } } { }") ==
        "2:24: a block 'ghost' may only assign to ghosts (move this out of the block)");
  CHECK(error("if (*) ghost { g := 1; } { }") ==
        "2:1: a choice is no step: nothing can happen to ghosts in it (assign to ghosts together with a step of the "
        "branch: 'atomic { … }')");
  CHECK(error("x := 1 ghost { g := 1; }") ==
        "2:1: a block 'ghost' may follow a condition or 'cas' (write 'atomic { x := e; g := …; }')");
  CHECK(error("atomic { if (x > 0) ghost { g := 1; } { x := 1; } }") ==
        "2:10: an atomic block needs no block 'ghost' (assign to ghosts as to other variables)");
  CHECK(error("atomic { if (g > 0) { choose { g := 1; } or { g := 2; } } }").starts_with("2:23: whether this happens"));
}

TEST_CASE("choices inside of a step") {
  CHECK(command("atomic { choose { x := 1; } or { x := 2; } or { b := true; } a[x] := 1; }") ==
        "choose { x := 1; } or { choose { x := 2; } or { b := 1; } } a[x] := 1");
  CHECK(command("atomic { if (*) { x := 1; } }") == "choose { x := 1; } or { skip; }");
  CHECK(step("atomic { choose { g := 1; } or { x := 2; } }") ==
        "choose { g := 1; } or { x := 2; } | choose { skip; } or { x := 2; }");
  CHECK(step("atomic { if (x == 1) { if (*) { g := 1; } } }") ==
        "if (x == 1) { choose { g := 1; } or { skip; } } | if (x == 1) { choose { skip; } or { skip; } }");
}

TEST_CASE("several elements of a map in one assignment") {
  CHECK(command("a[x], a[1] := a[1], a[x];") == "a[x], a[1] := a[1], a[x]");
  CHECK(error("a, a[1] := map(0), 1;") ==
        "2:5: 'a' occurs twice on the left side (a variable changes once in one step, as a whole or at elements)");
  CHECK(error("x, x := 1, 2;") ==
        "2:4: 'x' occurs twice on the left side (a variable changes once in one step, as a whole or at elements)");
  CHECK(error("havoc a[1], a[2];") ==
        "2:14: 'a' occurs twice on the left side (a variable changes once in one step; of a map only one element)");
}
