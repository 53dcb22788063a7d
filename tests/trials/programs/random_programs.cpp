// The patterns; see random_programs.hpp. Each statement is on a line of its own, for spoil.cpp to work on.

#include "random_programs.hpp"

#include <optional>

#include "support/random_choice.hpp"

namespace plato_test {
namespace {

// What threads there are: two or three individually declared ones, or a family with two or three members.
struct Threads {
  int count = 2;
  bool is_family = false;
};

Threads some_threads(Choice& choose) { return {.count = choose.between(2, 3), .is_family = choose.chance(40)}; }

// The threads with the bodies that `body` makes; the threads of a family have one.
template <class Body>
std::string write_threads(const Threads& threads, Body body) {
  if (threads.is_family)
    return "thread worker[k] for 1 <= k && k <= " + std::to_string(threads.count) + " {\n" + body() + "}\n";
  std::string text;
  for (int i = 1; i <= threads.count; ++i) text += "thread T" + std::to_string(i) + " {\n" + body() + "}\n";
  return text;
}

// ---- a lock and two variables

// Statements of a thread that owns x and y for a while, and what it knows of them on the way.
class OwnedPart {
 public:
  OwnedPart(Choice& choose, std::string holds) : choose_(choose), holds_(std::move(holds)) {}

  std::string write(int statements) {
    for (int i = 0; i < statements; ++i) statement();
    assertion();
    return std::move(text_);
  }

 private:
  Choice& choose_;
  std::string holds_;   // what says that the thread owns them
  std::string text_;
  std::optional<int> x_, y_;   // their values, where they are known
  bool t_is_x_ = false;

