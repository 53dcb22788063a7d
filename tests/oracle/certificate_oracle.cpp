// The file from its first line to its last; see certificate_oracle.hpp.

#include "certificate_oracle.hpp"

#include <unordered_set>

#include "oracle_rules.hpp"

namespace plato_test {
namespace {

using namespace oracle;

struct Checker {
  Effort effort;
  Tables tables;
  std::vector<std::optional<Clause>> clauses{std::nullopt};   // nothing for those that were deleted
  bool in_proof = false;
  bool is_refuted = false;

  void add_clause(Clause clause) {
    is_refuted = clause.empty();
    clauses.emplace_back(std::move(clause));
  }

  bool has_clause(Number number) const { return 1 <= number && static_cast<std::size_t>(number) < clauses.size(); }

  // "Unit propagation through hints"
  void check_propagation(const Clause& clause, const std::vector<Number>& hints) {
    std::unordered_set<Literal> is_false(clause.begin(), clause.end());
    for (const Number number : hints) {
      require(has_clause(number) && clauses[static_cast<std::size_t>(number)], "a hint that is not there");
      const Clause& hint = *clauses[static_cast<std::size_t>(number)];
      effort.spend(hint.size());
      Clause remaining;
      for (const Literal literal : hint)
        if (!is_false.contains(literal)) remaining.push_back(literal);
      if (remaining.empty()) return;
      require(remaining.size() == 1, "a hint that is not unit");
      is_false.insert(-remaining[0]);
    }
    reject("no conflict");
  }

  void take(std::string_view text) {
    require(!is_refuted, "something follows the empty clause");
    const Line line = read_line(text);
    const auto is_one_of = [&](std::string_view set) { return set.find(line.keyword) != set.npos; };
    if (line.keyword == '#') return;
    if (line.keyword == 'p') {
      require(!in_proof, "'proof' stands twice");
      in_proof = true;
    } else if (line.keyword == '!') {
      require(!in_proof, "an assertion in the proof");
      tables.check_literals(line.numbers);
      add_clause(line.numbers);
    } else if (is_one_of(term_keywords)) {
      require(line.keyword != 'w' || in_proof, "a witness in the problem");
      tables.add_term(line);
    } else if (is_one_of(formula_keywords)) {
      tables.add_formula(line);
    } else {
      require(in_proof, "a step in the problem");
      take_step(line);
    }
  }

  void take_step(const Line& line) {
    const std::vector<Number>& n = line.numbers;
    const bool is_numbered = line.keyword == 'q' || line.keyword == 'j';
    const Clause rest(n.begin() + (is_numbered ? 1 : 0), n.end());
    switch (line.keyword) {
      case 'd':
        return add_clause(definition(tables, n[0], n[1]));
      case 'x':
        for (const Number number : n) {
          require(has_clause(number), "no such clause");
          clauses[static_cast<std::size_t>(number)].reset();
        }
        return;
      case 'i':
      case 'o':
        if (line.keyword == 'o') check_witness(tables, n[0], n[1]);
        check_instance(tables, n[0], n[1], n[2], effort);
        return add_clause(line.keyword == 'i' ? Clause{-n[0], n[2]} : Clause{n[0], -n[2]});
      default:
        break;
    }
    tables.check_literals(rest);
    switch (line.keyword) {
      case 'r':
        check_propagation(rest, line.hints);
        break;
      case 'f':
        check_arithmetic(tables, rest, line.instructions, effort);
        break;
      case 'c':
        check_congruence(tables, rest);
        break;
      case 'q':
        check_map_axiom(tables, n[0], rest);
        break;
      case 'j':
        check_cases(tables, n[0], rest);
        break;
      default:
        reject("no such keyword");
    }
    add_clause(rest);
  }
};

}   // namespace

OracleReport consult_oracle(std::string_view certificate) {
  Checker checker{.effort = {256 * std::uint64_t{certificate.size()} + 4096}, .tables = {}};
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

std::optional<std::string> objection_to(std::string_view certificate) {
  const OracleReport report = consult_oracle(certificate);
  if (report.verdict == OracleReport::Verdict::certified) return std::nullopt;
  return "line " + std::to_string(report.line) + ": " + report.reason;
}

}   // namespace plato_test
