// See families.hpp. All are variations of SimpleLock: x is protected by the lock mx.

#include "families.hpp"

namespace plato_bench {
namespace {

const std::string head = "var x: int\nvar mx: lock\n\nrely mx == tid ==> mx' == tid && x' == x\n\n";

std::string thread(const std::string& name, const std::string& body) {
  return "thread " + name + " {\n  acquire(mx);\n" + body + "  release(mx);\n}\n";
}

// x := 0, then k times x := x + 1, then x is k. With a cut after every `distance` assignments, unless it is 0.
std::string counting(std::size_t k, std::size_t distance) {
  std::string text = "  x := 0;\n";
  for (std::size_t i = 1; i <= k; ++i) {
    text += "  x := x + 1;\n";
    if (distance != 0 && i % distance == 0) text += "  cut mx == tid && x == " + std::to_string(i) + ";\n";
  }
  return text + "  assert x == " + std::to_string(k) + ";\n";
}

std::string two_threads(std::size_t k, std::size_t distance) {
  return head + thread("T1", counting(k, distance)) + "\n" + thread("T2", counting(k, distance));
}

std::string straight(std::size_t k) { return two_threads(k, 0); }
std::string with_cuts(std::size_t k) { return two_threads(k, 10); }
std::string cut_everywhere(std::size_t k) { return two_threads(k, 1); }

// The same with a variable of the thread's own in the place of x: in the logic, a cell of a map.
std::string in_local(std::size_t k) {
  std::string text = head;
  for (const char* name : {"T1", "T2"}) {
    text += std::string("thread ") + name + " {\n  var y: int = 0\n  acquire(mx);\n  y := 0;\n";
    for (std::size_t i = 0; i < k; ++i) text += "  y := y + 1;\n";
    text += "  assert y == " + std::to_string(k) + ";\n  release(mx);\n}\n\n";
  }
  return text;
}

// Without the lock x may grow between any two steps, and whether another thread holds the lock is never known.
std::string unlocked(std::size_t k) {
  std::string text = "var x: int\nvar mx: lock\n\nrely x' >= x && (mx == tid ==> mx' == tid)\n\n";
  for (const char* name : {"T1", "T2"}) {
    text += std::string("thread ") + name + " {\n  var y: int = 0\n  y := x;\n";
    for (std::size_t i = 0; i < k; ++i) text += "  x := x + 1;\n";
    text += "  assert x >= y;\n}\n\n";
  }
  return text;
}

std::string given_threads(std::size_t n) {
  std::string text = head;
  for (std::size_t i = 1; i <= n; ++i) text += thread("T" + std::to_string(i), counting(5, 0)) + "\n";
  return text;
}

// The number of threads is not a size of the text or of the proof: the row is the same program each time.
std::string any_threads(std::size_t) { return head + thread("worker[tid]", counting(5, 0)); }

}   // namespace

const std::vector<ProgramFamily>& program_families() {
  static const std::vector<ProgramFamily> families{
      {"straight", "two threads of k assignments under a lock, no annotations", {10, 30, 100, 300, 1000}, straight},
      {"local", "the same with a variable of the thread's own", {10, 30, 100, 300, 1000}, in_local},
      {"unlocked", "two threads of k assignments without the lock, which may be held by another thread", {10, 30, 100, 300, 1000}, unlocked},
      {"cuts", "as straight, with a cut after every 10 assignments", {10, 30, 100, 300, 1000}, with_cuts},
      {"cut-each", "the same with a cut after every assignment", {10, 30, 100, 300, 1000}, cut_everywhere},
      {"threads", "k given threads of 5 assignments each", {2, 4, 8, 16, 32, 64}, given_threads},
      {"any", "a family of such threads, for any number of them", {1}, any_threads},
  };
  return families;
}

}   // namespace plato_bench
