// See families.hpp. The first ones are variations of SimpleLock: x is protected by the lock mx. The others have
// postconditions: examples/array-zero.plato, and a counter that all threads increment, for any number of threads
// and with as many individually declared ones.

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

// Without the lock, x may grow between any two steps, and it is never known whether another thread holds the lock.
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

// ---- postconditions

// For any n, or for one n only: only the `assume` differs.
std::string parameter(std::size_t n) {
  return "const n: int\nassume " + (n == 0 ? "n > 0" : "n == " + std::to_string(n)) + "\n";
}

std::string array_zero(std::size_t n) {
  return parameter(n) +
         "var a: int[]\nprogram { ensures forall k :: 0 <= k < n ==> a[k] == 0 }\n"
         "thread clear[i] for 0 <= i < n { rely a'[i] == a[i]; ensures a[i] == 0; a[i] := 0; }\n";
}

std::string given_array_zero(std::size_t n) {
  std::string text =
      "var a: int[]\nprogram { ensures forall k :: 1 <= k <= " + std::to_string(n) + " ==> a[k] == 0 }\n";
  for (std::size_t i = 1; i <= n; ++i)
    text += "thread T" + std::to_string(i) + " { rely a'[tid] == a[tid]; ensures a[tid] == 0; a[tid] := 0; }\n";
  return text;
}

// With ghosts that are a queue of all threads; see the example.
std::string increment(std::size_t n) {
  return parameter(n) + R"(var c: int = 0
ghost var at: int[]
ghost var place: int[]
init forall k :: at[k] == k
init forall k :: place[k] == k
program { ensures c == n }
invariant 0 <= c <= n
invariant forall k :: 0 <= k < n ==> 0 <= at[k] < n && place[at[k]] == k
invariant forall k :: 0 <= k < n ==> 0 <= place[k] < n && at[place[k]] == k
thread increment[i] for 0 <= i < n {
  rely place[i] >= c ==> place'[i] >= c'
  rely place[i] < c ==> place'[i] < c'
  requires place[i] >= c
  ensures place[i] < c
  atomic { place[at[c]] := place[i]; at[place[i]] := at[c]; at[c] := i; place[i] := c; c := c + 1; }
}
)";
}

// With a ghost for each thread, of which c is the sum.
std::string given_increment(std::size_t n) {
  std::string text = "var c: int = 0\n", sum, threads;
  for (std::size_t i = 1; i <= n; ++i) {
    const std::string mine = "d" + std::to_string(i);
    text += "ghost var " + mine + ": int = 0\n";
    sum += (i == 1 ? "" : " + ") + mine;
    threads += "thread T" + std::to_string(i) + " { rely " + mine + "' == " + mine + "; requires " + mine +
               " == 0; ensures " + mine + " == 1; atomic { c := c + 1; " + mine + " := 1; } }\n";
  }
  return text + "invariant c == " + sum + "\nprogram { ensures c == " + std::to_string(n) + " }\n" + threads;
}

// A lock whose procedures have specifications.
const std::string lock_with_procedures =
    "var m: lock = 0\nvar total: int = 0\n\nm unwritable by others when m == tid\n"
    "total unwritable by others when m == tid\nrely m != tid ==> m' != tid\ninvariant m == 0 ==> total >= 0\n\n"
    "procedure take()\n  action modifies m ensures m == 0 && m' == tid\n{ acquire(m); }\n"
    "procedure give()\n  requires m == tid && total >= 0\n  action modifies m ensures m == tid && m' == 0\n"
    "{ release(m); }\n";

// A procedure that takes the lock and gives it back, with so many statements between, of which every sixth is a branch;
// before every `cut_after`th there is a cut, if that is not 0.
std::string procedure_with_branches(std::size_t number, std::size_t statements, std::size_t cut_after) {
  std::string text = "procedure step" + std::to_string(number) +
                     "(n: int) returns (r: int)\n  requires n >= 0 && m != tid\n  modifies m, total\n"
                     "  ensures r == n && m != tid\n{\n  var a: int = 0\n  take();\n  a := n;\n";
  for (std::size_t j = 0; j < statements; ++j) {
    if (cut_after != 0 && j % cut_after == 0) text += "  cut m == tid && a == n && n >= 0 && total >= 0;\n";
    if (j % 2 == 0)
      text += "  total := total + a;\n";
    else if (j % 6 == 1)
      text += "  if (total > " + std::to_string(j) + ") { r := a; } else { r := 0; }\n";
    else
      text += "  r := a;\n";
  }
  return text + "  r := a;\n  assert total >= 0;\n  give();\n}\n";
}

// A thread that calls so many of them.
std::string caller(std::size_t calls) {
  std::string text = "thread worker[i] {\n  var t: int = 0\n";
  for (std::size_t i = 0; i < calls; ++i)
    text +=
        "  t := step" + std::to_string(i) + "(" + std::to_string(i) + ");\n  assert t == " + std::to_string(i) + ";\n";
  return text + "}\n";
}

// k procedures of 30 statements, and a thread that calls three of them.
std::string procedures(std::size_t k) {
  std::string text = lock_with_procedures;
  for (std::size_t i = 0; i < k; ++i) text += procedure_with_branches(i, 24, 0);
  return text + caller(3);
}

// One procedure of k lines.
std::string long_procedure(std::size_t k) {
  return lock_with_procedures + procedure_with_branches(0, k, 0) + caller(1);
}
std::string long_procedure_with_cuts(std::size_t k) {
  return lock_with_procedures + procedure_with_branches(0, k, 10) + caller(1);
}

