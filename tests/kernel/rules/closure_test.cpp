// Closures: programs that the kernel runs in all ways, and what makes it refuse to.
//
// The program has one thread, which sets x to 1 where it is 0 and to 0 elsewhere, for ever; x is 0 initially.

#include <catch2/catch.hpp>
#include <string>

#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Terms: 1 x, 2 numeral 0, 3 numeral 1, 4 tid, 5 x', 6 parameter 1, 7 x[0], 8 variable 1. Entries: 1 x = 0, 2 tid = 1,
// 3 x <= 1, 4 0 <= x, 5 both, 6 true, 7 x <= 0, 8 tid = 0, 9 x = x', 10 parameter 1 = 0, 11 x[0] = 0, 12 x' = 1, 13 x =
// 1, 14 tid = 0 or tid = 1.
const Text tables =
    "plato certificate 2\nclaim triple\nv 0 0\nn 0\nn 1\ny 0\nv 0 1\ny 1\ns 1 2\nv 1 0\n"
    "e 1 2\ne 4 3\nl 1 3\nl 2 1\n& 3 4\nt\nl 1 2\ne 4 2\ne 1 5\ne 6 2\ne 7 2\ne 5 3\ne 1 3\n| 8 2\n";
// Commands: 1 x := 1, 2 x := 0, 3 x := 1 - x. Statements: 1 that, 2 for ever.
const Text commands = "place 0\nassign 1 3\nassign 1 2\nif 1 1 2\natomic 3\nloop 1\n";
const Text start = "by closure\nrange 0 2\nv 0 0\nrun\n";
const Text end = "thread 0 1\nstates 8\n";

Text certificate(const Text& program, const Text& closure) { return tables + commands + program + closure; }

void accept(const Text& program, const Text& closure = start + end) {
  INFO(program << closure);
  CHECK(answer(certificate(program, closure)) == "certified");
}
void refuse(const Text& why, const Text& program, const Text& closure = start + end) {
  INFO(program << closure);
  const Text found = answer(certificate(program, closure));
  CHECK(found.find(why) != Text::npos);
}

const Text body = "init 1\nfamily 2 2\n";
const Text not_sorted = "the initial condition does not say";

}   // namespace

TEST_CASE("a program that is run in all ways satisfies its specification") {
  accept(body);
  accept("invariant 5\n" + body);
  accept("invariant 5\n" + body, "by closure\nrange 0 2\nv 0 0\nrun\nthread 0 1\nstates 3\n");
  accept("guarantee 5\nensures 5\n" + body);
}

TEST_CASE("a closure does not hide what is wrong") {
  refuse("the invariant is false in a state that is reached", "invariant 7\n" + body);
  refuse("the invariant is false in a state that is reached", "invariant 13\n" + body);
  refuse("the postcondition is false in a state in which all threads can have ended", "ensures 7\n" + body);
  refuse("the postcondition is false in a state in which all threads can have ended", "ensures 13\n" + body);
  refuse("a step does not satisfy the guarantee", "guarantee 9\n" + body);
  refuse("a step does not satisfy the guarantee", "guarantee 12\n" + body);
  refuse("an assertion is false in a state that is reached", "assert 7\natomic 4\nseq 2 3\ninit 1\nfamily 2 4\n");
  refuse("an assertion is false in a state that is reached",
         "assert 7\natomic 4\nchoice 2 3\nseq 1 4\ninit 1\nfamily 2 5\n");
  accept("assert 5\natomic 4\nchoice 2 3\nseq 1 4\ninit 1\nfamily 2 5\n");
}

TEST_CASE("a closure has the initial store, and no other is possible") {
  refuse(not_sorted, "init 6\nfamily 2 2\n");
  refuse(not_sorted, "init 4\nfamily 2 2\n");
  refuse(not_sorted, "init -1\nfamily 2 2\n");
  refuse(not_sorted, "family 2 2\n");
  refuse(not_sorted, body, "by closure\nrange 0 2\nv 0 1\nrun\n" + end);
  refuse(not_sorted, body, "by closure\nrange 0 2\nrun\n" + end);
  refuse(not_sorted, body, "by closure\nrange 0 2\nV 0 0\nrun\n" + end);
}

TEST_CASE("a closure has all threads") {
  refuse("other members than the threads that are listed", body, start + "states 8\n");
  refuse("other members than the threads that are listed", "init 1\nfamily 14 2\n");
  accept("init 1\nfamily 14 2\n", start + "thread 0 0\n" + end);
  refuse("other members than the threads that are listed", "init 1\nfamily 6 2\n");
  refuse("other members than the threads that are listed", body, "by closure\nv 0 0\nrun\n" + end);
  refuse("no member of family 0", body, start + "thread 0 0\n" + end);
  refuse("the program has no family 1", body, start + "thread 1 1\n" + end);
  refuse("a thread is given twice", body, start + "thread 0 1\n" + end);
}

TEST_CASE("a closure needs as many states as there are") {
  refuse("more states than the certificate says", body, start + "thread 0 1\nstates 2\n");
  refuse("more states than the certificate says", body, start + "thread 0 1\nstates 0\n");
  refuse("at most 1048576 states", body, start + "thread 0 1\nstates 1048577\n");
  refuse("at most 1048576 states", body, start + "thread 0 1\nstates -1\n");
  refuse("a line 'thread', 'bool', 'open', 'states', 'local', 'store', 'step', 'activation' or 'views'", body,
         start + "thread 0 1\n");
  refuse("the end of the file after 'states'", body, start + end + "states 8\n");
}

