// A program as it is written line by line.
#pragma once

#include <string>
#include <utility>

namespace plato_test::surface {

class ProgramText {
 public:
  void line(const std::string& text) { text_ += std::string(static_cast<std::size_t>(2 * indent_), ' ') + text + "\n"; }
  template <class Body>
  void block(const std::string& header, Body body) {
    line(header + " {");
    rest_of_block(body);
  }
  // After a block: } header {
  template <class Body>
  void further_block(const std::string& header, Body body) {
    text_.pop_back();
    text_ += " " + header + " {\n";
    rest_of_block(body);
  }
  // After the line with its {
  template <class Body>
  void rest_of_block(Body body) {
    ++indent_;
    body();
    --indent_;
    line("}");
  }
  // Before all that was written.
  void first_line(const std::string& text) { text_ = text + "\n" + text_; }
  // What the body writes, on a line of its own, as a text.
  template <class Body>
  std::string aside(Body body) {
    const std::string before = std::exchange(text_, {});
    const int indent = std::exchange(indent_, 0);
    body();
    indent_ = indent;
    std::string written = std::exchange(text_, before);
    written.pop_back();
    return written;
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  int indent_ = 0;
};

}   // namespace plato_test::surface
