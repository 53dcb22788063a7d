// Going through the tokens of a program, and reporting what was found instead of what was expected.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "messages/message_code.hpp"
#include "source/foreign_words.hpp"
#include "source/program_lexer.hpp"

namespace plato {

// Thrown after a diagnostic was added; caught where the parser can go on.
struct SyntaxFault {};

class TokenStream {
 public:
  // Does not own the tokens or the diagnostics.
  TokenStream(const std::vector<Token>& tokens, Diagnostics& diagnostics)
      : tokens_(tokens), diagnostics_(diagnostics) {}

  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  const Token& last() const { return tokens_[at_ == 0 ? 0 : at_ - 1]; }
  bool at_end() const { return peek().kind == Token::Kind::end; }
  bool at(std::string_view word) const { return peek().is(word); }
  // A word that is a keyword only where it can be nothing else, and otherwise a name.
  bool at_word(std::string_view word) const {
    return peek().kind == Token::Kind::name && !peek().is_primed && peek().text == word;
  }
  // Also one whose name is taken, so that this is said.
  bool at_procedure() const {
    if (!at_word("procedure")) return false;
    return peek(1).kind == Token::Kind::name || (peek(1).kind == Token::Kind::keyword && peek(2).is("("));
  }
  // `module NAME {`: the word is a name anywhere else.
  bool at_module() const { return at_word("module") && peek(1).kind == Token::Kind::name && peek(2).is("{"); }
  // A declaration with statements or declarations of its own: a '}' is missing before it.
  bool at_body_owner() const { return at("thread") || at_procedure() || at_module(); }
  std::size_t position() const { return at_; }
  // How many braces between there and here were opened and not closed.
  std::size_t open_braces(std::size_t from) const {
    std::size_t open = 0;
    for (std::size_t i = from; i < at_; ++i) {
      if (tokens_[i].is("{")) ++open;
      if (tokens_[i].is("}") && open > 0) --open;
    }
    return open;
  }
  Token next() {
    const Token token = peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool accept(std::string_view word) {
    if (!at(word)) return false;
    next();
    return true;
  }
  // `after` says where we are: "after the condition".
  void expect(std::string_view word, std::string_view after, std::string help = {}) {
    if (!accept(word))
      fail("expected '" + std::string(word) + "' " + std::string(after) + ", found " + describe(peek()),
           std::move(help));
  }
  Token expect_name(std::string_view what) {
    if (peek().kind == Token::Kind::keyword)
      fail("expected " + std::string(what) + ", found " + describe(peek()), "choose a name that is not a keyword");
    if (peek().kind != Token::Kind::name) fail("expected " + std::string(what) + ", found " + describe(peek()));
    if (peek().is_primed)
      fail("expected " + std::string(what) + " without a prime, found " + describe(peek()), "remove the prime");
    return next();
  }

  [[noreturn]] void fail(std::string message, std::string help = {}, MessageCode code = MessageCode::syntax) {
    SourceRange where = peek().where;
    // What is missing at the end of a line is shown there, not at the start of the next one.
    if (at_ > 0 && where.line > last().where.line && message.starts_with("expected ';'"))
      where = {last().where.line, last().where.column + last().where.length, 1};
    if (help.empty()) help = help_for_tokens(last(), peek(), peek(1));
    report(code, where, std::move(message), std::move(help));
    throw SyntaxFault{};
  }
  void report(MessageCode code, const SourceRange& where, std::string message, std::string help = {},
              const SourceRange& other_place = {}, std::string other_message = {}) {
    diagnostics_.push_back({code, where, std::move(message), std::move(help), other_place, std::move(other_message)});
  }

  // The source from this token to the last one read, blanks and comments squeezed to one space.
  std::string text_from(std::size_t position) const {
    std::string text;
    for (std::size_t i = position; i < at_; ++i) {
      const Token& token = tokens_[i];
      const std::size_t end = token.offset + token.text.size() + (token.is_primed ? 1 : 0);
      text += token.text;
      if (token.is_primed) text += '\'';
      if (i + 1 < at_ && tokens_[i + 1].offset > end) text += ' ';
    }
    return text;
  }
  std::size_t end_offset() const { return last().offset + last().text.size() + (last().is_primed ? 1 : 0); }

 private:
  const std::vector<Token>& tokens_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
};

}   // namespace plato
