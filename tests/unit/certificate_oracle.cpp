// The certificate format's rules, one after another; see certificate_oracle.hpp.

#include "certificate_oracle.hpp"

#include <cstdint>
#include <map>
#include <unordered_set>
#include <vector>

namespace plato_test {
namespace {

using Number = std::int64_t;
using Literal = std::int64_t;
using Clause = std::vector<Literal>;

// Thrown and caught in this file only.
struct Refusal {
  OracleReport::Verdict verdict;
  std::string reason;
};

[[noreturn]] void reject(const std::string& reason) {
  throw Refusal{OracleReport::Verdict::rejected, reason};
}

void require(bool condition, const std::string& reason) {
  if (!condition) reject(reason);
}

// ---- "Lines"
// ----------------------------------------------------------------------------------------------------------

// The numbers that start at `at`, separated by spaces. Stops at the first byte that cannot belong to them.
std::vector<Number> read_numbers(std::string_view line, std::size_t& at, bool are_literals) {
  std::vector<Number> numbers;
  for (;;) {
    const std::size_t before = at;
    while (at < line.size() && line[at] == ' ') ++at;
    const bool is_separated = at > before || numbers.empty();
    if (!is_separated || at == line.size()) return numbers;
    const bool is_negative = are_literals && line[at] == '-';
    const std::size_t first_digit = at + (is_negative ? 1 : 0);
    std::size_t end = first_digit;
    Number number = 0;
    while (end < line.size() && '0' <= line[end] && line[end] <= '9') {
      number = number * 10 + (line[end] - '0');
      require(number < 1'000'000'000'000'000, "number too large");
      ++end;
    }
    if (end == first_digit) {
      require(!is_negative, "a minus sign without a number");
      return numbers;
    }
    require(!are_literals || number != 0, "0 is not a literal");
    numbers.push_back(is_negative ? -number : number);
    at = end;
  }
}

// A line's numbers, which must fill the rest of it.
std::vector<Number> numbers_of(std::string_view line, bool are_literals) {
  std::size_t at = 1;
  std::vector<Number> numbers = read_numbers(line, at, are_literals);
  require(at == line.size(), "neither a number, a space nor the end of the line");
  return numbers;
}

std::vector<Number> numbers_of(std::string_view line, bool are_literals, std::size_t count) {
  std::vector<Number> numbers = numbers_of(line, are_literals);
  require(numbers.size() == count, "wrong number of numbers");
  return numbers;
}

// ---- the state
// --------------------------------------------------------------------------------------------------------

struct Checker {
  std::size_t file_size;
  std::vector<std::vector<Clause>> definitions;   // entry - 1 -> its definition clauses by K
  std::map<Number, Clause> clauses;               // those that were not deleted
  Number last_clause = 0;
  bool in_proof = false;
  bool is_refuted = false;
  std::uint64_t visits = 0;

  void check_literals(const std::vector<Literal>& literals) const {
    for (Literal literal : literals) {
      const auto entry = static_cast<std::uint64_t>(literal > 0 ? literal : -literal);
      require(entry <= definitions.size(), "no such entry");
    }
  }

  void add_clause(Clause clause) {
    is_refuted = clause.empty();
    clauses[++last_clause] = std::move(clause);
  }

  // "Definition clauses"
  void add_entry(char shape, const std::vector<Literal>& of) {
    check_literals(of);
    const Literal e = static_cast<Literal>(definitions.size()) + 1;
    std::vector<Clause> table;
    switch (shape) {
      case 'a':
        break;
      case 't':
        table = {{e}};
        break;
      case '&':
        table = {{e}};
        for (Literal l : of) {
          table[0].push_back(-l);
          table.push_back({-e, l});
        }
        break;
      case '|':
        table = {{-e}};
        for (Literal l : of) {
          table[0].push_back(l);
          table.push_back({e, -l});
        }
        break;
      case '>':
        table = {{-e, -of[0], of[1]}, {e, of[0]}, {e, -of[1]}};
        break;
      case '=':
        table = {{-e, -of[0], of[1]}, {-e, of[0], -of[1]}, {e, of[0], of[1]}, {e, -of[0], -of[1]}};
        break;
      case '?':
        table = {{-e, -of[0], of[1]}, {-e, of[0], of[2]}, {e, -of[0], -of[1]}, {e, of[0], -of[2]}};
        break;
    }
    definitions.push_back(std::move(table));
  }

  // "Unit propagation through hints"
  void check_propagation(const Clause& clause, const std::vector<Number>& hints) {
    std::unordered_set<Literal> is_false(clause.begin(), clause.end());
    for (Number number : hints) {
      const auto found = clauses.find(number);
      require(found != clauses.end(), "a hint that is not there");
      visits += found->second.size();
      if (visits > 256 * std::uint64_t{file_size} + 4096)
        throw Refusal{OracleReport::Verdict::limit, "too much effort"};
      Clause remaining;
      for (Literal literal : found->second)
        if (!is_false.contains(literal)) remaining.push_back(literal);
      if (remaining.empty()) return;
      require(remaining.size() == 1, "a hint that is not unit");
      is_false.insert(-remaining[0]);
    }
    reject("no conflict");
  }

  // The table under "Lines"
  void take(std::string_view line) {
    require(!is_refuted, "something follows the empty clause");
    require(!line.empty(), "an empty line");
    const char letter = line[0];
    if (letter == '#') return;
    if (line == "proof") {
      require(!in_proof, "'proof' stands twice");
      in_proof = true;
      return;
    }
    require(line.size() == 1 || line[1] == ' ', "no such keyword");
    switch (letter) {
      case 'a':
        numbers_of(line, false, 1);
        return add_entry('a', {});
      case 't':
        require(line.size() == 1, "something follows 't'");
        return add_entry('t', {});
      case '&':
      case '|':
        return add_entry(letter, numbers_of(line, true));
      case '>':
      case '=':
        return add_entry(letter, numbers_of(line, true, 2));
      case '?':
        return add_entry(letter, numbers_of(line, true, 3));
      case '!': {
        const std::vector<Literal> asserted = numbers_of(line, true, 1);
        require(!in_proof, "an assertion in the proof");
        check_literals(asserted);
        return add_clause(asserted);
      }
      case 'd': {
        const std::vector<Number> numbers = numbers_of(line, false, 2);
        require(in_proof, "a step in the problem");
        require(1 <= numbers[0] && static_cast<std::size_t>(numbers[0]) <= definitions.size(), "no such entry");
        const std::vector<Clause>& table = definitions[static_cast<std::size_t>(numbers[0]) - 1];
        require(static_cast<std::size_t>(numbers[1]) < table.size(), "no such definition clause");
        return add_clause(table[static_cast<std::size_t>(numbers[1])]);
      }
      case 'r': {
        std::size_t at = 1;
        const Clause clause = read_numbers(line, at, true);
        require(at < line.size() && line[at] == ':', "no ':' before the hints");
        ++at;
        const std::vector<Number> hints = read_numbers(line, at, false);
        require(at == line.size(), "neither a number, a space nor the end of the line");
        require(in_proof, "a step in the problem");
        check_literals(clause);
        check_propagation(clause, hints);
        return add_clause(clause);
      }
      case 'x': {
        const std::vector<Number> numbers = numbers_of(line, false);
        require(in_proof, "a step in the problem");
        for (Number number : numbers) {
          require(1 <= number && number <= last_clause, "no such clause");
          clauses.erase(number);
        }
        return;
      }
      default:
        reject("no such keyword");
    }
  }
};

}   // namespace

OracleReport consult_oracle(std::string_view certificate) {
  Checker checker{.file_size = certificate.size(), .definitions = {}, .clauses = {}};
  std::size_t number = 0;
  try {
    std::size_t start = 0;
    while (start < certificate.size() || number < 2) {
      ++number;
      const std::size_t end = certificate.find('\n', start);
      require(end != std::string_view::npos, "the last line is not ended");
      const std::string_view line = certificate.substr(start, end - start);
      if (number == 1)
        require(line == "plato certificate 1", "no version");
      else if (number == 2)
        require(line == "claim unsatisfiable", "no kind of claim");
      else
        checker.take(line);
      start = end + 1;
    }
    ++number;
    require(checker.is_refuted, "no empty clause");
  } catch (const Refusal& refusal) {
    return {refusal.verdict, number, refusal.reason};
  }
  return {};
}

}   // namespace plato_test
