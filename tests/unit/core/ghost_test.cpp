// Ghost variables: what may mention them, and what they become in core Plato.

#include "certificate/program_writer.hpp"
#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

const std::string variables =
    "var x: int = 0 var a: int[] ghost var g: int = 0 ghost var h: int[]\npredicate Hidden() = g == 0\n";
const std::string help =
    " (ghosts may be read in assignments to ghosts, cuts, invariants, rely and guarantee of threads, and requires and "
    "ensures of threads)";
const std::string not_in = "the ghost variable 'g' must not be read in ";
const std::string why = ": ghosts do not influence the program";

std::string error_of(const std::string& rest) {
  const Errors errors = errors_of(variables + rest);
  return errors.size() == 1 ? errors[0]
                            : std::to_string(errors.size()) + " errors" + (errors.empty() ? "" : ": " + errors[0]);
}
std::string in_thread(const std::string& statement) { return error_of("thread T { " + statement + " }"); }

bool has_line(const std::string& text, const std::string& start) {
  return text.find("\n" + start) != std::string::npos;
}

}   // namespace

TEST_CASE("ghosts do not influence the program") {
  CHECK(in_thread("x := g;") == "3:17: " + not_in + "a value that is assigned to another variable" + why + help);
  CHECK(in_thread("a[g] := 1;") == "3:14: " + not_in + "a statement" + why + help);
  CHECK(in_thread("assert g == 0;") == "3:19: " + not_in + "an assertion" + why + help);
  CHECK(in_thread("await g == 0;") == "3:18: " + not_in + "a condition" + why + help);
  CHECK(in_thread("if (g == 0) { x := 1; }") == "3:16: " + not_in + "a condition" + why + help);
  CHECK(in_thread("while (g == 0) { x := 1; }") == "3:19: " + not_in + "a condition" + why + help);
  CHECK(in_thread("atomic requires g == 0 modifies x: x' == 1;") ==
        "3:28: " + not_in + "the gate of an atomic operation" + why + help);
  CHECK(in_thread("assert Hidden();") ==
        "3:19: 'Hidden' mentions a ghost variable, which must not be read in an assertion" + why + help);
  CHECK(error_of("program { ensures g == 0 } thread T { }") ==
        "3:19: " + not_in + "what the program ensures" + why + help);
  CHECK(error_of("var y: int = g thread T { }") == "3:14: " + not_in + "an initial value" + why + help);
  CHECK(in_thread("havoc g;") ==
        "3:18: the ghost variable 'g' cannot be havocked (assign to it, best in an atomic block with the step that it "
        "is about)");
  CHECK(in_thread("if (cas(g, 0, 1)) { }") ==
        "3:16: 'cas' on a ghost variable would decide what the program does (assign to it)");
  CHECK(in_thread("atomic { if (g == 0) { x := 1; } }") ==
        "3:35: whether 'x' changes depends on a ghost variable: ghosts do not influence the program (an 'if' about "
        "ghosts may only assign to ghosts)");
  CHECK(error_of("ghost var l: lock thread T { }") ==
        "3:11: a ghost variable cannot be a lock: nobody would wait for it (declare it as an int)");
}

TEST_CASE("the proof may speak of ghosts") {
  CHECK(errors_of(variables + "invariant g >= 0 rely g' >= g guarantee g' >= g\nthread T { ghost var mine: int = 0 "
                              "requires g >= 0 ensures Hidden() || g > 0\n"
                              "cut g >= 0; atomic { x := 1; g := g + x; h[g] := g; if (g == 1) { mine := g; } } while "
                              "(*) invariant g > 0 { } }") == Errors{});
}

TEST_CASE("first values of ghosts") {
  CHECK(errors_of(variables + "init forall k :: h[k] == k + x thread T { }") == Errors{});
  CHECK(error_of("init g == 1 thread T { }") ==
        "3:8: an initial condition must not mention ghost variables: it says where the program starts (a ghost's first "
        "value is given by "
        "'ghost var g: int = e', or of a map by 'init forall k :: g[k] == e')");
  CHECK(error_of("init forall k :: h[k] == k init forall k :: h[k] == 0 thread T { }") ==
        "3:33: the ghost variable 'h' has two first values (leave one of them out)");
}

TEST_CASE("a step and what it does to ghosts are two commands") {
  const CoreProgram p = program_of(
      "var x: int = 0 ghost var g: int = 0 invariant x >= 0 invariant g == x thread T { atomic { x := x + 1; g := g + "
      "1; } x := x; }");
  REQUIRE(p.program.statements.size() == 3);
  CHECK(core_command_text(p.program, p.program.statements[0].command) == "x := x + 1");
  CHECK(core_command_text(p.program, p.outline.statements[0].ghost_command.value()) == "x := x + 1; g := g + 1");
  CHECK_FALSE(p.outline.statements[1].ghost_command.has_value());
  CHECK(text_of(p, p.program.init) == "x == 0");
  CHECK(text_of(p, p.outline.initially) == "x == 0 && g == 0");
  CHECK(text_of(p, p.specification.invariant) == "0 <= x");
  CHECK(text_of(p, p.outline.lemma) == "g == x");
  CHECK(is_triple(p));
  const std::string text = write_program(p);
  CHECK(text.starts_with("plato certificate 2\nclaim triple\n"));
  // The program comes first, without its ghosts.
  const std::string program = text.substr(0, text.find("\nby thread-modular\n"));
  REQUIRE(program.size() < text.size());
  for (const char* word : {"ghost ", "update ", "initially ", "lemma "}) CHECK_FALSE(has_line(program, word));
  CHECK(has_line(text, "ghost 1"));
  CHECK(has_line(text, "update 1 "));
  CHECK(has_line(text, "initially "));
  CHECK(has_line(text, "lemma "));
  // A schedule is about the program without its ghosts.
  const std::string behaviour = write_program(p, ProgramClaim::goes_wrong);
  for (const char* word : {"ghost ", "update ", "initially ", "lemma "}) CHECK_FALSE(has_line(behaviour, word));
}

TEST_CASE("the program is what is left when assignments to ghosts are erased") {
  const auto commands = [](const std::string& statement) {
    const CoreProgram p = program_of("var x, y: int var a: int[] ghost var g: int = 0 ghost var h: int[]\nthread T { " +
                                     statement + " }");
    const CommandId plain = p.program.statements[0].command;
    return core_command_text(p.program, plain) + " | " +
           core_command_text(p.program, p.outline.statements[0].ghost_command.value_or(plain));
  };
  CHECK(commands("g := x;") == "skip | g := x");
  CHECK(commands("x, g, y := 1, x, 2;") == "x, y := 1, 2 | x, g, y := 1, x, 2");
  CHECK(commands("atomic { x := 1; g := x; y := x; h[g] := y; }") ==
        "x := 1; y := x | x := 1; g := x; y := x; h[g] := y");
  CHECK(commands("atomic { if (x == 0) { x := 1; g := 1; } else { g := 2; } }") ==
        "if (x == 0) { x := 1; } | if (x == 0) { x := 1; g := 1; } else { g := 2; }");
  // An `if` about ghosts is one assignment, or it would be left.
  CHECK(commands("atomic { x := 1; if (g == 0) { g := x; h[g] := 2; } else { g := 3; } }") ==
        "x := 1 | x := 1; g, h := if g == 0 then x else 3, if g == 0 then h[x := 2] else h");
  CHECK(commands("atomic { if (x == 0) { skip; } y := 1; }") == "y := 1 | y := 1");
}
