// Splitting a program into tokens; see program_lexer.hpp.

#include "source/program_lexer.hpp"

#include <algorithm>
#include <array>

namespace plato {
namespace {

constexpr std::array keywords = {
    "acquire",   "action", "assert",  "assume",    "atomic",    "await",   "bool",      "by",       "cas",    "choose",
    "const",     "cut",    "div",     "else",      "ensures",   "exists",  "false",     "for",      "forall", "ghost",
    "guarantee", "havoc",  "if",      "in",        "init",      "int",     "invariant", "lock",     "map",    "mod",
    "modifies",  "or",     "outline", "predicate", "program",   "release", "rely",      "requires", "set",    "skip",
    "then",      "thread", "tid",     "true",      "unchanged", "var",     "while"};

// Longer ones first, so that the first match is the longest.
constexpr std::array symbols = {
    "<==>", "==>", "&&", "||", "==", "!=", "<=", ">=", ":=", "+=", "-=", "*=", "::", "->", "..", "<", ">",
    "+",    "-",   "*",  "/",  "%",  "!",  "(",  ")",  "[",  "]",  "{",  "}",  ",",  ";",  ":",  "=", "."};

bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_'; }

constexpr std::size_t most_digits = 4000;   // of a number; the kernel reads no longer ones

class Lexer {
 public:
  Lexer(std::string_view text, Diagnostics& diagnostics) : text_(text), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;   // a byte-order mark
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) read();
    tokens_.push_back({.kind = Token::Kind::end, .text = {}, .offset = at_, .where = here(0)});
    return std::move(tokens_);
  }

 private:
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0, line_ = 1, line_start_ = 0;

  SourceRange here(std::size_t length) const {
    return {static_cast<std::uint32_t>(line_), static_cast<std::uint32_t>(at_ - line_start_ + 1),
            static_cast<std::uint32_t>(length)};
  }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void advance() {
    if (text_[at_++] == '\n') {
      ++line_;
      line_start_ = at_;
    }
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (peek() == '/' && peek(1) == '/') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (peek() == '/' && peek(1) == '*') {
        skip_long_comment();
      } else if (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n') {
        advance();
      } else {
        return;
      }
    }
  }
  void skip_long_comment() {
    const SourceRange start = here(2);
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos)
      diagnostics_.push_back(
          {MessageCode::unreadable_text, start, "this comment is not closed", "end it with '*/'", {}, {}});
    const std::size_t stop = end == std::string_view::npos ? text_.size() : end + 2;
    while (at_ < stop) advance();
  }

  void push(Token::Kind kind, std::size_t length) {
    tokens_.push_back({.kind = kind, .text = text_.substr(at_, length), .offset = at_, .where = here(length)});
    at_ += length;
  }

  void read() {
    if (is_letter(peek())) return read_word();
    if (is_digit(peek())) return read_number();
    for (std::string_view symbol : symbols)
      if (text_.substr(at_).starts_with(symbol)) return push(Token::Kind::symbol, symbol.size());
    read_unknown();
  }
  void read_word() {
    std::size_t length = 1;
    while (is_letter(peek(length)) || is_digit(peek(length))) ++length;
    const std::string_view word = text_.substr(at_, length);
    push(is_keyword(word) ? Token::Kind::keyword : Token::Kind::name, length);
    if (peek() != '\'') return;
    Token& token = tokens_.back();
    if (token.kind == Token::Kind::keyword)
      diagnostics_.push_back({MessageCode::unreadable_text,
                              here(1),
                              "expected a name before the prime, found the keyword '" + std::string(word) + "'",
                              "primes belong to variables: x' is the value of x after the step",
                              {},
                              {}});
    token.is_primed = true;
    ++token.where.length;
    ++at_;
  }
  void read_number() {
    std::size_t length = 1;
    while (is_digit(peek(length))) ++length;
    if (length > most_digits)
      diagnostics_.push_back({MessageCode::too_deep,
                              here(length),
                              "this number has more than " + std::to_string(most_digits) + " digits",
                              "",
                              {},
                              {}});
    if (is_letter(peek(length)))
      diagnostics_.push_back({MessageCode::unreadable_text,
                              here(length),
                              "expected a space or an operator after the number",
                              "names start with a letter",
                              {},
                              {}});
    push(Token::Kind::number, std::min(length, text_.size()));
    if (length > most_digits) tokens_.back().text = "0";
  }

  bool is_known() const {
    const char c = peek();
    if (is_letter(c) || is_digit(c) || c == ' ' || c == '\t' || c == '\r' || c == '\n') return true;
    return std::ranges::any_of(symbols, [&](std::string_view s) { return text_.substr(at_).starts_with(s); });
  }
  void read_unknown() {
    const SourceRange start = here(1);
    const std::size_t begin = at_;
    const auto byte = static_cast<unsigned char>(peek());
    while (at_ < text_.size() && !is_known()) ++at_;
    Diagnostic d{MessageCode::unreadable_text, start, "", "", {}, {}};
    if (byte == '\'') {
      d.message = "expected a name before the prime";
      d.help = "write the prime straight after the variable: a'[i], p'.field";
    } else if (byte == '&' || byte == '|') {
      d.message = std::string("unknown operator '") + static_cast<char>(byte) + "'";
      d.help = byte == '&' ? "'and' is written '&&'" : "'or' is written '||'";
    } else if (byte >= 0x80) {
      d.message =
          "unexpected characters '" + std::string(text_.substr(begin, std::min<std::size_t>(at_ - begin, 12))) + "'";
      d.help = "programs are written in ASCII: ==> for implication, forall, exists, in; comments may hold anything";
    } else if (byte < ' ' || byte == 0x7f) {
      static constexpr char hex[] = "0123456789abcdef";
      d.message = std::string("unexpected byte 0x") + hex[byte >> 4] + hex[byte & 15];
    } else {
      d.message = std::string("unexpected character '") + static_cast<char>(byte) + "'";
    }
    d.where.length = static_cast<std::uint32_t>(at_ - begin);
    diagnostics_.push_back(std::move(d));
  }
};

}   // namespace

bool is_keyword(std::string_view word) { return std::ranges::find(keywords, word) != keywords.end(); }

std::vector<Token> read_tokens(std::string_view text, Diagnostics& diagnostics) {
  return Lexer(text, diagnostics).run();
}

std::string describe(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end of the file";
  constexpr std::size_t most = 30;
  std::string shown(token.text.substr(0, most));
  if (token.text.size() > most) shown += "…";
  if (token.is_primed) shown += "'";
  return (token.kind == Token::Kind::keyword ? "the keyword '" : "'") + shown + "'";
}

}   // namespace plato
