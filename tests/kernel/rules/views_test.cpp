// Closures of threads that are run apart: what must be listed, and what is local to a thread.
//
// Threads 1 and 2 take the lock m where it is free, copy what x is to their own entry of the map a, add 1 to x, take 1
// away, assert that x is what it was, and give m back.

#include <catch2/catch.hpp>
#include <string>

#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Variables: 0 m, 1 x, 2 a. Terms: 1 m, 2 numeral 0, 3 tid, 4 x, 5 numeral 1, 6 x + 1, 7 x - 1, 8 a, 9 a[tid], 10
// numeral 2, 11 a[1], 12 the map that is 0 everywhere, 13 x', 14 m'. Entries: 1 m = 0, 2 m = tid, 3 a[tid] = x, 4 x =
// 0, 5 a = 12, 6 the initial stores, 7 1 <= tid, 8 tid <= 2, 9 both, 10 a[1] = x, 11 x <= 1, 12 x = x', 13 m = m', 14 x
// = x' or m = m'.
const Text tables =
    "v 0 0\nn 0\ny 0\nv 1 0\nn 1\n+ 4 5\n- 4 5\nv 2 0\ns 8 3\nn 2\ns 8 5\nk 2\nv 1 1\nv 0 1\n"
    "e 1 2\ne 1 3\ne 9 4\ne 4 2\nm 8 12\n& 1 4 5\nl 5 3\nl 3 10\n& 7 8\ne 11 4\nl 4 5\ne 4 13\ne 1 14\n| 12 13\n";
// Places: 1 m, 2 x, 3 a[tid], 4 a[1], 5 a.
const Text places = "place 0\nplace 1\nplace 2 3\nplace 2 5\nplace 2\n";
// Statements: 1 acquire, 2 copy, 3 add, 4 take away, 5 assert, 6 release, 11 all.
Text statements(const Text& copy = "assign 3 4\n", const Text& test = "assert 3\n") {
  return "when 1\nassign 1 3\nthen 1 2\natomic 3\n" + copy + "atomic 4\nassign 2 6\natomic 5\nassign 2 7\natomic 6\n" +
         test + "atomic 7\nassign 1 2\natomic 8\nseq 5 6\nseq 4 7\nseq 3 8\nseq 2 9\nseq 1 10\n";
}
const Text program = "init 6\nfamily 9 11\n";

// Stores: 0 free; 1, 2 thread 1 has it, x is 0 and 1; 3, 4 the same of thread 2.
const Text start = "by closure\nrange 0 3\nv 0 0\nv 1 0\nV 2 0\nrun\nthread 0 1\nthread 0 2\n";
const Text stores = "store\nv 0 1\nstore\nv 0 1\nv 1 1\nstore\nv 0 2\nstore\nv 0 2\nv 1 1\n";
const Text steps = "step 0 0 1\nstep 0 1 2\nstep 0 2 1\nstep 0 1 0\nstep 1 0 3\nstep 1 3 4\nstep 1 4 3\nstep 1 3 0\n";
const Text views = "views 16 16\n";
const Text apart = start + "local 2\n" + stores + steps + views;

Text with(const Text& statement_lines, const Text& claims, const Text& closure) {
  return "plato certificate 2\nclaim triple\n" + tables + places + statement_lines + claims + program + closure;
}
void accept(const Text& closure, const Text& claims = "", const Text& lines = statements()) {
  INFO(lines << claims << closure);
  CHECK(answer(with(lines, claims, closure)) == "certified");
}
void refuse(const Text& why, const Text& closure, const Text& claims = "", const Text& lines = statements()) {
  INFO(lines << claims << closure);
  const Text found = answer(with(lines, claims, closure));
  INFO(found);
  CHECK(found.find(why) != Text::npos);
}
Text without(Text text, const Text& part) {
  text.erase(text.find(part), part.size());
  return text;
}

const Text not_listed = "a step from one shared store to another that is not listed as its own";

}   // namespace

TEST_CASE("threads that are run apart satisfy their specification") {
  accept(apart);
  accept(apart, "invariant 11\n");
  accept(apart, "guarantee 14\n");
  accept(apart, "ensures 1\n");
  // What is local may as well be shared, if all its values are listed.
  refuse("a shared store that is not listed", start + stores + steps + views, "",
         statements("assign 3 5\n", "assert 11\n"));
  accept(start + stores + steps + views);
}

