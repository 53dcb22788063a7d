// Blocks, exits, calls and scopes: which programs are read, how schedules run through them, and what thread-modular
// proofs refuse.

#include <catch2/catch.hpp>
#include <string>

#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Variable 0 is the integer x, variable 1 the map m. Terms: 1 x, 2 m, 3 the thread, 4 m[thread], 5 to 7 the numerals 0
// to 2, 8 x + 1, 9 m[thread] + 1. Places: 1 x, 2 m[thread]. Entries: 1 true, 2 x = 0, 3 x = 1, 4 x = 2, 5 m[thread] =
// 0, 6 m[thread] = 1. Commands: 1 x := x + 1, 2 assert false, 3 m[thread] := m[thread] + 1.
const Text beginning =
    "int 0 x\nmap 1 m\nv 0 0\nv 1 0\ny 0\ns 2 3\nn 0\nn 1\nn 2\n+ 1 6\n+ 4 6\nplace 0\nplace 1 3\nt\ne 1 5\ne 1 6\ne 1 "
    "7\ne 4 5\ne 4 6\nassign 1 8\nassert -1\nassign 2 9\n";

Text schedule_answer(const Text& statements, const Text& events) {
  return answer("plato certificate 2\nclaim goes wrong\n" + beginning + statements +
                "by schedule\nv 0 0\nV 1 0\nrun\n" + events);
}
void goes_wrong(const Text& statements, const Text& events) {
  INFO(statements << events);
  CHECK(schedule_answer(statements, events) == "refuted");
}
void does_not(const Text& statements, const Text& events, const Text& why) {
  INFO(statements << events);
  CHECK(schedule_answer(statements, events).find(why) != Text::npos);
}

Text proof_answer(const Text& statements) {
  return answer("plato certificate 2\nclaim safe\n" + beginning + statements +
                "by thread-modular\ncontract 0 1 1\nproof\n");
}
void can_be_proved(const Text& statements) {
  INFO(statements);
  CHECK(proof_answer(statements).find("the line 'condition' before the refutation") != Text::npos);
}
void is_refused(const Text& statements, const Text& why) {
  INFO(statements);
  CHECK(proof_answer(statements).find(why) != Text::npos);
}

const Text loose = "must have a block for each of its exits";
const Text not_at_step = "the thread is not at an atomic step";

}   // namespace

TEST_CASE("an exit leaves the block that it names, and nothing of it is run") {
  // block { x := x + 1; exit 0; assert false }; assert false
  const Text once = "atomic 1\nexit 0\natomic 2\nseq 2 3\nseq 1 4\nblock 5\nseq 6 3\nfamily 1 7\n";
  goes_wrong(once, "thread 0 1\nstep\nwrong\n");
  // block { x := x + 1; exit 0; assert false }
  does_not("atomic 1\nexit 0\natomic 2\nseq 2 3\nseq 1 4\nblock 5\nfamily 1 6\n", "thread 0 1\nstep\nwrong\n",
           not_at_step);
  // block { block { exit 1 }; assert false }
  does_not("exit 1\nblock 1\natomic 2\nseq 2 3\nblock 4\nfamily 1 5\n", "thread 0 1\nwrong\n", not_at_step);
  // block { block { exit 0 }; assert false }
  goes_wrong("exit 0\nblock 1\natomic 2\nseq 2 3\nblock 4\nfamily 1 5\n", "thread 0 1\nwrong\n");
  // block { (exit 0; assert false)* }; assert false: also out of a loop
  goes_wrong("exit 0\natomic 2\nseq 1 2\nloop 3\nblock 4\nseq 5 2\nfamily 1 6\n", "thread 0 1\nagain\nwrong\n");
  // the end of a block is the end of what is in it
  goes_wrong("atomic 1\nblock 1\natomic 2\nseq 2 3\nfamily 1 4\n", "thread 0 1\nstep\nwrong\n");
  does_not("exit 0\nblock 1\nfamily 1 2\n", "thread 0 1\nended\nwrong\n", not_at_step);
}

TEST_CASE("every exit has its block") {
  is_refused("exit 0\nfamily 1 1\n", loose);
  is_refused("exit 1\nblock 1\nfamily 1 2\n", loose);
  is_refused("exit 1\nskip\nchoice 1 2\nblock 3\nloop 4\nseq 5 5\nfamily 1 6\n", loose);
  is_refused("exit 0\nprocedure 1\nskip\nfamily 1 2\n", loose);
  is_refused("exit 0\nscope 1 1\nblock 2\nfamily 1 3\n", loose);   // it would leave the values of the scope behind
  // a block around the call is none for the body
  is_refused("exit 0\nprocedure 1\ncall 1\nblock 2\nfamily 1 3\n", loose);
  can_be_proved("exit 1\nskip\nchoice 1 2\nblock 3\nloop 4\nblock 5\nfamily 1 6\n");
}

