// The file from its first line to its last; see certificate_oracle.hpp.

#include "oracle/certificate_oracle.hpp"

#include <unordered_set>

#include "oracle/models.hpp"
#include "oracle/rules.hpp"

namespace plato_test {
namespace {

using namespace oracle;

bool is_step(const Line& line) { return std::string_view("drxfcqjio").find(line.keyword) != std::string_view::npos; }

// A line that may occur in a problem.
void add_to_problem(Tables& tables, const Line& line) {
  const auto is_one_of = [&](std::string_view set) { return set.find(line.keyword) != set.npos; };
  if (line.keyword == '#') return;
  if (line.keyword == '!') return tables.check_literals(line.numbers);
  require(line.keyword != 'w', "a witness in the problem");
  if (is_one_of(term_keywords)) return tables.add_term(line);
  require(is_one_of(formula_keywords), "not in a problem");
  tables.add_formula(line);
}

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
    if (line.keyword == 'p') {
      require(!in_proof, "two lines 'by'");
      in_proof = true;
    } else if (in_proof && line.keyword == 'w') {
      tables.add_term(line);
    } else if (in_proof && is_step(line)) {
      take_step(line);
    } else {
      require(!in_proof || line.keyword != '!', "an assertion in the proof");
      add_to_problem(tables, line);
      if (line.keyword == '!') add_clause(line.numbers);
    }
  }

  void take_step(const Line& line) {
    const std::vector<Number>& n = line.numbers;
    const bool is_numbered = line.keyword == 'q' || line.keyword == 'j';
    const Clause rest(n.begin() + (is_numbered ? 1 : 0), n.end());
    switch (line.keyword) {
      case 'd': return add_clause(definition(tables, n[0], n[1]));
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
      default: break;
    }
    tables.check_literals(rest);
    switch (line.keyword) {
      case 'r': check_propagation(rest, line.hints); break;
      case 'f': check_arithmetic(tables, rest, line.instructions, effort); break;
      case 'c': check_congruence(tables, rest); break;
      case 'q': check_map_axiom(tables, n[0], rest); break;
      case 'j': check_cases(tables, n[0], rest); break;
      default: reject("no such keyword");
    }
    add_clause(rest);
  }
};

// Goes through the lines of a file and counts them.
struct LineCursor {
  std::string_view file;
  std::size_t start = 0;
  std::size_t number = 0;   // of the line that was read last; at the end, one more

  // The next line, if there is one.
  std::optional<std::string_view> next() {
    ++number;
    if (start == file.size()) return std::nullopt;
    const std::size_t end = file.find('\n', start);
    require(end != std::string_view::npos, "the last line is not ended");
    const std::string_view line = file.substr(start, end - start);
    start = end + 1;
    return line;
  }
};

std::uint64_t room_for(std::string_view certificate) { return 16 * std::uint64_t{certificate.size()} + 4096; }
std::uint64_t effort_for(std::string_view certificate) { return 256 * std::uint64_t{certificate.size()} + 4096; }

void check_refutation(LineCursor& cursor) {
  Checker checker{.effort = {effort_for(cursor.file)}, .tables = Tables(room_for(cursor.file))};
  while (const auto line = cursor.next()) checker.take(*line);
  require(checker.is_refuted, "no empty clause");
}

// First all lines of the problem must be readable, then the model must be one, then the problem is evaluated in it.
void check_model(LineCursor& cursor) {
  LineCursor again = cursor;
  std::vector<Line> problem;
  for (;;) {
    const auto line = cursor.next();
    require(line.has_value(), "no model");
    problem.push_back(read_line(*line));
    require(problem.back().keyword != 'p', "another method than a model");
    if (problem.back().keyword == 'M') break;
  }
  problem.pop_back();
  Valuation valuation;
  while (const auto line = cursor.next()) valuation.add(*line);
  cursor = again;
  Effort effort{effort_for(cursor.file)};
  Tables tables(room_for(cursor.file));
  Evaluation evaluation(valuation, effort);
  for (const Line& line : problem) {
    ++cursor.number;
    add_to_problem(tables, line);
    evaluation.add(line);
  }
}

}   // namespace

OracleReport consult_oracle(std::string_view certificate) {
  LineCursor cursor{certificate};
  try {
    require(cursor.next() == "plato certificate 2", "no version");
    const auto kind = cursor.next();
    require(kind == "claim unsatisfiable" || kind == "claim satisfiable", "no kind of claim");
    if (kind == "claim unsatisfiable")
      check_refutation(cursor);
    else
      check_model(cursor);
  } catch (const Refusal& refusal) {
    return {refusal.verdict, cursor.number, refusal.reason};
  }
  return {};
}

std::optional<std::string> objection_to(std::string_view certificate) {
  const OracleReport report = consult_oracle(certificate);
  if (report.verdict == OracleReport::Verdict::certified) return std::nullopt;
  return "line " + std::to_string(report.line) + ": " + report.reason;
}

}   // namespace plato_test
