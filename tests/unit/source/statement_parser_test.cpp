// Labels, jumps, blocks and calls, and the words that are keywords only where they can be nothing else.

#include "source/statement_parser.hpp"

#include "source/program_parser.hpp"
#include "support/program_text.hpp"

using namespace plato;
using Kind = SyntaxStatement::Kind;

namespace {

SyntaxTree tree_of(const std::string& text) {
  Diagnostics diagnostics;
  SyntaxTree tree = parse_program(text, diagnostics);
  if (!diagnostics.empty()) FAIL(render(diagnostics, "program", text));
  return tree;
}
// The kinds of the statements of the first thread.
std::vector<Kind> kinds(const std::string& body) {
  const SyntaxTree tree = tree_of("procedure p(n: int) returns (r: int) { return n; }\nthread T {\n" + body + "\n}");
  std::vector<Kind> found;
  for (SyntaxIndex s : tree.threads[0].body) found.push_back(tree[s].kind);
  return found;
}

using Kinds = std::vector<Kind>;

}   // namespace

TEST_CASE("jumps and calls are statements") {
  CHECK(kinds("p(1); x := p(1); x, y := p(1); x := Q(1);") == Kinds{Kind::call, Kind::call, Kind::call, Kind::assign});
  CHECK(kinds("return; return 1; return (x), -y; return x;") ==
        Kinds{Kind::return_, Kind::return_, Kind::return_, Kind::return_});
  CHECK(kinds("break; break L; continue; continue L; goto L; { skip; }") ==
        Kinds{Kind::break_, Kind::break_, Kind::continue_, Kind::continue_, Kind::goto_, Kind::group});
  // Of a predicate it is an assignment, whatever comes first in the file.
  const SyntaxTree tree = tree_of("thread T { x := q(1); x := Q(1); } predicate Q(i) = true procedure q(n: int) { }");
  CHECK(tree[tree.threads[0].body[0]].kind == Kind::call);
  CHECK(tree[tree.threads[0].body[1]].kind == Kind::assign);
}

TEST_CASE("statements have labels") {
  const SyntaxTree tree = tree_of("thread T { L: M: while (*) { goto L; } x := 1; }");
  const SyntaxStatement& loop = tree[tree.threads[0].body[0]];
  REQUIRE(loop.labels.size() == 2);
  CHECK(loop.labels[0].name == "L");
  CHECK(loop.labels[1].where.column == 15);
  CHECK(tree[loop.body[0]].target.name == "L");
  CHECK(tree[tree.threads[0].body[1]].labels.empty());
  CHECK(errors_of("thread T { L: }") == Errors{"1:15: expected a statement after the label, found '}' (a label at the "
                                               "end of a block is written before 'skip;')"});
  CHECK(errors_of("thread T { goto; }").size() == 1);
}

TEST_CASE("the words of procedures and jumps are names elsewhere") {
  CHECK(errors_of("var return, break, continue, goto, returns, procedure: int\nvar s: set\n"
                  "thread T { return := 1; break, goto := 2, 3; continue := goto + break; returns := procedure;\n"
                  "s := s + {return + 1}; procedure := 1; assert break == return; }")
            .empty());
  CHECK(errors_of("var return: int[] var break: {goto: int}\nthread T { return[1] := 2; break.goto := 1; break: while "
                  "(*) { break; } }")
            .empty());
  CHECK(
      errors_of("var x: int = 0 procedure procedure(returns: int) returns (return: int) { return returns; }\nthread T "
                "{ x := procedure(1); }")
          .empty());
}

TEST_CASE("procedures as they are written") {
  const SyntaxTree tree =
      tree_of("procedure p(x: int, y: bool) returns (r: int) { var l: int = 0; ghost var g: int = 1 r := x; }");
  REQUIRE(tree.procedures.size() == 1);
  CHECK(tree.procedures[0].parameters.size() == 2);
  CHECK(tree.procedures[0].results.size() == 1);
  REQUIRE(tree.procedures[0].locals.size() == 2);
  CHECK(tree.procedures[0].locals[1].is_ghost);
  CHECK(tree_of("procedure p() { }").procedures[0].body.empty());
  CHECK(errors_of("procedure p { } thread T { }") ==
        Errors{"1:13: expected '(' after the name of the procedure, found '{' (write 'procedure p() { … }')"});
  CHECK(errors_of("procedure (x: int) { } thread T { }")[0] ==
        "1:1: expected a declaration, found 'procedure' (a procedure is written 'procedure p(x: int) returns (r: int) "
        "{ … }')");
}

TEST_CASE("a missing brace is reported before the next thread or procedure, and reading goes on there") {
  CHECK(
      errors_of("procedure p() { if (*) { skip;\nprocedure q() { skip; }\nthread T { while (*) { q();\nthread U { }") ==
      Errors{"2:1: expected '}' at the end of the block, found 'procedure'",
             "4:1: expected '}' at the end of the block, found the keyword 'thread'"});
}
