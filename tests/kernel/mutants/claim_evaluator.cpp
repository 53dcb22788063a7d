// Truth tables of whole problems; see claim_evaluator.hpp.

#include "claim_evaluator.hpp"

#include <bitset>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "model_search.hpp"

namespace plato_test {
namespace {

constexpr std::size_t valuations = std::size_t{1} << most_atoms;

// The truth of a formula under every valuation: bit v is its truth where atom i is true exactly when bit i of v is set.
using TruthTable = std::bitset<valuations>;

TruthTable table_of_atom(std::size_t index) {
  TruthTable table;
  if (index >= most_atoms) return table;   // the answer will be `too_many_atoms`
  for (std::size_t valuation = 0; valuation < valuations; ++valuation) table[valuation] = (valuation >> index & 1) != 0;
  return table;
}

struct Problem {
  std::map<std::int64_t, std::size_t> atoms;   // name -> index
  std::vector<TruthTable> entries;             // entry - 1 -> its table
  TruthTable all_assertions = TruthTable().set();

  // Nothing for a literal that no entry before it answers to.
  std::optional<TruthTable> literal(std::int64_t number) const {
    const auto entry = static_cast<std::size_t>(std::llabs(number));
    if (entry == 0 || entry > entries.size()) return std::nullopt;
    return number > 0 ? entries[entry - 1] : ~entries[entry - 1];
  }

  std::optional<TruthTable> formula(char shape, const std::vector<std::int64_t>& numbers) {
    if (shape == 'a') {
      if (numbers.size() != 1) return std::nullopt;
      return table_of_atom(atoms.try_emplace(numbers[0], atoms.size()).first->second);
    }
    std::vector<TruthTable> children;
    for (const std::int64_t number : numbers) {
      const auto child = literal(number);
      if (!child) return std::nullopt;
      children.push_back(*child);
    }
    const auto& c = children;
    if (shape == 't' && c.empty()) return TruthTable().set();
    if (shape == '>' && c.size() == 2) return ~c[0] | c[1];
    if (shape == '=' && c.size() == 2) return ~(c[0] ^ c[1]);
    if (shape == '?' && c.size() == 3) return (c[0] & c[1]) | (~c[0] & c[2]);
    if (shape == '&' || shape == '|') {
      TruthTable result = shape == '&' ? TruthTable().set() : TruthTable();
      for (const TruthTable& child : c) result = shape == '&' ? result & child : result | child;
      return result;
    }
    return std::nullopt;
  }

  // False if the line makes no sense in a problem.
  bool take(const std::string& line) {
    if (line.starts_with('#')) return true;
    std::istringstream words(line.substr(std::min<std::size_t>(line.size(), 1)));
    std::vector<std::int64_t> numbers;
    for (std::int64_t number; words >> number;) numbers.push_back(number);
    if (!words.eof()) return false;
    if (line.starts_with('!')) {
      const auto asserted = numbers.size() == 1 ? literal(numbers[0]) : std::nullopt;
      if (asserted) all_assertions &= *asserted;
      return asserted.has_value();
    }
    const auto table = line.empty() ? std::nullopt : formula(line[0], numbers);
    if (table) entries.push_back(*table);
    return table.has_value();
  }
};

// The problem's lines from the third on, if it is one about terms.
std::optional<std::vector<oracle::Line>> lines_about_terms(std::string_view certificate) {
  std::vector<oracle::Line> lines;
  std::istringstream in{std::string(certificate)};
  std::string text;
  std::getline(in, text);
  std::getline(in, text);
  bool has_terms = false;
  try {
    while (std::getline(in, text) && text != "by refutation" && text != "by model") {
      lines.push_back(oracle::read_line(text));
      has_terms = has_terms || std::string_view("#at&|>=?!").find(text[0]) == std::string_view::npos;
    }
  } catch (const oracle::Refusal&) {
    return std::nullopt;
  }
  return has_terms ? std::optional(std::move(lines)) : std::nullopt;
}

constexpr unsigned models_to_try = 500;

}   // namespace

Truth evaluate_problem(std::string_view certificate) {
  if (const auto lines = lines_about_terms(certificate))
    return has_small_model(*lines, models_to_try) ? Truth::satisfiable : Truth::no_model_found;
  std::istringstream lines{std::string(certificate)};
  std::string line;
  if (!std::getline(lines, line) || line != "plato certificate 2") return Truth::unreadable;
  if (!std::getline(lines, line)) return Truth::unreadable;
  if (line != "claim unsatisfiable" && line != "claim satisfiable") return Truth::unreadable;
  const std::string end = line == "claim unsatisfiable" ? "by refutation" : "by model";
  Problem problem;
  while (std::getline(lines, line)) {
    if (line == end && problem.atoms.size() > most_atoms) return Truth::too_many_atoms;
    if (line == end) return problem.all_assertions.any() ? Truth::satisfiable : Truth::unsatisfiable;
    if (!problem.take(line)) return Truth::unreadable;
  }
  return Truth::unreadable;
}

}   // namespace plato_test
