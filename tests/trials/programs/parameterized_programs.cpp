// The patterns; see parameterized_programs.hpp. Each statement and clause is on a line of its own, for spoil.cpp to
// work on.

#include "parameterized_programs.hpp"

#include <vector>

#include "random_programs.hpp"
#include "support/random_choice.hpp"

namespace plato_test {
namespace {

// Which identifiers the family has: n of them, from 0 or from 1.
struct Members {
  bool starts_at_0 = true;

  std::string of(const std::string& k) const { return starts_at_0 ? "0 <= " + k + " < n" : "1 <= " + k + " <= n"; }
  // What is so of every member k.
  std::string all(const std::string& fact) const { return "forall k :: " + of("k") + " ==> " + fact; }
};

Members some_members(Choice& choose) { return {.starts_at_0 = choose.chance(65)}; }

std::string parameter(Choice& choose) {
  const std::string text = "const n: int\n";
  return choose.chance(85) ? text + "assume n > 0;\n" : choose.chance(60) ? text + "assume n >= 0;\n" : text;
}

std::string claim(const std::vector<std::string>& clauses) {
  std::string text = "program {\n";
  for (const std::string& clause : clauses) text += "  " + clause + "\n";
  return text + "}\n";
}

std::string lines(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& line : all) text += "  " + line + "\n";
  return text;
}

std::string family(const Members& members, const std::string& clauses, const std::string& body,
                   bool by_outline = false) {
  return "thread worker[i] for " + members.of("i") + (by_outline ? " by outline" : "") + " {\n" + clauses + body +
         "}\n";
}

std::string initial_map(Choice& choose) {
  return choose.chance(70) ? "int[] = map(" + choose.number(0, 2) + ")" : "int[]";
}

// ---- each thread has its own cell

// The value that thread `index` leaves behind.
struct Value {
  int number = 0;
  bool depends_on_thread = false;

