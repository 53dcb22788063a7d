// Messages about names and types.

#include "types/type_checker.hpp"

#include "support/program_text.hpp"

using namespace plato;

namespace {

std::string only_error(const std::string& text) {
  const Errors errors = errors_of(text);
  return errors.size() == 1 ? errors[0]
                            : std::to_string(errors.size()) + " errors" +
                                  (errors.empty() ? "" : ": " + errors[0] + " | " + errors.back());
}

const std::string variables =
    "var count: int var b: bool var s: set var a: int[] var f: bool[] var m: lock var p: {x: int, y: bool}\nconst N: "
    "int\n";
std::string in_thread(const std::string& statement) {
  return only_error(variables + "thread T { var mine: int\n" + statement + " }");
}

}   // namespace

TEST_CASE("unknown names are told with a suggestion") {
  CHECK(in_thread("coutn := 1;") == "4:1: unknown name 'coutn' (did you mean 'count'?)");
  CHECK(in_thread("count := zzz;") == "4:10: unknown name 'zzz' (declare it: 'var zzz: int')");
  CHECK(in_thread("p.z := 1;") == "4:1: the record 'p' has no field 'z' (declare the field in the type of 'p')");
  CHECK(in_thread("count.z := 1;") == "4:1: expected a record before '.z', found 'count' of type int");
  CHECK(only_error("thread T { var t: int skip; } thread U { t := 1; }") ==
        "1:42: unknown name 't' ('t' is local to a thread; from outside it is written 'T.t')");
  CHECK(only_error("predicate P() = Q() predicate Q() = true thread T { }") ==
        "1:17: unknown name 'Q' ('Q' is defined further down; move its definition up)");
}

TEST_CASE("types are expected and found") {
  CHECK(in_thread("count := true;") == "4:10: expected int, found 'true' of type bool (use 'if e then 1 else 0')");
  CHECK(in_thread("assert count;") == "4:8: expected bool, found 'count' of type int (compare it: 'e != 0')");
  CHECK(in_thread("b := count == b;") ==
        "4:12: expected both sides to have the same type, found int and bool ('==' binds tighter than '&&', '||' and "
        "'==>'; put parentheses)");
  CHECK(in_thread("count := s[1];") ==
        "4:10: expected a map before '[', found 's' of type set (whether i is in a set is written 'i in s')");
  CHECK(in_thread("s := s + s;") ==
        "4:10: expected a set with its elements written out, found 's' (sets grow and shrink by elements: s + {i}, s - "
        "{i, j})");
  CHECK(in_thread("acquire(count);") ==
        "4:9: expected a lock, found 'count' of type int (declare it as 'var count: lock')");
  CHECK(in_thread("count := p;") ==
        "4:10: expected a value, found the record 'p' (use one of its fields, as in 'p.field')");
  CHECK(in_thread("count := a(1);") ==
        "4:10: expected a predicate or an action before '(', found 'a' of type int[] (the value of a map is written "
        "'a[i]')");
}

TEST_CASE("what may change, and where") {
  CHECK(in_thread("N := 1;") ==
        "4:1: cannot assign to 'N', which is not a variable (declare it with 'var' if it may change)");
  CHECK(in_thread("count, count := 1, 2;") ==
        "4:8: 'count' occurs twice on the left side (a variable changes once in one step, as a whole or at elements)");
  CHECK(in_thread("count, b := 1;") == "4:1: expected 2 value(s) on the right side of the assignment, found 1");
  CHECK(
      in_thread("atomic { while (b) { } }") ==
      "4:10: an atomic block is one step: it may hold assignments, assume, assert, havoc, acquire, release, start, if, "
      "choose and raw operations");
  CHECK(in_thread("atomic { havoc count; count := count + 1; havoc count; }") == "0 errors");
  CHECK(only_error("thread T { var t: int skip; } thread U { T.t := 1; }") ==
        "1:42: cannot assign to 'T.t', which is local to another thread (threads change their own local variables "
        "alone)");
}

