// See program_html.hpp.

#include "report/program_html.hpp"

#include <algorithm>
#include <set>
#include <span>

#include "report/html_text.hpp"
#include "source/program_lexer.hpp"

namespace plato {
namespace {

constexpr std::uint8_t comment = 1, keyword = 2, marked = 4;   // how a byte of the source is shown

// The words of procedures and jumps are names in other places; which it is, their neighbours nearly always tell.
bool looks_like_keyword(const std::vector<Token>& tokens, std::size_t i) {
  const std::string_view word = tokens[i].text;
  if (tokens[i].kind == Token::Kind::keyword) return true;
  if (tokens[i].kind != Token::Kind::name) return false;
  const Token &before = tokens[i == 0 ? 0 : i - 1], &after = tokens[i + 1];   // the last token is the end
  if (word == "procedure") return after.kind == Token::Kind::name;
  if (word == "returns") return before.is(")");
  if (word == "return" || word == "break" || word == "continue" || word == "goto")
    return (before.is(";") || before.is("{") || before.is("}") || before.is(":")) && !after.is(":=") &&
           !after.is(",") && !after.is("[") && !after.is(".") && !after.is(":");
  return false;
}

// What belongs to no token is a comment, or space.
std::vector<std::uint8_t> looks_of(std::string_view source) {
  Diagnostics ignored;
  std::vector<std::uint8_t> looks(source.size(), comment);
  const std::vector<Token> tokens = read_tokens(source, ignored);
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const std::size_t end = std::min(source.size(), tokens[t].offset + tokens[t].where.length);
    for (std::size_t i = tokens[t].offset; i < end; ++i) looks[i] = looks_like_keyword(tokens, t) ? keyword : 0;
  }
  for (std::size_t i = 0; i < source.size(); ++i) {
    const bool is_space = source[i] == ' ' || source[i] == '\t' || source[i] == '\r' || source[i] == '\n';
    if (is_space) looks[i] = source[i] == ' ' && i > 0 && looks[i - 1] == comment ? comment : 0;
  }
  return looks;
}

// Runs of bytes that look the same, each in its element.
std::string line_html(std::string_view line, std::span<const std::uint8_t> looks) {
  std::string out;
  for (std::size_t begin = 0, end = 0; begin < line.size(); begin = end) {
    while (end < line.size() && looks[end] == looks[begin]) ++end;
    std::string text = escape_html(line.substr(begin, end - begin));
    if (looks[begin] & comment) text = "<span class=\"comment\">" + text + "</span>";
    if (looks[begin] & keyword) text = "<b>" + text + "</b>";
    if (looks[begin] & marked) text = "<mark>" + text + "</mark>";
    out += text;
  }
  return out;
}

void mark(std::span<std::uint8_t> looks, const SourceRange& where) {
  if (where.column == 0) return;
  const std::size_t end =
      std::min<std::size_t>(looks.size(), where.column - 1 + std::max<std::uint32_t>(where.length, 1));
  for (std::size_t i = where.column - 1; i < end; ++i) looks[i] |= marked;
}

std::string note_html(const SourceMark& m) {
  const std::string text = escape_html(m.message);
  return "<p class=\"note\">" +
         (m.target.empty() ? text : "<a href=\"#" + escape_html(m.target) + "\">" + text + "</a>") + "</p>";
}

}   // namespace

std::string program_html(std::string_view source, const std::vector<SourceMark>& marks,
                         const std::map<std::uint32_t, LineSign>& signs) {
  std::string out = "<ol class=\"source\">\n";
  std::vector<std::uint8_t> all_looks = looks_of(source);
  std::uint32_t number = 1;
  for (std::size_t begin = 0; begin < source.size(); ++number) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    std::string_view line = source.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto looks = std::span(all_looks).subspan(begin, line.size());
    begin = end + 1;
    std::string notes;
    std::set<std::string> said;
    for (const SourceMark& m : marks) {
      if (m.where.line != number) continue;
      mark(looks, m.where);
      if (said.insert(m.message).second) notes += note_html(m);
    }
    const auto sign = signs.find(number);
    const char* name = !notes.empty()                                          ? "fails"
                       : sign == signs.end() || sign->second == LineSign::none ? ""
                       : sign->second == LineSign::proved                      ? "proved"
                                                                               : "open";
    out += "<li id=\"line-" + std::to_string(number) + "\"" + (*name ? std::string(" class=\"") + name + "\"" : "") +
           "><code>" + line_html(line, looks) + "</code>" + notes + "</li>\n";
  }
  return out + "</ol>\n";
}

}   // namespace plato
