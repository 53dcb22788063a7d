// Races: what two threads are about to access in a store, and what is none.
//
// Threads 1 and 2 make one step each, with an integer x that is 0 and a map a that is 0 everywhere.

#include <catch2/catch.hpp>
#include <string>

#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Variables: 0 x, 1 a. Terms: 1 x, 2 numeral 0, 3 tid, 4 numeral 1, 5 a, 6 a[tid], 7 the map that is 0 everywhere, 8
// numeral 2, 9 a[1], 10 x + 1, 11 a[x + 1], 12 x', 13 the quantified variable, 14 its element of a. Entries: 1 x = 0, 2
// a = 7, 3 the initial stores, 4 1 <= tid, 5 tid <= 2, 6 both, 7 a[tid] = 0, 8 a[1] = 0, 9 tid = 1, 10 0 <= x', 11 x'
// <= 1, 12 both, 13 a is 0 there, 14 everywhere.
const Text tables =
    "v 0 0\nn 0\ny 0\nn 1\nv 1 0\ns 5 3\nk 2\nn 2\ns 5 4\n+ 1 4\ns 5 10\nv 0 1\nb 0\ns 5 13\n"
    "e 1 2\nm 5 7\n& 1 2\nl 4 3\nl 3 8\n& 4 5\ne 6 2\ne 9 2\ne 3 4\nl 2 12\nl 12 4\n& 10 11\ne 14 2\nA 13\n";
// Places: 1 x, 2 a[tid], 3 a[1], 4 a, 5 a[x + 1].
const Text places = "place 0\nplace 1 3\nplace 1 4\nplace 1\nplace 1 10\n";
const Text start = "by closure\nrange 0 3\nv 0 0\nV 1 0\nrun\nthread 0 1\nthread 0 2\n";
const Text together = "states 64\n";
const Text a_race = "two threads can be about to access a variable that must be free of races";

Text with(const Text& commands, const Text& races, const Text& form, const Text& claim = "race-free") {
  return "plato certificate 2\nclaim " + claim + "\n" + tables + places + commands + "init 3\n" + races +
         "family 6 1\n" + start + form;
}
void accept(const Text& commands, const Text& races, const Text& form = together) {
  INFO(commands << races << form);
  CHECK(answer(with(commands, races, form)) == "certified");
}
void refuse(const Text& commands, const Text& races, const Text& form = together, const Text& why = a_race) {
  INFO(commands << races << form);
  const Text found = answer(with(commands, races, form));
  INFO(found);
  CHECK(found.find(why) != Text::npos);
}

const Text of_x = "race-free 0\n", of_a = "race-free 1\n", of_both = "race-free 0 1\n";

}   // namespace

TEST_CASE("to write what another thread accesses is a race, to read it is none") {
  refuse("assign 1 4\natomic 1\n", of_x);
  refuse("assign 1 4\natomic 1\n", of_both);
  accept("assign 1 4\natomic 1\n", of_a);
  accept("when 1\natomic 1\n", of_both);
  accept("assert 1\natomic 1\n", of_x);
  // Reading it is enough for the other one.
  refuse("assign 1 4\nwhen 1\nif 9 1 2\natomic 3\n", of_x);
  refuse("assign 1 4\nassert 1\nif 9 1 2\natomic 3\n", of_x);
  refuse("assign 1 4\nassign 2 1\nif 9 1 2\natomic 3\n", of_x);
  refuse("operation 1 12 1 1\natomic 1\n", of_x, together, "not seen to be closed");
}

TEST_CASE("of a map the index counts") {
  accept("assign 2 4\natomic 1\n", of_both);   // a[tid] := 1
  refuse("assign 3 4\natomic 1\n", of_a);      // a[1] := 1
  refuse("assign 4 7\natomic 1\n", of_a);      // all of a
  refuse("assign 2 9\natomic 1\n", of_a);      // a[tid] := a[1]
  accept("assign 2 6\natomic 1\n", of_a);      // a[tid] := a[tid]
  accept("when 8\natomic 1\n", of_a);
  refuse("assign 5 4\natomic 1\n", of_a);    // a[x + 1] := 1, where x is 0
  refuse("assign 2 11\natomic 1\n", of_a);   // a[tid] := a[x + 1]
  // Thread 1 writes a[1], and thread 2 reads a everywhere.
  refuse("assign 2 4\nwhen 14\nif 9 1 2\natomic 3\n", of_a);
  refuse("assign 2 4\nwhen 2\nif 9 1 2\natomic 3\n", of_a);
}

TEST_CASE("ways that do not come to an end do not count") {
  accept("when 9\nassign 1 4\nthen 1 2\natomic 3\n", of_x);
  accept("assign 1 4\nwhen 9\nthen 1 2\natomic 3\n", of_x);
  refuse("when 6\nassign 1 4\nthen 1 2\natomic 3\n", of_x);
  accept("assign 1 4\nwhen 9\nthen 1 2\nassign 2 4\neither 3 4\natomic 5\n", of_both);
  refuse("assign 1 4\nwhen 9\nthen 1 2\nassign 2 1\neither 3 4\natomic 5\n", of_x);
  refuse("assign 1 4\nwhen 9\nthen 1 2\nassign 2 4\neither 4 3\nwhen 1\nthen 6 5\natomic 7\n", of_x);
}

