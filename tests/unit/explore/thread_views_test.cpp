// Threads that are run apart: how much they see, and what is too coarse.

#include "explore/thread_views.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "explore/own_variables.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

// Simple of Flanagan and Qadeer, Assume-Guarantee Model Checking.
std::string simple(std::size_t threads) {
  return "var m: lock = 0 var x: int = 0 thread T[i] for 1 <= i <= " + std::to_string(threads) +
         " { acquire(m); x := 0; x := x + 1; assert x > 0; release(m); }";
}

tl::expected<ThreadViews, NoThreadViews> views_of(const std::string& text, const ViewOptions& options = {}) {
  const CoreProgram core = program_of(text);
  return find_thread_views(core.program, core.specification, options);
}

std::string objection(const std::string& text) {
  const auto views = views_of(text);
  return views ? "" : views.error().reason;
}

std::vector<std::string> own_of(const std::string& text) {
  const CoreProgram core = program_of(text);
  std::vector<std::string> names;
  for (std::size_t v : own_variables(core.program, core.specification)) names.push_back(core.program.variables[v].name);
  return names;
}

}   // namespace

TEST_CASE("a thread sees the others, not their product") {
  for (const std::size_t n : {2, 5, 50}) {
    const auto views = views_of(simple(n));
    REQUIRE(views.has_value());
    CHECK(views->threads.size() == n);
    // at most 5 n for n as in the paper; two threads see a little more
    for (std::size_t count : views->views) CHECK(count <= std::max<std::size_t>(5 * n, 12));
    CHECK(views->stores.size() == 2 + 2 * n);
    CHECK(views->steps.size() == 5 * n);
  }
}

TEST_CASE("what is local to a thread is not shared") {
  CHECK(own_of("var x: int = 0 thread T[i] for 1 <= i <= 2 { var u: int = 0 u := x; x := u; }") ==
        std::vector<std::string>{"T.u"});
  CHECK(own_of("var x: int = 0 invariant T.u[1] >= 0 thread T[i] for 1 <= i <= 2 { var u: int = 0 u := x; }").empty());
  CHECK(own_of("thread T[i] for 1 <= i <= 2 { var u: int = 0 u := T.u[3 - i]; }").empty());
  CHECK(own_of("thread T[i] for 1 <= i <= 2 { var u: int = 0 u := 1; } thread U = 5 { assert T.u[1] >= 0; }").empty());
  // The variables of a thread by itself are no maps.
  CHECK(own_of("thread T { var u: int = 0 u := 1; }").empty());
  // Many values of a local variable are many views, and one shared store.
  const auto views = views_of("thread T[i] for 1 <= i <= 3 { var u: int = 0 while (u < 9) { u := u + 1; } }");
  REQUIRE(views.has_value());
  CHECK(views->stores.size() == 1);
  CHECK(views->steps.empty());
}

TEST_CASE("what threads cannot know of each other is too coarse") {
  const std::string one_bit =
      "var taken: bool = false var x: int = 0 thread T[i] for 1 <= i <= 2 { atomic { await !taken; taken := true; } "
      "x := x + 1; x := x - 1; assert x == 0; taken := false; }";
  CHECK(objection(one_bit) == "an assertion is false in a view of a thread");
  CHECK(objection("var x: int = 0 invariant x <= 2 thread T[i] for 1 <= i <= 2 { x := x + 1; }") ==
        "the invariant is false in a store that threads may share");
  CHECK(objection("var x: int = 0 invariant x <= 2 thread T[i] for 1 <= i <= 2 { x := 2; }").empty());
}

// Each call at a statement with the same values is run once, for all callers.
TEST_CASE("threads with stacks are run activation by activation") {
  const std::string down =
      "var x: int = 0 procedure down(d: int) { if (d > 0) { down(d - 1); x := d; } } thread T { down(2); down(1); }";
  const auto views = views_of(down);
  REQUIRE(views.has_value());
  REQUIRE(views->locals.size() == 1);
  // From outside with 2 and, after that, with 1; inside the scope and the call of each level. What is given back is 0.
  std::map<std::vector<std::int64_t>, std::size_t> begun;
  for (const ThreadViews::Activation& activation : views->activations) {
    CHECK(activation.thread == 0);
    REQUIRE(!activation.begins.empty());
    for (const auto& place : activation.begins) CHECK(place.own == activation.begins[0].own);
    for (const auto& place : activation.ends) CHECK(place.own == std::vector<std::int64_t>{0});
    ++begun[activation.begins[0].own];
  }
  CHECK(begun.size() == 3);
  // Nobody says how deep it becomes.
  const auto endless =
      views_of("var x: int = 0 procedure p() { if (*) { x := 1; p(); assert x == 1; } } thread T { p(); }");
  REQUIRE(endless.has_value());
  CHECK(endless->stores.size() == 2);
  CHECK(endless->activations.size() == 1);
  CHECK(objection("var x: int = 0 procedure p() { if (*) { p(); x := x + 1; assert x < 2; } } thread T { p(); }") ==
        "an assertion is false in a view of a thread");
}

// Calls are taken for one at first.
TEST_CASE("calls in different shared stores can be told apart") {
  const std::string turn =
      "var b: bool = false procedure turn() { b := !b; if (*) { turn(); skip; } b := !b; } thread A { turn(); assert "
      "!b; }";
  CHECK(objection(turn) == "an assertion is false in a view of a thread");
  CHECK(views_of(turn, {.exposed = {.tells_calls_apart = true}}).has_value());
}

// A way to what is false is told, from the start.
TEST_CASE("the way to a view with an error is told") {
  const auto none = views_of("var x: int = 0 thread T { x := 1; x := 2; assert x == 1; }");
  REQUIRE(!none.has_value());
  REQUIRE(none.error().way.size() == 4);
  CHECK(none.error().way[0].statement == 0);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(none.error().way[i].store == std::vector<ModelValue>{Integer(static_cast<std::int64_t>(i))});
}

TEST_CASE("what is not finite is refused") {
  CHECK(objection("var x: int = 0 thread T[i] { x := 1; }") == "a family has other members than those that are tried");
  CHECK(objection("var x: int = 0 thread T { havoc x; }") == "a variable gets any value");
  CHECK(objection("var x: int thread T { x := x; }") == "an initial value is left open");
  CHECK(objection("const n: int var x: int = n thread T { x := 1; }") == "the program has parameters");
  CHECK(objection("var x: int = 0 thread T { par { x := 1; } and { x := 2; } }") == "branches are started");
  const auto many = views_of("var x: int = 0 thread T { while (true) { x := x + 1; } }", {.most_views = 1000});
  REQUIRE(!many.has_value());
  CHECK(many.error().reason == "threads have more than 1000 views");
  CHECK(many.error().grew == "'x' takes 1001 values");
}
