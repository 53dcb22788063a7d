// Programs in an environment: the lines about them, ghost variables and what they must not do, explicit outlines.
//
// These certificates end before the first refutation. So the kernel's answer tells which program it accepts: one whose conditions it
// would now like to see refuted.

#include <catch2/catch.hpp>
#include <string>

#include "kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Terms: 1 x, 2 x', 3 g, 4 g', 5 numeral 1, 6 x + 1, 7 g + 1, 8 g' + 1, 9 b 0, 10 g'[b 0], 11 g[b 0], 12 g'[1]. Entries: 1 x' = x + 1,
// 2 g' = g + 1, 3 true. Variable 1, which is g, is auxiliary.
const Text beginning =
    "plato certificate 1\nclaim triple\nghost 1\nv 0 0\nv 0 1\nv 1 0\nv 1 1\nn 1\n+ 1 5\n+ 3 5\n+ 4 5\nb 0\ns 4 9\ns 3 9\ns 4 5\ne 2 6\ne 4 7\nt\n";

Text answer_to(const Text& lines) { return answer(beginning + lines + "proof\n"); }

void accept_program(const Text& lines) {
  INFO(lines);
  CHECK(answer_to(lines).find("the line 'condition' before the refutation") != Text::npos);
}
void refuse_program(const Text& lines, const Text& why) {
  INFO(lines);
  const Text found = answer_to(lines);
  CHECK(found.find(why) != Text::npos);
}

// A family of threads with one operation, whose annotated step is the last entry of `lines`, number 4 or as given.
Text operation(const Text& lines, const Text& parts = "3 1 3 4") { return lines + "atomic " + parts + "\nfamily 3 1 3 3\n"; }

const Text influence = "mentions a ghost variable";
const Text no_update = "this is not the program's formula with values for ghost variables";

}   // namespace

TEST_CASE("a step may give ghost variables values that follow from what was before") {
  accept_program(operation("& 1 2\n"));
  accept_program(operation("& 1\n"));                        // or leave them open
  accept_program(operation("t\n", "3 1 3 1"));
  accept_program(operation("m 4 3\n& 1 4\n", "3 1 3 5"));    // as maps
  accept_program(operation("e 4 2\n& 1 4\n", "3 1 3 5"));    // from what the step does to the program's own variables
  accept_program(operation("e 10 11\nA 4\n& 1 5\n", "3 1 3 6"));   // index by index
}

TEST_CASE("a step with ghost variables is the program's step and equations, and nothing else") {
  refuse_program(operation("& 2 1\n"), no_update);
  refuse_program(operation("| 1 2\n"), no_update);
  refuse_program(operation("& 1 -2\n"), no_update + ": a part of the conjunction is negated");
  refuse_program(operation("& 1 2\n", "3 1 3 -4"), no_update + ": it is negated");
  refuse_program(operation("& 1 2\n", "3 1 3 2"), no_update);
  refuse_program(operation("& 1 1\n"), no_update + ": the variables given values must be ghosts, and ascend");   // constrains x
  refuse_program(operation("& 1 2 2\n"), no_update + ": the variables given values must be ghosts, and ascend");
  refuse_program(operation("e 7 4\n& 1 4\n", "3 1 3 5"), no_update + ": a part is not an equation with the variable on its left side");
  refuse_program(operation("l 4 7\n& 1 4\n", "3 1 3 5"), no_update);
  refuse_program(operation("e 3 7\n& 1 4\n", "3 1 3 5"), no_update);                      // the value before the step
  refuse_program(operation("e 4 8\n& 1 4\n", "3 1 3 5"), influence);                      // g' = g' + 1 has no solution
  refuse_program(operation("e 10 11\nA -4\n& 1 5\n", "3 1 3 6"), no_update);
  refuse_program(operation("e 12 11\nA 4\n& 1 5\n", "3 1 3 6"), no_update);               // one index, and each its value
  refuse_program(operation("s 4 6\ne 13 5\n& 1 4\n", "3 1 3 5"), no_update);
}

TEST_CASE("ghost variables do not influence the program") {
  refuse_program(operation("e 3 5\n", "4 1 3 1"), "a gate " + influence);
  refuse_program(operation("t\n", "3 2 3 2"), "a step " + influence);
  refuse_program(operation("e 3 5\n", "3 1 4 1"), "a post-assertion " + influence);
  refuse_program(operation("e 3 5\n& 3 4\n", "-5 1 3 1"), "a gate " + influence);
  refuse_program(operation("y 3\nI 2 5 13\nl 14 5\n", "4 1 3 1"), "a gate " + influence);     // inside a term's condition
  refuse_program(operation("e 11 5\nA 4\n", "5 1 3 1"), "a gate " + influence);             // under a quantifier
  refuse_program("e 3 5\natomic 3 1 3\nfamily 4 1 3 3\n", "the members of a family " + influence);
  refuse_program("e 3 5\natomic 3 1 3\natomic 4 1 3\nseq 1 2\nloop 3 3\nchoice 4 1\nfamily 3 5 3 3\n", "a gate " + influence);
}

