// See prove_conditions.hpp.

#include "prove_conditions.hpp"

#include <chrono>
#include <cmath>

#include "condition_problem.hpp"
#include "decide.hpp"
#include "refutation_writer.hpp"

namespace plato {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Sort sort_of(const CoreVariable& variable) {
  return variable.is_local || is_map_type(variable.type) ? Sort::map : Sort::integer;
}

// The condition's threads and the program's parameters, as the kernel numbers them.
std::vector<SmtSymbol> condition_symbols(const CoreProgram& program) {
  std::vector<SmtSymbol> symbols{{.name = "tid", .arguments = {}, .result = Sort::integer, .number = 0},
                                 {.name = "other", .arguments = {}, .result = Sort::integer, .number = 1}};
  for (std::size_t i = 0; i < program.parameters.size(); ++i)
    symbols.push_back({.name = program.parameters[i].name,
                       .arguments = {},
                       .result = is_map_type(program.parameters[i].type) ? Sort::map : Sort::integer,
                       .number = static_cast<std::int32_t>(i + 2)});
  return symbols;
}

// For one condition where the user sets no limit. Those that are valid take far less; one that is not, with quantifiers in it, may keep
// Z3 busy for ever.
constexpr double seconds_for_one = 12;

ConditionResult prove(Z3Context& z3, SmtProblem& all, const Condition& condition, double seconds, const std::function<bool()>& is_hopeless) {
  SmtProblem problem = problem_of(all, condition.literals);
  Decision decision = decide(z3, problem, std::isinf(seconds) ? seconds_for_one : seconds, is_hopeless);
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
    result.reason = is_refuted ? decision.none.message : decision.is_hopeless ? "not looked into, since the program is wrong" : decision.z3.reason;
    result.is_limit = decision.none.is_limit || !is_refuted;
  }
  return result;
}

}   // namespace

SmtProblem problem_of_conditions(const CoreProgram& program, FormulaTable table) {
  SmtProblem problem;
  problem.table = std::move(table);
  problem.symbols = condition_symbols(program);
  problem.encoding.next_logic = static_cast<std::int32_t>(program.parameters.size() + 2);
  for (const CoreVariable& variable : program.variables) problem.variable_sorts.push_back(sort_of(variable));
  return problem;
}

ProvedConditions prove_conditions(const CoreProgram& program, Conditions conditions, const ProveConditionsOptions& options) {
  ProvedConditions proved;
  proved.problem = problem_of_conditions(program, std::move(conditions.table));
  proved.numbers = std::move(conditions.numbers);
  proved.labels = std::move(conditions.labels);
  proved.conditions = std::move(conditions.conditions);
  proved.results.resize(proved.conditions.size());

  Z3Context z3;
  const auto start = Clock::now();
  std::size_t failures = 0;
  for (std::size_t i = 0; i < proved.conditions.size() && failures < options.most_failures; ++i) {
    proved.results[i] = prove(z3, proved.problem, proved.conditions[i], options.seconds - seconds_since(start), options.is_hopeless);
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
