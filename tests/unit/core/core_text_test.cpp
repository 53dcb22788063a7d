// Core programs as people see them.

#include "core/core_text.hpp"

#include "support/program_text.hpp"

using namespace plato;

TEST_CASE("a whole program") {
  CHECK(core_text(program_of(R"(
var x: int
var mx: lock
rely mx == tid ==> mx' == tid && x' == x
thread T1 {
  acquire(mx);
  x := x * x;
  assert x > 1;
  release(mx);
}
thread T2 { while (x < 3) invariant x <= 3 { if (x == 0) { skip; } } }
)")) == R"(var x: int
var mx: lock

thread T1[tid] for tid == 1 {
  rely mx == 1 ==> mx' == 1 && x' == x
  guarantee mx == 2 ==> mx' == 2 && x' == x
  atomic { assume mx == 0; mx := 1; }   // 6: acquire(mx)
  x := x * x;   // 7: x := x * x
  assert 1 < x;   // 8: assert x > 1
  atomic { assert mx == 1; mx := 0; }   // 9: release(mx)
}

thread T2[tid] for tid == 2 {
  rely mx == 2 ==> mx' == 2 && x' == x
  guarantee mx == 1 ==> mx' == 1 && x' == x
  loop invariant x <= 3 {
    assume x < 3;   // 11: while (x < 3)
    choose {
      assume x == 0;   // 11: if (x == 0)
      skip;
    } or {
      assume x != 0;   // 11: else of if (x == 0)
      skip;
    }
  }
  assume 3 <= x;   // 11: end of while (x < 3)
}
)");
}

TEST_CASE("long formulas are cut") {
  std::string block = "x := x + 1;";
  for (int i = 0; i < 2000; ++i) block += " x := x + x;";
  const std::string text = core_text(program_of("var x: int thread T { atomic { " + block + " } }"));
  CHECK(text.find("…") != std::string::npos);
  CHECK(text.size() < 60000);
}
