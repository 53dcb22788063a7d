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
  atomic modifies mx: mx == 0 && mx' == 1;   // 6: acquire(mx)
  atomic modifies x: x' == x * x;   // 7: x := x * x
  atomic requires 1 < x: true;   // 8: assert x > 1
  atomic modifies mx: mx' == 0 ensures mx == 1;   // 9: release(mx)
}

thread T2[tid] for tid == 2 {
  rely mx == 2 ==> mx' == 2 && x' == x
  guarantee mx == 1 ==> mx' == 1 && x' == x
  loop invariant x <= 3 {
    atomic: x < 3;   // 11: while (x < 3)
    choose {
      atomic: x == 0;   // 11: if (x == 0)
      skip;
    } or {
      atomic: x != 0;   // 11: else of if (x == 0)
      skip;
    }
  }
  atomic: 3 <= x;   // 11: end of while (x < 3)
}
)");
}

TEST_CASE("long formulas are cut") {
  std::string block = "x := x + 1;";
  for (int i = 0; i < 200; ++i) block += " x := x + x;";
  const std::string text = core_text(program_of("var x: int thread T { atomic { " + block + " } }"));
  CHECK(text.find("…") != std::string::npos);
  CHECK(text.size() < 60000);
}
