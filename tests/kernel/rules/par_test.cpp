// Branches: the lines of a program and of its outline about them, and the events of a schedule.
//
// As in outline_test.cpp, the proofs here end before the first refutation. So the kernel's answer shows which outline
// it accepts: one whose conditions it would now like to see refuted.

#include <catch2/catch.hpp>
#include <string>

#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Variable 0 is the map a, 1 the integer x, 2 the ghost g. Terms: 1 a, 2 a', 3 the thread, 4 the numeral 0, 5 the
// numeral 1, 6 its parent, 7 its number, 8 a[number], 9 a'[number], 10 x, 11 x + 1, 12 g. Entries: 1 true, 2 a'[number]
// = a[number], 3 the thread is 1, 4 x = 1. Places: 1 a[number], 2 x. Command 1 is a[number] := 1, 2 is x := x + 1, 3
// asserts x = 1.
const Text beginning =
    "v 0 0\nv 0 1\ny 0\nn 0\nn 1\nB 3 4\nB 3 5\ns 1 7\ns 2 7\nv 1 0\n+ 10 5\nv 2 0\nt\ne 9 8\ne 3 5\ne 10 5\n"
    "place 0 7\nplace 1\nassign 1 5\nassign 2 11\nassert 4\n";

// ---- proofs

Text answer_to(const Text& program, const Text& outline) {
  return answer("plato certificate 2\nclaim safe\nmap 0 a\nint 1 x\nint 2 g\n" + beginning + program +
                "by thread-modular\n" + outline + "proof\n");
}
void accept(const Text& program, const Text& outline) {
  INFO(program << "by thread-modular\n" << outline);
  const Text found = answer_to(program, outline);
  INFO(found);
  CHECK(found.find("the line 'condition' before the refutation") != Text::npos);
}
void refuse(const Text& program, const Text& outline, const Text& why) {
  INFO(program << "by thread-modular\n" << outline);
  const Text found = answer_to(program, outline);
  INFO(found);
  CHECK(found.find(why) != Text::npos);
}

// Statement 2 is a `par` for 0 and 1.
const Text two = "atomic 1\npar 4 5 1\nfamily 3 2\n";
const Text contract = "contract 0 1 1\n";
const Text branches = "branches 2 2 1 1 1 1\n";

// ---- schedules

// x := x + 1 in two branches, and then x = 1 is asserted.
const Text increments = "atomic 2\npar 4 5 1\natomic 3\nseq 2 3\nfamily 3 4\n";

Text replayed(const Text& events, const Text& program = increments) {
  return answer("plato certificate 2\nclaim goes wrong\n" + beginning + program +
                "by schedule\nV 0 0\nv 1 0\nv 2 0\nrun\n" + events);
}
void refuse_events(const Text& events, const Text& why, const Text& program = increments) {
  INFO(events);
  const Text found = replayed(events, program);
  INFO(found);
  CHECK(found.find(why) != Text::npos);
}

const Text main_ = "thread 0 1\n";
const Text first = main_ + "branch 0\nstep\nended\n", second = main_ + "branch 1\nstep\nended\n";
const Text not_ended = "not all branches have ended", no_branches = "the thread has no branches under way",
           no_such_branch = "there is no branch of that number";

}   // namespace

TEST_CASE("a par has its numbers and a statement") {
  accept(two, branches + contract);
  accept("atomic 1\npar 4 4 1\nfamily 3 2\n", branches + contract);
  accept("atomic 1\npar 5 4 1\nfamily 3 2\n", branches + contract);   // no branch at all
  accept("atomic 1\npar 10 11 1\nfamily 3 2\n", branches + contract);
  refuse("atomic 1\npar 4 5\nfamily 3 2\n", branches + contract, reason::wrong_arity(3, 2));
  refuse("atomic 1\npar 4 5 1 1\nfamily 3 2\n", branches + contract, reason::wrong_arity(3, 4));
  refuse("atomic 1\npar 4 13 1\nfamily 3 2\n", branches + contract, reason::no_such_term(13));
  refuse("atomic 1\npar 13 5 1\nfamily 3 2\n", branches + contract, reason::no_such_term(13));
  refuse("atomic 1\npar 4 5 2\nfamily 3 2\n", branches + contract, "there is no statement 2 so far");
  refuse("exit 0\npar 4 5 1\nblock 2\nfamily 3 3\n", branches + contract, "an exit leaves this statement");
  accept("exit 0\nblock 1\npar 4 5 2\nfamily 3 3\n", "branches 3 2 1 1 1 1\n" + contract);
}

