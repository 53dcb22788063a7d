// Reading and writing DIMACS files; see dimacs.hpp for the format.

#include "sat/dimacs.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>

namespace plato {
namespace {

// The set of variables that occur, with their position among each other. A bit for each possible number, and for each
// word of bits how many were set before it: 48 MB for the largest number there is, where a plain table would take 1 GB.
struct VariableRanks {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint32_t> before;

  explicit VariableRanks(std::span<const Literal> literals) {
    std::int32_t largest = 0;
    for (Literal literal : literals) largest = std::max(largest, std::abs(literal));
    bits.resize(static_cast<std::size_t>(largest) / 64 + 1);
    for (Literal literal : literals) {
      const auto variable = static_cast<std::uint32_t>(std::abs(literal));
      bits[variable / 64] |= std::uint64_t{1} << (variable % 64);
    }
    before.reserve(bits.size());
    std::uint32_t count = 0;
    for (std::uint64_t word : bits) {
      before.push_back(count);
      count += static_cast<std::uint32_t>(std::popcount(word));
    }
  }

  // How many of the variables are below this one.
  std::int32_t rank(std::uint32_t variable) const {
    const std::uint64_t below = bits[variable / 64] & ((std::uint64_t{1} << (variable % 64)) - 1);
    return static_cast<std::int32_t>(before[variable / 64]) + std::popcount(below);
  }

