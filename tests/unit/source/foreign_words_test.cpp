// Words and signs of other languages: the message knows what to write.

#include "source/foreign_words.hpp"

#include "support/program_text.hpp"

using namespace plato;

namespace {

// The help that comes with the first mistake.
std::string help_for(const std::string& statements) {
  const Errors errors = errors_of("var x: int var b: bool var m: lock thread T {\n" + statements + "\n}");
  if (errors.empty()) return "no error";
  const std::size_t help = errors[0].find(" (");
  return help == std::string::npos ? "no help: " + errors[0] : errors[0].substr(help + 2, errors[0].size() - help - 3);
}

}   // namespace

TEST_CASE("signs of other languages") {
  for (const char* statement : {"x++;", "++x;"}) CHECK(help_for(statement) == "write 'x += 1;'");
  for (const char* statement : {"x--;", "--x;"}) CHECK(help_for(statement) == "write 'x -= 1;'");
  CHECK(help_for("x = 1;") == "assignments are written 'x := e'");
  CHECK(help_for("x == 1;") == "assignments are written 'x := e'");
  CHECK(help_for("x <- 1;") == "assignments are written 'x := e'");
  CHECK(help_for("b &&= true;") == "write 'x := x && e;'");
  CHECK(help_for("b ||= true;") == "write 'x := x || e;'");
  CHECK(help_for("x /= 2;") == "write 'x := x div e;'");
  CHECK(help_for("x %= 2;") == "write 'x := x mod e;'");
  CHECK(help_for("if (x = 1) { }") == "equality is written '==', an assignment 'x := e'");
  CHECK(help_for("if (x === 1) { }") == "equality is written '=='");
  CHECK(help_for("if (x !== 1) { }") == "'not equal' is written '!='");
  CHECK(help_for("if (x ! = 1) { }") == "'not equal' is written '!=', without a space");
  CHECK(help_for("if (x <> 1) { }") == "'not equal' is written '!='");
  CHECK(help_for("if (x =< 1) { }") == "'at most' is written '<='");
  CHECK(help_for("assert b => b;") == "'implies' is written '==>'");
  CHECK(help_for("if (b & b) { }") == "'and' is written '&&'");
  CHECK(help_for("if (b | b) { }") == "'or' is written '||'");
}

TEST_CASE("words of other languages") {
  CHECK(help_for("if (b) { } elif (b) { }") == "write 'else if (c) { … }'");
  CHECK(help_for("if (b) { } elseif (b) { }") == "write 'else if (c) { … }'");
  CHECK(help_for("do { x := 1; } while (b);").starts_with("write 'while (c) { … }'"));
  CHECK(help_for("switch (x) { }") == "write 'if (c) { … } else if (d) { … } else { … }'");
  CHECK(help_for("lock(m);") == "write 'acquire(m);'");
  CHECK(help_for("unlock(m);") == "write 'release(m);'");
  CHECK(help_for("print(x);").starts_with("programs have no output"));
  CHECK(help_for("wait();").starts_with("write 'await e;'"));
  CHECK(help_for("let y = 1;").starts_with("declare local variables"));
  CHECK(help_for("int y = 1;").starts_with("declare local variables"));
  CHECK(help_for("begin x := 1; end") == "blocks are written '{ … }'");
  CHECK(help_for("if (b) then { }") == "a statement is written 'if (c) { … }', without 'then'");
  CHECK(help_for("while (b) do { }") == "a loop is written 'while (c) { … }', without 'do'");
  CHECK(help_for("if (b and b) { }") == "'and' is written '&&'");
  CHECK(help_for("if (b or b) { }") == "'or' is written '||'");
  CHECK(help_for("x := null;").starts_with("there is no null"));
  CHECK(help_for("b := True;") == "it is written 'true'");
  CHECK(help_for("b := FALSE;") == "it is written 'false'");
}

TEST_CASE("they are still names") {
  CHECK(errors_of("var x: int procedure unlock() { skip; } procedure print(n: int) returns (r: int) { r := n; } thread "
                  "T { unlock(); print(1); x := print(2); }")
            .empty());
  CHECK(errors_of("var end, do, print, let, to, unlock, at, count, sum, enum, type: int var begin: int[] thread T { "
                  "end := do; begin[1] := print; let += 1; do, to := to, do; enum := type; type := 2; }")
            .empty());
}