TEST_CASE("a call runs the body of its procedure") {
  goes_wrong("atomic 1\natomic 2\nseq 1 2\nprocedure 3\ncall 1\nfamily 1 4\n", "thread 0 1\nstep\nwrong\n");
  // of its own procedure: the first does nothing
  goes_wrong("skip\nprocedure 1\natomic 2\nprocedure 2\ncall 2\nfamily 1 3\n", "thread 0 1\nwrong\n");
  does_not("skip\nprocedure 1\natomic 2\nprocedure 2\ncall 1\nfamily 1 3\n", "thread 0 1\nwrong\n", not_at_step);
  // what comes after the call comes after the body
  goes_wrong("atomic 1\nprocedure 1\ncall 1\natomic 2\nseq 2 3\nfamily 1 4\n", "thread 0 1\nstep\nwrong\n");
  // a procedure may come after its call, and call itself: p() { x := x + 1; p() or assert false }
  const Text recursive = "atomic 1\ncall 1\natomic 2\nchoice 2 3\nseq 1 4\nprocedure 5\nfamily 1 2\n";
  goes_wrong(recursive, "thread 0 1\nstep\nleft\nstep\nleft\nstep\nright\nwrong\n");
  // a procedure that only calls itself comes to no step, however long one looks
  does_not("call 1\nprocedure 1\nfamily 1 1\n", "thread 0 1\nstep\n", reason::effort());
}

TEST_CASE("calls and procedures have the numbers that they have") {
  is_refused("call 1\nfamily 1 1\n", "there is no procedure 1");
  is_refused("skip\nprocedure 1\ncall 2\nfamily 1 2\n", "there is no procedure 2");
  is_refused("call 0\n", "0 is neither");
  is_refused("call -1\n", "the number of a procedure, which is not negative");
  is_refused("call 1 1\n", "this shape takes 1 numbers, found 2");
  is_refused("procedure 1\n", "there is no statement 1");
  is_refused("skip\nprocedure 1 1\n", "this shape takes 1 numbers, found 2");
  is_refused("block 1\n", "there is no statement 1");
  is_refused("exit\n", "this shape takes 1 numbers, found 0");
  is_refused("exit 0 0\n", "this shape takes 1 numbers, found 2");
  is_refused("exit -1\n", "a number, a space or the end of the line");
  is_refused("scope\n", "this shape takes 1 numbers, found 0");
  is_refused("scope 1 1\n", "there is no statement 1");
  is_refused("proc\n", "this shape takes 1 numbers, found 0");
}

TEST_CASE("a scope gives this thread's entries back, and those of others alone") {
  // scope m { m[thread] := m[thread] + 1 }; assert m[thread] == 0 does not go wrong, assert m[thread] == 1 does
  const Text body = "atomic 3\nscope 1 1\n";
  does_not("assert 5\n" + body + "atomic 4\nseq 2 3\nfamily 1 4\n", "thread 0 1\nstep\nstep\nwrong\n",
           "does not go wrong here");
  goes_wrong("assert 6\n" + body + "atomic 4\nseq 2 3\nfamily 1 4\n", "thread 0 1\nstep\nstep\nwrong\n");
  // inside of it the entry has changed
  goes_wrong("assert 5\natomic 3\natomic 4\nseq 1 2\nscope 3 1\nfamily 1 4\n", "thread 0 1\nstep\nwrong\n");
  // another thread's entry stays as that thread has left it
  goes_wrong("assert 5\n" + body + "atomic 4\nseq 1 3\nseq 2 3\nfamily 1 4\nfamily 1 5\n",
             "thread 1 1\nstep\nthread 0 2\nstep\nthread 1 1\nstep\nthread 0 2\nwrong\n");
  // variable 0 is not one of its variables
  does_not("atomic 1\nscope 1\natomic 2\nseq 2 3\nfamily 1 4\n", "thread 0 1\nstep\nwrong\n", "does not go wrong here");
  // the end of a scope takes no inputs
  does_not(body + "family 1 2\n", "thread 0 1\nstep\nv 1 5\nstep\n", "for a command");
}

TEST_CASE("proofs have procedures in the place of calls, and refuse recursive ones") {
  can_be_proved("atomic 1\nprocedure 1\ncall 1\ncall 1\nseq 2 3\nfamily 1 4\n");
  can_be_proved("atomic 1\nprocedure 1\ncall 1\nprocedure 2\ncall 2\nfamily 1 3\n");
  const Text recursive = "a recursive procedure without an abstraction is called";
  is_refused("atomic 1\ncall 1\nseq 1 2\nprocedure 3\nfamily 1 2\n", recursive);
  is_refused("call 1\natomic 1\nprocedure 2\nfamily 1 1\n", recursive);   // its line comes after the call
  is_refused("call 2\nprocedure 1\ncall 1\nprocedure 2\nfamily 1 2\n", recursive);
  is_refused("atomic 3\nscope 1 1\nfamily 1 2\n", "expected one term for each variable of the scope");
}

TEST_CASE("a scope has at most 4096 variables") {
  const auto scope = [](int count) {
    Text line = "atomic 3\nscope 1";
    for (int i = 0; i < count; ++i) line += " 1";
    return line + "\natomic 2\nseq 2 3\nfamily 1 4\n";
  };
  goes_wrong(scope(4096), "thread 0 1\nstep\nstep\nwrong\n");
  does_not(scope(4097), "thread 0 1\nstep\nstep\nwrong\n", "nested too deeply, or larger than the file");
}

TEST_CASE("statements are not larger than the file, with procedures in the place of calls") {
  Text lines = "skip\nprocedure 1\n";
  for (int i = 1; i <= 40; ++i) {
    const Text call = std::to_string(i);
    lines += "call " + call + "\nseq " + std::to_string(2 * i) + " " + std::to_string(2 * i) + "\nprocedure " +
             std::to_string(2 * i + 1) + "\n";
  }
  is_refused(lines + "family 1 1\n", "nested too deeply, or larger than the file");
}