TEST_CASE("values that are left open are all tried") {
  // Commands: 4 havoc x, 5 x := 1 - x and then that; statements: 3 that.
  const Text havoc = "havoc 1\nthen 3 4\natomic 5\ninit 1\nfamily 2 3\n";
  const Text truths = start + "thread 0 1\nbool 0\nstates 8\n";
  accept(havoc, truths);
  refuse("a variable gets any value", havoc);
  // Whether it is 0 is all that may be asked of it.
  accept("guarantee 6\nensures 14\n" + havoc, truths);
  refuse(not_sorted, "invariant 5\n" + havoc, truths);
  refuse(not_sorted, "invariant 13\n" + havoc, truths);
  refuse("the invariant is false in a state that is reached", "invariant 1\n" + havoc, truths);
  refuse("the postcondition is false", "ensures -1\n" + havoc, truths);

  // An operation after which x is from 0 to 1. Terms: 9 numeral 2; entries: 15 0 <= x', 16 x' <= 1, 17 both, 18 x' <=
  // 2, 19 0 <= x' <= 2.
  const Text ranged = "n 2\nl 2 5\nl 5 3\n& 15 16\nl 5 9\n& 15 18\n";
  const auto operation = [&](const Text& action, const Text& post = "6") {
    return ranged + "operation 6 " + action + " " + post + " 1\natomic 4\ninit 1\nfamily 2 3\n";
  };
  accept("invariant 5\n" + operation("17"));
  accept("invariant 5\n" + operation("17", "16"));
  refuse("the invariant is false in a state that is reached", "invariant 5\n" + operation("19"));
  refuse("a post-assertion is false in a state that is reached", operation("19", "16"));
  refuse("a gate is false in a state that is reached", ranged + "operation 13 17 6 1\natomic 4\ninit 1\nfamily 2 3\n");
  refuse("a variable gets any value", operation("15"));
  refuse("a variable gets any value", operation("16"));
  refuse("two places of a variable", ranged + "operation 6 17 6 1 1\natomic 4\ninit 1\nfamily 2 3\n");
}

TEST_CASE("first values that are left open are all tried") {
  const Text opened = start + "thread 0 1\nopen 0 0 1\nstates 8\n";
  accept("init 5\nfamily 2 2\n", opened);
  accept("invariant 5\ninit 5\nfamily 2 2\n", opened);
  refuse("the invariant is false in a state that is reached", "assert 1\natomic 4\ninvariant 1\ninit 5\nfamily 2 3\n",
         opened);
  refuse("an assertion is false in a state that is reached", "assert 1\natomic 4\ninit 5\nfamily 2 3\n", opened);
  // A value that is not tried, a range that is not said, twice, and of another variable.
  refuse("does not say that a variable is between", "init 5\nfamily 2 2\n",
         start + "thread 0 1\nopen 0 0 0\nstates 8\n");
  refuse("does not say that a variable is between", "init 5\nfamily 2 2\n",
         start + "thread 0 1\nopen 0 1 1\nstates 8\n");
  refuse("does not say that a variable is between", "init 4\nfamily 2 2\n", opened);
  refuse("does not say that a variable is between", "init 6\nfamily 2 2\n", opened);
  refuse("said to be open twice", "init 5\nfamily 2 2\n", start + "thread 0 1\nopen 0 0 1\nopen 0 0 1\nstates 8\n");
  refuse("has one", "init 1\nfamily 2 2\n", opened);
  refuse("there is no such variable", "init 5\nfamily 2 2\n", start + "thread 0 1\nopen 1 0 1\nstates 8\n");
  refuse("takes 3 numbers", "init 5\nfamily 2 2\n", start + "thread 0 1\nopen 0 0\nstates 8\n");
  // A truth value needs no range, and may be said not to be 0.
  accept("init 6\nfamily 2 2\n", start + "thread 0 1\nbool 0\nopen 0 0 1\nstates 8\n");
  refuse("is 0 or 1", "init 6\nfamily 2 2\n", start + "thread 0 1\nbool 0\nopen 0 1 1\nstates 8\n");
  accept("init -1\nfamily 2 2\n", "by closure\nrange 0 2\nv 0 1\nrun\nthread 0 1\nbool 0\nstates 8\n");
  refuse(not_sorted, "init -1\nfamily 2 2\n", start + "thread 0 1\nbool 0\nstates 8\n");
  // So many values that they cannot all be tried.
  refuse("limit", "n 1000000000000\nl 1 9\n& 4 15\ninit 16\nfamily 2 2\n",
         start + "thread 0 1\nopen 0 0 1000000000000\nstates 1048576\n");
  refuse("limit", "n 1000000000000\nl 5 9\nl 2 5\n& 15 16\noperation 6 17 6 1\natomic 4\ninit 1\nfamily 2 3\n",
         start + "thread 0 1\nstates 1048576\n");
  // Who runs must not depend on it.
  refuse(not_sorted, "init 5\nfamily 1 2\n", opened);
}

TEST_CASE("what the kernel cannot settle is refused") {
  refuse("a variable gets any value", "havoc 1\natomic 4\ninit 1\nfamily 2 3\n");
  refuse("a variable gets any value", "operation 6 6 6 1\natomic 4\ninit 1\nfamily 2 3\n");
  refuse("an environment changes the store", "rely 6\n" + body);
  refuse("a parameter", "invariant 10\n" + body);
  refuse("the program has parameters", body, "by closure\nrange 0 2\ny 1 0\nv 0 0\nrun\n" + end);
  refuse("both as an integer and as a map", "invariant 11\n" + body);
  refuse("branches are started", "par 2 3 1\ninit 1\nfamily 2 3\n");
  refuse("a scope keeps values", "scope 1 0\ninit 1\nfamily 2 3\n");
  refuse("expected the line 'by thread-modular'", "init 1\nfamily 2 2\n", "by refutation\n");
}
