// What is told of formulas about places that cannot be meant.

#include "source/control_points.hpp"

#include "support/program_text.hpp"

using namespace plato;

namespace {

Errors asked(const std::string& question) {
  return errors_of(
      "invariant " + question +
      "\nvar x: int procedure p() { } thread T { a: x := 0; b: x := 0; } thread w[i] { b: x := 0; }\nthread Q "
      "{ c: x := 0; p(); } thread R { d: par { x := 0; } and { x := 1; } } thread S { e: x := 1; e: x := 2; }");
}

}   // namespace

TEST_CASE("a label that there is") {
  CHECK(asked("at(T, a) || after(T, b) || within(T, a .. b) || at(w[3], b)").empty());
  CHECK(asked("at(T, n)") == Errors{"1:17: 'T' has no statement with the label 'n' (put 'n:' before the statement)"});
  CHECK(asked("at(S, e)") ==
        Errors{"1:17: 'e' is the label of several statements of 'S' (give them different labels)"});
  CHECK(asked("within(T, b .. a)") == Errors{"1:21: 'b' comes after 'a' (write 'within(…, a .. b)')"});
}

TEST_CASE("a thread that there is") {
  CHECK(asked("at(U, a)") ==
        Errors{"1:14: expected a thread in 'at' (write 'at(T, L)', or 'at(T[i], L)' of member i of a family)"});
  CHECK(asked("at(T[1], a)") == Errors{"1:14: 'T' is one thread and has no members (write 'at(T, …)')"});
  CHECK(asked("at(w, b)") == Errors{"1:14: 'w' is a family; expected one of its members (write 'at(w[i], …)')"});
  CHECK(asked("at(x, a)").size() == 1);
}

TEST_CASE("the arguments of each word") {
  CHECK(asked("at(T)").size() == 1);
  CHECK(asked("at(T, a, b)").size() == 1);
  CHECK(asked("at(T, a .. b)") ==
        Errors{"1:19: 'at' takes one label (write 'at(T, L)', or 'at(T[i], L)' of member i of a family)"});
  CHECK(asked("within(T, a)").size() == 1);
  CHECK(asked("at(T, 1 + 2)").size() == 1);
  CHECK(asked("x in {1 .. 3}") ==
        Errors{"1:19: '..' stands between two labels in 'within(T, L .. M)' alone (write 'a <= x && x <= b')"});
}

TEST_CASE("labels in procedures and in branches") {
  const auto of = [](const std::string& question) {
    return errors_of(
        "invariant " + question +
        "\nvar x: int procedure p() { m: x := 0; n: x := 1; } procedure q() { m: x := 0; par { k: x := 1; "
        "} and { x := 2; } }\nthread T { p(); c: q(); } thread U { p(); d: x := 1; } thread R { par { x := "
        "1; e: x := 0; } and { x := 1; } }");
  };
  CHECK(of("at(U, m) || at(U, d) || at(T, p.m) || at(T, q.m) || at(T, n) || at(R[-3], e)").empty());
  CHECK(of("at(T, m)") == Errors{"1:17: 'm' is the label of several statements of procedures that 'T' calls (write "
                                 "'p.m' for that of one procedure)"});
  CHECK(of("at(U, c)") == Errors{"1:17: 'U' has no statement with the label 'c', and neither has a procedure that it "
                                 "calls (put 'c:' before the statement)"});
  CHECK(of("at(R, e)") == Errors{"1:14: the label is in a branch of 'R'; expected the identifier of the branch (write "
                                 "'at(R[b], …)', where b is 'tid' in the branch)"});
  CHECK(of("at(T, k)") == Errors{"1:17: 'k' is in a branch that a procedure starts, which no thread of the file can "
                                 "name (say it with a ghost variable that the steps assign to)"});
  CHECK(of("within(U, m .. d)") == Errors{"1:21: 'm' and 'd' are not labels of the same thread, procedure or branch "
                                          "(write two regions: 'within(…) || within(…)')"});
}

TEST_CASE("a program does not depend on where threads are") {
  CHECK(errors_of("var x: int thread T { a: x := 0; if (at(T, a)) { x := 1; } }").size() == 1);
  CHECK(errors_of("var b: bool thread T { a: b := at(T, a); }").size() == 1);
  CHECK(errors_of("var b: bool thread T { a: assert at(T, a); }").size() == 1);
}
