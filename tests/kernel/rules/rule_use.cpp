// Certificates around one step; see rule_use.hpp.

#include "rule_use.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "kernel/mutants/claim_evaluator.hpp"
#include "kernel/mutants/judge.hpp"
#include "oracle/certificate_oracle.hpp"
#include "support/certificate_text.hpp"
#include "support/kernel_answer.hpp"

namespace plato_test {
namespace {

// The literals of the clause that the step adds.
Words clause_of(const std::string& step) {
  const Words words = split_words(step);
  const auto negated = [](const std::string& word) { return word[0] == '-' ? word.substr(1) : "-" + word; };
  if (words[0] == "i") return {negated(words[1]), words[3]};
  const std::ptrdiff_t first = words[0] == "q" || words[0] == "j" ? 2 : 1;
  return {words.begin() + first, std::ranges::find(words, ":")};
}

}   // namespace

std::string use_of(const std::string& tables, const std::string& step) {
  std::string text = std::string(header) + tables;
  std::string hints;
  std::size_t clause = 0;
  for (const std::string& literal : clause_of(step)) {
    text += "! " + (literal[0] == '-' ? literal.substr(1) : "-" + literal) + "\n";
    hints += " " + std::to_string(++clause);
  }
  return text + "by refutation\n" + step + "\nr :" + hints + " " + std::to_string(clause + 1) + "\n";
}

void accept(const std::string& tables, const std::string& step) {
  const std::string certificate = use_of(tables, step);
  INFO(certificate);
  CHECK(answer(certificate) == "certified");
  CHECK(judge(certificate).flaw.value_or("") == "");
}

void refuse(const std::string& tables, const std::string& step, const std::string& message) {
  const std::string certificate = use_of(tables, step);
  const auto lines = static_cast<std::size_t>(std::ranges::count(certificate, '\n'));
  INFO(certificate);
  CHECK(answer(certificate) == rejected(lines - 1, 1, message));
  CHECK(judge(certificate).flaw.value_or("") == "");
}

void refuse_falsehood(const std::string& tables, const std::string& step, const std::string& message) {
  refuse(tables, step, message);
  INFO(use_of(tables, step));
  CHECK(evaluate_problem(use_of(tables, step)) == Truth::satisfiable);
}

}   // namespace plato_test
