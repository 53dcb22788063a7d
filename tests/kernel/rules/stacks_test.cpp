// Closures of threads with stacks: where activations begin and end must be listed, and what is given back is a thread's
// own.

#include <catch2/catch.hpp>
#include <string>

#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Variables: 0 x, 1 d, of which each thread has an entry. A thread calls procedure 1 with d = 1. Where d > 0 that calls
// itself with d - 1 (statement 4, a scope), and assigns 1 to x. The thread's own call is the scope 16.
const Text tables = "n 0\nv 1 0\ny 0\ns 2 3\nn 1\n- 4 5\nl 1 6\nl 6 5\n& 1 2\n";
const Text statements =
    "assert 3\nplace 1 3\nassign 1 6\nthen 1 2\natomic 3\ncall 1\nseq 1 2\nscope 3 1\nplace 0\nassign 2 5\natomic 4\n"
    "seq 4 5\nl 4 1\nwhen -4\natomic 5\nseq 7 6\nskip\nwhen 4\natomic 6\nseq 10 9\nchoice 8 11\nprocedure 12\n"
    "assign 1 5\natomic 7\ncall 1\nseq 13 14\nscope 15 1\n";
const Text claims = "t\nassume 5\nv 0 0\ne 7 1\nk 1\nm 2 8\n& 6 7\ninit 8\nl 1 7\nl 7 5\n& 9 10\ninvariant 11\ne 3 5\n";
const Text program = "family 12 16\n";
const Text start = "by closure\nrange -1 2\nv 0 0\nV 1 0\nrun\nthread 0 1\n";
const Text stores = "store\nv 0 1\nstep 0 0 1\n";
const Text outer = "activation 0 16\nbegin 0 0\nend 1 0\n";
const Text inner = "activation 0 4\nbegin 0 1\nend 0 0\n";
const Text views = "views 20\n";

Text with(const Text& closure, const Text& more = "", const Text& claim = "triple") {
  return "plato certificate 2\nclaim " + claim + "\n" + tables + statements + claims + more + program + start + closure;
}
void accept(const Text& closure) {
  INFO(closure);
  CHECK(answer(with("local 1\n" + stores + closure + views)) == "certified");
}
void refuse_whole(const Text& why, const Text& certificate) {
  INFO(certificate);
  const Text found = answer(certificate);
  INFO(found);
  CHECK(found.find(why) != Text::npos);
}
void refuse(const Text& why, const Text& closure) { refuse_whole(why, with("local 1\n" + stores + closure + views)); }

}   // namespace

TEST_CASE("where activations begin and end is listed") {
  accept(outer + inner);
  accept(inner + outer);
  const Text not_begun = "a thread begins an activation that is not listed";
  const Text not_ended = "an activation ends where it is not listed to end";
  refuse(not_begun, "");
  refuse(not_begun, inner);
  refuse(not_begun, outer);
  refuse(not_ended, "activation 0 16\nbegin 0 0\n" + inner);
  refuse(not_ended, outer + "activation 0 4\nbegin 0 1\n");
  refuse(not_ended, outer + "activation 0 4\nbegin 0 1\nend 1 0\n");
  // In another store, with another value, at another statement.
  refuse(not_begun, outer + "activation 0 4\nbegin 1 1\nend 0 0\n");
  refuse(not_begun, outer + "activation 0 4\nbegin 0 0\nend 0 0\n");
  refuse(not_begun, outer + "activation 0 5\nbegin 0 1\nend 0 0\n");
}

TEST_CASE("beginnings and ends too many do no harm, and what is given back does not matter at an end") {
  accept(outer + "activation 0 4\nbegin 0 1\nbegin 1 1\nbegin 0 0\nend 0 0\nend 1 0\n");
  accept("activation 0 16\nbegin 0 0\nend 1 7\n" + inner);
  accept(outer + inner + "activation 0 9\nbegin 1 1\nend 1 5\n");
  // Of two that may be meant the first one is, which ends nowhere.
  refuse("an activation ends where it is not listed to end", "activation 0 4\nbegin 0 1\n" + outer + inner);
}

TEST_CASE("what a scope gives back is each thread's own, and of no race") {
  refuse_whole("a scope keeps values of a variable that is not local",
               with(stores + "activation 0 16\nbegin 0\nend 1\n" + views));
  refuse_whole("a scope keeps values of a variable that is not local", with("states 100\n"));
  refuse_whole("must be free of races",
               with("local 1\n" + stores + outer + inner + views, "race-free 1\n", "race-free"));
  refuse_whole("more states than the certificate says", with("local 1\n" + stores + outer + inner + "views 3\n"));
}

TEST_CASE("the lines of activations") {
  const Text store = "the number of a store, from 0 on";
  refuse("the place of a thread in the list of threads", "activation 1 16\nbegin 0 0\nend 1 0\n" + inner);
  refuse("the place of a thread in the list of threads", "activation -1 16\nbegin 0 0\nend 1 0\n" + inner);
  refuse("the number of a statement, which is not negative", "activation 0 -16\nbegin 0 0\nend 1 0\n" + inner);
  refuse(store, "activation 0 16\nbegin 2 0\nend 1 0\n" + inner);
  refuse(store, "activation 0 16\nbegin -1 0\nend 1 0\n" + inner);
  refuse(store, "activation 0 16\nbegin 0 0\nend 2 0\n" + inner);
  refuse("'activation' or 'views'", "begin 0 0\n" + outer + inner);
  refuse("'activation' or 'views'", "activation 0 16\nend 1 0\nbegin 0 0\n" + inner);
  for (const char* line : {"activation 0\n", "activation 0 16 1\n", "activation 0 16\nbegin 0\n",
                           "activation 0 16\nbegin 0 0 0\n", "activation 0 16\nbegin 0 0\nend 1\n"})
    refuse("this shape takes", line);
}

// Without variables of its own only where it is counts: p is nothing, or p again and then x := 1.
TEST_CASE("a call that is no scope begins an activation in its own body, unless nothing comes after it") {
  const auto recursion = [](const Text& body, const Text& closure) {
    return "plato certificate 2\nclaim triple\nv 0 0\nn 1\nn 0\ny 0\ne 1 3\ne 4 2\nplace 0\nassign 1 2\nskip\ncall 1\n"
           "atomic 1\n" +
           body +
           "choice 1 4\nprocedure 5\ncall 1\ninit 1\nfamily 2 6\nby closure\nrange 0 2\nv 0 0\nrun\nthread 0 1\n" +
           closure;
  };
  const Text first = "seq 2 3\n", last = "seq 3 2\n";
  CHECK(answer(recursion(first, stores + "activation 0 2\nbegin 0\nend 0\nend 1\n" + views)) == "certified");
  refuse_whole("an activation ends where it is not listed to end",
               recursion(first, stores + "activation 0 2\nbegin 0\nend 0\n" + views));
  refuse_whole("a thread begins an activation that is not listed", recursion(first, stores + views));
  refuse_whole("a procedure calls itself, or a scope keeps values", recursion(first, "states 100\n"));
  CHECK(answer(recursion(last, stores + views)) == "certified");
  CHECK(answer(recursion(last, "states 100\n")) == "certified");
}
