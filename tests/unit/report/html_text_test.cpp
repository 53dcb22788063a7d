// Whatever the bytes are, they are text on the page.

#include "report/html_text.hpp"

#include <catch2/catch.hpp>

using namespace plato;

TEST_CASE("markup is escaped") {
  CHECK(escape_html("a < b && c > \"d\" 'e'") == "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &#39;e&#39;");
  CHECK(escape_html("") == "");
}

TEST_CASE("only characters that a page may have are left") {
  CHECK(escape_html("ä→𝒜\n\t") == "ä→𝒜\n\t");
  const std::string odd = "\xef\xbf\xbd";
  CHECK(escape_html(std::string_view("\0\x01\x7f\r", 4)) == odd + odd + odd + odd);
  CHECK(escape_html("\xff\xc3") == odd + odd);             // no UTF-8, and a character that is cut off
  CHECK(escape_html("\xc0\xaf") == odd + odd);             // '/' in two bytes
  CHECK(escape_html("\xed\xa0\x80") == odd + odd + odd);   // half of a surrogate pair
  CHECK(escape_html("\xef\xbf\xbe") == odd + odd + odd);   // U+FFFE
  CHECK(escape_html("\xf4\x90\x80\x80") == odd + odd + odd + odd);
  CHECK(escape_html("\xc2\x85") == odd + odd);   // a control character in two bytes
}

TEST_CASE("a shortened text keeps whole characters") {
  CHECK(shortened_text("abc", 3) == "abc");
  CHECK(shortened_text("abcd", 3) == "ab…");
  CHECK(shortened_text("äöüß", 3) == "äö…");
  CHECK(shortened_text("äöü", 3) == "äöü");
}