TEST_CASE("the proof says something of the branches of every par") {
  refuse(two, contract, "'par' needs a line 'branches' in the outline");
  refuse(two, "branches 1 2 1 1 1 1\n" + contract, "the number of a par");
  refuse(two, "branches 3 2 1 1 1 1\n" + contract, "there is no statement 3");
  refuse(two, branches + branches + contract, "the branches of this statement");
  refuse(two, "branches 2 2 1 1 1\n" + contract, reason::wrong_arity(6, 5));
  refuse(two, "branches 2 2 1 1 1 1 1\n" + contract, reason::wrong_arity(6, 7));
  refuse(two, "branches 2 5 1 1 1 1\n" + contract, reason::no_such_entry(5));
  refuse(two, "branches 2 2 1 1 1 5\n" + contract, reason::no_such_entry(5));
  // In a branch of a branch, too.
  const Text nested = "atomic 1\npar 4 5 1\npar 4 5 2\nfamily 3 3\n";
  accept(nested, branches + "branches 3 1 1 1 1 1\n" + contract);
  refuse(nested, "branches 3 1 1 1 1 1\n" + contract, "'par' needs a line 'branches' in the outline");
  refuse(nested, branches + contract, "'par' needs a line 'branches' in the outline");
}

TEST_CASE("an explicit outline has no branches") {
  accept("atomic 1\nfamily 3 1\n", "at 1 1\nexplicit 0 1 1 1\n");
  refuse(two, branches + "at 1 1\nexplicit 0 1 1 1\n",
         "'par' needs a line 'branches' in the outline, and no explicit outline");
}

TEST_CASE("ghosts do not decide how many branches there are, or what they do") {
  accept(two, "ghost 2\n" + branches + contract);
  refuse("atomic 1\npar 12 5 1\nfamily 3 2\n", "ghost 2\n" + branches + contract, "mentions a ghost variable");
  refuse("atomic 1\npar 4 12 1\nfamily 3 2\n", "ghost 2\n" + branches + contract, "mentions a ghost variable");
  refuse("assign 1 12\natomic 4\npar 4 5 1\nfamily 3 2\n", "ghost 2\n" + branches + contract,
         "mentions a ghost variable");
}

TEST_CASE("what branches call by abstractions is listed") {
  accept(two, branches + "within 2 1\n" + contract);
  refuse(two, branches + "within 1 1\n" + contract, "the number of a par");
  refuse(two, branches + "within 2\n" + contract, "rejected");
}

TEST_CASE("branches of a schedule start, take steps and end") {
  CHECK(replayed(main_ + "fork\n" + first + second + main_ + "join\nwrong\n") == "refuted");
  CHECK(replayed(main_ + "fork\n" + second + first + main_ + "join\nwrong\n") == "refuted");
  CHECK(replayed(main_ + "fork\nbranch 0\nstep\n" + main_ + "branch 1\nstep\n" + main_ + "join\nwrong\n") == "refuted");
  // No branches at all; x = 0 then.
  const Text none = "atomic 2\npar 5 4 1\natomic 3\nseq 2 3\nfamily 3 4\n";
  CHECK(replayed(main_ + "fork\njoin\nwrong\n", none) == "refuted");
  // A branch goes wrong itself: x is 0.
  CHECK(replayed(main_ + "fork\nbranch 1\nwrong\n", "atomic 3\npar 4 5 1\nfamily 3 2\n") == "refuted");
}

