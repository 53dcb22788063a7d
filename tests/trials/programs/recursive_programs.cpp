// See recursive_programs.hpp.

#include "recursive_programs.hpp"

#include "support/random_choice.hpp"

namespace plato_test {

namespace {

class RecursiveWriter {
 public:
  explicit RecursiveWriter(std::mt19937& random) : choose_(random) {}

  std::string program() {
    std::string text = "var m: lock = 0\nvar x: 0..2 = 0\nvar b: bool = false\nvar h: 0..3 = 0\n";
    if (choose_.chance(20)) text += "invariant " + condition() + " || " + condition() + "\n";
    if (choose_.chance(15)) text += "program { ensures " + condition() + " || " + condition() + " }\n";
    if (choose_.chance(20)) text += "race-free " + choose_.of({"x", "b", "h", "x, h"}) + "\n";
    text += procedures();
    text += "thread T[i] for 1 <= i <= " + choose_.number(1, 3) + " {\n  var u: 0..2 = 0\n" + thread_body() + "}\n";
    if (choose_.chance(30)) text += "thread U = 7 {\n" + thread_body(false) + "}\n";
    return text;
  }

 private:
  Choice choose_;

  std::string condition() {
    return choose_.of({"x == 0", "x != 1", "x < 2", "b", "!b", "m == 0", "m != 2", "h == 0", "h < 2"});
  }
  std::string step() {
    return choose_.of({"x := 0;", "x := 1;", "x := if x == 2 then 0 else x + 1;", "b := !b;", "b := true;", "havoc b;",
                       "skip;", "if (m != tid) { acquire(m); }", "if (m == tid) { release(m); }",
                       "if (h < 3) { h := h + 1; }", "if (h > 0) { h := h - 1; }", "acquire(m); x := 1; release(m);"});
  }
  // In `visit`.
  std::string own_condition() {
    return choose_.chance(50) ? condition() : choose_.of({"d == 0", "d == 1", "l", "!l", "x == d", "m == tid"});
  }
  std::string own_step() {
    return choose_.chance(50)
               ? step()
               : choose_.of({"l := b;", "l := !l;", "x := d;", "b := l;", "havoc l;", "d := 0;", "r := d;"});
  }
  std::string deeper() {
    switch (choose_.below(6)) {
      case 0: return "  if (d < 2) { visit(d + 1); }\n";
      case 1: return "  if (d < 2) { r := visit(d + 1); }\n";
      case 2: return "  choose { skip; } or { r := visit(if d == 2 then 0 else d + 1); }\n";
      case 3: return "  choose { skip; } or { visit(d); }\n";
      case 4: return "  again();\n";
      default: return "  if (l) { d := visit(0); }\n";
    }
  }
  std::string piece() {
    switch (choose_.below(7)) {
      case 0: return "  if (" + own_condition() + ") { " + own_step() + " } else { " + own_step() + " }\n";
      case 1: return "  assert " + own_condition() + " || " + own_condition() + ";\n";
      case 2: return "  choose { " + own_step() + " } or { " + own_step() + " return 1; }\n";
      case 3:   // what the call leaves alone
        return "  l := b;\n" + deeper() + "  assert " +
               choose_.of({"l || !b || x != 1", "d < 2 || l", "x == 0 || d <= 2"}) + ";\n";
      case 4: return deeper();
      default: return "  " + own_step() + "\n";
    }
  }
  std::string procedures() {
    std::string text =
        "procedure visit(d: 0..2) returns (r: 0..2) {\n  var l: bool = " + choose_.of({"false", "b"}) + "\n";
    for (int length = choose_.between(1, 4); length > 0; --length) text += piece();
    text += deeper();
    if (choose_.chance(70)) text += piece();
    text += "  return " + choose_.of({"d", "0", "if d == 0 then 1 else 0", "x"}) + ";\n}\n";
    // No variables at all: only where it is counts.
    text += "procedure again() {\n  choose { skip; } or { " + step() + " " +
            choose_.of({"again();", "again(); again();", "visit(0);"}) + " " + step() + " }\n}\n";
    return text;
  }
  std::string thread_body(bool has_own = true) {
    std::string text;
    if (choose_.chance(50)) text += "  acquire(m);\n";
    if (choose_.chance(40)) text += "  " + step() + "\n";
    text += has_own && choose_.chance(50) ? "  u := visit(" + choose_.of({"0", "1", "u"}) + ");\n"
                                          : "  " + choose_.of({"visit(0);", "visit(2);", "again();"}) + "\n";
    if (has_own && choose_.chance(40))
      text += "  assert " + choose_.of({"u == 0", "u < 2", "u != 1 || b", "u <= 2"}) + ";\n";
    text += "  assert " + condition() + " || " + condition() + ";\n";
    if (choose_.chance(40)) text += "  if (m == tid) { release(m); }\n";
    return text;
  }
};

}   // namespace

std::string recursive_program(std::mt19937& random) { return RecursiveWriter(random).program(); }

}   // namespace plato_test