TEST_CASE("every step that changes what is shared is listed as the thread's own") {
  for (const char* step :
       {"step 0 0 1\n", "step 0 1 2\n", "step 0 2 1\n", "step 0 1 0\n", "step 1 3 4\n", "step 1 3 0\n"})
    refuse(not_listed, without(apart, step));
  refuse(not_listed, start + "local 2\n" + stores + views);
  // Steps of another thread are not the thread's own.
  refuse(not_listed, start + "local 2\n" + stores + without(steps, "step 1 0 3\n") + "step 0 0 3\n" + views);
}

TEST_CASE("the steps of other threads are reckoned with") {
  // If thread 2 could give back the lock of thread 1, that one would release what it does not have.
  refuse("not seen to be closed", start + "local 2\n" + stores + steps + "step 1 1 0\n" + views, "",
         statements("assign 3 4\n", "assert 2\n"));
  refuse("not seen to be closed", start + "local 2\n" + stores + steps + "step 1 1 2\n" + views);
  accept(apart, "", statements("assign 3 4\n", "assert 2\n"));
}

TEST_CASE("every shared store is listed, and is as the specification says") {
  const Text fewer = "store\nv 0 1\nstore\nv 0 1\nv 1 1\nstore\nv 0 2\n";
  refuse("a shared store that is not listed",
         start + "local 2\n" + fewer + without(without(steps, "step 1 3 4\n"), "step 1 4 3\n") + views);
  refuse("the invariant is false in a shared store that is listed", apart, "invariant 4\n");
  refuse("the invariant is false in a shared store that is listed", apart, "invariant 1\n");
  refuse("a step does not satisfy the guarantee", apart, "guarantee 13\n");
  refuse("the postcondition is false in a shared store in which each thread can have ended", apart, "ensures -1\n");
  refuse("the initial store has no such variable", start + "store\nv 3 1\n" + views);
}

TEST_CASE("a local variable is used at the thread's identifier alone") {
  const Text not_own = "the initial condition does not say";
  refuse(not_own, apart, "", statements("assign 3 4\n", "assert 10\n"));   // reads a[1]
  refuse(not_own, apart, "", statements("assign 4 4\n"));                  // writes a[1]
  refuse(not_own, apart, "", statements("assign 5 12\n"));                 // writes a
  refuse(not_own, apart, "", statements("assign 3 4\n", "assert 5\n"));    // reads a
  refuse(not_own, apart, "invariant 10\n");
  refuse(not_own, apart, "ensures 3\n");
  refuse("said to be local", start + "local 0\n" + stores + steps + views);
  refuse("said to be local", start + "local 2\nlocal 2\n" + stores + steps + views);
  refuse("there is no such variable", start + "local 3\n" + stores + steps + views);
}

// The lock is one bit, which does not say who has it. So the numbers of shared stores tell where the one is who has
// it: 0 free; 1 to 5 thread 1 is about to copy, add, take away, assert, release; 6 to 10 the same of thread 2.
namespace {

const Text bit_statements = "when 1\nassign 1 5\nthen 1 2\n" + statements().substr(statements().find("atomic 3"));
const Text held = "store\nv 0 1\nstore\nv 0 1\nstore\nv 0 1\nv 1 1\nstore\nv 0 1\nstore\nv 0 1\n";
const Text way = "step 0 0 1 2\nstep 0 1 2 3\nstep 0 2 3 4\nstep 0 3 4 5\nstep 0 4 5 6\nstep 0 5 0\n";
const Text other_way = "step 1 0 6 2\nstep 1 6 7 3\nstep 1 7 8 4\nstep 1 8 9 5\nstep 1 9 10 6\nstep 1 10 0\n";
const Text bit = start + "local 2\n" + held + held;

}   // namespace