TEST_CASE("branches have not ended before all of them have") {
  refuse_events(main_ + "fork\njoin\nwrong\n", not_ended);
  refuse_events(main_ + "fork\n" + first + main_ + "join\nwrong\n", not_ended);
  refuse_events(main_ + "fork\n" + second + main_ + "join\nwrong\n", not_ended);
  refuse_events(main_ + "fork\n" + first + first, "the thread is not at an atomic step");
  refuse_events(main_ + "fork\n" + first + main_ + "branch 1\n" + main_ + "join\nwrong\n", not_ended);
  refuse_events(main_ + "fork\n" + first + second + main_ + "wrong\n", "the thread is not at an atomic step");
  refuse_events(main_ + "fork\nbranch 0\nended\n", "the thread has not ended");
}

TEST_CASE("there are the branches of the range, from where they start to their end") {
  refuse_events(main_ + "fork\nbranch 2\nstep\n", no_such_branch);
  refuse_events(main_ + "fork\nbranch -1\nstep\n", no_such_branch);
  refuse_events(main_ + "branch 0\nstep\n", no_branches);
  refuse_events(main_ + "fork\nbranch 0\nbranch 0\nstep\n", no_branches);
  refuse_events(main_ + "fork\n" + first + second + main_ + "join\nbranch 0\nended\n", no_branches);
  refuse_events(main_ + "step\n", "the thread is not at an atomic step");
  refuse_events(main_ + "fork\nfork\n", "the thread is not at a par");
  refuse_events(main_ + "join\n", not_ended);
  refuse_events(main_ + "branch\n", reason::wrong_arity(1, 0));
  refuse_events(main_ + "branch 0 1\n", reason::wrong_arity(1, 2));
}

TEST_CASE("each branch has its own identifier and number") {
  // Command 4 asserts that the number is 1; 5 that the parent is the thread 1; 6 that the thread is 1.
  const auto asserting = [](const Text& entry) {
    return "e 7 5\ne 6 5\nassert " + entry + "\natomic 4\npar 4 5 1\nfamily 3 2\n";
  };
  CHECK(replayed(main_ + "fork\nbranch 0\nwrong\n", asserting("5")) == "refuted");
  refuse_events(main_ + "fork\nbranch 1\nwrong\n", "does not go wrong here", asserting("5"));
  refuse_events(main_ + "fork\nbranch 0\nwrong\n", "does not go wrong here", asserting("6"));
  refuse_events(main_ + "fork\nbranch 1\nwrong\n", "does not go wrong here", asserting("6"));
  CHECK(replayed(main_ + "fork\nbranch 0\nwrong\n", asserting("3")) == "refuted");
  // A branch of a branch: its parent is the branch, whose number is 1.
  const Text nested = "B 6 5\ne 13 5\nassert 5\natomic 4\npar 4 5 1\npar 4 5 2\nfamily 3 3\n";
  refuse_events(main_ + "fork\nbranch 1\nfork\nbranch 0\nwrong\n", "does not go wrong here", nested);
  CHECK(replayed(main_ + "fork\nbranch 0\nfork\nbranch 1\nwrong\n", nested) == "refuted");
}

TEST_CASE("a schedule has at most so many branches") {
  Text deep = main_ + "fork\n";
  for (int i = 0; i < 4096; ++i) deep += "branch 0\n";
  refuse_events(deep + "step\n", "the thread has no branches under way");
  refuse_events(deep + "branch 0\n", "nested at most 4096 deep");
  // Term 13 is 5000.
  const Text many = "n 5000\natomic 2\npar 4 13 1\nfamily 3 2\n";
  Text wide = main_ + "fork\n";
  for (int i = 0; i < 4095; ++i) wide += main_ + "branch " + std::to_string(i) + "\nstep\n";
  refuse_events(wide, "the schedule ends before anything has gone wrong", many);
  refuse_events(wide + main_ + "branch 4095\nstep\n" + main_ + "branch 4096\nstep\n", "at most 4095 branches", many);
}
