// Lines, words and their roles; see certificate_text.hpp.

#include "certificate_text.hpp"

#include <sstream>

namespace plato_test {
namespace {

bool starts_with_one_of(const std::string& line, std::string_view keywords) {
  return !line.empty() && (line.size() == 1 || line[1] == ' ') && keywords.find(line[0]) != keywords.npos;
}

// The roles of a line's numbers, one letter each; the last one applies to all that follow.
std::string_view pattern_of(char keyword) {
  switch (keyword) {
    case '&':
    case '|':
    case '>':
    case '=':
    case '?':
    case '!':
    case 'A':
    case 'r':
    case 'f':
    case 'c':
    case 'w': return "e";
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case 'P':
    case 'B':
    case 's':
    case 'D':
    case 'u':
    case 'k':
    case 'l':
    case 'e':
    case 'm': return "t";
    case 'I': return "et";
    case 'd': return "eo";
    case 'q':
    case 'j': return "oe";
    case 'i':
    case 'o': return "ete";
    case 'x': return "c";
    default: return "o";
  }
}

// Those of an instruction's numbers; the pattern is repeated.
std::string_view pattern_of_instruction(char letter) {
  switch (letter) {
    case 'c': return "mf";
    case 'p': return "ff";
    case 't': return "ft";
    case 's': return "t";
    case 'q': return "ttf";
    default: return "o";
  }
}

Role role_of(char letter) {
  switch (letter) {
    case 'e': return Role::entry;
    case 't': return Role::term;
    case 'c': return Role::clause;
    case 'f': return Role::fact;
    case 'm': return Role::multiplier;
    default: return Role::other;
  }
}

}   // namespace

Lines split_lines(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string join_lines(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

Words split_words(const std::string& line) {
  Words words;
  std::istringstream in(line);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::string join_words(const Words& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

bool is_number(const std::string& word) {
  return !word.empty() && word.size() < 18 &&
         word.find_first_not_of("0123456789", word[0] == '-' ? 1 : 0) == std::string::npos && word != "-";
}

std::vector<Role> roles_of(const Words& words) {
  std::vector<Role> roles(words.size(), Role::other);
  if (words.empty() || words[0].size() != 1) return roles;
  const std::string_view pattern = pattern_of(words[0][0]);
  std::string_view repeated;   // after the colon
  std::size_t start = 1;
  bool is_after_colon = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == ":") {
      is_after_colon = true;
      repeated = words[0] == "r" ? "c" : "o";
      start = i + 1;
    } else if (is_after_colon && !words[i].empty() && !is_number(words[i]) && words[0] == "f") {
      roles[i] = Role::instruction;
      repeated = pattern_of_instruction(words[i][0]);
      start = i + 1;
    } else if (is_after_colon) {
      roles[i] = role_of(repeated[(i - start) % repeated.size()]);
    } else {
      roles[i] = role_of(pattern[std::min(i - start, pattern.size() - 1)]);
    }
  }
  return roles;
}

bool makes_term(const std::string& line) { return starts_with_one_of(line, "nvyb+-*/%PsukIwD"); }
bool makes_entry(const std::string& line) { return starts_with_one_of(line, "at&|>=?lemA"); }
bool makes_clause(const std::string& line) { return starts_with_one_of(line, "!drfcqjio"); }

}   // namespace plato_test
