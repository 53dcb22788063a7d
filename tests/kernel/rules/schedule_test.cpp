// Schedules: which formulas the kernel can evaluate in them, quantified ones above all, and what a range must contain.
//
// The programs here have one thread, identifier 1, which asserts the formula in question: it goes wrong exactly if that
// is false, so that `wrong` asks whether it is and `step` whether it is not.

#include <catch2/catch.hpp>
#include <string>

#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Term 1 is map variable 0, term 2 integer variable 1, terms 3 and 4 the numerals 0 and 1; `lines` may go on from term
// 5 and entry 2 on.
Text program(const Text& lines, const Text& gate, const Text& members = "1") {
  return "plato certificate 2\nclaim goes wrong\nv 0 0\nv 1 0\nn 0\nn 1\nt\n" + lines + "assert " + gate +
         "\natomic 1\nassert -1\natomic 2\nseq 1 2\nfamily " + members + " 3\nby schedule\n";
}

// The gate is false: the first operation goes wrong. It is true: the second one, whose gate is never true, does.
Text as_false(const Text& lines, const Text& gate, const Text& start) {
  return answer(program(lines, gate) + start + "run\nthread 0 1\nwrong\n");
}
Text as_true(const Text& lines, const Text& gate, const Text& start) {
  return answer(program(lines, gate) + start + "run\nthread 0 1\nstep\nwrong\n");
}

void is_true(const Text& lines, const Text& gate, const Text& start) {
  INFO(lines << gate << "\n" << start);
  CHECK(as_true(lines, gate, start) == "refuted");
  CHECK(as_false(lines, gate, start).find("does not go wrong here") != Text::npos);
}
void is_false(const Text& lines, const Text& gate, const Text& start) {
  INFO(lines << gate << "\n" << start);
  CHECK(as_false(lines, gate, start) == "refuted");
  CHECK(as_true(lines, gate, start).find("goes wrong here") != Text::npos);
}
void is_unknown(const Text& lines, const Text& gate, const Text& start) {
  INFO(lines << gate << "\n" << start);
  CHECK(as_true(lines, gate, start).ends_with(reason::not_computable()));
  CHECK(as_false(lines, gate, start).ends_with(reason::not_computable()));
}

// The map variable 0 is `map` and the integer variable 1 is `number`.
Text start(const Text& range, const Text& map, const Text& number) {
  return (range.empty() ? "" : "range " + range + "\n") + "V 0 " + map + "\nv 1 " + number + "\n";
}

// forall i :: 0 <= i && i < n ==> a[i] == 0, entry 7
const Text zeros_below = "b 0\ns 1 5\nl 3 5\nl 2 5\ne 6 3\n& 2 -3\n> 5 4\nA 6\n";
// forall i :: a[i] == 0, entry 3
const Text all_zero = "b 0\ns 1 5\ne 6 3\nA 2\n";

}   // namespace

TEST_CASE("a bounded universal formula is evaluated if the range contains its bounds") {
  is_true(zeros_below, "7", start("0 3", "0", "3"));
  is_true(zeros_below, "7", start("0 2", "0", "3"));   // the last index that matters is 2
  is_true(zeros_below, "7", start("-5 9", "0 -1 7 3 7", "3"));
  is_false(zeros_below, "7", start("0 3", "0 2 7", "3"));
  is_true(zeros_below, "-7", start("0 3", "0 2 7", "3"));
  is_false(zeros_below, "-7", start("0 3", "0", "3"));
  is_true(zeros_below, "7", start("0 -1", "5", "0"));   // no integer in the range: below 0, and above -1
  is_true(all_zero, "3", start("7 -7", "0", "0"));      // the parts overlap
}

TEST_CASE("a range that is too small settles nothing") {
  is_unknown(zeros_below, "7", start("0 1", "0 2 7", "3"));   // a[2] is above it
  is_unknown(zeros_below, "7", start("1 3", "0 0 7", "3"));   // a[0] is below it
  is_unknown(zeros_below, "7", start("0 1", "0 5 7", "3"));   // above the range are 5 and others
  is_unknown(zeros_below, "7", start("", "0", "3"));
  is_unknown(all_zero, "3", start("", "0", "3"));
  is_false(zeros_below, "7", start("1 1", "0 1 7", "3"));   // one that is false is enough
}

