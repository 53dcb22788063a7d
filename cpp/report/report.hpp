// What there is to report about a check, in words: one value; the JSON and the page are two views of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/checked.hpp"

namespace plato {

struct ReportedCondition {
  std::string rule;                               // the kernel's word
  std::optional<std::string> procedure{};         // whose proof it is part of, if that is no thread's
  std::optional<std::string> callee{};            // the procedure that is called
  std::optional<std::string> thread{}, other{};   // what it is about, by name
  std::optional<std::string> statement{};         // as written
  std::string says{};
  ConditionResult::Status status = ConditionResult::Status::not_tried;
  SourceRange where{};                         // where it is asked; line 0 if nowhere
  const ConditionFailure* failure = nullptr;   // if it is not proved: why; in the check
  double z3_seconds = 0, search_seconds = 0;
  DecisionBudget budget{};
};

struct ReportedStep {
  std::string thread;
  std::size_t lane = 0;             // of the thread, among those that run
  std::vector<std::string> calls;   // the procedures that it is inside of, outermost first
  std::string statement;
  SourceRange where;
  std::vector<std::string> reads{};     // of shared variables: "y = 2"
  std::vector<std::string> changes{};   // "x = 3"
  std::optional<NamedValues> store{};   // after it; none after a gate that fails
  bool is_wrong = false;                // it goes wrong
};

// A run that shows the program wrong.
struct ReportedSchedule {
  std::string_view verdict;   // "goes-wrong", "breaks-invariant", "breaks-guarantee", "breaks-ensures"
  std::string violated;       // the formula that is false
  std::string outcome;        // a sentence: what is wrong in the end
  std::vector<std::string> threads;
  NamedValues parameters, initial;
  std::vector<ReportedStep> steps;
};

struct Report {
  std::string path;
  const Checked& checked;   // all of it; must outlive the report
  Verdict verdict = Verdict::bad_input;
  std::optional<std::string> claim{};   // certified or vacuous: what is claimed
  std::optional<MessageCode> code{};    // of the answer, unless it is certified
  std::string message{};                // why there is no claim
  std::vector<ReportedCondition> conditions{};
  std::optional<ReportedSchedule> schedule{};
};

Report report_of(const std::string& path, const Checked& checked);

}   // namespace plato
