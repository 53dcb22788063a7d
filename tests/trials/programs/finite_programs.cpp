// See finite_programs.hpp.

#include "finite_programs.hpp"

#include "support/random_choice.hpp"

namespace plato_test {

namespace {

class Writer {
 public:
  explicit Writer(std::mt19937& random) : choose_(random) {}

  std::string program() {
    std::string text = "enum Phase { idle, busy, done }\nvar m: lock = 0\nvar x: 0..2" +
                       choose_.of({" = 0", " = 1", ""}) + "\nvar b: bool" + choose_.of({" = false", " = true", ""}) +
                       "\nvar p: Phase" + choose_.of({" = idle", ""}) + "\nvar f: bool[] = map(false)\n";
    if (choose_.chance(20)) text += "invariant " + shared_condition() + " || " + shared_condition() + "\n";
    if (choose_.chance(15))
      text += "program { guarantee " + choose_.of({"x' >= x || b", "m' != m ==> x' == x"}) + " }\n";
    else if (choose_.chance(15))
      text += "program { ensures " + shared_condition() + " || " + shared_condition() + " }\n";
    if (choose_.chance(25)) text += "race-free " + choose_.of({"x", "b", "f", "p", "x, f", "x, b, p"}) + "\n";
    text += "thread T[i] for 1 <= i <= " + choose_.number(2, 3) +
            " {\n  var u: " + choose_.of({"int = 0", "0..2 = 1"}) + "\n  var l: bool = false\n" +
            body(choose_.between(2, 6)) + "}\n";
    if (choose_.chance(25)) text += "thread U = 7 {\n" + shared_body() + "}\n";
    return text;
  }

 private:
  Choice choose_;

  std::string shared_condition() {
    return choose_.of(
        {"x == 0", "x != 1", "x < 2", "b", "!b", "m == 0", "m != 2", "p == idle", "p != busy", "f[1]", "!f[2]"});
  }
  std::string condition() {
    return choose_.chance(60) ? shared_condition() : choose_.of({"u == 0", "u == x", "l", "!l", "m == tid", "f[tid]"});
  }
  std::string shared_step() {
    return choose_.of({"x := 0;", "x := 1;", "x := if x == 2 then 0 else x + 1;", "b := !b;", "b := true;",
                       "p := busy;", "p := done;", "havoc b;", "havoc x;", "havoc p;", "f[1] := b;",
                       "acquire(m); x := 1; release(m);", "atomic { havoc x; await x != 1; b := x == 2; }", "skip;"});
  }
  std::string step() {
    if (choose_.chance(45)) return shared_step();
    return choose_.of({"u := x;", "u := 1;", "x := u;", "l := b;", "b := l;", "l := !l;", "havoc l;", "f[tid] := true;",
                       "f[tid] := l;", "m := tid;", "b := cas(m, 0, tid);", "l := f[1];", "havoc f[tid];"});
  }
  std::string body(int length) {
    std::string text;
    for (; length > 0; --length) switch (choose_.below(11)) {
        case 0: text += "  if (" + condition() + ") { " + step() + " } else { " + step() + " }\n"; break;
        case 1: text += "  await " + condition() + ";\n"; break;
        case 2:
        case 3: text += "  assert " + condition() + " || " + condition() + ";\n"; break;
        case 4: text += "  acquire(m);\n  " + step() + "\n  " + step() + "\n  release(m);\n"; break;
        case 5: text += "  choose { " + step() + " } or { " + step() + " " + step() + " }\n"; break;
        case 6: text += "  while (" + condition() + ") { " + step() + " }\n"; break;
        case 7:   // a lock that does not say who holds it
          text += "  atomic { await !f[0]; f[0] := true; }\n  x := 1;\n  assert x == 1 || b;\n  f[0] := false;\n";
          break;
        case 8:   // who comes second sees the first
          text += "  f[tid] := true;\n  if (!f[3 - tid]) { x := " + choose_.of({"0", "1"}) +
                  "; assert x == " + choose_.of({"0", "1"}) + "; }\n  f[tid] := false;\n";
          break;
        default: text += "  " + step() + "\n";
      }
    return text;
  }
  std::string shared_body() {
    return "  " + shared_step() + "\n  " + shared_step() + "\n  assert " + shared_condition() + " || " +
           shared_condition() + ";\n";
  }
};

}   // namespace

std::string finite_program(std::mt19937& random) { return Writer(random).program(); }

}   // namespace plato_test