TEST_CASE("where a map has no exceptions it is known") {
  is_true(all_zero, "3", start("0 0", "0", "0"));
  is_true(all_zero, "3", start("0 0", "0 4 0 -9 0", "0"));   // exceptions in name
  is_true(all_zero, "3", start("0 2", "0 1 0", "0"));
  is_false(all_zero, "3", start("0 0", "7", "0"));
  is_false(all_zero, "3", start("0 0", "7 0 0", "0"));
  is_false(all_zero, "3", start("0 2", "0 1 3", "0"));
  is_unknown(all_zero, "3", start("0 2", "0 3 3", "0"));   // the map is 0 above the range but at 3
  is_unknown(all_zero, "3", start("0 2", "0 -1 3", "0"));
  // forall i :: a[i + 1] == 0, a[2 * i] == 0, a[0 - i] == 0
  is_true("b 0\n+ 5 4\ns 1 6\ne 7 3\nA 2\n", "3", start("0 0", "0", "0"));
  is_unknown("b 0\n+ 5 4\ns 1 6\ne 7 3\nA 2\n", "3", start("0 0", "0 2 9", "0"));
  is_false("b 0\n+ 5 4\ns 1 6\ne 7 3\nA 2\n", "3", start("0 1", "0 2 9", "0"));
  is_true("b 0\n- 3 5\ns 1 6\ne 7 3\nA 2\n", "3", start("-2 2", "0 2 0", "0"));
  is_unknown("b 0\n- 3 5\ns 1 6\ne 7 3\nA 2\n", "3", start("0 2", "0 2 9", "0"));
  is_false("b 0\n- 3 5\ns 1 6\ne 7 3\nA 2\n", "3", start("-2 2", "0 2 9", "0"));
  is_true("n 2\nb 0\n* 5 6\ns 1 7\ne 8 3\nA 2\n", "3", start("-3 3", "0 5 9 -5 9", "0"));
  is_false("n 2\nb 0\n* 5 6\ns 1 7\ne 8 3\nA 2\n", "3", start("-3 3", "0 4 9", "0"));
  is_true("n -2\nb 0\n* 6 5\ns 1 7\ne 8 3\nA 2\n", "3", start("-3 3", "0 5 9 -5 9", "0"));
  is_unknown("n -2\nb 0\n* 6 5\ns 1 7\ne 8 3\nA 2\n", "3", start("-3 2", "0 -7 9", "0"));
}

TEST_CASE("quantifiers are nested") {
  // forall i :: forall j :: i <= j || j <= i
  is_unknown("b 0\nb 1\nl 5 6\nl 6 5\n| 2 3\nA 4\nA 5\n", "6", start("0 3", "0", "0"));
  // forall i, j :: 0 <= i && i < n && 0 <= j && j < n ==> i == j
  const Text one = "b 0\nb 1\nl 3 5\nl 2 5\nl 3 6\nl 2 6\ne 5 6\n& 2 -3 4 -5\n> 7 6\nA 8\nA 9\n";
  is_true(one, "10", start("0 2", "0", "1"));
  is_true(one, "10", start("0 2", "0", "0"));
  is_false(one, "10", start("0 2", "0", "2"));
  is_unknown(one, "10", start("0 0", "0", "3"));
  // exists i :: a[i] == n, as ¬ forall i :: ¬ …
  const Text found = "b 0\ns 1 5\ne 6 2\nA -2\n";
  is_true(found, "-3", start("0 3", "0 2 9", "9"));
  is_false(found, "-3", start("0 3", "0 2 9", "8"));
  is_true(found, "-3", start("0 3", "0 2 9", "0"));   // somewhere above the range
  is_unknown(found, "-3", start("0 1", "0 2 9", "9"));
}