  void line(const std::string& text) { text_ += "  " + text + "\n"; }
  std::string known() const {
    std::string facts = holds_;
    if (x_) facts += " && x == " + std::to_string(*x_);
    if (y_) facts += " && y == " + std::to_string(*y_);
    if (t_is_x_) facts += " && t == x";
    return facts;
  }
  void statement() {
    switch (choose_.below(9)) {
      case 0:
      case 1: {
        x_ = choose_.between(0, 2);
        t_is_x_ = false;
        return line("x := " + std::to_string(*x_) + ";");
      }
      case 2: {
        y_ = choose_.between(0, 2);
        return line("y := " + std::to_string(*y_) + ";");
      }
      case 3: {
        const int add = choose_.between(1, 2);
        if (x_) x_ = (*x_ + add) % 3;
        t_is_x_ = false;
        return line("x := (x + " + std::to_string(add) + ") mod 3;");
      }
      case 4: {
        t_is_x_ = true;
        return line("t := x;");
      }
      case 5: {
        std::swap(x_, y_);
        t_is_x_ = false;
        return line("atomic { t := 0; x, y := y, x; }");
      }
      case 6: return line("cut " + known() + ";");
      case 7: {
        const int value = choose_.between(0, 2);
        line("if (x == " + std::to_string(value) + ") {");
        line("  y := x;");
        line("} else {");
        line("  y := " + std::to_string(value) + ";");
        line("}");
        y_ = value;
        return;
      }
      case 8: {
        x_ = 0;
        line("x := 0;");
        line("while (x < 2)");
        line("  invariant " + holds_ + " && 0 <= x && x <= 2" + (y_ ? " && y == " + std::to_string(*y_) : ""));
        line("{");
        line("  x := x + 1;");
        line("}");
        x_ = 2;
        t_is_x_ = false;
        return;
      }
      default: return;
    }
  }
  void assertion() {
    if (t_is_x_) line("assert t == x;");
    if (x_) line("assert x == " + std::to_string(*x_) + ";");
    if (y_) line("assert y == " + std::to_string(*y_) + ";");
  }
};

std::string locked(Choice& choose) {
  std::string text =
      "var x: int = " + choose.number(0, 2) + "\nvar y: int = " + choose.number(0, 2) + "\nvar m: lock = 0\n";
  if (choose.chance(30)) text += "invariant 0 <= y && y <= 2\n";
  text += "rely m == tid ==> m' == tid && x' == x && y' == y\n";
  return text + write_threads(some_threads(choose), [&] {
           std::string body = "  var t: int = 0\n";
           const bool spins = choose.chance(25), repeats = choose.chance(15);
           if (repeats) body += "  while (*) {\n";
           body += spins ? "  while (!cas(m, 0, tid)) { }\n" : "  acquire(m);\n";
           body += OwnedPart(choose, "m == tid").write(choose.between(1, 4));
           body += choose.chance(30) ? "  m := 0;\n" : "  release(m);\n";
           if (repeats) body += "  }\n";
           return body;
         });
}

// ---- a value that a flag publishes

std::string published(Choice& choose) {
  const std::string value = choose.number(1, 2);
  std::string text = "var ready: bool = false\nvar x: int = 0\ninvariant ready ==> x == " + value +
                     "\nrely ready ==> ready' && x' == x\n";
  const bool is_guarded = choose.chance(50);
  if (is_guarded) text += "var m: lock = 0\nrely m == tid ==> m' == tid && ready' == ready && x' == x\n";
  const auto write = [&] {
    std::string body = is_guarded ? "  acquire(m);\n" : "";
    body += "  if (!ready) {\n    x := " + value + ";\n    ready := true;\n  }\n";
    return body + (is_guarded ? "  release(m);\n" : "");
  };
  const auto read = [&] {
    std::string body = choose.chance(50) ? "  await ready;\n" : "  if (ready) {\n";
    const bool is_if = body[2] == 'i';
    body += "  assert x == " + value + ";\n";
    return body + (is_if ? "  }\n" : "");
  };
  if (is_guarded)
    return text + write_threads(some_threads(choose),
                                [&] { return write() + (choose.chance(50) ? "  assert ready;\n" : ""); });
  // one writer
  return text + "thread W {\n  rely x' == x && ready' == ready\n" + write() + "}\nthread R1 {\n" + read() + "}\n" +
         (choose.chance(40) ? "thread R2 {\n" + read() + "}\n" : "");
}

// ---- a semaphore

std::string counted(Choice& choose) {
  const std::string most = choose.number(1, 2);
  std::string text =
      "var free: int = " + most + "\nvar inside: int = 0\ninvariant 0 <= free && free + inside == " + most + "\n";
  return text + write_threads(some_threads(choose), [&] {
           const bool repeats = choose.chance(40);
           std::string body = repeats ? "  while (*) {\n" : "";
           body += "  atomic { await free > 0; free := free - 1; inside := inside + 1; }\n  assert inside <= " + most +
                   ";\n";
           if (choose.chance(50)) body += "  atomic { free := free + 1; inside := inside - 1; }\n";
           return body + (repeats ? "  }\n" : "");
         });
}

// ---- each thread has its own variable

std::string owned(Choice& choose) {
  const int count = choose.between(2, 3);
  std::string text, threads;
  for (int i = 1; i <= count; ++i) {
    const std::string mine = "x" + std::to_string(i), other = "x" + std::to_string(i % count + 1),
                      top = choose.number(1, 2);
    text += "var " + mine + ": int = 0\n";
    if (choose.chance(40)) text += "invariant 0 <= " + mine + " && " + mine + " <= " + top + "\n";
    threads += "thread T" + std::to_string(i) + " {\n  rely " + mine + "' == " + mine + "\n";
    switch (choose.below(3)) {
      case 0:
        threads += "  while (" + mine + " < " + top + ")\n    invariant 0 <= " + mine + " && " + mine + " <= " + top +
                   "\n  {\n    " + mine + " := " + mine + " + 1;\n  }\n";
        break;
      case 1:
        threads += "  choose {\n    " + mine + " := " + top + ";\n  } or {\n    " + mine + " := 1;\n    " + mine +
                   " := " + top + ";\n  }\n";
        break;
      default:
        threads += "  " + mine + " := 0;\n  cut " + mine + " == 0;\n  " + mine + " := " + mine + " + " + top + ";\n";
    }
    threads += "  assert " + mine + " == " + top + ";\n";
    if (choose.chance(20)) threads += "  if (" + other + " == 0) {\n    assert " + other + " >= 0;\n  }\n";
    threads += "}\n";
  }
  return text + threads;
}

// ---- a map with a cell for each thread

std::string in_cells(Choice& choose) {
  const std::string count = choose.number(2, 3), add = choose.number(0, 2);
  std::string text = "var cell: int[] = map(0)\nvar done: bool[] = map(false)\n";
  text += "invariant forall j :: 1 <= j && j <= " + count + " && done[j] ==> cell[j] == j + " + add + "\n";
  text += "thread worker[k] for 1 <= k && k <= " + count + " {\n  rely done'[k] == done[k] && cell'[k] == cell[k]\n";
  if (choose.chance(50)) {
    text += "  cell[k] := k + " + add + ";\n  done[k] := true;\n";
  } else {
    text += "  atomic { cell[k] := k + " + add + "; done[k] := true; }\n";
  }
  text += "  assert done[k] && cell[k] == k + " + add + ";\n";
  if (choose.chance(40)) text += "  if (done[" + choose.number(1, 3) + "]) {\n    assert cell[k] >= 0;\n  }\n";
  return text + "}\n";
}

// ---- anything

std::string fact(Choice& choose) {
  const std::string a = choose.of({"x", "y"}), b = choose.of({"x", "y"}), n = choose.number(0, 2);
  switch (choose.below(5)) {
    case 0: return a + " == " + n;
    case 1: return a + " <= " + n;
    case 2: return a + " <= " + b;
    case 3: return a + " == " + n + " ==> " + b + " <= " + n;
    default: return "0 <= " + a + " && " + a + " <= 2";
  }
}

std::string expectation(Choice& choose) {
  const std::string a = choose.of({"x", "y"}), n = choose.number(0, 2);
  switch (choose.below(4)) {
    case 0: return a + "' == " + a;
    case 1: return a + " <= " + a + "'";
    case 2: return a + " == " + n + " ==> " + a + "' == " + n;
    default: return "m == tid ==> m' == tid && " + a + "' == " + a;
  }
}

std::string any_statement(Choice& choose) {
  const std::string a = choose.of({"x", "y"}), b = choose.of({"x", "y"}), n = choose.number(0, 2);
  switch (choose.below(11)) {
    case 0: return a + " := " + n + ";\n";
    case 1: return a + " := " + b + ";\n";
    case 2: return a + " := (" + b + " + 1) mod 3;\n";
    case 3: return "assert " + fact(choose) + ";\n";
    case 4: return "await " + fact(choose) + ";\n";
    case 5: return "acquire(m);\n";
    case 6: return "release(m);\n";
    case 7: return "cut " + fact(choose) + ";\n";
    case 8: return "if (" + fact(choose) + ") {\n    " + a + " := " + n + ";\n  }\n";
    case 9: return "atomic { await " + fact(choose) + "; " + a + " := " + n + "; }\n";
    default: return "atomic { havoc " + a + "; assume 0 <= " + a + " && " + a + " <= 2; }\n";
  }
}

std::string anything(Choice& choose) {
  std::string text =
      "var x: int = " + choose.number(0, 2) + "\nvar y: int = " + choose.number(0, 2) + "\nvar m: lock = 0\n";
  if (choose.chance(60)) text += "invariant " + fact(choose) + "\n";
  if (choose.chance(70)) text += "rely " + expectation(choose) + "\n";
  return text + write_threads(some_threads(choose), [&] {
           std::string body = choose.chance(40) ? "  rely " + expectation(choose) + "\n" : "";
           const int count = choose.between(1, 4);
           for (int i = 0; i < count; ++i) body += "  " + any_statement(choose);
           return body;
         });
}

}   // namespace

std::string random_program(std::mt19937& random) {
  Choice choose(random);
  switch (choose.below(8)) {
    case 0:
    case 1: return locked(choose);
    case 2: return published(choose);
    case 3: return counted(choose);
    case 4: return owned(choose);
    case 5: return in_cells(choose);
    default: return anything(choose);
  }
}

}   // namespace plato_test
