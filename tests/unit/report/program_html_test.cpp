// The annotated source: every line once, marks where they belong.

#include "report/program_html.hpp"

#include <catch2/catch.hpp>

using namespace plato;

TEST_CASE("lines, keywords, comments and marks") {
  const std::string html = program_html("thread T { // <a>\n  x := 1;\n}", {{{2, 3, 6}, "is < wrong", "failure-1"}},
                                        {{3, LineSign::proved}});
  CHECK(html ==
        "<ol class=\"source\">\n"
        "<li id=\"line-1\"><code><b>thread</b> T { <span class=\"comment\">// &lt;a&gt;</span></code></li>\n"
        "<li id=\"line-2\" class=\"fails\"><code>  <mark>x := 1</mark>;</code>"
        "<p class=\"note\"><a href=\"#failure-1\">is &lt; wrong</a></p></li>\n"
        "<li id=\"line-3\" class=\"proved\"><code>}</code></li>\n"
        "</ol>\n");
}

TEST_CASE("words that are keywords in some places") {
  const std::string html =
      program_html("procedure p() returns (r: int) { return 1; } thread T { return := 1; break: break; }", {}, {});
  CHECK(html.find("<b>procedure</b> p() <b>returns</b> (r: <b>int</b>) { <b>return</b> 1; }") != std::string::npos);
  CHECK(html.find("{ return := 1; break: <b>break</b>; }") != std::string::npos);
}

TEST_CASE("marks outside of the source do no harm") {
  for (SourceRange where : {SourceRange{9, 1, 1}, SourceRange{1, 0, 0}, SourceRange{1, 70, 3},
                            SourceRange{1, 1, 4000000000}, SourceRange{0, 0, 0}})
    CHECK_FALSE(program_html("var x: int", {{where, "m", ""}}, {}).empty());
  CHECK(program_html("", {}, {}) == "<ol class=\"source\">\n</ol>\n");
}