  std::string at(const std::string& index) const {
    return depends_on_thread ? index + " + " + std::to_string(number) : std::to_string(number);
  }
};

Value some_value(Choice& choose) { return {.number = choose.between(0, 2), .depends_on_thread = choose.chance(40)}; }

// Statements after which x[i] is the value.
std::string settle_cell(Choice& choose, const Value& value) {
  const std::string wanted = value.at("i"), number = std::to_string(value.number);
  switch (choose.below(7)) {
    case 0: return lines({"x[i] := " + choose.number(0, 2) + ";", "x[i] := " + wanted + ";"});
    case 1: return lines({"x[i] := 0;", "x[i] := x[i] + " + wanted + ";"});
    case 2:
      if (value.depends_on_thread) return lines({"x[i] := i;", "cut x[i] == i;", "x[i] := x[i] + " + number + ";"});
      return lines({"x[i] := 0;", "while (x[i] < " + number + ")", "  invariant 0 <= x[i] && x[i] <= " + number, "{",
                    "  x[i] := x[i] + 1;", "}"});
    case 3: return lines({"if (x[i] != " + wanted + ") {", "  x[i] := " + wanted + ";", "}"});
    case 4:
      return lines(
          {"choose {", "  x[i] := " + wanted + ";", "} or {", "  x[i] := 1;", "  x[i] := " + wanted + ";", "}"});
    case 5: return lines({"atomic { havoc x[i]; assume x[i] == " + number + "; }", "x[i] := " + wanted + ";"});
    default: return lines({"x[i] := " + wanted + ";"});
  }
}

std::string in_own_cells(Choice& choose) {
  const Members members = some_members(choose);
  const Value value = some_value(choose);
  std::string text = parameter(choose) + "var x: " + initial_map(choose) + "\n" +
                     claim({"ensures " + members.all("x[k] == " + value.at("k"))});
  std::string body = settle_cell(choose, value);
  if (choose.chance(30)) body += lines({"assert x[i] == " + value.at("i") + ";"});
  if (choose.chance(15)) body += lines({"if (x[0] == 0) {", "  assert x[0] >= 0;", "}"});
  return text + family(members, lines({"rely x'[i] == x[i]", "ensures x[i] == " + value.at("i")}), body);
}

std::string by_outline(Choice& choose) {
  const Members members = some_members(choose);
  const Value value = some_value(choose);
  std::string text = parameter(choose) + "var x: " + initial_map(choose) + "\nvar y: int = 0\n" +
                     claim({"ensures " + members.all("x[k] == " + value.at("k"))});
  const std::string first = choose.number(0, 2);
  std::string body = lines({"x[i] := " + first + ";", "cut x[i] == " + first + ";"});
  if (choose.chance(40)) body += lines({"y := x[i];", "cut x[i] == " + first + ";"});
  if (choose.chance(30))
    body += lines({"if (y == 0) {", "  cut x[i] == " + first + ";", "  y := 1;", "}", "cut x[i] == " + first + ";"});
  body += lines({"x[i] := x[i] - " + first + " + " + value.at("i") + ";"});
  return text + family(members, lines({"rely x'[i] == x[i]", "requires true", "ensures x[i] == " + value.at("i")}),
                       body, true);
}

// ---- a counter that only grows, perhaps in an open system

std::string growing(Choice& choose) {
  const Members members = some_members(choose);
  const std::string least = choose.number(1, 2);
  std::vector<std::string> clauses{"ensures c >= " + least};
  const bool is_open = choose.chance(50);
  if (is_open) clauses.insert(clauses.begin(), "rely c <= c'");
  if (choose.chance(50)) clauses.insert(clauses.begin(), "guarantee c <= c'");
  std::string text = parameter(choose) + "var c: int = " + choose.number(0, 1) + "\n" + claim(clauses);
  if (choose.chance(70)) text += "invariant 0 <= c\n";
  const auto body = [&] {
    switch (choose.below(5)) {
      case 0: return lines({"c := c + " + least + ";"});
      case 1: return lines({"atomic { if (c < " + least + ") { c := " + least + "; } }"});
      case 2:
        return lines({"while (c < " + least + ")", "  invariant 0 <= c", "{", "  seen := c;",
                      "  if (cas(c, seen, seen + 1)) {", "  }", "}"});
      case 3: return lines({"await c >= 1;", "c := c + 1;"});   // waits for ever where nobody else counts
      default: return lines({"seen := c;", "c := c + " + least + ";", "assert c >= seen + " + least + ";"});
    }
  };
  return text + family(members, lines({"var seen: int = 0", "rely c <= c'", "ensures c >= " + least}), body());
}

std::string largest(Choice& choose) {
  const Members members = some_members(choose);
  const Value value{.number = choose.between(0, 1), .depends_on_thread = true};
  std::vector<std::string> clauses{"ensures " + members.all(value.at("k") + " <= best")};
  if (choose.chance(50)) clauses.insert(clauses.begin(), "rely best <= best'");
  if (choose.chance(50)) clauses.insert(clauses.begin(), "guarantee best <= best'");
  const std::string mine = value.at("i");
  const std::string body = choose.chance(50)
                               ? lines({"atomic { if (best < " + mine + ") { best := " + mine + "; } }"})
                               : lines({"while (!done)", "  invariant done ==> " + mine + " <= best", "{",
                                        "  seen := best;", "  if (seen >= " + mine + ") {", "    done := true;",
                                        "  } else {", "    done := cas(best, seen, " + mine + ");", "  }", "}"});
  return parameter(choose) + "var best: int = 0\n" + claim(clauses) +
         family(members,
                lines({"var seen: int = 0", "var done: bool = false", "rely best <= best'",
                       "ensures " + mine + " <= best"}),
                body);
}

// ---- one thread after the other

std::string in_turn(Choice& choose) {
  const Members members = some_members(choose);
  const std::string start = members.starts_at_0 ? "0" : "1", end = members.starts_at_0 ? "n" : "n + 1",
                    total = members.starts_at_0 ? "turn" : "turn - 1";
  std::string text = parameter(choose) + "var turn: int = " + start + "\nvar x: int = 0\n" + claim({"ensures x == n"});
  const bool is_atomic = choose.chance(60);
  if (is_atomic) {
    text += "invariant " + start + " <= turn && turn <= " + end + "\ninvariant x == " + total + "\n";
    return text + family(members, lines({"rely turn <= turn'", "requires true", "ensures turn > i"}),
                         lines({"atomic { await turn == i; x := x + 1; turn := turn + 1; }"}), choose.chance(25));
  }
  text += "invariant " + start + " <= turn && turn <= " + end + "\ninvariant x == " + total + " || x == " + total +
          " + 1 && turn < " + end + "\n";
  text += "ghost var counted: bool = false\ninvariant x == " + total + " + (if counted then 1 else 0)\n";
  return text + family(members,
                       lines({"rely turn <= turn'", "rely turn <= i ==> turn' <= i",
                              "rely turn == i ==> turn' == turn && x' == x && counted' == counted",
                              "rely (turn == i ==> !counted) ==> (turn' == i ==> !counted')",
                              "requires turn <= i && (turn == i ==> !counted)", "ensures turn > i"}),
                       lines({"await turn == i;", "atomic { x := x + 1; counted := true; }",
                              "atomic { turn := turn + 1; counted := false; }"}));
}

// ---- what the proof counts in ghosts

std::string with_flags(Choice& choose) {
  const Members members = some_members(choose);
  const std::string value = choose.number(1, 2);
  std::string text =
      parameter(choose) + "var f: int = 0\nghost var done: bool[] = map(false)\n" + claim({"ensures f == " + value});
  text += "invariant forall k :: done[k] ==> f == " + value + "\n";
  return text + family(members, lines({"rely done'[i] == done[i]", "ensures done[i]"}),
                       lines({"atomic { f := " + value + "; done[i] := true; }"}) +
                           (choose.chance(30) ? lines({"assert f == " + value + ";"}) : ""));
}

// A queue of all threads, with those that have incremented in front.
std::string counted(Choice& choose) {
  const std::string add = choose.chance(80) ? "1" : "2";
  return parameter(choose) +
         "var c: int = 0\nghost var at: int[]\nghost var place: int[]\ninit forall k :: at[k] == k\ninit forall k :: "
         "place[k] == k\n" +
         claim({"ensures c == n"}) +
         "invariant 0 <= c && c <= n\ninvariant forall k :: 0 <= k < n ==> 0 <= at[k] < n && place[at[k]] == k\n" +
         "invariant forall k :: 0 <= k < n ==> 0 <= place[k] < n && at[place[k]] == k\n" +
         family(
             {.starts_at_0 = true},
             lines({"rely place[i] >= c ==> place'[i] >= c'", "rely place[i] < c ==> place'[i] < c'",
                    "requires place[i] >= c", "ensures place[i] < c"}),
             lines({"atomic { place[at[c]] := place[i]; at[place[i]] := at[c]; at[c] := i; place[i] := c; c := c + " +
                    add + "; }"}));
}

// ---- a lock, so that no thread is 0

std::string locked(Choice& choose) {
  const Members members{.starts_at_0 = false};
  const std::string top = choose.number(1, 2);
  std::string text = parameter(choose) + "var x: int = " + choose.number(0, 1) + "\nvar m: lock = 0\n" +
                     claim({"ensures 0 <= x && x <= " + top});
  text += "invariant m == 0 ==> 0 <= x && x <= " + top + "\ninvariant 0 <= m && m <= n\n";
  std::string body = "  acquire(m);\n";
  switch (choose.below(3)) {
    case 0: body += lines({"x := x + 1;", "if (x > " + top + ") {", "  x := 0;", "}"}); break;
    case 1: body += lines({"x := 3;", "x := " + choose.number(0, 1) + ";"}); break;
    default: body += lines({"x := x - 1;", "assert x < " + top + ";", "x := x + 1;"});
  }
  body += choose.chance(30) ? "  m := 0;\n" : "  release(m);\n";
  return text + family(members,
                       lines({"rely m == i ==> m' == i && x' == x", "rely m != i ==> m' != i", "requires m != i",
                              "ensures m != i"}),
                       body);
}

// ---- a family and an individually declared thread

std::string collected(Choice& choose) {
  const Members members = some_members(choose);
  const Value value = some_value(choose);
  const std::string all_set = members.all("x[k] == " + value.at("k"));
  std::string text = parameter(choose) + "var x: " + initial_map(choose) +
                     "\nvar done: bool[] = map(false)\nvar r: int = 0\n" +
                     claim({"ensures r == 1", "ensures " + all_set});
  text += "invariant " + members.all("(done[k] ==> x[k] == " + value.at("k") + ")") + "\n";
  text += family(members, lines({"rely x'[i] == x[i] && done'[i] == done[i]", "ensures done[i]"}),
                 choose.chance(60) ? lines({"x[i] := " + value.at("i") + ";", "done[i] := true;"})
                                   : lines({"atomic { x[i] := " + value.at("i") + "; done[i] := true; }"}));
  return text + "thread collect {\n" +
         lines({"rely r' == r", "rely forall k :: done[k] ==> done'[k]", "ensures r == 1",
                "await " + members.all("done[k]") + ";", "assert " + all_set + ";", "r := 1;"}) +
         "}\n";
}

std::string started(Choice& choose) {
  const Members members = some_members(choose);
  const std::string value = choose.number(0, 2);
  std::string text = parameter(choose) +
                     "var x: int[]\nvar go: bool = false\nvar v: int = 0\ninvariant go ==> v == " + value + "\n" +
                     claim({"ensures " + members.all("x[k] == " + value)});
  text += family(members, lines({"rely x'[i] == x[i]", "rely go ==> go' && v' == v", "ensures x[i] == " + value}),
                 choose.chance(70) ? lines({"await go;", "x[i] := v;"})
                                   : lines({"if (go) {", "  x[i] := v;", "} else {", "  x[i] := " + value + ";", "}"}));
  return text + "thread start {\n" +
         lines({"rely v' == v && go' == go", "requires !go", "v := " + value + ";", "go := true;"}) + "}\n";
}

// ---- anything

std::string fact(Choice& choose, const std::string& cell) {
  const std::string a = choose.of({"y", "y", "x[0]"}), b = choose.chance(50) ? cell : a, number = choose.number(0, 2);
  switch (choose.below(5)) {
    case 0: return b + " == " + number;
    case 1: return b + " <= " + number;
    case 2: return a + " <= " + b;
    case 3: return a + " == " + number + " ==> " + b + " <= " + number;
    default: return "0 <= " + b + " && " + b + " <= 2";
  }
}

std::string expectation(Choice& choose) {
  const std::string number = choose.number(0, 2);
  switch (choose.below(4)) {
    case 0: return "x'[i] == x[i]";
    case 1: return "y <= y'";
    case 2: return "y == " + number + " ==> y' == " + number;
    default: return "x'[i] == x[i] && y' == y";
  }
}

std::string any_statement(Choice& choose) {
  const std::string a = choose.of({"y", "x[i]", "x[i]"}), b = choose.of({"y", "x[i]"}), number = choose.number(0, 2);
  switch (choose.below(8)) {
    case 0:
    case 1: return a + " := " + number + ";";
    case 2: return a + " := " + b + ";";
    case 3: return a + " := (" + b + " + 1) mod 3;";
    case 4: return "assert " + fact(choose, "x[i]") + ";";
    case 5: return "await " + fact(choose, "x[i]") + ";";
    case 6: return "atomic { await " + fact(choose, "x[i]") + "; " + a + " := " + number + "; }";
    default: return "if (" + fact(choose, "x[i]") + ") {\n    " + a + " := " + number + ";\n  }";
  }
}

std::string anything(Choice& choose) {
  const Members members = some_members(choose);
  std::string text =
      parameter(choose) + "var x: int[] = map(" + choose.number(0, 2) + ")\nvar y: int = " + choose.number(0, 2) + "\n";
  const std::string wanted = fact(choose, "x[k]");
  std::vector<std::string> clauses{
      "ensures " + (wanted.find("[k]") != std::string::npos ? members.all("(" + wanted + ")") : wanted)};
  if (choose.chance(20)) clauses.push_back(choose.chance(50) ? "guarantee y <= y'" : "rely y <= y'");
  text += claim(clauses);
  if (choose.chance(40)) text += "invariant " + members.all("(" + fact(choose, "x[k]") + ")") + "\n";
  std::vector<std::string> of_thread;
  if (choose.chance(70)) of_thread.push_back("rely " + expectation(choose));
  std::string ensured = wanted;
  for (std::size_t at = ensured.find("[k]"); at != std::string::npos; at = ensured.find("[k]"))
    ensured.replace(at, 3, "[i]");
  of_thread.push_back("ensures " + (choose.chance(70) ? ensured : fact(choose, "x[i]")));
  std::vector<std::string> body;
  for (int count = choose.between(1, 3); count > 0; --count) body.push_back(any_statement(choose));
  return text + family(members, lines(of_thread), lines(body));
}

// ---- changes that only these programs have

void replace_one(std::string& text, const std::string& what, const std::vector<std::string>& by, Choice& choose) {
  std::vector<std::size_t> found;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) found.push_back(at);
  if (!found.empty()) text.replace(choose.of(found), what.size(), choose.of(by));
}