TEST_CASE("primes need two stores, tid needs a thread, assumptions need constants") {
  CHECK(in_thread("assert count' == 1;") ==
        "4:8: 'count'' has a prime, but an assertion is about one store (primes belong to rely, guarantee, action and "
        "'atomic … : …', which relate the store before and after a step)");
  CHECK(only_error(variables + "rely N' == N thread T { }") ==
        "3:6: 'N'' has a prime, but 'N' never changes (remove the prime)");
  CHECK(only_error(variables + "invariant m == tid thread T { }") ==
        "3:16: 'tid' means nothing in an invariant (it is the identifier of one thread; quantify: 'forall i :: …')");
  CHECK(only_error(variables + "assume count > 0 thread T { }") ==
        "3:8: expected a constant in an assumption on constants, found the variable 'count' (what is assumed must not "
        "depend on the store; declare 'const count: int' if it never changes)");
  CHECK(only_error(variables + "action A(t) = m' == t invariant A(1) thread T { }") ==
        "3:33: 'A' is an action, but an invariant is about one store (use a predicate)");
  CHECK(only_error(variables + "predicate P(t) = m == t invariant P(1, 2) thread T { }") ==
        "3:35: 'P' takes 1 argument(s), found 2");
}

TEST_CASE("names and identifiers are unique") {
  CHECK(only_error("var x: int var x: bool thread T { }") ==
        "1:16: the name 'x' is already in use (choose another name)");
  CHECK(only_error("var x: int thread T { var x: bool skip; }") ==
        "1:27: the name 'x' is already in use (choose another name)");
  CHECK(only_error("var x: int invariant forall y, y :: y > x thread T { }") ==
        "1:22: this quantifier binds the name 'y' twice (choose another name)");
  CHECK(only_error("thread T = 3 { } thread U = 3 { }") == "1:25: two threads have the identifier 3");
  CHECK(only_error("thread T = 0 { }") == "1:8: the identifier of a thread must not be 0 (a lock that is 0 is free)");
  CHECK(only_error("thread T[tid] { } thread U[tid] { }") ==
        "1:26: the families 'T' and 'U' would share their identifiers (divide them: 'thread T[tid] for tid > 0' and "
        "'thread U[tid] for tid < 0')");
  CHECK(
      only_error("thread T[tid] { var s: set skip; }") ==
      "1:21: 's' is local to each thread of a family and cannot be a set (declare it as 'bool[]': 'a[i]' says whether "
      "i is in it)");
}

TEST_CASE("definitions nested without end are refused, and many uses cost nothing") {
  std::string chain = "var x: int predicate P0() = x > 0 ", doubling = chain;
  for (int i = 1; i < 3000; ++i)
    chain +=
        "predicate P" + std::to_string(i) + "() = P" + std::to_string(i - 1) + "() && x > " + std::to_string(i) + " ";
  const Errors errors = errors_of(chain + "thread T { }");
  REQUIRE(!errors.empty());
  CHECK(errors[0].find("nested too deeply") != std::string::npos);
  for (int i = 1; i < 60; ++i) {
    const std::string before = "P" + std::to_string(i - 1) + "()";
    doubling += "predicate P" + std::to_string(i) + "() = " + before + " ==> !" + before + " ";
  }
  CHECK(errors_of(doubling + "invariant P59() thread T { }").empty());
  std::string constants = "const c0: int ";
  for (int i = 1; i < 100; ++i)
    constants +=
        "const c" + std::to_string(i) + ": int = c" + std::to_string(i - 1) + " + c" + std::to_string(i - 1) + " ";
  CHECK(errors_of(constants + "assume c99 > 0 thread T { }").empty());
}

TEST_CASE("a bound variable hides what else has its name") {
  const std::string before = "var x: int var a: int[] const N: int predicate P(k) = exists x :: a[x] == k ";
  CHECK(errors_of(before + "invariant forall x :: a[x] == (if exists x :: x > 1 then x else N) thread T { }").empty());
  CHECK(errors_of(before + "invariant forall P, N :: a[P] < N thread T { }").empty());
  CHECK(errors_of(before + "thread T { var t: int assert forall t :: P(t) && T.t == 0; t := 1; }").empty());
  CHECK(only_error(before + "invariant forall x :: x' > 0 thread T { }").find("prime") != std::string::npos);
  CHECK(only_error(before + "invariant forall a :: a[1] == 0 thread T { }").find("expected a map") !=
        std::string::npos);
}
