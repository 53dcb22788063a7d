// Values by the meaning of terms and formulas; see oracle_models.hpp.

#include "oracle/models.hpp"

#include <algorithm>

namespace plato_test::oracle {

const Int& Value::at(const Int& index) const {
  const auto found = exceptions.find(index);
  return found == exceptions.end() ? elsewhere : found->second;
}

void Value::write(const Int& index, const Int& value) {
  exceptions[index] = value;
  weight += words(index) + words(value) - 1;
}

Value Valuation::find(const Named& named, const Int& name) {
  const auto found = named.find(name);
  return found == named.end() ? Value{} : found->second;
}

void Valuation::add(std::string_view line) {
  if (line.starts_with('#')) return;
  require(!line.empty() && std::string_view("ayYvV").find(line[0]) != std::string_view::npos, "no line of a model");
  require(line.size() == 1 || line[1] == ' ', "no line of a model");
  const char letter = line[0];
  const std::vector<Int> numbers = read_integers(line);
  const std::size_t names = letter == 'v' || letter == 'V' ? 2 : 1;
  require(numbers.size() >= names, "no name");
  require(std::all_of(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(names),
                      [](const Int& name) { return name >= 0; }),
          "a name is not negative");
  const std::vector<Int> rest(numbers.begin() + static_cast<std::ptrdiff_t>(names), numbers.end());
  Value value;
  if (letter == 'a') {
    require(rest.empty(), "an atom has no value");
    value.integer = 1;
  } else if (letter == 'y' || letter == 'v') {
    require(rest.size() == 1, "not one value");
    value.integer = rest[0];
  } else {
    require(rest.size() % 2 == 1, "an index without a value");
    value.is_map = true;
    value.elsewhere = rest[0];
    value.weight = words(rest[0]);
    for (std::size_t i = 1; i < rest.size(); i += 2) value.write(rest[i], rest[i + 1]);
  }
  Named& named = letter == 'a' ? atoms_ : names == 2 ? store_ : logic_;
  const Int name = names == 2 ? place(numbers[0], numbers[1]) : numbers[0];
  require(named.empty() || named.rbegin()->first < name, "the names do not ascend");
  named.emplace(name, std::move(value));
}

namespace {

Int zigzag(const Int& a) { return a >= 0 ? Int(2 * a) : Int(-2 * a - 1); }

// The parent of a branch, or its number: found by halving what lies between a square that is small enough and one that
// is not.
Int about_branch(const Int& branch, bool is_parent) {
  const Int natural = branch < 0 ? Int(-1 - branch) : Int(0);
  Int low = 0, high = natural + 1;
  while (high - low > 1) {
    const Int middle = (low + high) / 2;
    (middle * middle <= natural ? low : high) = middle;
  }
  const Int first = natural - low * low, second = low - first;
  if (branch >= 0 || second < 0) return is_parent ? branch : Int(0);   // it is none
  const Int& wanted = is_parent ? first : second;
  return wanted % 2 == 0 ? Int(wanted / 2) : Int(-(wanted + 1) / 2);
}

bool is_same_map(const Value& a, const Value& b) {
  const auto agree = [&](const auto& exception) { return a.at(exception.first) == b.at(exception.first); };
  return a.elsewhere == b.elsewhere && std::ranges::all_of(a.exceptions, agree) &&
         std::ranges::all_of(b.exceptions, agree);
}

}   // namespace

// The operation on integers, or the value of the map `a` at `b`.
Int Evaluation::integer_of(char operation, const Value& a, const Value& b) const {
  const Int &x = a.integer, &y = b.integer;
  switch (operation) {
    case '+': return x + y;
    case '-': return x - y;
    case '*': return x * y;
    case '/':
    case '%': {
      if (y == 0) return operation == '/' ? Int(0) : x;
      Int remainder = x % y;
      if (remainder < 0) remainder += abs(y);
      return operation == '/' ? Int((x - remainder) / y) : remainder;
    }
    case 'P': {
      const Int m = zigzag(x), n = zigzag(y);
      return (m + n) * (m + n) + m;
    }
    case 'B': return about_branch(x, y == 0);
    case 's': return a.at(y);
    default: reject("what it is cannot be worked out");
  }
}

Value Evaluation::value_of(const Line& line) {
  const std::vector<Number>& n = line.numbers;
  switch (line.keyword) {
    case 'n':
    case 'v':
    case 'y':
    case 'b':
      effort_.spend(1);
      return line.keyword == 'v'   ? valuation_.store(n[0], n[1])
             : line.keyword == 'y' ? valuation_.logic(n[0])
                                   : Value{.integer = line.numeral};
    case 'u': {
      effort_.spend(1);
      Value map = term(n[0]);
      map.is_map = true;
      map.integer = 0;
      map.write(term(n[1]).integer, term(n[2]).integer);
      return map;
    }
    case 'k':
      effort_.spend(1);
      return {.is_map = true, .elsewhere = term(n[0]).integer, .weight = words(term(n[0]).integer)};
    case 'I': effort_.spend(1); return term(n[literal(n[0]) ? 1 : 2]);
    case 's': effort_.spend(term(n[0]).weight + words(term(n[1]).integer)); break;
    default: {
      const std::uint64_t first = words(term(n[0]).integer);
      effort_.spend(16 * first * words(term(n[1]).integer) + (line.keyword == 'B' ? 512 * first * first * first : 0));
    }
  }
  return {.integer = integer_of(line.keyword, term(n[0]), term(n[1]))};
}

bool Evaluation::truth_of(const Line& line) {
  const std::vector<Number>& n = line.numbers;
  const auto holds = [&](Literal l) { return literal(l); };
  switch (line.keyword) {
    case 'l':
    case 'e': {
      const Int &a = term(n[0]).integer, &b = term(n[1]).integer;
      effort_.spend(words(a) + words(b));
      return line.keyword == 'l' ? a <= b : a == b;
    }
    case 'm': {
      const std::uint64_t size = term(n[0]).weight + term(n[1]).weight;
      effort_.spend(size * size);
      return is_same_map(term(n[0]), term(n[1]));
    }
    default: effort_.spend(1);
  }
  switch (line.keyword) {
    case 't': return true;
    case 'a': return valuation_.atom(n[0]);
    case '&': return std::ranges::all_of(n, holds);
    case '|': return std::ranges::any_of(n, holds);
    case '>': return !holds(n[0]) || holds(n[1]);
    case '=': return holds(n[0]) == holds(n[1]);
    case '?': return holds(n[holds(n[0]) ? 1 : 2]);
    default: reject("a quantifier cannot be worked out");
  }
}

void Evaluation::add(const Line& line) {
  if (line.keyword == '#') return;
  if (line.keyword == '!')
    require(literal(line.numbers[0]), "false in the model");
  else if (term_keywords.find(line.keyword) != std::string_view::npos)
    terms_.push_back(value_of(line));
  else
    formulas_.push_back(truth_of(line));
}

}   // namespace plato_test::oracle
