// Tokens, their places, comments, and any bytes.

#include "source/program_lexer.hpp"

#include <catch2/catch.hpp>
#include <random>

using namespace plato;

namespace {

std::vector<std::string> words(const std::string& text) {
  Diagnostics diagnostics;
  std::vector<std::string> words;
  for (const Token& token : read_tokens(text, diagnostics))
    if (token.kind != Token::Kind::end) words.push_back(std::string(token.text) + (token.is_primed ? "'" : ""));
  REQUIRE(diagnostics.empty());
  return words;
}

std::string first_error(const std::string& text) {
  Diagnostics diagnostics;
  read_tokens(text, diagnostics);
  return diagnostics.empty() ? "none"
                             : std::to_string(diagnostics[0].where.line) + ":" +
                                   std::to_string(diagnostics[0].where.column) + ": " + diagnostics[0].message;
}

}   // namespace

TEST_CASE("the longest symbol wins, primes belong to names, comments are left out") {
  CHECK(words("x'==y==>z<==>a:=b::c<=d") ==
        std::vector<std::string>{"x'", "==", "y", "==>", "z", "<==>", "a", ":=", "b", "::", "c", "<=", "d"});
  CHECK(words("a // ümläut ∀\nb /* c\n d */ e") == std::vector<std::string>{"a", "b", "e"});
  CHECK(words("\xEF\xBB\xBFvar") == std::vector<std::string>{"var"});
  CHECK(words("").empty());
}

TEST_CASE("tokens know their places") {
  Diagnostics diagnostics;
  const auto tokens = read_tokens("ab\n  cd' 12", diagnostics);
  REQUIRE(tokens.size() == 4);
  CHECK((tokens[1].where.line == 2 && tokens[1].where.column == 3 && tokens[1].where.length == 3));
  CHECK((tokens[2].where.column == 7 && tokens[2].kind == Token::Kind::number));
}

TEST_CASE("what is no token is named") {
  CHECK(first_error("x & y") == "1:3: unknown operator '&'");
  CHECK(first_error("x @ y") == "1:3: unexpected character '@'");
  CHECK(first_error("x ∧ y") == "1:3: unexpected characters '∧'");
  CHECK(first_error(std::string("x \0 y", 5)) == "1:3: unexpected byte 0x00");
  CHECK(first_error("x /* y") == "1:3: this comment is not closed");
  CHECK(first_error("a[i]' == 0") == "1:5: expected a name before the prime");
  CHECK(first_error("12ab") == "1:1: expected a space or an operator after the number");
  CHECK(first_error(std::string(5000, '1')) == "1:1: this number has more than 4000 digits");
}

TEST_CASE("any bytes end in tokens") {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t i = random() % 60; i > 0; --i) text += static_cast<char>(random() % 256);
    Diagnostics diagnostics;
    const auto tokens = read_tokens(text, diagnostics);
    REQUIRE(tokens.back().kind == Token::Kind::end);
  }
}
