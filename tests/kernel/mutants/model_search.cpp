// Values, and the worth of terms and formulas, as lean/Plato/Meaning/Formula.lean says it; see model_search.hpp.

#include "model_search.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace plato_test {
namespace {

using oracle::Line;
using oracle::Number;

// Larger ones are not worked with, so that nothing overflows.
constexpr std::int64_t most = 1'000'000'000;

// An integer, or a map that differs from `otherwise` at a few indices.
struct Value {
  bool is_map = false;
  std::int64_t integer = 0;
  std::map<std::int64_t, std::int64_t> entries;
  std::int64_t otherwise = 0;

  std::int64_t as_integer() const { return is_map ? 0 : integer; }
  std::int64_t at(std::int64_t index) const {
    if (!is_map) return 0;
    const auto found = entries.find(index);
    return found == entries.end() ? otherwise : found->second;
  }
};

bool same_map(const Value& a, const Value& b) {
  if ((a.is_map ? a.otherwise : 0) != (b.is_map ? b.otherwise : 0)) return false;
  for (const Value* value : {&a, &b})
    for (const auto& [index, entry] : value->entries)
      if (a.at(index) != b.at(index)) return false;
  return true;
}

std::int64_t zigzag(std::int64_t a) { return a >= 0 ? 2 * a : -2 * a - 1; }

// An empty value means that it is not known.
using Worth = std::optional<Value>;
using Truth3 = std::optional<bool>;

Worth integer(std::int64_t value) {
  if (value > most || value < -most) return std::nullopt;
  return Value{.is_map = false, .integer = value, .entries = {}, .otherwise = 0};
}

Worth binary(char head, const Value& a, const Value& b) {
  const std::int64_t x = a.as_integer(), y = b.as_integer();
  switch (head) {
    case '+': return integer(x + y);
    case '-': return integer(x - y);
    case '*': return integer(x * y);
    case '/':
    case '%': {
      if (y == 0) return integer(head == '/' ? 0 : x);
      std::int64_t remainder = x % y;
      if (remainder < 0) remainder += std::llabs(y);
      return integer(head == '/' ? (x - remainder) / y : remainder);
    }
    case 'P': {
      const std::int64_t m = zigzag(x), n = zigzag(y);
      return m + n > 30'000 ? std::nullopt : integer((m + n) * (m + n) + m);
    }
    case 's': return integer(a.at(y));
    default: return std::nullopt;   // `D`: which index it is depends on nothing that could be tried
  }
}

bool makes_term(const Line& line) {
  return std::string_view("nvyb+-*/%PBsukID").find(line.keyword) != std::string_view::npos;
}

struct Attempt {
  const std::vector<std::int64_t>& pool;             // of values to choose from
  const std::set<std::pair<Number, Number>>& maps;   // variables that are likely to hold one
  std::mt19937& random;
  std::map<std::pair<Number, Number>, Value> variables{};   // name and version; version -1 for logic variables
  std::map<Number, bool> atoms{};
  std::vector<Worth> terms{integer(0)};
  std::vector<Truth3> formulas{true};

  std::int64_t choose() { return pool[random() % pool.size()]; }

  const Value& variable(std::pair<Number, Number> name) {
    const auto [place, is_new] = variables.try_emplace(name);
    if (!is_new) return place->second;
    if (variables.size() > 1 && random() % 5 == 0) {   // the value of another variable
      const auto other = std::next(variables.begin(), static_cast<std::ptrdiff_t>(random() % variables.size()));
      if (other != place) return place->second = other->second;
    }
    if (maps.contains(name) && random() % 4 != 0) {
      place->second.is_map = true;
      place->second.otherwise = choose();
      for (int i = static_cast<int>(random() % 4); i > 0; --i) place->second.entries[choose()] = choose();
    } else {
      place->second.integer = choose();
    }
    return place->second;
  }

  const Worth& term(Number number) const { return terms.at(static_cast<std::size_t>(number)); }
  Truth3 literal(Number number) const {
    const Truth3 truth = formulas.at(static_cast<std::size_t>(std::abs(number)));
    return number < 0 && truth ? Truth3(!*truth) : truth;
  }

