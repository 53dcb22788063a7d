// See narrow_down.hpp.

#include "conditions/narrow_down.hpp"

#include <algorithm>

#include "conditions/condition_problem.hpp"

namespace plato {
namespace {

constexpr std::size_t most_parts = 16;   // more would take too long

// The parts of the program that the condition shows, each with its literals.
std::vector<const PartLabel*> labels_of(const ProvedConditions& proved, const Condition& condition) {
  std::vector<Node> roots;
  for (Literal literal : condition.literals) roots.push_back({true, index_of(formula_of(literal))});
  std::vector<bool> occurs(proved.problem.table.formula_count() + 1);
  for (const Node& node : parts_of(proved.problem.table, roots))
    if (node.is_formula) occurs[node.index] = true;
  std::vector<const PartLabel*> labels;
  for (const PartLabel& label : proved.labels) {
    const bool is_shown =
        std::ranges::find(condition.shows, ShownPart{label.statement, label.part}) != condition.shows.end();
    if (is_shown && occurs[index_of(formula_of(label.literal))]) labels.push_back(&label);
  }
  return labels;
}

bool is_of(const PartLabel& label, const ShownPart& part) {
  return label.statement == part.statement && label.part == part.part;
}

}   // namespace

ConditionResult narrow_down(const ProvedConditions& proved, const Condition& condition, ConditionResult result,
                            const ProveConditionsOptions& options) {
  const std::vector<const PartLabel*> labels = labels_of(proved, condition);
  std::vector<ShownPart> parts;
  for (const PartLabel* label : labels)
    if (std::ranges::none_of(parts, [&](const ShownPart& part) { return is_of(*label, part); }))
      parts.push_back({label->statement, label->part});
  if (parts.size() > most_parts) return result;
  for (const ShownPart& part : parts) {
    if (options.deadline.has_passed()) return result;
    std::vector<Literal> assertions = condition.literals;
    for (const PartLabel* label : labels)
      if (!is_of(*label, part)) assertions.push_back(label->literal);
    Problem problem = problem_of(proved.problem, assertions);
    Decision decision = decide_briefly(problem, {.effort = options.effort, .deadline = options.deadline});
    if (decision.refutation || decision.z3.verdict == Z3Answer::Verdict::unsatisfiable) continue;
    if (decision.z3.verdict == Z3Answer::Verdict::satisfiable && decision.z3.model)
      return {.status = ConditionResult::Status::fails,
              .counterexample = std::move(decision.z3.model),
              .z3_seconds = result.z3_seconds,
              .search_seconds = result.search_seconds};
    result.suspects.push_back(part);
  }
  return result;
}

}   // namespace plato
