// Counts, sums and places of threads: what is proved of them is true of what they stand for. Each random program is
// checked with them, and run with what they mean in their place: sums written out, assertions where the labels are.

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "support/how_much.hpp"
#include "support/random_choice.hpp"
#include "trial.hpp"
#include "trial_outcomes.hpp"

using namespace plato_test;
using plato::Exploration;
using Verdict = Trial::Verdict;

namespace {

constexpr unsigned ghost_seed = 20261118;
constexpr char border = '\f';   // between the program as it is checked and as it is run

int ghost_programs(int usually) { return is_long_run() ? 50 * usually : usually; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// ---- counts and sums

std::string counted_step(Choice& choose, bool is_sum) {
  const std::string at = "m[" + choose.of({"i", "i", "1", "3", "4"}) + "]";
  const std::string by = choose.chance(85) ? "1" : "2";
  const bool is_out = at == "m[4]";   // not counted
  const std::string sign = choose.of({"+", "-"});
  const std::string count = is_out && choose.chance(80) ? "" : "c := c " + sign + " " + by + "; ";
  if (is_sum) return "atomic { " + at + " := " + at + " " + sign + " 1; " + count + "}";
  const std::string guard = choose.chance(90) ? at + (sign == "+" ? " == 0" : " == 1") : "true";
  return "atomic { if (" + guard + ") { " + at + " := " + (sign == "+" ? "1" : "0") + "; " + count + "} }";
}

std::string counted_program(std::mt19937& random) {
  Choice choose(random);
  const bool is_sum = choose.chance(35), is_called = choose.chance(30);
  const std::string counted = is_sum ? "sum(j in 1..3 :: m[j])" : "count(j in 1..3 :: m[j] == 1)";
  const std::string meant = is_sum ? "m[1] + m[2] + m[3]"
                                   : "(if m[1] == 1 then 1 else 0) + (if m[2] == 1 then 1 else 0) + (if m[3] == 1 "
                                     "then 1 else 0)";
  std::string body, procedure;
  for (int steps = choose.between(1, 3); steps > 0; --steps) body += "  " + counted_step(choose, is_sum) + "\n";
  if (is_called) {
    const std::string specification = choose.chance(50) ? " modifies m, c ensures true" : "";
    procedure = "procedure p(i: int)" + specification + " {\n" + body + "}\n";
    body = "  p(i);\n";
  }
  const std::string source = "var m: int[] = map(0)\nvar c: int = 0\ninvariant " +
                             (choose.chance(75) ? std::string("c == COUNT") : "COUNT " + choose.of({"<= 2", ">= 0"})) +
                             "\n" + procedure + "thread w[i] for 1 <= i <= 2 {\n" + body + "}\n";
  return replaced(source, "COUNT", counted) + border + replaced(source, "COUNT", meant);
}

// ---- places

// Statements on y[tid], some of which have labels; the next label has that number.
std::string placed_statements(Choice& choose, int count, int depth, int& label) {
  std::string text;
  for (; count > 0; --count) {
    const int kind = choose.between(1, depth > 0 ? 10 : 5);
    if (choose.chance(40)) text += "L" + std::to_string(label++) + ": ";
    if (kind <= 3)
      text += "y[tid] := " + choose.number(0, 2) + ";\n";
    else if (kind <= 5)
      text += "y[tid] := (y[tid] + 1) mod 3;\n";
    else if (kind <= 7)
      text += choose.of({"p();\n", "q(1);\n", "q(2);\n"});
    else {
      const bool loops = kind == 10;
      text += loops ? "while (y[tid] == 0) {\n" : "if (y[tid] == " + choose.number(0, 2) + ") {\n";
      text += placed_statements(choose, choose.between(1, 2), depth - 1, label) + "}";
      if (!loops) text += " else {\n" + placed_statements(choose, choose.between(0, 2), depth - 1, label) + "}";
      text += "\n";
    }
  }
  return text;
}

std::string placed_program(std::mt19937& random) {
  Choice choose(random);
  int labels = 0;
  const bool is_specified = choose.chance(30);
  const std::string p = placed_statements(choose, choose.between(1, 2), 0, labels);
  const std::string q = "z[tid] := k;\n" + placed_statements(choose, choose.between(1, 2), 0, labels);
  const std::string thread = placed_statements(choose, choose.between(2, 4), 2, labels);
  const std::string specification = is_specified ? " modifies y, z ensures true" : "";
  std::string invariants, source = "var y: int[] = map(0)\nvar z: int[] = map(0)\nINVARIANTS" +
                                   std::string("rely unchanged(y[tid], z[tid])\n") + "procedure p()" + specification +
                                   " {\n" + p + "}\nprocedure q(k: int)" + specification + " {\n" + q +
                                   "}\nthread w[i] for 1 <= i <= 2 {\n" + thread + "}\n";
  std::string run = replaced(source, "INVARIANTS", "");
  for (int l = 0; l < labels; ++l) {
    const std::string label = "L" + std::to_string(l);
    const bool is_run = has(thread, label + ":") || (has(thread, "p();") && has(p, label + ":")) ||
                        (has(thread, "q(") && has(q, label + ":"));
    if (!is_run || choose.chance(50)) continue;
    const std::string which = choose.of({"==", "<=", "!="}), number = choose.number(0, 2);
    invariants +=
        "invariant forall i :: 1 <= i <= 2 && at(w[i], " + label + ") ==> y[i] " + which + " " + number + "\n";
    run = replaced(run, label + ": ", label + ": assert y[tid] " + which + " " + number + "; ");
  }
  return replaced(source, "INVARIANTS", invariants) + border + run;
}

// What is certified must not go wrong where it is run.
Outcome ghost_outcome(const std::string& both) {
  const std::size_t at = both.find(border);
  const Trial trial = check_source(both.substr(0, at), 2), run = try_program(both.substr(at + 1));
  if (trial.verdict == Verdict::unreadable || run.verdict == Verdict::unreadable) return {"refused", {}};
  const Exploration& explored = run.explored->exploration;
  const bool goes_wrong = explored.verdict != Exploration::Verdict::no_violation;
  if (trial.verdict == Verdict::refused) return {"refused", "the kernel does not accept it: " + trial.message};
  if (trial.verdict == Verdict::certified && goes_wrong) return {"certified", "certified, and it goes wrong"};
  return {trial.verdict == Verdict::certified ? "certified" : goes_wrong ? "goes wrong" : "not proved", {}};
}

void agree(std::string (*some_program)(std::mt19937&), int usually) {
  const int programs = ghost_programs(usually);
  TrialOutcomes tried = try_programs(ghost_seed, programs, some_program, ghost_outcome);
  for (const std::string& flaw : tried.flaws) FAIL_CHECK(flaw);
  INFO(tried.table);
  CHECK(tried.counts["certified"] > programs / 10);
  CHECK(tried.counts["goes wrong"] > programs / 6);
  CHECK(tried.counts["refused"] < programs / 2);
}

}   // namespace

TEST_CASE("what is proved of counts and sums is true of them", "[ghosts]") { agree(counted_program, 20); }

TEST_CASE("what is proved of places is true where threads are", "[ghosts]") { agree(placed_program, 120); }
