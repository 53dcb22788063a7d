// Schedules: which formulas the kernel can evaluate in them, quantified ones above all, and what a range must contain.
//
// The programs here have one thread, identifier 1, with one operation whose gate is the formula in question: it goes wrong exactly
// if the gate is false, so that `wrong` asks whether it is and `step` whether it is not.

#include <catch2/catch.hpp>
#include <string>

#include "kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Term 1 is map variable 0, term 2 integer variable 1, terms 3 and 4 the numerals 0 and 1; `lines` may go on from term 5 and
// entry 2 on.
Text program(const Text& lines, const Text& gate, const Text& members = "1") {
  return "plato certificate 1\nclaim goes wrong\nv 0 0\nv 1 0\nn 0\nn 1\nt\n" + lines + "atomic " + gate +
         " 1 1\natomic -1 1 1\nseq 1 2\nfamily " + members + " 3 1 1\nproof\n";
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
  CHECK(as_true(lines, gate, start).find("the gate is false here") != Text::npos);
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
  CHECK(run("0 3", "1 2 0", "3") == rejected(24, 1, "this thread is no member of family 0"));
  CHECK(run("0 3", "1 4 0", "9") == rejected(24, 1, reason::not_computable()));
}

TEST_CASE("a range is one line before the values, with two numbers") {
  const Text p = program("", "-1");
  const Text rest = "V 0 0\nv 1 0\nrun\nthread 0 1\nwrong\n";
  CHECK(answer(p + rest) == "refuted");
  CHECK(answer(p + "range 0 1\n" + rest) == "refuted");
  CHECK(answer(p + "range -99999999999999999999999999999999 99999999999999999999999999999999\n" + rest) == "refuted");
  CHECK(answer(p + "range 0\n" + rest) == rejected(13, 1, reason::wrong_arity(2, 1)));
  CHECK(answer(p + "range 0 1 2\n" + rest) == rejected(13, 1, reason::wrong_arity(2, 3)));
  CHECK(answer(p + "range\n" + rest) == rejected(13, 1, reason::wrong_arity(2, 0)));
  CHECK(answer(p + "range 0 x\n" + rest) == rejected(13, 1, reason::wrong_arity(2, 1)));
  CHECK(answer(p + "range 0 1x\n" + rest) == rejected(13, 10, reason::expected(wanted::number)));
  CHECK(answer(p + "range 0 1\nrange 0 1\n" + rest).starts_with("rejected 14:1: expected a value at the start"));
  CHECK(answer(p + "V 0 0\nrange 0 1\nv 1 0\nrun\nthread 0 1\nwrong\n").starts_with("rejected 14:1: expected a value at the start"));
  CHECK(answer(p + "range 0 1").starts_with("rejected 13:10: expected the end of the line"));
}

TEST_CASE("a value's letter stands by itself") {
  const Text p = program("", "-1");
  CHECK(answer(p + "V 0 0\nv 1 0\nrun\nthread 0 1\nv 1 5\nwrong\n") == "refuted");
  CHECK(answer(p + "V 0 0\nv1 0\nrun\nthread 0 1\nwrong\n").starts_with("rejected 14:1: expected a value at the start"));
  CHECK(answer(p + "V 0 0\nv 1 0\nrun\nthread 0 1\nv1 5\nwrong\n").starts_with("rejected 17:1: expected an event"));
}

TEST_CASE("a large range and nested quantifiers end at the limit of effort") {
  CHECK(as_true(all_zero, "3", start("-99999999999999999999 99999999999999999999", "0", "0")) == limit(22));
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
