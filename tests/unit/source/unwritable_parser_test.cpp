// What `unwritable by others` is short for, and how it is told from other declarations.

#include "source/unwritable_parser.hpp"

#include "core/core_text.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

// What a thread of a family relies on after these declarations.
std::string rely(const std::string& declarations) {
  const CoreProgram core = program_of("var x, m: int var a: int[] var s: set var p: {f: int, g: int[]}\n" +
                                      declarations + " thread T[tid] { }");
  return core_formula_text(core.program, core.outline.families[0].rely);
}

}   // namespace

TEST_CASE("a variable that others leave alone under a condition") {
  CHECK(rely("x unwritable by others when m == tid") == rely("rely m == tid ==> x' == x"));
  CHECK(rely("x unwritable by others when m == tid || m == 3; m unwritable by others when m == tid") ==
        rely("rely m == tid || m == 3 ==> x' == x rely m == tid ==> m' == m"));
  CHECK(rely("a unwritable by others when m == tid") == rely("rely m == tid ==> a' == a"));
  CHECK(rely("s unwritable by others when tid in s") == rely("rely tid in s ==> unchanged(s)"));
  CHECK(rely("p.f unwritable by others when m == tid") == rely("rely m == tid ==> p'.f == p.f"));
  CHECK(rely("p unwritable by others when m == tid") == rely("rely m == tid ==> unchanged(p)"));
}

TEST_CASE("elements of a map") {
  CHECK(rely("a[i] unwritable by others when i == tid") == rely("rely forall i :: i == tid ==> a'[i] == a[i]"));
  CHECK(rely("a[tid] unwritable by others when true") == rely("rely a'[tid] == a[tid]"));
  CHECK(rely("a[3] unwritable by others when m == tid") == rely("rely m == tid ==> a'[3] == a[3]"));
  CHECK(rely("p.g[i] unwritable by others when i > m") == rely("rely forall i :: i > m ==> p'.g[i] == p.g[i]"));
  // The index hides whatever else has its name.
  CHECK(rely("a[x] unwritable by others when x == tid") == rely("a[i] unwritable by others when i == tid"));
}

TEST_CASE("the words are names elsewhere") {
  CHECK(errors_of("var unwritable, others, when: int var by_: int rely when == others ==> unwritable' == unwritable "
                  "unwritable unwritable by others when when == tid thread T { unwritable := others; when := 1; }")
            .empty());
}

TEST_CASE("mistakes in it") {
  CHECK(errors_of("var x: int x unwritable thread T { }")
            .at(0)
            .starts_with("1:25: expected 'by' after 'unwritable', found the keyword 'thread'"));
  CHECK(errors_of("var x: int x unwritable by env when x == 1 thread T { }") ==
        Errors{"1:28: expected 'others' after 'unwritable by', found 'env' (write 'x unwritable by others when m == "
               "tid')"});
  CHECK(errors_of("var x: int x unwritable by others if x == 1 thread T { }").size() == 1);
  CHECK(errors_of("var x: int y unwritable by others when x == 1 thread T { }").size() == 1);
  CHECK(errors_of("var x: int x unwritable by others when x thread T { }").size() == 1);
  CHECK(errors_of("const n: int x unwritable by others when n == 1 thread T { }").size() == 1);
}

TEST_CASE("a procedure whose name is a keyword") {
  CHECK(errors_of("procedure lock() { } thread T { }") ==
        Errors{"1:11: expected the name of the procedure, found the keyword 'lock' (choose a name that is not a "
               "keyword)"});
}
