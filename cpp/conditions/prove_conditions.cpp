// See prove_conditions.hpp.

#include "conditions/prove_conditions.hpp"

#include <algorithm>

#include "certificate/refutation_writer.hpp"
#include "conditions/condition_problem.hpp"
#include "conditions/narrow_down.hpp"
#include "core/program_problem.hpp"

namespace plato {
namespace {

// The result of a decision for a condition; its refutation is moved into the table of all conditions.
ConditionResult result_of(Problem& all, const Problem& problem, Decision decision) {
  ConditionResult result{.z3_seconds = decision.z3_seconds, .search_seconds = decision.search_seconds};
  if (decision.refutation) {
    result.status = ConditionResult::Status::proved;
    result.refutation = refutation_in(all, problem, *decision.refutation);
  } else if (decision.z3.verdict == Z3Answer::Verdict::satisfiable) {
    result.status = ConditionResult::Status::fails;
    result.counterexample = std::move(decision.z3.model);
  } else {
    const bool is_refuted = decision.z3.verdict == Z3Answer::Verdict::unsatisfiable;
    result.status = is_refuted ? ConditionResult::Status::uncertified : ConditionResult::Status::unknown;
    result.reason = is_refuted ? decision.none.message : decision.z3.reason;
    if (decision.is_wall) result.reason = "the time limit was reached";
    result.is_limit = decision.none.is_limit || decision.is_wall || !is_refuted;
    result.is_wall = decision.is_wall;
  }
  return result;
}

// A condition that is skipped because the program is wrong.
ConditionResult hopeless(const Decision& brief) {
  return {.status = ConditionResult::Status::unknown,
          .reason = "not looked into, since the program is wrong",
          .is_limit = true,
          .z3_seconds = brief.z3_seconds,
          .search_seconds = brief.search_seconds};
}

bool is_unknown(const OpenCondition& open) { return open.brief.z3.verdict == Z3Answer::Verdict::unknown; }

bool is_failure(const ConditionResult& result) {
  return result.status != ConditionResult::Status::proved && result.status != ConditionResult::Status::not_tried;
}

// The deadline had passed before the condition was looked at.
ConditionResult too_late() { return {.is_limit = true, .is_wall = true}; }

}   // namespace

Problem problem_of_conditions(const Program& program, FormulaTable table) {
  Problem problem;
  problem.table = std::move(table);
  // Conditions are about two threads; the parameters come after them.
  problem.symbols = program_symbols(program, 2);
  problem.symbols.insert(problem.symbols.begin() + 1,
                         {.name = "other", .arguments = {}, .result = Sort::integer, .number = 1});
  problem.encoding.next_logic = static_cast<std::int32_t>(program.parameters.size() + 2);
  for (const CoreVariable& variable : program.variables) problem.variable_sorts.push_back(sort_of(variable));
  return problem;
}

ProvedConditions prove_briefly(const Program& program, Conditions conditions, const ProveConditionsOptions& options) {
  ProvedConditions proved;
  proved.problem = problem_of_conditions(program, std::move(conditions.table));
  proved.numbers = std::move(conditions.numbers);
  proved.labels = std::move(conditions.labels);
  proved.runs = std::move(conditions.runs);
  proved.conditions = std::move(conditions.conditions);
  proved.results.resize(proved.conditions.size());
  std::size_t failures = 0;
  for (std::size_t i = 0; i < proved.conditions.size() && failures < options.most_failures; ++i) {
    if (options.deadline.has_passed()) {
      proved.results[i] = too_late();
      break;
    }
    Problem problem = problem_of(proved.problem, proved.conditions[i].literals);
    Decision decision = decide_briefly(problem, {.effort = options.effort, .deadline = options.deadline});
    if (is_open(decision))
      proved.open.push_back({.condition = i, .problem = std::move(problem), .brief = std::move(decision)});
    else
      proved.results[i] = result_of(proved.problem, problem, std::move(decision));
    if (is_failure(proved.results[i])) ++failures;
  }
  return proved;
}

bool has_unknown(const ProvedConditions& proved) { return std::ranges::any_of(proved.open, is_unknown); }

ProvedConditions prove_at_length(ProvedConditions proved, bool is_program_wrong,
                                 const ProveConditionsOptions& options) {
  auto failures = static_cast<std::size_t>(std::ranges::count_if(proved.results, is_failure));
  for (OpenCondition& open : proved.open) {
    if (failures >= options.most_failures) break;
    ConditionResult& result = proved.results[open.condition];
    if (options.deadline.has_passed()) {
      result = too_late();
      break;
    }
    if (is_program_wrong && is_unknown(open))
      result = hopeless(open.brief);
    else
      result = result_of(proved.problem, open.problem,
                         decide_at_length(open.problem, std::move(open.brief),
                                          {.effort = options.effort, .deadline = options.deadline}));
    if (result.status == ConditionResult::Status::unknown && !is_program_wrong)
      result = narrow_down(proved, proved.conditions[open.condition], std::move(result), options);
    if (is_failure(result)) ++failures;
  }
  proved.open.clear();
  return proved;
}

ProvedConditions prove_conditions(const Program& program, Conditions conditions,
                                  const ProveConditionsOptions& options) {
  return prove_at_length(prove_briefly(program, std::move(conditions), options), false, options);
}

std::string write_program_certificate(const std::string& program, const ProvedConditions& proved) {
  std::vector<ConditionRefutation> refutations;
  for (std::size_t i = 0; i < proved.conditions.size(); ++i)
    refutations.push_back({.found = &*proved.results[i].refutation, .literals = proved.conditions[i].literals.size()});
  return program + write_condition_refutations(proved.problem.table, proved.numbers, refutations);
}

}   // namespace plato