TEST_CASE("a shared store that is listed several times tells threads apart") {
  const auto accept_bit = [](const Text& steps) { accept(bit + steps + "views 99 99\n", "", bit_statements); };
  const auto refuse_bit = [](const Text& why, const Text& steps) {
    refuse(why, bit + steps + "views 99 99\n", "", bit_statements);
  };
  accept_bit(way + other_way);
  // Each store once is too coarse: where one is about to assert, the other adds.
  const Text coarse = "store\nv 0 1\nstore\nv 0 1\nv 1 1\n";
  const Text both = "step 0 0 1\nstep 0 1 2\nstep 0 2 1\nstep 0 1 0\nstep 1 0 1\nstep 1 1 2\nstep 1 2 1\nstep 1 1 0\n";
  refuse("not seen to be closed", start + "local 2\n" + coarse + both + "views 99 99\n", "", bit_statements);
  // Where only one step is meant, no statement need be named.
  accept_bit("step 0 0 1\nstep 0 1 2\nstep 0 2 3\nstep 0 3 4\nstep 0 4 5\nstep 0 5 0\n" + other_way);
  // A step that does not suit is none: the thread stays at 1 and adds from there.
  for (const char* step : {"step 0 0 1 2\n", "step 0 1 2 3\n", "step 0 2 3 4\n", "step 0 3 4 5\n", "step 0 4 5 6\n"}) {
    Text wrong = step;
    wrong.replace(wrong.rfind(' '), 2, " 1");
    refuse_bit(not_listed, without(way, step) + wrong + other_way);
    refuse_bit(not_listed, without(way, step) + other_way);
  }
  refuse_bit(not_listed, without(way, "step 0 5 0\n") + other_way);
  // The last step that suits is taken.
  accept_bit("step 0 1 1\n" + way + other_way);
  refuse_bit(not_listed, way + "step 0 1 1\n" + other_way);
  // The step ends in another store than the one to which it is said to lead.
  refuse_bit(not_listed, without(way, "step 0 2 3 4\n") + "step 0 2 4 4\n" + other_way);
  // Who does not see that the other has the lock sees too much.
  refuse_bit("not seen to be closed", way + without(other_way, "step 1 0 6 2\n") + "step 1 0 1 2\n");
  refuse_bit("the number of a statement", "step 0 0 1 -2\n" + way + other_way);
  refuse_bit("takes 3 numbers", "step 0 0 1 2 3\n" + way + other_way);
}

TEST_CASE("threads are run from each initial store") {
  // x is 0 or 1 at first. Terms: 15 numeral 3; entries: 15 0 <= x, 16 the initial stores.
  const Text lines = "l 2 4\n& 1 5 15 11\n" + statements();
  const Text opened =
      start + "open 1 0 1\nlocal 2\n" + stores + "store\nv 1 1\n" + "store\nv 0 1\nv 1 2\nstore\nv 0 2\nv 1 2\n";
  const Text more =
      steps + "step 0 5 2\nstep 0 2 6\nstep 0 6 2\nstep 0 2 5\nstep 1 5 4\nstep 1 4 7\nstep 1 7 4\nstep 1 4 5\n";
  const auto certificate = [&](const Text& closure) {
    return "plato certificate 2\nclaim triple\n" + tables + places + lines + "init 16\nfamily 9 11\n" + closure;
  };
  CHECK(answer(certificate(opened + more + "views 64 64\n")) == "certified");
  // The store in which it is 1 at first is not listed, or nobody leaves it.
  CHECK(answer(certificate(start + "open 1 0 1\nlocal 2\n" + stores + steps + views)).find("not listed") != Text::npos);
  CHECK(answer(certificate(opened + steps + "views 64 64\n")).find(not_listed) != Text::npos);
}

TEST_CASE("the lines of threads that are run apart") {
  refuse("more states than the certificate says", start + "local 2\n" + stores + steps + "views 16 1\n");
  refuse("more states than the certificate says", start + "local 2\n" + stores + steps + "views 0 16\n");
  refuse("takes 2 numbers", start + "local 2\n" + stores + steps + "views 16\n");
  refuse("at most 1048576 views", start + "local 2\n" + stores + steps + "views 16 1048576\n");
  refuse("the end of the file after 'views'", apart + "views 16 16\n");
  refuse("takes 3 numbers", start + "local 2\n" + stores + "step 0 1\n" + views);
  refuse("the place of a thread", start + "local 2\n" + stores + "step 2 0 1\n" + views);
  refuse("the place of a thread", start + "local 2\n" + stores + "step -1 0 1\n" + views);
  refuse("the numbers of two stores", start + "local 2\n" + stores + "step 0 5 1\n" + views);
  refuse("the numbers of two stores", start + "local 2\n" + stores + "step 0 0 5\n" + views);
  refuse("a line 'thread', 'bool', 'open', 'states', 'local', 'store', 'step', 'activation' or 'views'",
         start + stores + "local 2\n" + views);
  refuse("other members", without(start, "thread 0 2\n") + "local 2\n" + stores + "views 16\n");
}