// A thread of any number of them that takes the lock and goes through k branches, each of which adds 1 or more to x, at
// most `most`. The bounds of x are asserted after each of them, or at the end.
struct Branches {
  std::string (*branch)(std::size_t number);
  std::size_t most;
  bool is_asserted;
  bool is_in_loop = false;
};
std::string with_branches(std::size_t k, const Branches& how) {
  std::string text =
      "var m: lock = 0\nvar x: int = 0\nm unwritable by others when m == tid\n"
      "x unwritable by others when m == tid\nrely m != tid ==> m' != tid\nthread T[i] {\n  acquire(m);\n  x := 0;\n";
  if (how.is_in_loop) text += "  while (*)\n    invariant m == tid && x >= 0\n  {\n";
  const auto assertion = [&](std::size_t i) {
    const std::string low = "  assert " + std::to_string(i) + " <= x";
    return low + (how.is_in_loop ? ";\n" : " && x <= " + std::to_string(how.most * i) + ";\n");
  };
  for (std::size_t i = 1; i <= k; ++i) {
    text += "  " + how.branch(i) + "\n";
    if (how.is_asserted || i == k) text += assertion(i);
  }
  return text + (how.is_in_loop ? "  }\n" : "") + "  release(m);\n}\n";
}
std::string one_or_two(std::size_t) { return "if (*) { x := x + 1; } else { x := x + 2; }"; }
std::string by_value(std::size_t i) {
  return "if (x < " + std::to_string(i) + ") { x := x + 1; } else { x := x + 2; }";
}
std::string nested(std::size_t i) {
  return "if (*) { " + one_or_two(i) + " } else { if (*) { x := x + 3; } else { x := x + 4; } }";
}
std::string one_of_five(std::size_t) {
  std::string text;
  for (int way = 1; way < 5; ++way) text += "if (*) { x := x + " + std::to_string(way) + "; } else ";
  return text + "{ x := x + 5; }";
}

}   // namespace

const std::vector<ProgramFamily>& program_families() {
  static const std::vector<ProgramFamily> families{
      {"straight", "two threads of k assignments under a lock, no annotations", {10, 30, 100, 300, 1000}, straight},
      {"local", "the same with a variable of the thread's own", {10, 30, 100, 300, 1000}, in_local},
      {"unlocked",
       "two threads of k assignments without the lock, which may be held by another thread",
       {10, 30, 100, 300, 1000},
       unlocked},
      {"cuts", "as straight, with a cut after every 10 assignments", {10, 30, 100, 300, 1000}, with_cuts},
      {"cut-each", "the same with a cut after every assignment", {10, 30, 100, 300, 1000}, cut_everywhere},
      {"threads", "k given threads of 5 assignments each", {2, 4, 8, 16, 32, 64}, given_threads},
      {"any", "a family of such threads, for any number of them", {1}, any_threads},
      {"procedures", "k procedures of 30 statements with specifications", {10, 30, 100, 300}, procedures},
      {"procedure", "one procedure of k lines with branches, without cuts", {30, 100, 300}, long_procedure},
      {"procedure-cuts", "the same with a cut after every 10 lines", {30, 100, 300}, long_procedure_with_cuts},
      {"branches",
       "k branches, with bounds asserted after each",
       {10, 30, 100, 300},
       [](std::size_t k) {
         return with_branches(k, {one_or_two, 2, true});
       }},
      {"branches-end",
       "k branches, with bounds asserted at the end",
       {10, 30, 100, 300},
       [](std::size_t k) {
         return with_branches(k, {one_or_two, 2, false});
       }},
      {"guarded",
       "k branches by the value of x, with bounds asserted after each",
       {10, 30, 100, 300},
       [](std::size_t k) {
         return with_branches(k, {by_value, 2, true});
       }},
      {"guarded-end",
       "the same with bounds asserted at the end",
       {10, 30, 100, 300},
       [](std::size_t k) {
         return with_branches(k, {by_value, 2, false});
       }},
      {"nested",
       "k branches with branches in them, with bounds asserted after each",
       {10, 30, 100, 300},
       [](std::size_t k) {
         return with_branches(k, {nested, 4, true});
       }},
      {"nested-end",
       "the same with bounds asserted at the end",
       {10, 30, 100, 300},
       [](std::size_t k) {
         return with_branches(k, {nested, 4, false});
       }},
      {"switches",
       "k times one of five ways, with bounds asserted after each",
       {10, 30, 100, 300},
       [](std::size_t k) {
         return with_branches(k, {one_of_five, 5, true});
       }},
      {"switches-end",
       "the same with bounds asserted at the end",
       {10, 30, 100, 300},
       [](std::size_t k) {
         return with_branches(k, {one_of_five, 5, false});
       }},
      {"looped",
       "k branches in a loop, with a bound asserted after each",
       {10, 30, 100, 300},
       [](std::size_t k) {
         return with_branches(k, {one_or_two, 2, true, true});
       }},
      {"looped-end",
       "the same with a bound asserted at the end",
       {10, 30, 100, 300},
       [](std::size_t k) {
         return with_branches(k, {one_or_two, 2, false, true});
       }},
      {"array-zero", "a family of k threads that clear an array", {0, 2, 4, 8, 16, 64, 256, 1024}, array_zero},
      {"array-zero-given", "the same with k given threads", {2, 4, 8, 16, 32}, given_array_zero},
      {"increment", "a family of k threads that increment a counter", {0, 2, 4, 8, 16, 64, 256, 1024}, increment},
      {"increment-given", "the same with k given threads", {2, 4, 8, 16, 32}, given_increment},
  };
  return families;
}

}   // namespace plato_bench
