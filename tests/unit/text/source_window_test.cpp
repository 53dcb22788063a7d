// The window of source that messages show, on any bytes.
#include "text/source_window.hpp"

#include <catch2/catch.hpp>

using plato::source_window;

TEST_CASE("the line and a caret under the column") {
  CHECK(source_window("one\ntwo\nthree\n", 2, 2) == " 2 | two\n   |  ^\n");
  CHECK(source_window("one", 1, 4) == " 1 | one\n   |    ^\n");
}

TEST_CASE("a position outside the text has no window") {
  CHECK(source_window("one\n", 0, 1).empty());
  CHECK(source_window("one\n", 1, 0).empty());
  CHECK(source_window("one\n", 3, 1).empty());
  CHECK(source_window("one\n", 1, 5).empty());
  CHECK(source_window("", 2, 1).empty());
}

TEST_CASE("bytes that are not printable are shown as question marks") {
  CHECK(source_window(std::string_view("a\0\x7f\xff", 4), 1, 2) == " 1 | a???\n   |  ^\n");
}

TEST_CASE("a long line is cut around the column, and the caret still points at it") {
  std::string line(1000, '.');
  line[500] = 'X';
  const std::string window = source_window(line, 1, 501);
  const std::string first = window.substr(0, window.find('\n'));
  CHECK(first.size() < 140);
  CHECK(first.find("X") != std::string::npos);
  CHECK(first.starts_with(" 1 | …"));
  CHECK(first.ends_with("…"));
  // The ellipsis before the text is three bytes wide and one character: the caret counts characters.
  const std::string second = window.substr(window.find('\n') + 1);
  CHECK(second.find('^') == first.find('X') - 2);
}