TEST_CASE("a disjunction is true if one part is, whatever the others are") {
  // forall i :: a[i] * i == 0 || i == i: the first is not known outside of the range, the second is not looked into
  is_unknown("b 0\ns 1 5\n* 5 5\ne 7 3\nl 5 5\n| 2 3\nA 4\n", "5", start("0 3", "0 9 9", "0"));
  // forall i :: a[i] * i == 0 || a[0] <= n
  is_true("b 0\ns 1 5\n* 6 5\ne 7 3\ns 1 3\nl 8 2\n| 2 3\nA 4\n", "5", start("0 3", "0 9 9", "0"));
  // … && false
  is_false("b 0\n* 5 5\ne 6 3\n& 2 -1\nA 3\n", "4", start("0 3", "0", "0"));
  // if a[i] * i == 0 then true else true; what chooses is not known
  is_unknown("b 0\ns 1 5\n* 6 5\ne 7 3\n? 2 1 1\nA 3\n", "4", start("0 3", "0 9 9", "0"));
  is_true("b 0\nl 3 5\n? 2 1 1\nA 3\n", "4", start("0 3", "0", "0"));
  is_true("b 0\nl 3 5\n= 2 2\nA 3\n", "4", start("0 3", "0", "0"));
}

TEST_CASE("the members of a family may be quantified") {
  // thread t is a member if forall i :: i < t ==> a[i] == 1
  const Text members = "y 0\nb 0\ns 1 6\nl 5 6\ne 7 4\n> -2 3\nA 4\n";
  const auto run = [&](const Text& range, const Text& map, const Text& thread) {
    return answer(program(members, "-1", "5") + start(range, map, "0") + "run\nthread 0 " + thread + "\nwrong\n");
  };
  CHECK(run("0 3", "1", "3") == "refuted");
  CHECK(run("0 3", "1 2 0", "2") == "refuted");
  CHECK(run("0 3", "1 2 0", "3") == rejected(26, 1, "this thread is no member of family 0"));
  CHECK(run("0 3", "1 4 0", "9") == rejected(26, 1, reason::not_computable()));
}

TEST_CASE("a range is one line before the values, with two numbers") {
  const Text p = program("", "-1");
  const Text rest = "V 0 0\nv 1 0\nrun\nthread 0 1\nwrong\n";
  CHECK(answer(p + rest) == "refuted");
  CHECK(answer(p + "range 0 1\n" + rest) == "refuted");
  CHECK(answer(p + "range -99999999999999999999999999999999 99999999999999999999999999999999\n" + rest) == "refuted");
  CHECK(answer(p + "range 0\n" + rest) == rejected(15, 1, reason::wrong_arity(2, 1)));
  CHECK(answer(p + "range 0 1 2\n" + rest) == rejected(15, 1, reason::wrong_arity(2, 3)));
  CHECK(answer(p + "range\n" + rest) == rejected(15, 1, reason::wrong_arity(2, 0)));
  CHECK(answer(p + "range 0 x\n" + rest) == rejected(15, 1, reason::wrong_arity(2, 1)));
  CHECK(answer(p + "range 0 1x\n" + rest) == rejected(15, 10, reason::expected(wanted::number)));
  CHECK(answer(p + "range 0 1\nrange 0 1\n" + rest).starts_with("rejected 16:1: expected a value at the start"));
  CHECK(answer(p + "V 0 0\nrange 0 1\nv 1 0\nrun\nthread 0 1\nwrong\n")
            .starts_with("rejected 16:1: expected a value at the start"));
  CHECK(answer(p + "range 0 1").starts_with("rejected 15:10: expected the end of the line"));
}