TEST_CASE("nor what is claimed of it") {
  accept_program("e 3 5\nlemma 4\n");
  refuse_program("e 3 5\nassume 4\n", "the assumption " + influence);
  refuse_program("e 3 5\ninit 4\n", "the initial condition " + influence);
  refuse_program("e 3 5\ninvariant 4\n", "the invariant " + influence);
  refuse_program("rely 2\n", "the program's rely " + influence);
  refuse_program("guarantee 2\n", "the program's guarantee " + influence);
  refuse_program("e 3 5\nensures 4\n", "the program's postcondition " + influence);
}

TEST_CASE("the first values of ghost variables, and what the environment does to them") {
  accept_program("e 1 5\ne 3 1\n& 4 5\ninit 4\ninitially 6\n");
  refuse_program("e 1 5\ne 3 7\n& 4 5\ninit 4\ninitially 6\n", "the first value of a ghost variable " + influence);
  refuse_program("e 1 5\ne 3 1\n& 5\ninit 4\ninitially 6\n", no_update);
  accept_program("& 1 2\nrely 1 4\n");
  refuse_program("e 4 8\n& 1 4\nrely 1 5\n", influence);
  refuse_program("& 3 2\nrely 1 4\n", no_update);
}

TEST_CASE("without ghost variables the proof's step is the program's") {
  const Text plain = "plato certificate 1\nclaim triple\nv 0 0\nv 0 1\ne 2 1\nt\n";
  CHECK(answer(plain + "atomic 2 1 2 1\nfamily 2 1 2 2\nproof\n").find("the line 'condition'") != Text::npos);
  CHECK(answer(plain + "& 1 1\natomic 2 1 2 3\nfamily 2 1 2 2\nproof\n").find(no_update) != Text::npos);
}

TEST_CASE("an explicit outline has an assertion before every operation") {
  accept_program("guarded 3 3 1 3\noutline 3 1 3 3 3\n");
  accept_program("cut 3\nguarded 3 3 1 3\nseq 1 2\nloop 3 3\noutline 3 4 3 3 3\n");
  accept_program("guarded 3 3 1 3\nfamily 3 1 3 3\n");
  const Text needs = "in an explicit outline every operation needs an assertion before it";
  refuse_program("atomic 3 1 3\noutline 3 1 3 3 3\n", needs);
  refuse_program("skip\noutline 3 1 3 3 3\n", needs);
  refuse_program("guarded 3 3 1 3\nskip\nseq 1 2\noutline 3 3 3 3 3\n", needs);
  refuse_program("atomic 3 1 3\nloop 3 1\noutline 3 2 3 3 3\n", needs);
}

TEST_CASE("postconditions of threads speak of their own quantifiers' variables alone") {
  accept_program("e 9 9\nA 4\nskip\nfamily 3 1 3 3 5\nensures 3\n");
  refuse_program("e 9 9\nskip\nfamily 3 1 3 3 4\nensures 3\n", "a variable that no quantifier binds");
}

TEST_CASE("lines about programs take the numbers they take") {
  refuse_program("atomic 3 1\n", "this shape takes 3 numbers, found 2");
  refuse_program("atomic 3 1 3 1 1\n", "this shape takes 3 numbers, found 5");
  refuse_program("guarded 3 3 1\n", "this shape takes 4 numbers, found 3");
  refuse_program("skip\noutline 3 1 3 3\n", "this shape takes 5 numbers, found 4");
  refuse_program("skip\nfamily 3 1 3 3 3 3\n", "this shape takes 4 numbers, found 6");
  refuse_program("rely\n", "this shape takes 1 numbers, found 0");
  refuse_program("ensures 1 1\n", "this shape takes 1 numbers, found 2");
  refuse_program("ghost\n", "this shape takes 1 numbers, found 0");
  refuse_program("ensures 99\n", "there is no entry 99");
  refuse_program("atomic 3 1 99\n", "there is no entry 99");
  refuse_program("skip\nfamily 3 1 99 3\n", "there is no entry 99");
  refuse_program("ghost -1\n", "this shape takes 1 numbers, found 0");
}

TEST_CASE("formulas of a program that are nested deeply end at a limit, not of the stack") {
  const auto chain = [](const Text& keyword, const Text& more) {
    Text lines;
    for (int i = 3; i < 9000; ++i) lines += keyword + " " + std::to_string(i) + more + "\n";
    return lines;
  };
  const Text reason = "a formula of the program is nested too deeply";
  for (const Text& deep : {chain("&", ""), chain("=", " 1"), chain("A", "")}) {
    refuse_program(operation(deep, "9000 1 3 1"), reason);   // looked through for ghost variables
    refuse_program(deep + "lemma 9000\n", reason);           // copied into the conditions
  }
  // term 13 + i is term 12 + i and 1
  Text sums;
  for (int i = 12; i < 9000; ++i) sums += "+ " + std::to_string(i) + " 5\n";
  refuse_program(operation(sums + "l 9000 5\n", "4 1 3 1"), reason);
  refuse_program(sums + "l 9000 5\nlemma 4\n", reason);
}