TEST_CASE("threads that are run apart") {
  const Text stores = "store\nv 0 1\nstep 0 0 1\n", both = stores + "step 1 0 1\n";
  refuse("assign 1 4\natomic 1\n", of_x, both + "views 9 9\n");
  accept("assign 1 4\natomic 1\n", of_a, both + "views 9 9\n");
  accept("assign 1 4\nwhen 9\nthen 1 2\natomic 3\n", of_x, stores + "views 9 9\n");
  refuse("assign 1 4\nwhen 1\nif 9 1 2\natomic 3\n", of_x, stores + "views 9 9\n");
  accept("assign 2 4\natomic 1\n", of_both, "local 1\nviews 9 9\n");
}

TEST_CASE("races are claimed once, and shown by running the program") {
  const Text harmless = "assign 2 4\natomic 1\n";
  refuse(harmless, "race-free\n", together, "this shape takes 1 numbers, found 0");
  refuse(harmless, of_x + of_a, together, "twice");
  accept(harmless, "");
  for (const char* method : {"thread-modular", "procedures", "schedule", "model", "refutation"}) {
    Text text = with(harmless, of_x, together);
    text.replace(text.find("by closure"), 10, Text("by ") + method);
    INFO(text);
    CHECK(answer(text).find("expected the line 'by closure'") != Text::npos);
  }
  // Other claims leave races aside, and the kernel looks for them all the same.
  CHECK(answer(with(harmless, of_x, together, "safe")) == "certified");
}

namespace {

// A schedule of the same program: events, and then the race.
Text race(const Text& commands, const Text& events, const Text& claim = "has race") {
  return "plato certificate 2\nclaim " + claim + "\n" + tables + places + commands +
         "init 3\nrace-free 0 1\nfamily 6 1\nby schedule\nrange 0 3\nv 0 0\nV 1 0\nrun\n" + events;
}
void shows(const Text& commands, const Text& events) {
  INFO(commands << events);
  CHECK(answer(race(commands, events)) == "refuted");
}
void shows_not(const Text& why, const Text& commands, const Text& events) {
  INFO(commands << events);
  const Text found = answer(race(commands, events));
  INFO(found);
  CHECK(found.find(why) != Text::npos);
}

}   // namespace

TEST_CASE("a schedule leads to a race") {
  const Text write = "assign 1 4\natomic 1\n";
  shows(write, "race 0 0 1\nthread 0 1\nthread 0 2\n");
  shows(write, "race 0 7 1\nthread 0 2\nthread 0 1\n");   // x is no map
  shows("assign 1 4\nwhen 1\nif 9 1 2\natomic 3\n", "race 0 0 0\nthread 0 1\nthread 0 2\n");
  shows("assign 3 4\natomic 1\n", "race 1 1 1\nthread 0 1\nthread 0 2\n");
  shows("assign 2 9\natomic 1\n", "race 1 1 0\nthread 0 1\nthread 0 2\n");
  shows("assign 5 4\natomic 1\n", "race 1 1 1\nthread 0 1\nthread 0 2\n");
  // The second one, after a choice in the command.
  const Text way = "assign 1 4\nwhen 9\nthen 1 2\nassign 2 1\neither 3 4\natomic 5\n";
  shows(way, "race 0 0 0\nthread 0 1\nfirst\nthread 0 2\nsecond\n");
  shows_not("so it blocks", way, "race 0 0 1\nthread 0 1\nfirst\nthread 0 2\nfirst\n");
  shows_not("is not about to access", way, "race 0 0 1\nthread 0 1\nsecond\nthread 0 2\nsecond\n");
  shows_not("than the schedule gives it", way, "race 0 0 0\nthread 0 1\nthread 0 2\nsecond\n");
  shows_not("than the schedule gives it", way, "race 0 0 0\nthread 0 1\nfirst\nfirst\nthread 0 2\nsecond\n");
}

TEST_CASE("what is no race is not shown") {
  const Text write = "assign 1 4\natomic 1\n", own = "assign 2 4\natomic 1\n";
  const Text both = "thread 0 1\nthread 0 2\n";
  shows_not("is not about to access", write, "race 1 0 1\n" + both);
  shows_not("is not about to access", write, "race 0 0 0\n" + both);   // it writes, and reads nothing
  shows_not("is not about to access", "when 1\natomic 1\n", "race 0 0 0\n" + both);
  for (const char* index : {"0", "1", "2"})
    shows_not("is not about to access", own, Text("race 1 ") + index + " 1\n" + both);
  shows_not("one of two threads", write, "race 0 0 1\nthread 0 1\nthread 0 1\n");
  shows_not("nothing is claimed of races", write, "race 2 0 1\n" + both);
  for (const char* bad : {"-1 0 1", "0 0 2", "0 0 -1"}) shows_not("0 or 1", write, Text("race ") + bad + "\n" + both);
  shows_not("is no member", write, "race 0 0 1\nthread 0 1\nthread 0 3\n");
  shows_not("is not at an atomic step", write, "thread 0 1\nstep\nrace 0 0 1\n" + both);
  shows_not("the line 'race'", write, both);
  shows_not("the end of the file", write, "race 0 0 1\n" + both + "thread 0 1\n");
  shows_not("expected", write, "race 0 0 1\nthread 0 1\n");
  shows_not("this shape takes 3 numbers", write, "race 0 0\n" + both);
  // A command that goes wrong does not come to its end.
  shows_not("goes wrong", "assert -1\nassign 1 4\nthen 1 2\natomic 3\n", "race 0 0 1\n" + both);
  CHECK(answer(race(write, "race 0 0 1\n" + both, "race-free")).find("expected the line 'by closure'") != Text::npos);
}