TEST_CASE("a schedule that breaks the guarantee ends before the step that does") {
  // Term 1 is variable 0 before a step and term 2 after it, 3 the numeral 0, 4 the numeral 1, 5 their sum; entry 2: x ≤
  // x'. The thread adds 1 and then may do anything; the guarantee is x ≤ x'.
  const auto claimed = [](const Text& claim, const Text& events) {
    return answer("plato certificate 2\nclaim " + claim +
                  "\nv 0 0\nv 0 1\nn 0\nn 1\n+ 1 4\nt\nl 1 2\nplace 0\nassign 1 5\natomic 1\nhavoc 1\natomic 2\nseq 1 "
                  "2\nguarantee 2\nfamily 1 3\nby schedule\nv 0 0\nrun\nthread 0 1\n" +
                  events);
  };
  const auto broken = [&](const Text& events) { return claimed("breaks guarantee", events); };
  CHECK(broken("step\nv 0 0\n") == "refuted");
  CHECK(broken("").ends_with("the step that the schedule ends with satisfies the guarantee"));
  CHECK(broken("step\nv 0 1\n").ends_with("the step that the schedule ends with satisfies the guarantee"));
  CHECK(broken("step\n") != "refuted");                 // what it becomes is not said
  CHECK(broken("step\nv 0 0\nv 0 0\n") != "refuted");   // too much is said
  CHECK(broken("v 0 -5\n") != "refuted");               // an assignment takes no value
  CHECK(broken("step\nv 0 0\nstep\n").ends_with("the thread is not at an atomic step"));
  CHECK(claimed("breaks invariant", "step\nv 0 0\n") != "refuted");
}

TEST_CASE("commands run, and the schedule says only what they leave open") {
  // Terms: 1 x, 2 a, 3 the numeral 1, 4 x + 1, 5 a[1], 6 x'. Entries: 1 true, 2 x = 1, 3 a[1] = 1, 4 x' ≤ 1.
  // Places: 1 x, 2 a, 3 a[1], 4 a[x].
  const auto runs = [](const Text& commands, const Text& command, const Text& events) {
    return answer(
        "plato certificate 2\nclaim goes wrong\nv 0 0\nv 1 0\nn 1\n+ 1 3\ns 2 3\nv 0 1\nt\ne 1 3\ne 5 3\nl 6 3\nint "
        "0\nmap 1\nplace 0\nplace 1\nplace 1 3\nplace 1 1\n" +
        commands + "atomic " + command + "\nfamily 1 1\nby schedule\nv 0 0\nV 1 0\nrun\nthread 0 1\n" + events);
  };
  const auto is_wrong = [&](const Text& commands, const Text& command, const Text& inputs = "") {
    INFO(commands << inputs);
    CHECK(runs(commands, command, inputs + "wrong\n") == "refuted");
  };
  const auto is_not = [&](const Text& commands, const Text& command, const Text& inputs = "") {
    INFO(commands << inputs);
    CHECK(runs(commands, command, inputs + "wrong\n").starts_with("rejected"));
  };
  is_wrong("assert 2\n", "1");
  is_not("assert -2\n", "1");
  is_not("when 2\nassert 2\nthen 1 2\n", "3");   // blocked before it goes wrong
  is_wrong("assert 2\nwhen 2\nthen 1 2\n", "3");
  // assignments: one after the other, and with values and indices from before
  is_wrong("assign 1 4\nassert -2\nthen 1 2\n", "3");
  is_not("assign 1 4\nassert 2\nthen 1 2\n", "3");
  is_wrong("assign 1 4 3 4\nassert -3\nthen 1 2\n", "3");
  is_wrong("assign 1 4 4 4\nassert 3\nthen 1 2\n", "3");   // a[0], since x was 0
  is_wrong("assign 1 4\nassign 4 3\nassert -3\nthen 1 2\nthen 4 3\n", "5");
  is_wrong("assign 1 4 1 1\nassert 2\nthen 1 2\n", "3");   // the last one counts
  // havoc
  is_wrong("havoc 1\nassert -2\nthen 1 2\n", "3", "v 0 1\n");
  is_not("havoc 1\nassert -2\nthen 1 2\n", "3", "v 0 2\n");
  is_not("havoc 1\nassert -2\nthen 1 2\n", "3");
  is_not("havoc 1\nassert -2\nthen 1 2\n", "3", "v 1 1\n");
  is_not("havoc 1\nassert -2\nthen 1 2\n", "3", "v 0 1\nv 0 1\n");
  is_not("havoc 1\nassert -2\nthen 1 2\n", "3", "first\n");
  is_wrong("havoc 3\nassert -3\nthen 1 2\n", "3", "v 1 1\n");
  is_wrong("havoc 2\nassert -3\nthen 1 2\n", "3", "V 1 0 1 1\n");
  is_wrong("havoc 2\nassert -3\nthen 1 2\n", "3", "W 1 1 1\n");
  is_wrong("havoc 1 4\nassert 3\nthen 1 2\n", "3", "v 0 1\nv 1 1\n");   // a[0]
  is_wrong("havoc 1\nassign 1 4\nassert -2\nthen 1 2\nthen 4 3\n", "5", "v 0 0\n");
  // branches
  is_wrong("assert 1\nassert -1\nif -2 2 1\n", "3");
  is_not("assert 1\nassert -1\nif 2 2 1\n", "3");
  is_wrong("assert 1\nassert -1\neither 1 2\n", "3", "second\n");
  is_not("assert 1\nassert -1\neither 1 2\n", "3", "first\n");
  is_not("assert 1\nassert -1\neither 1 2\n", "3");
  // raw operations
  is_wrong("operation 2 1 1 1\n", "1");
  is_wrong("operation 1 1 4 1\n", "1", "v 0 2\n");
  is_not("operation 1 1 4 1\n", "1", "v 0 1\n");
  is_not("operation 1 4 -1 1\n", "1", "v 0 2\n");
  is_wrong("operation 1 4 -1 1\n", "1", "v 0 1\n");
  is_not("operation 1 1 4 1\n", "1");
}

