// See violated_part.hpp.

#include "thread_modular/violated_part.hpp"

#include <algorithm>

namespace plato {
namespace {

class PathWalk {
 public:
  PathWalk(const ProvedConditions& proved, const Condition& condition, const Counterexample& model)
      : proved_(proved), table_(proved.problem.table), condition_(condition), model_(model) {}

  ViolatedPart run() {
    todo_.push_back({-condition_.literals.back(), 0});
    while (!todo_.empty()) {
      const auto [literal, last] = todo_.back();
      todo_.pop_back();
      const std::optional<bool> truth = model_.truth(literal);
      if (truth == true || !seen_.insert(literal).second) continue;
      if (const PartLabel* label = label_of(literal)) {
        candidate_ = {label, last};
        if (truth == false) return candidate_;
        continue;
      }
      const FormulaKind kind = table_[formula_of(literal)].kind;
      if (literal > 0 && (kind == FormulaKind::and_ || kind == FormulaKind::or_)) go_into(literal, last);
    }
    return candidate_;
  }

 private:
  struct Item {
    Literal literal;
    StatementId last;
  };
  const ProvedConditions& proved_;
  const FormulaTable& table_;
  const Condition& condition_;
  const Counterexample& model_;
  std::vector<Item> todo_;
  std::set<Literal> seen_;
  ViolatedPart candidate_;

  // What the literal is in this condition: equal literals may be parts of several statements.
  const PartLabel* label_of(Literal literal) const {
    const auto found = std::ranges::find_if(proved_.labels, [&](const PartLabel& label) {
      return label.literal == literal &&
             std::ranges::find(condition_.shows, ShownPart{label.statement, label.part}) != condition_.shows.end();
    });
    return found == proved_.labels.end() ? nullptr : &*found;
  }

  // Beside the way on there is what is known by then: what an operation that was done has shown, and what is assumed of
  // the store in which it started.
  void go_into(Literal literal, StatementId last) {
    const auto parts = table_.operands(formula_of(literal));
    for (Literal part : parts) {
      StatementId operation = 0;
      if (const PartLabel* label = label_of(part); label != nullptr && is_of_operation(label->part))
        operation = label->statement;
      else if (part < 0)
        operation = operation_in(proved_, condition_, part);
      if (operation != 0) last = operation;
    }
    for (std::size_t i = parts.size(); i-- > 0;) todo_.push_back({parts[i], last});
  }
  static bool is_of_operation(PartLabel::Part part) {
    return part == PartLabel::Part::gate || part == PartLabel::Part::post || part == PartLabel::Part::guarantee ||
           part == PartLabel::Part::abstraction;
  }
};

}   // namespace

ViolatedPart violated_part(const ProvedConditions& proved, const Condition& condition, const Counterexample& model) {
  return PathWalk(proved, condition, model).run();
}

std::set<std::int32_t> versions_in(const FormulaTable& table, Literal literal) {
  std::set<std::int32_t> versions;
  for (const auto& [name, version] : variables_in(table, literal))
    if (version != 0) versions.insert(version);
  return versions;
}

// Of two operations, it is the one that comes later: a rely is about the store before it and the one that the other led
// to.
StatementId operation_in(const ProvedConditions& proved, const Condition& condition, Literal literal) {
  StatementId found = 0;
  for (std::int32_t version : versions_in(proved.problem.table, literal))
    for (const RunLabel& run : proved.runs)
      if (run.obligation == condition.obligation && run.before == version) found = run.statement;
  return found;
}

}   // namespace plato
