// A text with annotations is the same text with lines added.

#include "infer/annotated_source.hpp"

#include <catch2/catch.hpp>

#include "unit/infer/parsed.hpp"

using namespace plato;

namespace {

AnnotatedSource annotated(const std::string& text, const std::vector<Annotation>& annotations) {
  return annotate(text, plato_test::tree_of(text), annotations);
}

const Annotation of_all{.formula = "x' >= x"}, of_first{.formula = "unchanged(x)", .thread = 0},
    always{.kind = Annotation::Kind::invariant, .formula = "x >= 0"};

}   // namespace

TEST_CASE("clauses of all threads stand after the variables, those of one at its beginning") {
  const AnnotatedSource found = annotated(
      "var x: int = 0   // a comment\n\n// about T\nthread T {\n  var t: int\n  t := x;   // and another\n}\n",
      {of_first, of_all, always});
  CHECK(
      found.text ==
      "var x: int = 0   // a comment\nrely x' >= x\ninvariant x >= 0\n\n// about T\nthread T {\n    rely unchanged(x)\n"
      "  var t: int\n  t := x;   // and another\n}\n");
  CHECK(found.lines == std::vector<std::size_t>{7, 2, 3});
}

TEST_CASE("a line that goes on is broken") {
  const AnnotatedSource found = annotated("var x: int thread T { x := 1; }", {of_first, of_all});
  CHECK(found.text == "var x: int \nrely x' >= x\nthread T {\n    rely unchanged(x)\n     x := 1; }");
  CHECK(found.lines == std::vector<std::size_t>{4, 2});
}

TEST_CASE("labels stand above statements") {
  const std::string text = "var x: int\nthread T {\n  x := 1;\n  x := 2; x := 3;\n}\n";
  Diagnostics diagnostics;
  const SyntaxTree tree = parse_program(text, diagnostics);
  const std::vector<SyntaxIndex>& body = tree.threads[0].body;
  const auto label = [&](std::size_t i, std::string name) {
    return Annotation{.kind = Annotation::Kind::label, .formula = std::move(name), .thread = {}, .statement = body[i]};
  };
  const AnnotatedSource found = annotate(text, tree, {label(0, "a"), label(2, "c"), of_all});
  CHECK(found.text == "var x: int\nrely x' >= x\nthread T {\n  a:\n  x := 1;\n  x := 2; \n  c:\n  x := 3;\n}\n");
  CHECK(found.lines == std::vector<std::size_t>{4, 7, 2});
}

TEST_CASE("braces of a family's formula are not its block") {
  const AnnotatedSource found = annotated("var x: int\nthread T[i] for i in {1, 2} {\n  x := 1;\n}\n", {of_first});
  CHECK(found.text == "var x: int\nthread T[i] for i in {1, 2} {\n    rely unchanged(x)\n  x := 1;\n}\n");
}

TEST_CASE("without annotations nothing changes") {
  for (const std::string text : {"thread T { skip; }", "var x: int\r\nthread T { x := 1; }\r\n"})
    CHECK(annotated(text, {}).text == text);
}
