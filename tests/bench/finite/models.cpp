// See models.hpp. Both models of a family make the same steps; `acquire` and `release` are one step in both.

#include "models.hpp"

namespace plato_bench {
namespace {

std::string text(std::size_t number) { return std::to_string(number); }

// ---- Simple(n) of Flanagan and Qadeer

std::string simple(std::size_t n) {
  return "var m: lock = 0\nvar x: 0..1 = 0\nthread T[i] for 1 <= i <= " + text(n) +
         " {\n  acquire(m);\n  x := 0;\n  x := x + 1;\n  assert x == 1;\n  release(m);\n}\n";
}
// The invariant orders identifiers, so that no few threads stand for all.
std::string simple_in_order(std::size_t n) { return "invariant m <= " + text(n) + "\n" + simple(n); }
std::string simple_promela(std::size_t n) {
  return "byte m = 0;\nbyte x = 0;\nactive [" + text(n) +
         "] proctype T() {\n  atomic { m == 0 -> m = _pid + 1 };\n  x = 0;\n  x = x + 1;\n  assert(x == 1);\n"
         "  d_step { assert(m == _pid + 1); m = 0 }\n}\n";
}

// ---- ten threads, one lock, and so many variables behind it

constexpr std::size_t sharing = 10;

std::string variables(std::size_t k) {
  std::string declared = "var m: lock = 0\n", body;
  for (std::size_t i = 1; i <= k; ++i) {
    declared += "var x" + text(i) + ": 0..1 = 0\n";
    body += "  x" + text(i) + " := 1;\n";
  }
  for (std::size_t i = 1; i <= k; ++i) body += "  assert x" + text(i) + " == 1;\n  x" + text(i) + " := 0;\n";
  return declared + "thread T[i] for 1 <= i <= " + text(sharing) + " {\n  acquire(m);\n" + body + "  release(m);\n}\n";
}
std::string variables_promela(std::size_t k) {
  std::string declared = "byte m = 0;\n", body;
  for (std::size_t i = 1; i <= k; ++i) {
    declared += "byte x" + text(i) + " = 0;\n";
    body += "  x" + text(i) + " = 1;\n";
  }
  for (std::size_t i = 1; i <= k; ++i) body += "  assert(x" + text(i) + " == 1);\n  x" + text(i) + " = 0;\n";
  return declared + "active [" + text(sharing) + "] proctype T() {\n  atomic { m == 0 -> m = _pid + 1 };\n" + body +
         "  d_step { assert(m == _pid + 1); m = 0 }\n}\n";
}

// ---- a token goes round

std::string ring(std::size_t n) {
  const std::string last = text(n - 1);
  return "var token: 0.." + last + " = 0\nvar working: 0..2 = 0\nthread node[i] for 0 <= i <= " + last +
         " {\n  while (true) {\n    await token == i;\n    if (*) {\n      working := working + 1;\n"
         "      assert working == 1;\n      working := working - 1;\n    }\n    token := if i == " +
         last + " then 0 else i + 1;\n  }\n}\n";
}
std::string ring_promela(std::size_t n) {
  return "byte token = 0;\nbyte working = 0;\nactive [" + text(n) +
         "] proctype node() {\n  do\n  :: token == _pid;\n     if\n     :: working = working + 1; assert(working == "
         "1); "
         "working = working - 1\n     :: skip\n     fi;\n     token = (_pid + 1) % " +
         text(n) + "\n  od\n}\n";
}

// ---- a lock of one bit, which does not say who holds it: what threads do apart is too coarse

std::string bit_lock(std::size_t n) {
  return "var b: bool = false\nvar x: 0..2 = 0\nthread T[i] for 1 <= i <= " + text(n) +
         " {\n  var u: 0..2 = 0\n  while (true) {\n    havoc u;\n    atomic { await !b; b := true; }\n    x := u;\n"
         "    assert x == u;\n    b := false;\n  }\n}\n";
}
std::string bit_lock_promela(std::size_t n) {
  return "bit b = 0;\nbyte x = 0;\nactive [" + text(n) +
         "] proctype T() {\n  byte u = 0;\n  do\n  :: if :: u = 0 :: u = 1 :: u = 2 fi;\n"
         "     atomic { b == 0 -> b = 1 };\n     x = u;\n     assert(x == u);\n     b = 0\n  od\n}\n";
}

}   // namespace

const std::vector<ModelFamily>& model_families() {
  static const std::vector<ModelFamily> families = {
      {"Simple",
       "the paper's Simple(n): each thread takes the lock once and writes x; from 4 threads on, 3 stand for all",
       "threads",
       {2, 5, 10, 12, 14, 16, 18, 100, 300, 1000},
       16,
       simple,
       simple_promela},
      {"Simple, each thread",
       "the same with an invariant that orders identifiers, so that each thread is run",
       "threads",
       {2, 5, 10, 18, 50, 100, 200, 300},
       0,
       simple_in_order,
       simple_promela},
      {"variables",
       "ten threads, one lock, and so many variables behind it",
       "variables",
       {1, 2, 4, 8, 16},
       16,
       variables,
       variables_promela},
      {"ring", "a token goes round", "threads", {2, 4, 8, 16, 32, 64}, 64, ring, ring_promela},
      {"bit lock",
       "tightly coupled: a lock of one bit does not say who holds it, so threads must know what the others are about "
       "to do",
       "threads",
       {2, 3, 4, 5, 6, 7},
       7,
       bit_lock,
       bit_lock_promela}};
  return families;
}

}   // namespace plato_bench