  std::vector<std::int32_t> in_order() const {
    std::vector<std::int32_t> variables;
    for (std::size_t word = 0; word < bits.size(); ++word)
      for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
        variables.push_back(static_cast<std::int32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
    return variables;
  }
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool is_digit(char c) { return '0' <= c && c <= '9'; }

// The reader's place in the text. Only line starts are remembered: columns are worked out when there is a complaint.
struct Cursor {
  std::string_view text;
  std::size_t at = 0;
  std::size_t line = 1;
  std::size_t line_start = 0;

  bool at_end() const { return at == text.size(); }
  char peek() const { return text[at]; }
  bool at_line_end() const { return at_end() || peek() == '\n'; }

  void skip_blanks() {
    while (!at_end() && is_blank(peek())) ++at;
  }
  void skip_to_line_end() { at = std::min(text.find('\n', at), text.size()); }
  // Blanks, line feeds and comment lines. A `c` opens a comment where it is the first thing on its line. Called at the
  // start of the text or right after a token, never in the middle of blanks.
  void skip_to_token() {
    bool first_on_line = at == line_start;
    while (!at_end()) {
      if (peek() == '\n') {
        ++at;
        ++line;
        line_start = at;
        first_on_line = true;
      } else if (is_blank(peek())) {
        ++at;
      } else if (first_on_line && peek() == 'c') {
        skip_to_line_end();
      } else {
        return;
      }
    }
  }

  tl::unexpected<DimacsError> error(std::string message) const {
    return tl::unexpected(DimacsError{line, at - line_start + 1, std::move(message)});
  }

  // What is at this place, for a message: a word of at most 20 characters, or a name for what cannot be shown.
  std::string found() const {
    if (at_end()) return "the end of the file";
    if (peek() == '\n') return "the end of the line";
    std::string word;
    for (std::size_t i = at; i < text.size() && text[i] > ' ' && text[i] <= '~'; ++i) {
      if (word.size() == 20) {
        word += "…";
        break;
      }
      word += text[i];
    }
    if (!word.empty()) return "'" + word + "'";
    static constexpr char hex[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(peek());
    return std::string("byte 0x") + hex[byte >> 4] + hex[byte & 15];
  }
};

// A number with an optional minus sign, which must end at a blank or a line end. Leaves the cursor after it, or where
// it went wrong. `what` completes "expected …".
tl::expected<std::int64_t, DimacsError> read_number(Cursor& cursor, std::int64_t largest, const char* what) {
  const Cursor start = cursor;
  const bool negative = !cursor.at_end() && cursor.peek() == '-';
  if (negative) ++cursor.at;
  if (cursor.at_end() || !is_digit(cursor.peek()))
    return start.error(std::string("expected ") + what + ", found " + start.found());
  std::int64_t number = 0;
  while (!cursor.at_end() && is_digit(cursor.peek())) {
    number = number * 10 + (cursor.peek() - '0');
    if (number > largest)
      return start.error(std::string(what) + " may be at most " + std::to_string(largest) + ", found " + start.found());
    ++cursor.at;
  }
  const bool ends_here = cursor.at_end() || is_blank(cursor.peek()) || cursor.peek() == '\n';
  if (!ends_here || (negative && number == 0))
    return start.error(std::string("expected ") + what + ", found " + start.found());
  return negative ? -number : number;
}

struct Header {
  std::int32_t variables = 0;
  std::int64_t clauses = 0;
};

tl::expected<Header, DimacsError> read_header(Cursor& cursor) {
  cursor.skip_to_token();
  constexpr const char* wanted = "expected the header 'p cnf VARIABLES CLAUSES', found ";
  const auto word = [&](std::string_view expected) -> tl::expected<void, DimacsError> {
    cursor.skip_blanks();
    const bool here = cursor.text.substr(cursor.at, expected.size()) == expected;
    const std::size_t after = cursor.at + expected.size();
    if (!here || after >= cursor.text.size() || !is_blank(cursor.text[after]))
      return cursor.error(wanted + cursor.found());
    cursor.at = after;
    return {};
  };
  for (const char* expected : {"p", "cnf"})
    if (auto found = word(expected); !found) return tl::unexpected(found.error());

  Header header;
  cursor.skip_blanks();
  Cursor place = cursor;
  const auto variables = read_number(cursor, largest_dimacs_variable, "the number of variables");
  if (!variables) return tl::unexpected(variables.error());
  header.variables = static_cast<std::int32_t>(*variables);
  if (header.variables < 0) return place.error("the number of variables is negative");

  cursor.skip_blanks();
  place = cursor;
  const auto clauses = read_number(cursor, std::numeric_limits<std::int32_t>::max(), "the number of clauses");
  if (!clauses) return tl::unexpected(clauses.error());
  header.clauses = *clauses;
  if (header.clauses < 0) return place.error("the number of clauses is negative");

  cursor.skip_blanks();
  if (!cursor.at_line_end()) return cursor.error("expected the end of the header line, found " + cursor.found());
  return header;
}

// After SATLIB's `%` only a `0` and white space may come: anything else would be silently lost.
tl::expected<void, DimacsError> read_satlib_ending(Cursor& cursor) {
  ++cursor.at;
  cursor.skip_to_token();
  if (!cursor.at_end() && cursor.peek() == '0') {
    ++cursor.at;
    cursor.skip_to_token();
  }
  if (!cursor.at_end())
    return cursor.error("expected the end of the file after the end marker '%', found " + cursor.found());
  return {};
}

void append_number(std::string& text, std::int64_t number) {
  char digits[24];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

}   // namespace

tl::expected<Cnf, DimacsError> read_dimacs(std::string_view text) {
  Cursor cursor{text};
  const auto header = read_header(cursor);
  if (!header) return tl::unexpected(header.error());

  FlatLists<Literal> clauses;
  bool inside_clause = false;
  const std::string promised =
      "the header promises " + std::to_string(header->clauses) + (header->clauses == 1 ? " clause" : " clauses");
  for (;;) {
    cursor.skip_to_token();
    if (cursor.at_end()) break;
    if (cursor.peek() == '%' && !inside_clause) {
      if (auto ending = read_satlib_ending(cursor); !ending) return tl::unexpected(ending.error());
      break;
    }
    if (!inside_clause && static_cast<std::int64_t>(clauses.size()) == header->clauses)
      return cursor.error(promised + ", but here starts another one: " + cursor.found());
    const Cursor place = cursor;
    const auto number = read_number(cursor, largest_dimacs_variable, "a literal");
    if (!number) return tl::unexpected(number.error());
    inside_clause = *number != 0;
    if (*number == 0) {
      clauses.close_list();
    } else if (std::abs(*number) > header->variables) {
      return place.error("variable " + std::to_string(std::abs(*number)) +
                         " is above the header's number of variables, " + std::to_string(header->variables));
    } else {
      clauses.items.push_back(static_cast<Literal>(*number));
    }
  }
  if (inside_clause) return cursor.error("expected a literal or the 0 that ends the clause, found the end of the file");
  if (static_cast<std::int64_t>(clauses.size()) != header->clauses)
    return cursor.error(promised + ", but the file ends after " + std::to_string(clauses.size()));
  return make_cnf(header->variables, std::move(clauses));
}

Cnf make_cnf(std::int32_t declared_variables, FlatLists<Literal> clauses) {
  const VariableRanks ranks(clauses.items);
  for (Literal& literal : clauses.items) {
    const std::int32_t renumbered = ranks.rank(static_cast<std::uint32_t>(std::abs(literal))) + 1;
    literal = literal > 0 ? renumbered : -renumbered;
  }
  return {declared_variables, ranks.in_order(), std::move(clauses)};
}

std::string write_dimacs(const Cnf& cnf) {
  std::string text = "p cnf ";
  append_number(text, cnf.declared_variables);
  text += ' ';
  append_number(text, static_cast<std::int64_t>(cnf.clauses.size()));
  text += '\n';
  for (std::size_t clause = 0; clause < cnf.clauses.size(); ++clause) {
    for (Literal literal : cnf.clauses[clause]) {
      const std::int32_t name = cnf.variable_names[static_cast<std::size_t>(std::abs(literal)) - 1];
      append_number(text, literal > 0 ? name : -name);
      text += ' ';
    }
    text += "0\n";
  }
  return text;
}

}   // namespace plato
