// See prove_conditions.hpp.

#include "conditions/prove_conditions.hpp"

#include <algorithm>

#include "certificate/refutation_writer.hpp"
#include "conditions/condition_problem.hpp"
#include "conditions/narrow_down.hpp"
#include "conditions/stated_conclusion.hpp"
#include "core/program_problem.hpp"
#include "system/work_in_order.hpp"

namespace plato {
namespace {

// The result of a decision for a condition; its refutation is moved into the table of all conditions.
ConditionResult result_of(Problem& all, const Problem& problem, Decision decision) {
  ConditionResult result{
      .z3_seconds = decision.z3_seconds, .search_seconds = decision.search_seconds, .budget = decision.budget};
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
          .search_seconds = brief.search_seconds,
          .budget = brief.budget};
}

bool is_unknown(const OpenCondition& open) { return open.brief.z3.verdict == Z3Answer::Verdict::unknown; }

bool is_failure(const ConditionResult& result) {
  return result.status != ConditionResult::Status::proved && result.status != ConditionResult::Status::not_tried;
}

// The deadline had passed before the condition was looked at.
ConditionResult too_late() { return {.is_limit = true, .is_wall = true}; }

// What a worker makes of a condition; no decision if it was too late.
struct Looked {
  Problem problem{};
  std::optional<Decision> decision{};
};

Looked look_briefly(Problem problem, const DecisionLimits& limits) {
  if (limits.deadline.has_passed()) return {};
  Decision decision = decide_briefly(problem, limits);
  return {std::move(problem), std::move(decision)};
}

Looked look_at_length(OpenCondition& open, const DecisionLimits& limits) {
  if (limits.deadline.has_passed()) return {};
  Decision decision = decide_at_length(open.problem, std::move(open.brief), limits);
  return {std::move(open.problem), std::move(decision)};
}

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
  const DecisionLimits limits{.effort = options.effort, .deadline = options.deadline};
  WorkInOrder<Looked> work(options.jobs);
  StatedConclusions stated(proved.problem.table);
  std::size_t failures = 0, given = 0;
  for (std::size_t i = 0; i < proved.conditions.size() && failures < options.most_failures; ++i) {
    if (proved.open.size() >= options.most_open) break;
    // The common table is for this thread alone; a condition that takes a search has a table of its own.
    for (; given < proved.conditions.size() && work.has_room(); ++given) {
      const std::vector<Literal>& literals = proved.conditions[given].literals;
      if (auto refutation = stated.refute(literals))
        proved.results[given] = {.status = ConditionResult::Status::proved, .refutation = std::move(refutation)};
      else
        work.give([&limits, problem = problem_of(proved.problem, literals)]() mutable {
          return look_briefly(std::move(problem), limits);
        });
    }
    if (options.progress) options.progress(i + 1, proved.conditions.size());
    if (proved.results[i].status == ConditionResult::Status::proved) continue;
    Looked looked = work.take();
    if (!looked.decision) {
      proved.results[i] = too_late();
      break;
    }
    if (is_open(*looked.decision))
      proved.open.push_back(
          {.condition = i, .problem = std::move(looked.problem), .brief = *std::move(looked.decision)});
    else
      proved.results[i] = result_of(proved.problem, looked.problem, *std::move(looked.decision));
    if (is_failure(proved.results[i])) ++failures;
  }
  return proved;
}

bool has_failure(const ProvedConditions& proved) { return std::ranges::any_of(proved.results, is_failure); }

bool has_unknown(const ProvedConditions& proved) { return std::ranges::any_of(proved.open, is_unknown); }

ProvedConditions prove_at_length(ProvedConditions proved, bool is_program_wrong,
                                 const ProveConditionsOptions& options) {
  const DecisionLimits limits{.effort = options.effort, .deadline = options.deadline};
  auto failures = static_cast<std::size_t>(std::ranges::count_if(proved.results, is_failure));
  std::vector<bool> is_left_out;
  std::vector<std::size_t> numbers;
  for (const OpenCondition& open : proved.open) {
    is_left_out.push_back(is_program_wrong && is_unknown(open));
    numbers.push_back(open.condition);
  }
  WorkInOrder<Looked> work(options.jobs);
  std::size_t given = 0;
  for (std::size_t i = 0; i < proved.open.size() && failures < options.most_failures; ++i) {
    for (; given < proved.open.size() && work.has_room(); ++given)
      if (!is_left_out[given])
        // A job has what it needs: it may be under way when no more is wanted, and nothing is open then.
        work.give([&limits, open = std::move(proved.open[given])]() mutable { return look_at_length(open, limits); });
    const std::size_t condition = numbers[i];
    ConditionResult& result = proved.results[condition];
    if (is_left_out[i]) {
      result = hopeless(proved.open[i].brief);
    } else {
      Looked looked = work.take();
      if (!looked.decision) {
        result = too_late();
        break;
      }
      result = result_of(proved.problem, looked.problem, *std::move(looked.decision));
    }
    if (result.status == ConditionResult::Status::unknown && !is_program_wrong && options.explains)
      result = narrow_down(proved, proved.conditions[condition], std::move(result), options);
    if (is_failure(result)) ++failures;
    if (options.progress) options.progress(i + 1, proved.open.size());
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