// The lines of the block `program`.
std::string block_of_program(const std::string& text) {
  const std::size_t start = text.find("program {\n");
  return start == std::string::npos ? "" : text.substr(start, text.find("\n}", start) - start);
}

}   // namespace

std::string parameterized_program(std::mt19937& random) {
  Choice choose(random);
  using Pattern = std::string (*)(Choice&);
  const std::vector<Pattern> patterns{in_own_cells, in_own_cells, by_outline, growing, growing,  largest,  in_turn,
                                      with_flags,   locked,       collected,  started, anything, anything, anything};
  return choose.chance(2) ? counted(choose) : choose.of(patterns)(choose);
}

std::string spoil_parameterized(const std::string& program, std::mt19937& random) {
  Choice choose(random);
  if (choose.chance(70)) return spoil(program, random);
  std::string text = program;
  switch (choose.below(4)) {
    case 0: replace_one(text, "[i]", {"[0]", "[1]", "[i + 1]", "[n]"}, choose); break;
    case 1: replace_one(text, "[k]", {"[0]", "[k + 1]", "[n]"}, choose); break;
    case 2: replace_one(text, "0 <= ", {"1 <= ", "0 < "}, choose); break;
    default: replace_one(text, " n", {" n + 1", " n - 1", " 2"}, choose);
  }
  return text;
}

