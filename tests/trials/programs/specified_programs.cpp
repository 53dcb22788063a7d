// The patterns; see specified_programs.hpp. Each clause, annotation and statement is on a line of its own.

#include "specified_programs.hpp"

#include <algorithm>
#include <array>

#include "support/certificate_text.hpp"
#include "support/random_choice.hpp"

namespace plato_test {
namespace {

std::string some_threads(Choice& choose, const std::string& body) {
  switch (choose.below(4)) {
    case 0: return "thread T1 {\n" + body + "}\nthread T2 {\n" + body + "}\n";
    case 1: return "thread worker[k] {\n" + body + "}\n";
    default: return "thread worker[k] for 1 <= k && k <= " + choose.number(2, 3) + " {\n" + body + "}\n";
  }
}

// A clause, which is left out now and then.
std::string clause(Choice& choose, const std::string& text, int percent = 92) {
  return choose.chance(percent) ? "  " + text + "\n" : "";
}

// The number, or another one now and then.
std::string mostly(Choice& choose, const std::string& number) {
  return choose.chance(85) ? number : choose.number(0, 2);
}

// ---- a lock, and what its owner does

struct Locked {
  bool counts = false, ensures = true;
};

std::string taking(Choice& choose, const Locked& kind) {
  std::string text = "procedure take()\n";
  if (kind.counts) text += clause(choose, "modifies c");
  text += clause(choose, "requires m != tid", kind.ensures ? 85 : 40);
  text += clause(choose, "action modifies m ensures m == 0 && m' == tid");
  if (kind.ensures) text += clause(choose, "ensures m == tid");
  text += "{\n";
  if (kind.counts) text += "  c := (c + 1) mod 3;\n";
  switch (choose.below(5)) {
    case 0: text += "  atomic { assume m == 0; m := tid; }\n"; break;
    case 1: text += "  while (!cas(m, 0, tid)) { }\n"; break;
    case 2: text += "  acquire(m);\n"; break;
    case 3: text += "  while (true) {\n    if (cas(m, 0, tid)) {\n      break;\n    }\n  }\n"; break;
    default: text += "  commit atomic { await m == 0; m := tid; }\n";
  }
  if (kind.counts && choose.chance(40)) text += "  c := 0;\n";
  return text + "}\n";
}

std::string giving(Choice& choose) {
  std::string text = "procedure give()\n" + clause(choose, "requires m == tid");
  text += clause(choose, "action modifies m ensures m' == 0") + "{\n";
  text += choose.chance(50) ? "  m := 0;\n" : "  release(m);\n";
  return text + "}\n";
}

// Adds to x, which the owner of the lock alone does.
std::string raising(Choice& choose, const std::string& by) {
  std::string text = "procedure raise() returns (r: int)\n" + clause(choose, "requires m == tid");
  text += clause(choose, "action modifies x ensures x' == (x + " + by + ") mod 3");
  text += clause(choose, choose.chance(60) ? "ensures m == tid && r == old(x) && x == (r + " + by + ") mod 3"
                                           : "ensures m == tid && x == (old(x) + " + by + ") mod 3");
  text += "{\n";
  if (choose.chance(50)) {
    text += "  r := x;\n  x := (r + " + by + ") mod 3;\n";
  } else {
    text += "  var t: int = 0\n  t := x;\n";
    if (choose.chance(40)) text += "  cut m == tid && t == x && t == old(x);\n";
    text += "  x := (t + " + by + ") mod 3;\n  return t;\n";
  }
  return text + "}\n";
}

std::string with_lock(Choice& choose) {
  const Locked kind{.counts = choose.chance(40), .ensures = choose.chance(60)};
  const std::string by = choose.number(1, 2), first = choose.number(0, 2), known = mostly(choose, by);
  std::string text = "var x: int = " + first + "\nvar c: int = 0\nvar m: lock = 0\n";
  text += "rely m == tid ==> m' == tid && x' == x\n";
  if (choose.chance(85)) text += "rely m != tid ==> m' != tid\n";
  if (choose.chance(30)) text += "invariant 0 <= x && x <= 2\n";
  const bool raises = choose.chance(70), nests = raises && choose.chance(40), gives = choose.chance(70);
  text += taking(choose, kind);
  if (raises) text += raising(choose, by);
  if (gives && !nests) text += giving(choose);
  if (nests) {
    text += "procedure both() returns (r: int)\n";
    if (kind.counts) text += clause(choose, "modifies c");
    text += clause(choose, "requires m != tid");
    text += clause(choose, "action modifies m ensures m == 0 && m' == tid");
    text += clause(choose, "action modifies x ensures x' == (x + " + by + ") mod 3");
    text += clause(choose, "ensures m == tid && x == (r + " + by + ") mod 3");
    text += "{\n  take();\n";
    if (choose.chance(30)) text += "  cut m == tid;\n";
    text += choose.chance(90) ? "  r := raise();\n}\n" : "  r := raise();\n  r := raise();\n}\n";
  }
  std::string body = "  var t: int = 0\n";
  if (choose.chance(70)) body += "  cut m != tid;\n";
  if (nests) {
    body += "  t := both();\n  assert x == (t + " + known + ") mod 3;\n";
  } else {
    body += choose.chance(92) ? "  take();\n  t := x;\n" : "  t := x;\n";
    if (raises) {
      body += choose.chance(50) ? "  raise();\n" : "  t := raise();\n";
      body += "  assert x == (t + " + known + ") mod 3;\n";
    } else {
      body += "  x := (t + 1) mod 3;\n  assert x == (t + 1) mod 3;\n";
    }
  }
  if (choose.chance(85)) body += gives && !nests ? "  give();\n" : "  m := 0;\n";
  return text + some_threads(choose, body);
}

// ---- recursion

std::string recursive(Choice& choose) {
  std::string text = "var x: int = 0\n";
  const std::string top = choose.number(0, 2), base = choose.number(0, 1), known = mostly(choose, base);
  if (choose.chance(50)) text += "rely x <= x'\n";
  switch (choose.below(4)) {
    case 0: {   // counts up on the way back
      text += "procedure depth(n: int) returns (r: int)\n" + clause(choose, "requires n >= 0");
      text += clause(choose, "ensures r == n + " + base) + "{\n  var k: int = 0\n  if (n == 0) {\n    return " + base +
              ";\n  }\n  k := depth(n - 1);\n  return k + 1;\n}\n";
      return text + some_threads(choose, "  var t: int = 0\n  t := depth(" + top + ");\n  assert t == " + top + " + " +
                                             known + ";\n");
    }
    case 1: {   // two procedures
      text += "procedure even(n: int) returns (r: bool)\n" + clause(choose, "requires n >= 0");
      text += clause(choose, "ensures r == (n mod 2 == 0)") +
              "{\n  if (n == 0) {\n    return true;\n  }\n  r := odd(n - 1);\n}\n";
      text += "procedure odd(n: int) returns (r: bool)\n" + clause(choose, "requires n >= 0", 90);
      text += clause(choose, "ensures r == (n mod 2 == 1)", 90) +
              "{\n  if (n == 0) {\n    return false;\n  }\n  r := even(n - 1);\n}\n";
      return text + some_threads(choose, "  var b: bool = false\n  b := even(" + top + ");\n  assert b == (" +
                                             mostly(choose, top) + " mod 2 == 0);\n");
    }
    case 2: {   // its local variable is its own after the call
      text += "procedure walk(n: int) returns (r: int)\n" + clause(choose, "requires n >= 0");
      text += clause(choose, "modifies x");
      text += clause(choose, "ensures r == n && x >= old(x)");
      text +=
          "{\n  var k: int = n\n  if (n > 0) {\n    x := x + 1;\n    r := walk(n - 1);\n    assert r == k - 1;\n  }\n";
      text += "  return k;\n}\n";
      return "var x: int = 0\nrely x <= x'\n" + text.substr(text.find("procedure")) +
             some_threads(choose, "  var t: int = 0\n  t := walk(" + choose.number(0, 1) + ");\n  assert t <= 1;\n");
    }
    default: {   // calls until an action is done, which is done once
      text += "var m: int = 0\nrely m == tid ==> m' == tid\nprocedure take()\n";
      text += clause(choose, "action modifies m ensures m == 0 && m' == tid") + clause(choose, "ensures m == tid");
      text += "{\n  if (cas(m, 0, tid)) {\n    return;\n  }\n  take();\n}\n";
      return text + some_threads(choose, "  take();\n  assert m == tid;\n" +
                                             std::string(choose.chance(60) ? "  m := 0;\n" : ""));
    }
  }
}

// ---- a cell for each thread

std::string in_cells(Choice& choose) {
  const std::string add = choose.number(0, 2);
  std::string text = "var cell: int[] = map(0)\nvar done: bool[] = map(false)\n";
  text += "invariant forall j :: done[j] ==> cell[j] == j + " + add + "\n";
  text += "rely done'[tid] == done[tid] && cell'[tid] == cell[tid]\nprocedure put()\n";
  text += clause(choose, "requires !done[tid]");
  const bool is_one = choose.chance(50);
  if (is_one) {
    text += clause(choose, "action modifies cell, done ensures done'[tid]");
  } else {
    text += clause(choose, "action modifies cell ensures cell'[tid] == tid + " + add);
    text += clause(choose, "action modifies done ensures done'[tid]");
  }
  text += clause(choose, "ensures done[tid]") + "{\n";
  text += is_one ? "  atomic { cell[tid] := tid + " + add + "; done[tid] := true; }\n"
                 : "  cell[tid] := tid + " + add + ";\n  done[tid] := true;\n";
  text += "}\n";
  std::string body = choose.chance(80) ? "  cut !done[tid];\n" : "";
  body += "  put();\n  assert cell[tid] == tid + " + mostly(choose, add) + ";\n";
  if (choose.chance(25)) body += "  put();\n";
  return text + some_threads(choose, body);
}

// ---- anything

std::string fact(Choice& choose) {
  const std::string a = choose.of({"x", "y"}), b = choose.of({"x", "y"}), n = choose.number(0, 2);
  switch (choose.below(4)) {
    case 0: return a + " == " + n;
    case 1: return a + " <= " + b;
    case 2: return a + " <= " + n;
    default: return "0 <= " + a + " && " + a + " <= 2";
  }
}
std::string change(Choice& choose) {
  const std::string a = choose.of({"x", "y"}), b = choose.of({"x", "y"}), n = choose.number(0, 2);
  switch (choose.below(4)) {
    case 0: return a + "' == " + n;
    case 1: return a + "' == " + b;
    case 2: return a + " <= " + a + "'";
    default: return a + "' == (" + a + " + 1) mod 3";
  }
}
std::string statement(Choice& choose, bool commits) {
  const std::string a = choose.of({"x", "y"}), b = choose.of({"x", "y"}), n = choose.number(0, 2);
  const std::string may_commit = commits && choose.chance(10) ? "commit " : "";
  switch (choose.below(7)) {
    case 0: return may_commit + a + " := " + n + ";\n";
    case 1: return may_commit + a + " := " + b + ";\n";
    case 2: return may_commit + a + " := (" + a + " + 1) mod 3;\n";
    case 3: return "assert " + fact(choose) + ";\n";
    case 4: return may_commit + "atomic { await " + fact(choose) + "; " + a + " := " + n + "; }\n";
    case 5: return "if (" + fact(choose) + ") {\n    " + a + " := " + n + ";\n  }\n";
    default: return "cut " + fact(choose) + ";\n";
  }
}

std::string anything(Choice& choose) {
  std::string text = "var x: int = " + choose.number(0, 2) + "\nvar y: int = " + choose.number(0, 2) + "\n";
  if (choose.chance(40)) text += "rely " + choose.of({"x <= x'", "y' == y", "x' == x", "x == 1 ==> x' == 1"}) + "\n";
  if (choose.chance(40)) text += "invariant 0 <= x && x <= 2\n";
  const int procedures = choose.between(1, 3);
  for (int p = 1; p <= procedures; ++p) {
    text += "procedure p" + std::to_string(p) + "()\n";
    if (choose.chance(30)) text += "  requires " + fact(choose) + "\n";
    if (choose.chance(50)) text += "  modifies " + choose.of({"x", "y", "x, y"}) + "\n";
    for (int actions = choose.between(0, 2); actions > 0; --actions)
      text += "  action modifies " + choose.of({"x", "y", "x, y"}) +
              (choose.chance(60) ? " ensures " + change(choose) : "") + ";\n";
    if (choose.chance(70)) text += "  ensures " + choose.of({"true", "x >= old(x)", "y == old(y)"}) + "\n";
    if (choose.chance(30)) text += "  ensures " + fact(choose) + "\n";
    text += "{\n";
    for (int i = choose.between(1, 3); i > 0; --i)
      text += choose.chance(25) ? "  p" + choose.number(1, procedures) + "();\n" : "  " + statement(choose, true);
    text += "}\n";
  }
  std::string body;
  for (int i = choose.between(1, 3); i > 0; --i)
    body += choose.chance(60) ? "  p" + choose.number(1, procedures) + "();\n" : "  " + statement(choose, false);
  return text + some_threads(choose, body);
}

// ---- changes

bool is_promise(const std::string& line) {
  constexpr std::array<std::string_view, 5> words{"  requires ", "  modifies ", "  action ", "  ensures ", "  rely "};
  return std::ranges::any_of(words, [&](std::string_view word) { return line.starts_with(word); });
}
bool is_annotation(const std::string& line) {
  const std::size_t start = line.find_first_not_of(' ');
  if (start == std::string::npos) return false;
  return line.compare(start, 4, "cut ") == 0 || line.compare(start, 10, "invariant ") == 0;
}

}   // namespace

std::string specified_program(std::mt19937& random) {
  Choice choose(random);
  switch (choose.below(8)) {
    case 0:
    case 1:
    case 2: return with_lock(choose);
    case 3:
    case 4: return recursive(choose);
    case 5: return in_cells(choose);
    default: return anything(choose);
  }
}

std::string spoil_specification(const std::string& program, std::mt19937& random) {
  Choice choose(random);
  Lines lines = split_lines(program);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (is_promise(lines[i]) && !is_annotation(lines[i])) found.push_back(i);
  if (found.empty()) return program;
  const std::size_t at = choose.of(found);
  std::string& line = lines[at];
  switch (choose.below(5)) {
    case 0: lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at)); break;
    case 1: std::swap(line, lines[choose.of(found)]); break;
    case 2: lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines[choose.of(found)]); break;
    case 3:   // other variables are changed, or none
      if (const std::size_t from = line.find("modifies "); from != std::string::npos) {
        const std::size_t end = std::min(line.find(" ensures"), line.size());
        line.replace(from + 9, end - from - 9, choose.of({"x", "m", "c", "x, m"}));
      }
      break;
    default:   // no longer what the action does
      if (const std::size_t from = line.find(" ensures "); from != std::string::npos && line.starts_with("  action"))
        line.replace(from, line.npos, ";");
  }
  return join_lines(lines);
}

std::string without_specifications(const std::string& program) {
  Lines kept;
  bool is_header = false, is_procedure = false;
  for (std::string line : split_lines(program)) {
    if (line.starts_with("procedure ")) is_header = is_procedure = true;
    if (line == "}") is_procedure = false;
    if (line.starts_with("{")) is_header = false;
    if (is_header && is_promise(line)) continue;
    if (is_procedure && is_annotation(line)) continue;
    if (const std::size_t at = line.find("commit "); at != std::string::npos) line.erase(at, 7);
    kept.push_back(line);
  }
  return join_lines(kept);
}

}   // namespace plato_test