TEST_CASE("a value's letter stands by itself") {
  const Text p = program("", "-1");
  CHECK(answer(p + "V 0 0\nv 1 0\nrun\nthread 0 1\nwrong\n") == "refuted");
  CHECK(
      answer(p + "V 0 0\nv1 0\nrun\nthread 0 1\nwrong\n").starts_with("rejected 16:1: expected a value at the start"));
  CHECK(answer(p + "V 0 0\nv 1 0\nrun\nthread 0 1\nv1 5\nwrong\n").starts_with("rejected 19:1: expected an event"));
}

TEST_CASE("a large range and nested quantifiers end at the limit of effort") {
  CHECK(as_true(all_zero, "3", start("-99999999999999999999 99999999999999999999", "0", "0")) == limit(24));
  // n quantifiers around 0 <= 0
  Text nested = "l 3 3\n";
  for (int i = 2; i < 60; ++i) nested += "A " + std::to_string(i) + "\n";
  CHECK(as_true(nested, "60", start("0 9", "0", "0")).starts_with("limit"));
}

TEST_CASE("what costs nothing to say costs something to evaluate") {
  // each entry is the equivalence, or the conjunction, of the one before with itself
  Text doubled = "= 1 1\n", joined = "& 1 1\n";
  for (int i = 2; i < 90; ++i) {
    doubled += "= " + std::to_string(i) + " " + std::to_string(i) + "\n";
    joined += "& " + std::to_string(i) + " " + std::to_string(i) + "\n";
  }
  CHECK(as_true(doubled, "90", start("", "0", "0")).starts_with("limit"));
  CHECK(as_true(joined, "90", start("", "0", "0")).starts_with("limit"));
}

TEST_CASE("formulas that are nested deeply end at a limit, not of the stack") {
  const auto chain = [](const Text& first, const Text& keyword, const Text& more) {
    Text lines = first;
    for (int i = 2; i < 9000; ++i) lines += keyword + " " + std::to_string(i) + more + "\n";
    return lines;
  };
  CHECK(as_true(chain("l 3 3\n", "&", ""), "9000", start("0 1", "0", "0")).starts_with("limit"));
  CHECK(as_true(chain("l 3 3\n", "=", " 1"), "9000", start("0 1", "0", "0")).starts_with("limit"));
  CHECK(as_true(chain("l 3 3\n", "A", ""), "9000", start("0 -1", "0", "0")).starts_with("limit"));
  // term 5 + i is term 4 + i and 1
  Text sums;
  for (int i = 4; i < 9000; ++i) sums += "+ " + std::to_string(i) + " 4\n";
  CHECK(as_true(sums + "l 3 9000\n", "2", start("0 1", "0", "0")).starts_with("limit"));
}

