// Small changes of a program's text, the mistakes that people make; see random_programs.hpp.

#include <algorithm>
#include <array>

#include "random_programs.hpp"
#include "support/certificate_text.hpp"
#include "support/random_choice.hpp"

namespace plato_test {
namespace {

std::string trimmed(const std::string& line) {
  const std::size_t start = line.find_first_not_of(' ');
  return start == std::string::npos ? "" : line.substr(start);
}
bool is_clause(const std::string& line) {
  const std::string text = trimmed(line);
  constexpr std::array<std::string_view, 6> words{"rely ",      "invariant ", "init ",
                                                  "guarantee ", "requires ",  "ensures "};
  return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}
// A line that may be dropped, repeated or moved: a statement or a clause on a line of its own.
bool stands_alone(const std::string& line) {
  return is_clause(line) || (line.ends_with(";") && !trimmed(line).starts_with("}"));
}

std::vector<std::size_t> places(const Lines& lines, bool (*is_wanted)(const std::string&)) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (is_wanted(lines[i])) found.push_back(i);
  return found;
}

// All places where one of the words occurs.
template <std::size_t count>
std::vector<std::pair<std::size_t, std::size_t>> occurrences(const std::string& text,
                                                             const std::array<std::string_view, count>& words) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t w = 0; w < count; ++w)
    for (std::size_t at = text.find(words[w]); at != std::string::npos; at = text.find(words[w], at + 1))
      found.emplace_back(at, w);
  return found;
}

void drop_line(std::string& text, Choice& choose) {
  Lines lines = split_lines(text);
  const auto found = places(lines, stands_alone);
  if (found.empty()) return;
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(choose.of(found)));
  text = join_lines(lines);
}

void drop_clause(std::string& text, Choice& choose) {
  Lines lines = split_lines(text);
  const auto found = places(lines, is_clause);
  if (found.empty()) return;
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(choose.of(found)));
  text = join_lines(lines);
}

void swap_lines(std::string& text, Choice& choose) {
  Lines lines = split_lines(text);
  const auto found = places(lines, stands_alone);
  if (found.size() < 2) return;
  const std::size_t first = choose.below(found.size() - 1);
  std::swap(lines[found[first]], lines[found[first + 1]]);
  text = join_lines(lines);
}

void repeat_line(std::string& text, Choice& choose) {
  Lines lines = split_lines(text);
  const auto found = places(lines, stands_alone);
  if (found.empty()) return;
  const std::size_t at = choose.of(found);
  const std::string line = lines[at];
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), line);
  text = join_lines(lines);
}

// Removes a conjunct: `a && b` becomes `a`.
void drop_conjunct(std::string& text, Choice& choose) {
  const auto found = occurrences(text, std::array<std::string_view, 1>{" && "});
  if (found.empty()) return;
  const std::size_t at = choose.of(found).first;
  const std::size_t end = std::min({text.find(" && ", at + 1), text.find(" ==> ", at), text.find_first_of(";)\n", at)});
  text.erase(at, end - at);
}

void change_number(std::string& text, Choice& choose) {
  constexpr std::array<std::string_view, 3> digits{" 0", " 1", " 2"};
  const auto found = occurrences(text, digits);
  if (found.empty()) return;
  text[choose.of(found).first + 1] = choose.of({"0", "1", "2", "3"})[0];
}

void change_operator(std::string& text, Choice& choose) {
  constexpr std::array<std::string_view, 9> operators{" == ", " != ", " <= ",  " < ", " > ",
                                                      " >= ", " && ", " ==> ", " || "};
  const auto found = occurrences(text, operators);
  if (found.empty()) return;
  const auto [at, word] = choose.of(found);
  const bool is_connective = word >= 6;
  const std::size_t other = is_connective ? 6 + choose.below(3) : choose.below(6);
  text.replace(at, operators[word].size(), operators[other]);
}

void drop_prime(std::string& text, Choice& choose) {
  const auto found = occurrences(text, std::array<std::string_view, 1>{"'"});
  if (!found.empty()) text.erase(choose.of(found).first, 1);
}

void change_variable(std::string& text, Choice& choose) {
  constexpr std::array<std::string_view, 6> names{" x", " y", "(x", " x1", " x2", " t"};
  const auto found = occurrences(text, names);
  if (found.empty()) return;
  const auto [at, word] = choose.of(found);
  text.replace(at + 1, names[word].size() - 1, choose.of({"x", "y", "x1", "x2", "0", "1"}));
}

}   // namespace

std::string spoil(const std::string& program, std::mt19937& random) {
  Choice choose(random);
  std::string text = program;
  using Change = void (*)(std::string&, Choice&);
  constexpr std::array<Change, 11> changes{drop_line,       drop_line,     drop_clause,    swap_lines,
                                           repeat_line,     drop_conjunct, change_number,  change_operator,
                                           change_operator, drop_prime,    change_variable};
  changes[choose.below(changes.size())](text, choose);
  return text;
}

}   // namespace plato_test
