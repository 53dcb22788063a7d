// What branches may say and do, and what is said of those that do more.

#include "types/branch_checker.hpp"

#include "support/program_text.hpp"

using namespace plato;

namespace {

Errors in_thread(const std::string& statements) {
  return errors_of("var x: int var m: lock var a: int[]\nthread T {\nvar t: int\n" + statements + "\n}");
}

}   // namespace

TEST_CASE("branches with their clauses and variables") {
  CHECK(in_thread("par { x := 1; } and { x := 2; } and { skip; }").empty());
  CHECK(in_thread("par for i in 0..x { a[i] := i + t; } par for i in 0..<t { t := i; }").empty());
  CHECK(in_thread(
            "par rely x' == x; requires x == 0 ensures a[0] == tid { var k: int = x var b: bool k := 1; b := k == x; }")
            .empty());
  CHECK(in_thread("par { par for i in 0..1 { var k: int = i k := k + number_of(parent_of(tid)); } }").empty());
  CHECK(in_thread("par { for k in 0..2 { x := k; } } and { for k in 0..2 { acquire(m); release(m); } }").empty());
  CHECK(in_thread("par { L: while (*) { break; continue L; } M: { goto M; } }").empty());
}

TEST_CASE("the words of branches are names elsewhere") {
  CHECK(
      errors_of(
          "var par: int var and: int[]\nthread T { par := 1; and[par] := par; par { par := 2; } and { and[0] := 1; } }")
          .empty());
  CHECK(errors_of("procedure par() { skip; }\nthread T { par(); par: skip; }").empty());
  CHECK(errors_of("predicate parent_of(n: int) = n > 0 var number_of: int\nthread T { assert parent_of(number_of); }")
            .empty());
}

TEST_CASE("nothing jumps out of a branch") {
  CHECK(in_thread("while (*) { par { break; } }") ==
        Errors{"4:19: 'break' cannot leave a branch of 'par' (a branch is a thread of its own and ends at its '}')"});
  CHECK(in_thread("L: while (*) { par { while (*) { continue L; } } }") ==
        Errors{
            "4:34: 'continue L' cannot leave a branch of 'par' (a branch is a thread of its own and ends at its '}')"});
  CHECK(in_thread("L: par { goto L; }") ==
        Errors{"4:10: 'goto L' cannot leave a branch of 'par' (a branch is a thread of its own and ends at its '}')"});
  CHECK(in_thread("par for i in 0..1 { return; }") ==
        Errors{"4:21: 'return' cannot leave a branch of 'par' (a branch is a thread of its own and ends at its '}')"});
}

TEST_CASE("where branches cannot be") {
  CHECK(in_thread("atomic { par { skip; } }").size() == 1);
  CHECK(
      errors_of("thread T by outline { par { skip; } }") ==
      Errors{"1:23: the thread 'T' is proved by an explicit outline and cannot have 'par' (leave out 'by outline': the "
             "assertions between its steps are then found by the verifier)"});
  CHECK(errors_of("var x: int procedure p() ensures x == 1 { par { x := 1; } }\nthread T { p(); }") ==
        Errors{
            "1:43: a procedure with a specification cannot have 'par' (leave out the specification: the statements are "
            "then proved where the procedure is called)"});
  CHECK(errors_of(
            "var x: int procedure q() { par { x := 1; } } procedure p() ensures x == 1 { q(); }\nthread T { p(); }") ==
        Errors{
            "1:28: the procedure 'p' has a specification and runs this 'par' (leave out the specification, or give 'q' "
            "to threads alone)"});
  CHECK(errors_of(
            "var x: int procedure p() ensures x == 1 { x := 1; } procedure q() { p(); }\nthread T { par { q(); } }") ==
        Errors{
            "2:18: the procedure 'p' has a specification and cannot be called in a branch, as 'q' does (call it before "
            "the branches start or after their end, or leave out its specification)"});
}

TEST_CASE("a call in a branch of a branch is told of once") {
  CHECK(errors_of("var x: int procedure p() ensures x == 1 { x := 1; }\nthread T { par { par { p(); } } }").size() ==
        1);
}

TEST_CASE("what is said of branches") {
  CHECK(in_thread("par for i in 0..1 { i := 2; }") == Errors{"4:21: cannot assign to 'i', which is not a variable"});
  CHECK(in_thread("par for t in 0..1 { skip; }") ==
        Errors{"4:9: the name 't' is already in use (choose another name)"});
  CHECK(in_thread("par { var x: int x := 1; }") ==
        Errors{"4:11: the name 'x' is already in use (choose another name)"});
  CHECK(
      in_thread("par { var k: int[] skip; }") ==
      Errors{"4:11: 'k' is local to each branch and must be an int or a bool (the start of a branch would have to give "
             "all elements of a map their values in one step; declare 'var k' as a global map of maps, and use "
             "'k[tid][i]')"});
  CHECK(in_thread("par { var k: set skip; }") ==
        Errors{
            "4:11: 'k' is local to each branch and must be an int or a bool (declare a global map instead, and use its "
            "element at 'tid' or at the number of the branch)"});
  CHECK(in_thread("par { var k: int = 1 skip; } and { k := 2; }").size() == 1);
  CHECK(in_thread("par requires x' == 1 { skip; }").size() == 1);
  CHECK(
      in_thread("par guarantee x' == x { skip; }") ==
      Errors{
          "4:5: a branch has no 'guarantee' (it keeps what the other branches and all other threads rely on: say that "
          "with 'rely')"});
  CHECK(in_thread("par { skip; requires x == 1 }").size() == 1);
  CHECK(in_thread("par for i in 0 { skip; }").size() == 1);
  CHECK(in_thread("par for i in 0..x == 1 { skip; }").size() == 1);
  CHECK(in_thread("par {").size() >= 1);
  CHECK(in_thread("par for").size() >= 1);
}

TEST_CASE("identifiers below 0 belong to branches") {
  CHECK(
      errors_of("thread w[i] for 1 <= i <= 2 { par { skip; } }\nthread main { skip; }") ==
      Errors{
          "2:8: the thread 'main' has the identifier -1, which a branch may have (give it one of its own that is above "
          "0: 'thread main = 1000')"});
  CHECK(errors_of("thread w[i] for 1 <= i <= 2 { par { skip; } }\nthread main = 1000 { skip; }").empty());
  CHECK(errors_of("thread w[i] for 1 <= i <= 2 { skip; }\nthread main { skip; }").empty());
}

TEST_CASE("scopes give back elements of global maps") {
  CHECK(in_thread("a[tid] := 1; scope a { a[tid] := 2; } assert a[tid] == 1;").empty());
  CHECK(errors_of("var scope: int[]\nthread T { scope[0] := 1; scope scope { scope[tid] := 2; } }").empty());
  CHECK(in_thread("scope x { skip; }") == Errors{"4:7: a scope gives back the thread's elements of global maps (name a "
                                                 "map: 'scope x { … }' gives x[tid] back)"});
  CHECK(in_thread("scope t { skip; }").size() == 1);
  CHECK(in_thread("scope a, a { skip; }").size() == 1);
  CHECK(in_thread("while (*) { scope a { break; } }") ==
        Errors{"4:23: 'break' cannot leave a scope, which gives values back at its end (end the scope before it)"});
  CHECK(in_thread("scope a { return; }").size() == 1);
  CHECK(in_thread("atomic { scope a { skip; } }").size() == 1);
}
