// Splitting SMT-LIB text into tokens; see smtlib_lexer.hpp.

#include "smtlib/smtlib_lexer.hpp"

#include <algorithm>

namespace plato {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_symbol_character(char c) {
  return is_digit(c) || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') ||
         std::string_view("~!@$%^&*_-+=<>.?/").find(c) != std::string_view::npos;
}

std::string byte_name(char c) {
  if (c > ' ' && c <= '~') return std::string("'") + c + "'";
  static constexpr char hex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("byte 0x") + hex[byte >> 4] + hex[byte & 15];
}

}   // namespace

SmtToken SmtLexer::expect(SmtToken::Kind kind, const char* what) {
  const SmtToken token = next();
  if (token.kind != kind) fail_at(token, std::string("expected ") + what + ", found " + describe(token));
  return token;
}

void SmtLexer::expect_close(const char* after) {
  const SmtToken token = next();
  if (token.kind != SmtToken::Kind::close)
    fail_at(token, std::string("expected ')' after ") + after + ", found " + describe(token));
}

void SmtLexer::skip_to_close() {
  for (std::size_t open = 1; open > 0;) {
    const SmtToken token = next();
    if (token.kind == SmtToken::Kind::end) fail_at(token, "expected ')', found the end of the file");
    if (token.kind == SmtToken::Kind::open) ++open;
    if (token.kind == SmtToken::Kind::close) --open;
  }
}

std::string describe(const SmtToken& token) {
  switch (token.kind) {
    case SmtToken::Kind::open: return "'('";
    case SmtToken::Kind::close: return "')'";
    case SmtToken::Kind::end: return "the end of the file";
    default: break;
  }
  std::string shown;
  for (char c : token.text.substr(0, 20)) shown += c >= ' ' && c <= '~' ? c : '?';
  return "'" + shown + (token.text.size() > 20 ? "…'" : "'");
}

void fail_at(const SmtToken& token, std::string message) {
  throw SmtError{token.line, token.column, std::move(message)};
}

const SmtToken& SmtLexer::peek() {
  if (!has_peeked_) {
    peeked_ = read();
    has_peeked_ = true;
  }
  return peeked_;
}

SmtToken SmtLexer::next() {
  if (!has_peeked_) return read();
  has_peeked_ = false;
  return peeked_;
}

void SmtLexer::skip_blanks() {
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == ';') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size()) return;
    }
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      return;
    }
  }
}

// A quoted symbol or a string. In a string a doubled quote stands for one.
SmtToken SmtLexer::read_quoted(SmtToken token, char quote) {
  const std::size_t begin = ++at_;
  for (;; ++at_) {
    if (at_ == text_.size())
      fail_at(token, quote == '|' ? "expected a closing '|' for this symbol, found the end of the file"
                                  : "expected a closing '\"' for this string, found the end of the file");
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    if (text_[at_] != quote) continue;
    if (quote == '"' && at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
      ++at_;
      continue;
    }
    break;
  }
  token.text = text_.substr(begin, at_ - begin);
  ++at_;
  return token;
}

SmtToken SmtLexer::read() {
  skip_blanks();
  SmtToken token{.kind = SmtToken::Kind::end, .text = {}, .line = line_, .column = at_ - line_start_ + 1};
  if (at_ == text_.size()) return token;
  const char c = text_[at_];
  if (c == '(' || c == ')') {
    token.kind = c == '(' ? SmtToken::Kind::open : SmtToken::Kind::close;
    token.text = text_.substr(at_++, 1);
    return token;
  }
  if (c == '|') {
    token.kind = SmtToken::Kind::symbol;
    return read_quoted(token, '|');
  }
  if (c == '"') {
    token.kind = SmtToken::Kind::other_literal;
    return read_quoted(token, '"');
  }
  const std::size_t begin = at_;
  if (c == ':' || c == '#') ++at_;
  while (at_ < text_.size() && is_symbol_character(text_[at_])) ++at_;
  token.text = text_.substr(begin, at_ - begin);
  if (token.text.empty()) fail_at(token, "expected a symbol, a number or a parenthesis, found " + byte_name(c));
  if (c == ':') {
    token.kind = SmtToken::Kind::keyword;
    if (token.text.size() == 1) fail_at(token, "expected a name after ':'");
  } else if (c == '#') {
    token.kind = SmtToken::Kind::other_literal;
  } else if (is_digit(c)) {
    const bool all_digits = std::ranges::all_of(token.text, is_digit);
    token.kind = all_digits ? SmtToken::Kind::numeral : SmtToken::Kind::other_literal;
    if (all_digits && c == '0' && token.text.size() > 1)
      fail_at(token, "a number may not start with 0, found " + describe(token));
  } else {
    token.kind = SmtToken::Kind::symbol;
  }
  return token;
}

}   // namespace plato
