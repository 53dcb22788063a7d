// File names are printed so that they cannot be taken for anything else.
#include "text/shown_name.hpp"

#include <catch2/catch.hpp>

using plato::shown_name;

TEST_CASE("ordinary names stay as they are, in any language") {
  for (const char* name : {"", "lock.plato", "/tmp/a b'c\"d.cert", "Schlüssel.plato", "鎖.plato", "🔒"})
    CHECK(shown_name(name) == name);
}

TEST_CASE("what would move the cursor, end the line or turn the text round is spelt out") {
  CHECK(shown_name("x\ncertified y") == "x\\x0acertified y");
  CHECK(shown_name("\033[31mred\a\x7f") == "\\x1b[31mred\\x07\\x7f");
  CHECK(shown_name("a\xc2\x9b"
                   "31m") == "a\\xc2\\x9b31m");   // a control character of the upper half
  CHECK(shown_name("a\xe2\x80\xae"
                   "b\xe2\x80\xa8"
                   "c") == "a\\xe2\\x80\\xaeb\\xe2\\x80\\xa8c");   // right to left; line separator
  CHECK(shown_name("a\xff\xc3") == "a\\xff\\xc3");                 // no UTF-8
}