namespace {

// One thread, identifier 1, and a map variable 0 with `init` entry 2: forall i :: a[i] == value, whose last line is
// term `term`. The lines go on from term 4. Entry 1 is `a[i] == value`. The first command makes `a` anything, the
// second goes wrong.
Text with_terms(const Text& lines, const Text& term, const Text& claim = "goes wrong") {
  return "plato certificate 2\nclaim " + claim + "\nv 0 0\nb 0\ns 1 2\n" + lines + "e 3 " + term +
         "\nA 1\nt\ninit 2\ninvariant 2\nplace 0\nhavoc 1\natomic 1\nassert -3\natomic 2\nseq 1 2\nfamily 3 3\nby "
         "schedule\n";
}
const Text goes_wrong = "run\nthread 0 1\nW 0\nstep\nwrong\n";
const Text not_initial = "this event is not possible: the store is not an initial one";

}   // namespace

TEST_CASE("an initial map may be given by the very term that the initial condition names") {
  const auto says = [](const Text& lines, const Text& term, const Text& start) {
    return answer(with_terms(lines, term) + start + goes_wrong);
  };
  CHECK(says("", "2", "range 0 3\nF 0 2\n") == "refuted");
  CHECK(says("", "2", "range 7 -7\nF 0 2\n") == "refuted");
  CHECK(says("", "2", "range 0 3\nF 0 2 1 1 3 3\n") == "refuted");
  CHECK(says("", "2", "range 0 3\nF 0 2 1 1 3 4\n").ends_with(not_initial));
  CHECK(says("", "2", "range 0 3\nF 0 2 4 4\n").ends_with(reason::not_computable()));   // an exception above the range
  // 2 * i + y 1, with a parameter
  const Text linear = "n 2\ny 1\n* 4 2\n+ 6 5\n";
  CHECK(says(linear, "7", "range 0 3\ny 1 9\nF 0 7\n") == "refuted");
  CHECK(says(linear, "7", "range 0 3\nF 0 7\ny 1 9\n") == "refuted");
  // if i == 0 then 5 else i
  const Text cases =
      "n 0\nn 5\ne 2 4\nI 1 5 2\ne 3 6\nA 2\nt\ninit 3\nplace 0\nhavoc 1\natomic 1\nassert -4\natomic 2\nseq 1 "
      "2\nfamily 4 "
      "3\nby schedule\n";
  CHECK(answer("plato certificate 2\nclaim goes wrong\nv 0 0\nb 0\ns 1 2\n" + cases + "range 0 3\nF 0 6\n" +
               goes_wrong) == "refuted");
}

TEST_CASE("an initial map given by another term is rejected for its reason") {
  const auto says = [](const Text& lines, const Text& term, const Text& start) {
    return answer(with_terms(lines, term) + start + goes_wrong);
  };
  const Text more =
      "n 1\n+ 2 4\n- 5 4\nv 1 0\ny 0\nb 1\n+ 2 8\n";   // terms: 5 i + 1, 6 i + 1 - 1, 7 x, 8 y 0, 9 b 1, 10 i + y 0
  CHECK(says(more, "2", "range 0 3\nF 0 2\nv 1 0\n") == "refuted");
  CHECK(says(more, "2", "range 0 3\nF 0 5\nv 1 0\n").ends_with(not_initial));
  CHECK(says(more, "2", "range 0 3\nF 0 7\nv 1 0\n").ends_with(not_initial));
  CHECK(says(more, "2", "range 0 3\nV 0 0 1 1 2 2 3 3\nv 1 0\n").ends_with(not_initial));
  // equal, but not the very term: not seen
  CHECK(says(more, "2", "range 0 3\nF 0 6\nv 1 0\n").ends_with(reason::not_computable()));
  CHECK(says(more, "6", "range 0 3\nF 0 6\nv 1 0\n") == "refuted");
  // the very term, but about a variable, a thread or another quantifier, which it is not read with
  CHECK(says(more, "7", "range 0 3\nF 0 7\nv 1 5\n").ends_with(not_initial));
  CHECK(says(more, "7", "range 0 3\nF 0 7\nv 1 0\n").ends_with(reason::not_computable()));
  CHECK(says(more, "9", "range 0 3\nF 0 9\nv 1 0\n").ends_with(reason::not_computable()));
  // the initial condition is about no thread, so that y 0 is 0 in it, too: looked at as what it is
  CHECK(says(more, "10", "range 0 3\nF 0 10\nv 1 0\n") == "refuted");
  CHECK(says(more, "2", "F 0 2\nv 1 0\n").ends_with(reason::not_computable()));   // no range
}

