// The words of an SMT-LIB 2.6 file: parentheses, symbols, keywords, numbers and strings, each with its place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plato {

// Why a file is not one that we can read, and where; lines and columns (in bytes) count from 1.
struct SmtError {
  std::size_t line = 0;
  std::size_t column = 0;
  std::string message;   // one lower-case sentence without its position
};

struct SmtToken {
  enum class Kind { open, close, symbol, keyword, numeral, other_literal, end };
  Kind kind = Kind::end;
  std::string_view text;   // a quoted symbol without its bars
  std::size_t line = 0;
  std::size_t column = 0;
};

// Reads one token after another. The text may be any bytes; if it is not SMT-LIB, it throws `SmtError`, which the
// reader catches.
class SmtLexer {
 public:
  explicit SmtLexer(std::string_view text) : text_(text) {}

  SmtToken next();
  // The token that `next` will give.
  const SmtToken& peek();
  // The next token, which must be of this kind.
  SmtToken expect(SmtToken::Kind kind, const char* what);
  void expect_close(const char* after);
  // Everything up to the parenthesis that closes the current one.
  void skip_to_close();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
  bool has_peeked_ = false;
  SmtToken peeked_;

  SmtToken read();
  void skip_blanks();
  SmtToken read_quoted(SmtToken token, char quote);
};

// What a token is, for a message: quoted and cut to 20 characters.
std::string describe(const SmtToken& token);

[[noreturn]] void fail_at(const SmtToken& token, std::string message);

}   // namespace plato
