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

// Resources for a model without quantifiers, which Z3 finds at once if it finds one at all.
constexpr std::uint64_t resources_for_candidate = 500'000;

// The parts of a conjunction; of anything else, that itself.
std::vector<Literal> parts_of_conjunction(const FormulaTable& table, Literal literal) {
  if (literal < 0 || table[formula_of(literal)].kind != FormulaKind::and_) return {literal};
  std::vector<Literal> parts;
  for (Literal part : table.operands(formula_of(literal)))
    for (Literal inner : parts_of_conjunction(table, part)) parts.push_back(inner);
  return parts;
}

class Narrowing {
 public:
  Narrowing(const ProvedConditions& proved, const Condition& condition, const ProveConditionsOptions& options)
      : proved_(proved), condition_(condition), options_(options), labels_(labels_of(proved, condition)) {}

  ConditionResult run(ConditionResult result) {
    std::vector<ShownPart> parts;
    for (const PartLabel* label : labels_)
      if (std::ranges::none_of(parts, [&](const ShownPart& part) { return is_of(*label, part); }))
        parts.push_back({label->statement, label->part});
    if (parts.size() > most_parts) return result;
    for (const ShownPart& part : parts) {
      std::vector<Literal> assertions = condition_.literals;
      for (const PartLabel* label : labels_)
        if (!is_of(*label, part)) assertions.push_back(label->literal);
      const Answer answer = ask(assertions);
      if (answer == Answer::late) return result;
      if (answer == Answer::shown) continue;
      if (answer == Answer::refuted || look_into(part, assertions)) return failing(std::move(result));
      result.suspects.push_back(part);
    }
    result.candidate = std::move(candidate_);
    return result;
  }

 private:
  enum class Answer : std::uint8_t { shown, refuted, open, late };

  const ProvedConditions& proved_;
  const Condition& condition_;
  const ProveConditionsOptions& options_;
  std::vector<const PartLabel*> labels_;
  std::optional<ProblemModel> counterexample_, candidate_;

  Answer ask(const std::vector<Literal>& assertions) {
    if (options_.deadline.has_passed()) return Answer::late;
    Problem problem = problem_of(proved_.problem, assertions);
    Decision decision = decide_briefly(problem, {.effort = options_.effort, .deadline = options_.deadline});
    if (decision.refutation || decision.z3.verdict == Z3Answer::Verdict::unsatisfiable) return Answer::shown;
    if (decision.z3.verdict != Z3Answer::Verdict::satisfiable || !decision.z3.model) return Answer::open;
    counterexample_ = std::move(decision.z3.model);
    return Answer::refuted;
  }

  // The part conjunct by conjunct, as if the others were known. Says whether there is a counterexample to one of them.
  bool look_into(const ShownPart& part, const std::vector<Literal>& assertions) {
    if (candidate_) return false;   // one is enough for people
    for (const PartLabel* label : labels_) {
      if (!is_of(*label, part)) continue;
      const std::vector<Literal> conjuncts = parts_of_conjunction(proved_.problem.table, label->literal);
      for (std::size_t i = 0; i < conjuncts.size() && conjuncts.size() <= most_parts; ++i) {
        std::vector<Literal> all_but_one = assertions;
        for (std::size_t j = 0; j < conjuncts.size(); ++j)
          if (j != i) all_but_one.push_back(conjuncts[j]);
        const Answer answer = conjuncts.size() == 1 ? Answer::open : ask(all_but_one);
        if (answer == Answer::refuted) return true;
        if (answer == Answer::late) return false;
        if (answer == Answer::open && find_candidate(std::move(all_but_one))) return false;
      }
    }
    return false;
  }

  bool find_candidate(std::vector<Literal> assertions) {
    const Problem problem = problem_of(proved_.problem, assertions);
    if (!is_linear(problem.table)) return false;
    candidate_ = ask_z3(problem, {.resources = resources_for_candidate,
                                  .seconds = options_.deadline.seconds_left(),
                                  .ignores_quantifiers = true})
                     .model;
    return candidate_.has_value();
  }

  ConditionResult failing(const ConditionResult& result) {
    return {.status = ConditionResult::Status::fails,
            .counterexample = std::move(counterexample_),
            .z3_seconds = result.z3_seconds,
            .search_seconds = result.search_seconds,
            .budget = result.budget};
  }
};

}   // namespace

ConditionResult narrow_down(const ProvedConditions& proved, const Condition& condition, ConditionResult result,
                            const ProveConditionsOptions& options) {
  return Narrowing(proved, condition, options).run(std::move(result));
}

}   // namespace plato