TEST_CASE("a map that is given by a term is written to, and compared by what was written") {
  const Text start = "range 0 3\nF 0 2\nrun\nthread 0 1\n";
  const auto says = [&](const Text& events) {
    return answer(with_terms("", "2", "breaks invariant") + start + events);
  };
  CHECK(says("W 0 1 5\nstep\n") == "refuted");
  CHECK(says("W 0 1 1\nstep\n") == rejected(25, 1, "the schedule ends in a store that satisfies the invariant"));
  CHECK(says("W 0 1 5 1 1\nstep\n") == rejected(25, 1, "the schedule ends in a store that satisfies the invariant"));
  CHECK(says("W 0\nstep\n") == rejected(25, 1, "the schedule ends in a store that satisfies the invariant"));
  CHECK(says("W 0 99 5\nstep\n").ends_with(reason::not_computable()));   // 99 is above the range, and so are others
  CHECK(says("W 0 1\nstep\n").starts_with("rejected 23:1: expected an index and a value"));
  CHECK(says("W 1 1 1\nstep\n").starts_with("rejected 24:1: this event is not possible"));
  CHECK(says("W0 1 1\nstep\n").starts_with("rejected 23:1: expected an event"));
  // a' == a, and a' == a[1 := 5], as the step
  const auto steps = [&](const Text& step, const Text& events, const Text& exceptions = "") {
    return answer(
        "plato certificate 2\nclaim goes wrong\nv 0 0\nb 0\nv 0 1\nn 1\nn 5\nu 1 4 5\nt\nm 3 1\nm 3 6\nplace "
        "0\noperation 1 " +
        step + " 1 1\natomic 1\nassert -1\natomic 2\nseq 1 2\nfamily 1 3\nby schedule\nF 0 2" + exceptions +
        "\nrun\nthread 0 1\n" + events + "step\nwrong\n");
  };
  CHECK(steps("2", "W 0\n") == "refuted");
  CHECK(steps("3", "W 0 1 5\n") == "refuted");
  CHECK(steps("3", "W 0 1 6\n").find("does not lead to this store") != Text::npos);
  CHECK(steps("2", "W 0 1 5\n").ends_with(reason::not_computable()));   // what a[1] was is not looked at
  CHECK(steps("3", "W 0\n").ends_with(reason::not_computable()));
  CHECK(steps("2", "W 0 1 5\n", " 1 1").find("does not lead to this store") != Text::npos);
  CHECK(steps("3", "W 0\n", " 1 5") == "refuted");
  CHECK(steps("3", "W 0\n", " 1 6").find("does not lead to this store") != Text::npos);
  CHECK(steps("2", "V 0 0\n").ends_with(reason::not_computable()));
}

TEST_CASE("a line that gives a map by a term has its number") {
  const auto says = [](const Text& line) { return answer(with_terms("", "2") + line + goes_wrong); };
  CHECK(says("F 0 99\n") == rejected(19, 1, reason::no_such_term(99)));
  CHECK(says("F 0\n").starts_with("rejected 19:1: expected a term, and an index and a value"));
  CHECK(says("F 0 2 2\n").starts_with("rejected 19:1: expected a term, and an index and a value"));
  CHECK(says("F 1 2\n") == rejected(19, 1, reason::expected("the variables in their order, all of them")));
  CHECK(says("F 0 -2\n").starts_with("rejected 19:1: there is no term"));
  CHECK(says("F0 2\n").starts_with("rejected 19:1: expected a value at the start"));
}
