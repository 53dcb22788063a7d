// Which jumps lead somewhere, and what is said of those that do not.

#include "types/jump_checker.hpp"

#include "support/program_text.hpp"

using namespace plato;

namespace {

Errors in_thread(const std::string& statements) {
  return errors_of("var x: int procedure p() { skip; }\nthread T {\n" + statements + "\n}");
}

}   // namespace

TEST_CASE("jumps lead to statements around them") {
  CHECK(in_thread("L: while (*) { M: while (*) { break; break L; continue; continue L; goto L; goto M; } }").empty());
  CHECK(in_thread("L: { if (x > 0) { goto L; } else { choose { goto L; } or { return; } } }").empty());
  CHECK(in_thread("L: if (x > 0) { goto L; }").empty());
  CHECK(in_thread("L: skip; L: { goto L; }").empty());
}

TEST_CASE("jumps that lead nowhere") {
  CHECK(in_thread("break;") ==
        Errors{"3:1: 'break' is not inside of a loop ('goto L;' leaves any statement with the label L)"});
  CHECK(in_thread("if (*) { continue; }") == Errors{"3:10: 'continue' is not inside of a loop"});
  CHECK(in_thread("Loop: while (*) { goto Lop; }") == Errors{"3:24: unknown label 'Lop' (did you mean 'Loop'?)"});
  CHECK(in_thread("goto L;") == Errors{"3:6: unknown label 'L' (write 'L:' before a statement around this one)"});
  CHECK(in_thread("L: skip; goto L;") ==
        Errors{"3:15: the statement with the label 'L' is not around this one (a jump leaves a statement that it is "
               "inside of, and leads nowhere else)"});
  CHECK(in_thread("L: { while (*) { continue L; } }") ==
        Errors{"3:27: expected the label of a loop, but 'L' labels no loop"});
  CHECK(in_thread("L: { break L; }") ==
        Errors{"3:12: expected the label of a loop, but 'L' labels no loop (leave the statement with 'goto L;')"});
  CHECK(in_thread("L: { L: skip; }") ==
        Errors{"3:6: the label 'L' already belongs to a statement around this one (choose another name)"});
  CHECK(in_thread("L: L: skip;").size() == 1);
}

TEST_CASE("nothing leaves an atomic block") {
  CHECK(in_thread("while (*) { atomic { x := 1; break; } }") ==
        Errors{"3:30: 'break' cannot leave an atomic block, which is one step (end the block before it)"});
  CHECK(in_thread("L: { atomic { goto L; } }").size() == 1);
  CHECK(in_thread("atomic { return; }").size() == 1);
  CHECK(in_thread("atomic { p(); }") ==
        Errors{"3:10: an atomic block is one step: it may hold assignments, assume, assert, havoc, acquire, release, "
               "start, if, choose and raw operations (call the procedure before the block or after it)"});
}

TEST_CASE("an explicit outline has no calls and no jumps") {
  const auto by_outline = [](const std::string& statements) {
    return errors_of("procedure p() { }\nthread T by outline { cut true; " + statements + " }");
  };
  CHECK(by_outline("p();")[0].starts_with("2:33: the thread 'T' is proved by an explicit outline and cannot call pro"));
  CHECK(by_outline("return;")[0].starts_with("2:33: the thread 'T' is proved by an explicit outline and cannot have"));
  CHECK(by_outline("{ }").size() == 1);
}
