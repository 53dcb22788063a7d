// See prove_conditions.hpp.

#include "conditions/prove_conditions.hpp"

#include "certificate/refutation_writer.hpp"
#include "conditions/condition_problem.hpp"
#include "core/program_problem.hpp"
#include "search/decide.hpp"

namespace plato {
namespace {

ConditionResult prove(Problem& all, const Condition& condition, const ProveConditionsOptions& options) {
  Problem problem = problem_of(all, condition.literals);
  Decision decision =
      decide(problem, {.effort = options.effort, .deadline = options.deadline, .is_hopeless = options.is_hopeless});
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
    result.reason = is_refuted             ? decision.none.message
                    : decision.is_hopeless ? "not looked into, since the program is wrong"
                                           : decision.z3.reason;
    if (decision.is_wall) result.reason = "the time limit was reached";
    result.is_limit = decision.none.is_limit || decision.is_wall || !is_refuted;
    result.is_wall = decision.is_wall;
  }
  return result;
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

ProvedConditions prove_conditions(const Program& program, Conditions conditions,
                                  const ProveConditionsOptions& options) {
  ProvedConditions proved;
  proved.problem = problem_of_conditions(program, std::move(conditions.table));
  proved.numbers = std::move(conditions.numbers);
  proved.labels = std::move(conditions.labels);
  proved.conditions = std::move(conditions.conditions);
  proved.results.resize(proved.conditions.size());

  std::size_t failures = 0;
  for (std::size_t i = 0; i < proved.conditions.size() && failures < options.most_failures; ++i) {
    if (options.deadline.has_passed()) {
      proved.results[i].is_limit = proved.results[i].is_wall = true;
      break;
    }
    proved.results[i] = prove(proved.problem, proved.conditions[i], options);
    if (proved.results[i].status != ConditionResult::Status::proved) ++failures;
  }
  return proved;
}

std::string write_program_certificate(const std::string& program, const ProvedConditions& proved) {
  std::vector<ConditionRefutation> refutations;
  for (std::size_t i = 0; i < proved.conditions.size(); ++i)
    refutations.push_back({.found = &*proved.results[i].refutation, .literals = proved.conditions[i].literals.size()});
  return program + write_condition_refutations(proved.problem.table, proved.numbers, refutations);
}

}   // namespace plato