std::string instance_of(const std::string& program, int n) {
  std::string text = program;
  const std::string declaration = "const n: int\n";
  const std::size_t at = text.find(declaration);
  return at == std::string::npos ? text
                                 : text.replace(at, declaration.size(), "const n: int = " + std::to_string(n) + "\n");
}

std::string with_environment(const std::string& program) {
  const std::string block = block_of_program(program);
  std::string allowed, modified, bounds;
  for (std::size_t at = block.find("  rely "); at != std::string::npos; at = block.find("  rely ", at + 1)) {
    const std::size_t first = at + 7;
    allowed += (allowed.empty() ? "(" : " && (") + block.substr(first, block.find('\n', first) - first) + ")";
  }
  if (allowed.empty()) return program;
  for (const std::string name : {"c", "best", "y"}) {
    if (program.find("\nvar " + name + ": int = ") == std::string::npos) continue;
    modified += (modified.empty() ? "" : ", ") + name;
    bounds += " && -1 <= " + name + "' && " + name + "' <= 4";
  }
  if (modified.empty()) return program;
  // An identifier of its own, far from those that a spoiled family may have.
  return program + "thread " + environment_name + " = -1000 {\n  while (*) {\n    atomic modifies " + modified + ": " +
         allowed + bounds + ";\n  }\n}\n";
}

}   // namespace plato_test