  Worth term_of(const Line& line) {
    const std::vector<Number>& n = line.numbers;
    switch (line.keyword) {
      case 'n': return abs(line.numeral) > most ? std::nullopt : integer(static_cast<std::int64_t>(line.numeral));
      case 'v': return variable({n[0], n[1]});
      case 'y': return variable({n[0], -1});
      case 'b': return std::nullopt;
      case 'k':
        if (!term(n[0])) return std::nullopt;
        return Value{.is_map = true, .integer = 0, .entries = {}, .otherwise = term(n[0])->as_integer()};
      case 'u': {
        if (!term(n[0]) || !term(n[1]) || !term(n[2])) return std::nullopt;
        Value map =
            term(n[0])->is_map ? *term(n[0]) : Value{.is_map = true, .integer = 0, .entries = {}, .otherwise = 0};
        map.entries[term(n[1])->as_integer()] = term(n[2])->as_integer();
        return map;
      }
      case 'I': {
        const Truth3 condition = literal(n[0]);
        return condition ? term(n[*condition ? 1 : 2]) : std::nullopt;
      }
      default: return term(n[0]) && term(n[1]) ? binary(line.keyword, *term(n[0]), *term(n[1])) : std::nullopt;
    }
  }

  Truth3 comparison(char head, const Worth& a, const Worth& b) const {
    if (!a || !b) return std::nullopt;
    if (head == 'm') return same_map(*a, *b);
    return head == 'l' ? a->as_integer() <= b->as_integer() : a->as_integer() == b->as_integer();
  }

  // A conjunction is false if a part is, whatever the others are.
  Truth3 conjunction(const std::vector<Number>& parts, bool sign) const {
    Truth3 result = true;
    for (const Number part : parts) {
      const Truth3 truth = literal(sign ? part : -part);
      if (truth == Truth3(false)) return false;
      if (!truth) result = std::nullopt;
    }
    return result;
  }

  Truth3 formula_of(const Line& line) {
    const std::vector<Number>& n = line.numbers;
    const auto negated = [](Truth3 truth) { return truth ? Truth3(!*truth) : truth; };
    switch (line.keyword) {
      case 't': return true;
      case 'a': return atoms.try_emplace(n[0], random() % 2 == 0).first->second;
      case '&': return conjunction(n, true);
      case '|': return negated(conjunction(n, false));
      case '>': return negated(conjunction({n[0], -n[1]}, true));
      case '=': return literal(n[0]) && literal(n[1]) ? Truth3(*literal(n[0]) == *literal(n[1])) : std::nullopt;
      case '?': return literal(n[0]) ? literal(n[*literal(n[0]) ? 1 : 2]) : std::nullopt;
      case 'A': return std::nullopt;
      default: return comparison(line.keyword, term(n[0]), term(n[1]));
    }
  }

  bool succeeds(const std::vector<Line>& lines) {
    for (const Line& line : lines) {
      if (line.keyword == '#') continue;
      if (line.keyword == '!') {
        if (literal(line.numbers[0]) != Truth3(true)) return false;
      } else if (std::string_view("at&|>=?lemA").find(line.keyword) != std::string_view::npos) {
        formulas.push_back(formula_of(line));
      } else if (makes_term(line)) {
        terms.push_back(term_of(line));
      } else {
        return false;   // a step
      }
    }
    return true;
  }
};

// The variables that occur where a map is read.
std::set<std::pair<Number, Number>> map_variables(const std::vector<Line>& lines) {
  std::vector<const Line*> terms{nullptr};
  std::set<std::pair<Number, Number>> maps;
  const auto mark = [&](Number number) {
    const auto at = static_cast<std::size_t>(number);
    if (at == 0 || at >= terms.size()) return;
    const std::vector<Number>& n = terms[at]->numbers;
    if (terms[at]->keyword == 'v') maps.insert({n[0], n[1]});
    if (terms[at]->keyword == 'y') maps.insert({n[0], -1});
  };
  for (const Line& line : lines) {
    if (line.keyword == 's' || line.keyword == 'u' || line.keyword == 'm' || line.keyword == 'D') mark(line.numbers[0]);
    if (line.keyword == 'm' || line.keyword == 'D') mark(line.numbers[1]);
    if (makes_term(line)) terms.push_back(&line);
  }
  return maps;
}

}   // namespace

bool has_small_model(const std::vector<Line>& lines, unsigned attempts) {
  std::vector<std::int64_t> pool{-2, -1, 0, 0, 1, 1, 2, 3};
  for (const Line& line : lines)
    if (line.keyword == 'n' && abs(line.numeral) < most)
      for (const int offset : {-1, 0, 1}) pool.push_back(static_cast<std::int64_t>(line.numeral) + offset);
  const auto maps = map_variables(lines);
  std::mt19937 random(1);
  try {
    for (unsigned i = 0; i < attempts; ++i)
      if (Attempt{pool, maps, random}.succeeds(lines)) return true;
  } catch (const std::out_of_range&) {   // a child that is not there
  }
  return false;
}

}   // namespace plato_test
