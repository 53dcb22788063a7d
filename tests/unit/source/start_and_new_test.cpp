// What `start`, parameters of threads and `new` are short for, and what is said of those that are wrong.

#include "source/start_and_new.hpp"

#include "core/core_text.hpp"
#include "core/read_program.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

const std::string job = "var x: int = 0\nthread Job[j] for j > 0 { x := j; }\n";

Errors in_thread(const std::string& statements) { return errors_of(job + "thread U {\n" + statements + "\n}"); }

std::string core_of(const std::string& text) {
  auto program = read_program(text);
  if (!program) FAIL(render(program.error(), "program", text));
  return core_text(*program);
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}   // namespace

TEST_CASE("a thread that is started waits") {
  const std::string core = core_of(job + "thread U { start Job[3]; }");
  CHECK(has(core, "var Job.started: bool[]"));
  CHECK(has(core, "Job.started == map(0)"));
  CHECK(has(core, "assume Job.started[tid];   // 2: start of Job"));
  CHECK(has(core, "atomic { assert !Job.started[3]; Job.started[3] := 1; }   // 3: start Job[3]"));
  CHECK(has(core, "(forall i :: Job.started[i] ==> Job.started'[i])"));
  // A thread of its own; and nothing changes for those that nobody starts.
  CHECK(has(core_of("thread T { } thread U { start T; }"), "assume T.started;"));
  CHECK_FALSE(has(core_of(job), "started"));
}

TEST_CASE("what a thread that is started requires holds when it has been") {
  const std::string core =
      core_of("var x: int = 0\nthread T { requires x > 0\n x := 1; } thread U { x := 1; start T; }");
  CHECK(core.find("assume T.started;") < core.find("cut 0 < x"));
}

TEST_CASE("starts that are right") {
  CHECK(in_thread("start Job[1]; atomic { start Job[2]; assert Job.started[2]; }").empty());
  CHECK(in_thread("commit: start Job[1];").empty());
  // The words are names anywhere else.
  CHECK(errors_of("var start, new, allocated: int\nthread T { start := 1; start, new := new, start; new += allocated; "
                  "start: skip; }")
            .empty());
  CHECK(errors_of("procedure start(n: int) { skip; } procedure new() returns (r: int) { return 1; }\n"
                  "thread T { var x: int = 0\n start(1); x := new(); }")
            .empty());
  CHECK(errors_of("predicate allocated(i) = i > 0\nvar x: int\ninvariant allocated(x)\nthread T { x := new(); }")
            .empty());
}

TEST_CASE("starts that are not") {
  CHECK(in_thread("start Jab[1];") == Errors{"4:7: unknown thread 'Jab' (did you mean 'Job'?)"});
  CHECK(in_thread("start Other[1];") == Errors{"4:7: unknown thread 'Other' (declare it: 'thread Other[i] { … }')"});
  CHECK(in_thread("start Job;") == Errors{"4:1: 'Job' is a family: say which of its threads is to start (write 'start "
                                          "T[i];' for a member of a family, and 'start T;' for a thread of its own)"});
  CHECK(in_thread("start U[1];")[0].starts_with("4:1: 'U' is one thread and has no index"));
  CHECK(in_thread("start Job[1](2);") == Errors{"4:1: 'Job' has 0 parameters, found 1 argument"});
  CHECK(in_thread("start Job[true && 1];").size() == 1);
  CHECK(in_thread("start Job[;").size() == 1);
  CHECK(in_thread("start Job[1]; Job.started[1] := false;")[0].starts_with("4:15: only 'start' changes 'Job.started'"));
  CHECK(in_thread("assert Job.started[1];") ==
        Errors{"4:8: the thread 'Job' has no local variable 'started' (no statement starts it: it runs from the "
               "beginning)"});
  CHECK(errors_of("thread T by outline { cut true; } thread U { start T; }").size() == 1);
  CHECK(errors_of("ghost var g: int = 0\nthread T { } thread U { atomic { if (g == 0) { start T; } } }").size() == 1);
}

TEST_CASE("parameters of a thread are given by who starts it") {
  const std::string text = "thread T[i](n: int, b: bool) for i > 0 { requires n > i && b\n assert n > i; }\n";
  const std::string core = core_of(text + "thread U { start T[2](5, true); }");
  CHECK(has(core, "assert !T.started[2]; assert"));
  CHECK(has(core, "T.started[2], T.started_n[2], T.started_b[2] := 1, 5, 1"));
  CHECK(has(core, "assume T.started[tid]; T.n[tid], T.b[tid] := T.started_n[tid], T.started_b[tid]"));
  CHECK(has(core, "forall i :: T.started[i] ==>"));
  // If nobody does, they are any that it requires, from the beginning.
  CHECK(has(core_of(text), "init forall i :: 0 < i ==> i < T.n[i] && T.b[i]"));
  CHECK(errors_of(text + "thread U { start T[2](5); }") == Errors{"3:12: 'T' has 2 parameters, found 1 argument"});
  CHECK(errors_of(text + "thread U { start T[2](true, 5); }").size() == 2);
  CHECK(errors_of("thread T[i](n: set) { }").size() == 1);
  CHECK(errors_of("thread T(n) { }").size() == 1);
  CHECK(has(core_of("thread T(n: int) = 7 { requires n > tid\n }\nthread U { start T(8); }"),
            "T.started ==> 7 < T.started_n"));
}

TEST_CASE("what is required of parameters means the same where they are given") {
  // k is bound in the clause, and a variable where the thread is started.
  const std::string core =
      core_of("thread T(n: int) { requires forall k :: k != n || k > 0\n }\nthread U { var k: int = 1\n start T(k); }");
  CHECK(has(core, "assert forall i :: i != U.k || 0 < i"));
}

TEST_CASE("what is short for others does not grow") {
  std::string nested = "1";
  for (int i = 0; i < 90; ++i) nested = "(if allocated(" + nested + ") then 1 else 0)";
  CHECK(errors_of("var x: int = 0\nthread T { x := new(); assert " + nested + " == 1; }").empty());
  // Names of the program are not those that are put in.
  CHECK(errors_of(
            "var i, k: int = 0\nthread T[tid](n: int) { requires n > tid\n }\nthread U { i := new(); start T[i](i); "
            "assert allocated(i); }")
            .empty());
}

TEST_CASE("new hands out numbers") {
  const std::string core = core_of("var x: int = 0\ninvariant allocated(x) || x == 0\nthread T { x := new(); }");
  CHECK(has(core, "x, new := new, new + 1;"));
  CHECK(has(core, "new == 2"));   // above the identifier of T
  CHECK(has(core, "new <= new'"));
  CHECK(errors_of("var x: int\nthread T { x := new() + 1; }") ==
        Errors{"2:17: 'new()' is the value of an assignment of its own (write 'x := new();' before)"});
  CHECK(errors_of("var x: int\nthread T { x := new(1); }").size() == 1);
  CHECK(errors_of("var x: int\nthread T { x := new(); assert allocated(); }").size() == 1);
  CHECK(errors_of("var x: int\nthread T { x := new(); new := 1; }") ==
        Errors{"2:24: only 'x := new();' changes 'new' (declare a variable of another name)"});
  CHECK(errors_of("var b: bool\nthread T { b := new(); }").size() == 1);
  // A program that says `new` of a bound variable alone has no such variable.
  CHECK_FALSE(has(core_of("invariant forall new :: new == new\nthread T { }"), "var new"));
}
