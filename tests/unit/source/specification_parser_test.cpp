// Clauses of procedures, and `commit`: what is read, and what is reported.

#include "source/specification_parser.hpp"

#include "source/program_parser.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

SyntaxTree parsed(const std::string& text) {
  Diagnostics diagnostics;
  SyntaxTree tree = parse_program(text, diagnostics);
  if (!diagnostics.empty()) FAIL(render(diagnostics, "program", text));
  return tree;
}
ProcedureSpecification clauses(const std::string& text) {
  return parsed("procedure p() " + text + " { skip; }").procedures.at(0).specification;
}
std::string first_error(const std::string& text) {
  const Errors errors = errors_of(text);
  return errors.empty() ? "" : errors[0];
}

}   // namespace

TEST_CASE("clauses of a procedure, in any order") {
  const ProcedureSpecification s = clauses(
      "modifies c, d.f ensures a action modifies m ensures m == 0 && m' == tid rely b requires c action ensures x' > "
      "x; "
      "modifies e action modifies y; ensures z requires s == {1}");
  CHECK(s.where.line == 1);
  CHECK(s.where.column == 15);
  CHECK(s.requires_.size() == 2);
  CHECK(s.relies.size() == 1);
  CHECK(s.modifies.size() == 3);
  CHECK(s.ensures.size() == 2);
  REQUIRE(s.actions.size() == 3);
  CHECK(s.actions[0].modifies.size() == 1);
  CHECK(s.actions[0].ensures != 0);
  CHECK(s.actions[1].modifies.empty());
  CHECK(s.actions[1].ensures != 0);
  CHECK(s.actions[2].ensures == 0);   // the semicolon ends it
  CHECK(clauses("").where.line == 0);
}

TEST_CASE("clauses that cannot be read") {
  CHECK(first_error("procedure p() action { } thread T { }") ==
        "1:22: expected 'modifies' or 'ensures' after 'action', found '{' (say what the step changes and how: 'action "
        "modifies x ensures x' == x + 1')");
  CHECK(first_error("procedure p() action A { } thread T { }")
            .ends_with(
                "found 'A' (an action of a procedure has no name: write 'action modifies x ensures x' == x + 1')"));
  CHECK(first_error("var x: int procedure p() guarantee x' >= x { } thread T { }")
            .starts_with("1:26: a procedure has no 'guarantee'"));
  CHECK(errors_of("procedure p() requires ) ensures ( rely { } thread T { }").size() == 3);
  CHECK(first_error("procedure p() requires").starts_with("1:23: expected an expression, found the end of the file"));
  CHECK(first_error("procedure p() modifies 1 { } thread T { }") == "1:24: expected a variable, found '1'");
}

TEST_CASE("clauses that stand elsewhere") {
  const std::string help = std::string(" (") + place_of_clauses + ")";
  CHECK(errors_of("procedure p() { requires true; } thread T { }") ==
        Errors{"1:17: expected a statement, found the keyword 'requires'" + help});
  CHECK(errors_of("procedure p() { } ensures true thread T { }") ==
        Errors{"1:19: expected a declaration, found the keyword 'ensures'" + help});
  CHECK(errors_of("procedure p() { } modifies x thread T { }") ==
        Errors{"1:19: expected a declaration, found the keyword 'modifies'" + help});
  CHECK(first_error("ensures true thread T { }").find("program {") != std::string::npos);
}

TEST_CASE("commit is a word only where it can be nothing else") {
  const auto statements = [](const std::string& text) {
    return parsed("var x, commit: int procedure p() action modifies x { " + text + " } procedure q() { }").statements;
  };
  CHECK(statements("commit x := 1;")[1].commit.column == 54);
  CHECK(statements("commit x := 1;")[1].where.column == 61);
  CHECK(statements("commit x := 1;")[1].text == "x := 1");
  CHECK(statements("commit atomic { x := 1; }").back().commit.line == 1);
  CHECK(statements("L: commit x += 1;")[1].commit.line == 1);
  CHECK(statements("commit commit := 1;")[1].commit.line == 1);
  for (const char* text : {"commit := 1;", "commit += 1;", "commit, x := 1, 2;", "commit: x := 1;"})
    CHECK(statements(text)[1].commit.line == 0);
  CHECK(errors_of("procedure commit() { } thread T { commit(); }").empty());
  CHECK(first_error("procedure p() action modifies x { commit else; } thread T { }")
            .starts_with("1:42: expected a statement after 'commit', found the keyword 'else'"));
}

TEST_CASE("old is a word unless a procedure or a predicate has that name") {
  const auto kind = [](const std::string& text) {
    for (const Expression& e : parsed(text).expressions)
      if (e.name == "old" && !e.parts.empty()) return e.kind;
    return Expression::Kind::mistake;
  };
  CHECK(kind("var x: int procedure p() ensures x == old(x) { }") == Expression::Kind::old);
  CHECK(kind("var x, old: int procedure p() ensures x == old(x) { }") == Expression::Kind::old);
  CHECK(kind("predicate old(i) = i == 0 invariant old(1)") == Expression::Kind::call);
  CHECK(kind("procedure old(i: int) { } thread T { old(1); }") == Expression::Kind::call);
}
