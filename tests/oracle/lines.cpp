// "Lines" of certificates/FORMAT.md; see oracle_lines.hpp.

#include "oracle/lines.hpp"

#include <algorithm>

namespace plato_test::oracle {

void reject(const std::string& reason) { throw Refusal{OracleReport::Verdict::rejected, reason}; }

void require(bool condition, const std::string& reason) {
  if (!condition) reject(reason);
}

namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

// Goes through the bytes of one line.
struct Cursor {
  std::string_view line;
  std::size_t at = 1;   // after the keyword

  bool is_at_end() const { return at == line.size(); }
  void skip_spaces() {
    while (!is_at_end() && line[at] == ' ') ++at;
  }
  void expect_end() const { require(is_at_end(), "neither a number, a space nor the end of the line"); }
  void expect_colon() {
    require(!is_at_end() && line[at] == ':', "no ':'");
    ++at;
  }

  // The numbers from here on, separated by spaces. Stops at the first byte that cannot belong to them.
  std::vector<Number> numbers(bool are_literals) {
    std::vector<Number> numbers;
    for (;;) {
      const std::size_t before = at;
      skip_spaces();
      const bool is_separated = at > before || numbers.empty();
      if (!is_separated || is_at_end()) return numbers;
      const bool is_negative = are_literals && line[at] == '-';
      const std::size_t first_digit = at + (is_negative ? 1 : 0);
      std::size_t end = first_digit;
      Number number = 0;
      for (; end < line.size() && is_digit(line[end]); ++end) {
        number = number * 10 + (line[end] - '0');
        require(number < 1'000'000'000'000'000, "number too large");
      }
      if (end == first_digit) {
        require(!is_negative, "a minus sign without a number");
        return numbers;
      }
      require(end == first_digit + 1 || line[first_digit] != '0', "a leading zero");
      require(!are_literals || number != 0, "0 is not a literal");
      numbers.push_back(is_negative ? -number : number);
      at = end;
    }
  }

  // The integers from here on, of up to 4000 digits; between them spaces may be left out.
  std::vector<Int> integers() {
    std::vector<Int> integers;
    for (skip_spaces(); !is_at_end() && (line[at] == '-' || is_digit(line[at])); skip_spaces()) {
      const bool is_negative = line[at] == '-';
      const std::size_t first = at + (is_negative ? 1 : 0);
      std::size_t end = first;
      while (end < line.size() && is_digit(line[end])) ++end;
      require(end > first, "a minus sign without a number");
      require(end - first <= 4000, "number too large");
      require(line[first] != '0' || (end == first + 1 && !is_negative), "a leading zero, or 0 with a sign");
      const Int value{std::string(line.substr(first, end - first))};
      integers.push_back(is_negative ? Int(-value) : value);
      at = end;
    }
    return integers;
  }
};

enum class Kind { naturals, literals, mixed };

struct Form {
  Kind kind;
  std::size_t count;   // `any` for as many as one likes
};

constexpr std::size_t any = static_cast<std::size_t>(-1);

// The keywords that are followed by numbers alone.
Form form_of(char keyword) {
  const auto is_one_of = [&](std::string_view set) { return set.find(keyword) != set.npos; };
  if (is_one_of("aybkw")) return {Kind::naturals, 1};
  if (is_one_of("v+-*/%PBsDlemd")) return {Kind::naturals, 2};
  if (is_one_of("u")) return {Kind::naturals, 3};
  if (is_one_of("x")) return {Kind::naturals, any};
  if (is_one_of("!A")) return {Kind::literals, 1};
  if (is_one_of(">=")) return {Kind::literals, 2};
  if (is_one_of("?")) return {Kind::literals, 3};
  if (is_one_of("&|c")) return {Kind::literals, any};
  if (is_one_of("Iio")) return {Kind::mixed, 3};
  reject("no such keyword");
}

void require_positive(const std::vector<Number>& numbers, std::size_t first, std::size_t second) {
  require(numbers[first] > 0 && numbers[second] > 0, "the number of a term or entry is not negative");
}

// `q K L…` and `j K L…`: a number, which may be 0, then literals.
void read_numbered(Cursor& cursor, Line& line) {
  cursor.skip_spaces();
  const std::size_t end = std::min(cursor.line.find(' ', cursor.at), cursor.line.size());
  Cursor first{cursor.line.substr(0, end), cursor.at};
  line.numbers = first.numbers(false);
  require(line.numbers.size() == 1, "no number");
  first.expect_end();
  cursor.at = end;
  const std::vector<Number> literals = cursor.numbers(true);
  line.numbers.insert(line.numbers.end(), literals.begin(), literals.end());
}

}   // namespace

std::vector<Int> read_integers(std::string_view text) {
  Cursor cursor{text};
  std::vector<Int> values = cursor.integers();
  cursor.expect_end();
  return values;
}

Line read_line(std::string_view text) {
  require(!text.empty(), "an empty line");
  Line line{.keyword = text[0], .numbers = {}, .hints = {}, .instructions = {}, .numeral = 0};
  if (line.keyword == '#') return line;
  if (text == "by refutation" || text == "by model") {
    line.keyword = text == "by model" ? 'M' : 'p';
    return line;
  }
  require(line.keyword != 'p', "no such keyword");
  require(text.size() == 1 || text[1] == ' ', "no such keyword");
  Cursor cursor{text};
  require(line.keyword != 'M', "no such keyword");
  switch (line.keyword) {
    case 't': break;
    case 'n': {
      const std::vector<Int> values = cursor.integers();
      require(values.size() == 1, "wrong number of numbers");
      line.numeral = values[0];
      break;
    }
    case 'r':
      line.numbers = cursor.numbers(true);
      cursor.expect_colon();
      line.hints = cursor.numbers(false);
      break;
    case 'f':
      line.numbers = cursor.numbers(true);
      cursor.expect_colon();
      for (cursor.skip_spaces(); !cursor.is_at_end(); cursor.skip_spaces()) {
        const char letter = text[cursor.at++];
        require('a' <= letter && letter <= 'z', "no instruction");
        line.instructions.push_back({letter, cursor.integers()});
      }
      break;
    case 'q':
    case 'j': read_numbered(cursor, line); break;
    default: {
      const Form form = form_of(line.keyword);
      line.numbers = cursor.numbers(form.kind != Kind::naturals);
      require(form.count == any || line.numbers.size() == form.count, "wrong number of numbers");
      if (line.keyword == 'I') require_positive(line.numbers, 1, 2);
      if (line.keyword == 'i' || line.keyword == 'o') require_positive(line.numbers, 0, 1);
    }
  }
  cursor.expect_end();
  return line;
}

}   // namespace plato_test::oracle
