// Exploring branches: where they start and end, what they see, and their schedules.

#include <algorithm>

#include "explore/explore.hpp"
#include "explore/schedule_table.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

bool is_wrong(const std::string& body, const std::string& declarations = "var x: int = 0") {
  const Exploration e = explore(program_of(declarations + "\nthread T {\n" + body + "\n}"), ExploreOptions{});
  INFO(body);
  CHECK(e.is_exhausted());
  return e.verdict != Exploration::Verdict::no_violation;
}

}   // namespace

TEST_CASE("a thread goes on when all its branches have ended") {
  CHECK_FALSE(is_wrong("par { x := x + 1; } and { x := x + 2; } assert x == 3;"));
  CHECK(is_wrong("par { x := x + 1; } and { x := x + 2; } assert x != 3;"));
  CHECK_FALSE(is_wrong("par for i in 1..3 { x := x + i; } assert x == 6;"));
  CHECK_FALSE(is_wrong("par for i in 1..<3 { x := x + i; } assert x == 3;"));
  CHECK_FALSE(is_wrong("par for i in 1..0 { assert false; } assert x == 0;"));
  CHECK_FALSE(is_wrong("par { await false; } and { skip; } assert false;"));
  CHECK(is_wrong("par { x := 1; } and { assert x == 0; }"));
}

TEST_CASE("branches have their own variables, and their thread's") {
  const std::string lost = "par for i in 0..1 { var t: int t := x; x := t + 1; } assert x == ";
  CHECK(is_wrong(lost + "2;"));
  CHECK(is_wrong("par for i in 0..1 { var t: int = 5 assert t != 5; }"));
  CHECK_FALSE(
      is_wrong("var t: int = 0 par for i in 0..1 { atomic { t := t + 1; x := x + t; } } assert t == 2 && x == 3;"));
  CHECK_FALSE(is_wrong("par for i in 2..3 { assert number_of(tid) == i && parent_of(tid) == 1 && tid < 0; }"));
  CHECK_FALSE(
      is_wrong("par for i in 0..1 { par for j in 0..1 { assert number_of(parent_of(tid)) == i; x := x + 1; } } "
               "assert x == 4;"));
  CHECK_FALSE(is_wrong("par for i in 0..1 { acquire(m); x := x + 1; assert m == tid; release(m); } assert x == 2;",
                       "var x: int = 0 var m: lock = 0"));
}

TEST_CASE("branches call procedures, and procedures start branches") {
  CHECK_FALSE(is_wrong("par { add(1); } and { add(2); } assert x == 3;",
                       "var x: int = 0 procedure add(k: int) { var c: int = k x := x + c; }"));
  CHECK_FALSE(is_wrong("both(4); assert x == 8;",
                       "var x: int = 0 procedure both(k: int) { par { x := x + k; } and { x := x + k; } }"));
  CHECK_FALSE(
      is_wrong("tree(2); assert x == 4;",
               "var x: int = 0 procedure tree(n: int) { if (n == 0) { x := x + 1; } else { par { tree(n - 1); } and "
               "{ tree(n - 1); } } }"));
}

TEST_CASE("a schedule says which branch takes a step") {
  const CoreProgram core =
      program_of("var x: int = 0\nthread T {\npar for i in 3..4 { x := x + 1; assert x == 1; }\n}");
  const Exploration e = explore(core, ExploreOptions{});
  REQUIRE(e.verdict == Exploration::Verdict::goes_wrong);
  const std::string table = schedule_table(core.program, core.provenance, e);
  CHECK(table.find("T       3     par for i in 3..4") != std::string::npos);
  CHECK(table.find("T/3") != std::string::npos);
  CHECK(table.find("T/4") != std::string::npos);
}
