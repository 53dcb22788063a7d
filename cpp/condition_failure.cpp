// See condition_failure.hpp.

#include "condition_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core_text.hpp"
#include "program_writer.hpp"
#include "schedule_table.hpp"
#include "source_window.hpp"

namespace plato {
namespace {

using Kind = ConditionOrigin::Kind;

// A counterexample, with values for the program's variables in the versions that occur.
class Counterexample {
 public:
  Counterexample(const CoreProgram& program, const ProvedConditions& proved, const SmtModel& model)
      : program_(program), table_(proved.problem.table), model_(model) {
    values_ = to_logic_model(proved.problem, model);
  }

  // None if it hangs on a quantifier.
  std::optional<bool> truth(Literal literal) const {
    EvaluationInput input;
    input.term = [&](TermId term) -> std::optional<ModelValue> {
      const Term& t = table_[term];
      if (t.kind == TermKind::var) return variable(t.operand[0], t.operand[1]);
      if (t.kind != TermKind::logic) return std::nullopt;
      const auto found = values_.logic.find(t.operand[0]);
      return found == values_.logic.end() ? ModelValue{Integer(0)} : found->second;
    };
    input.formula = [](FormulaId) -> std::optional<bool> { return std::nullopt; };
    return evaluate(table_, literal, input);
  }

  std::string thread(std::int32_t number) const {
    const auto found = values_.logic.find(number);
    if (found == values_.logic.end()) return "0";
    const auto* integer = std::get_if<Integer>(&found->second);
    return integer != nullptr ? to_string(*integer) : "0";
  }

  // The variables of that version which occur in the condition.
  NamedValues store(std::int32_t version) const {
    NamedValues values;
    for (std::size_t v = 0; v < program_.variables.size(); ++v) {
      const auto found = model_.variables.find({static_cast<std::int32_t>(v), version});
      if (found == model_.variables.end()) continue;
      values.emplace_back(program_.variables[v].name, value_text(program_.variables[v].type, variable(static_cast<std::int32_t>(v), version)));
    }
    return values;
  }

  NamedValues parameters() const {
    NamedValues values;
    for (std::size_t i = 0; i < program_.parameters.size(); ++i)
      values.emplace_back(program_.parameters[i].name, parameter(i));
    return values;
  }

 private:
  const CoreProgram& program_;
  const FormulaTable& table_;
  const SmtModel& model_;

  std::string parameter(std::size_t index) const {
    const VariableType type = program_.parameters[index].type;
    const auto found = values_.logic.find(static_cast<std::int32_t>(index + 2));
    if (found != values_.logic.end()) return value_text(type, found->second);
    return value_text(type, is_map_type(type) ? ModelValue{MapValue{}} : ModelValue{Integer(0)});
  }
  LogicModel values_;

  ModelValue variable(std::int32_t name, std::int32_t version) const {
    const auto found = model_.variables.find({name, version});
    if (found == model_.variables.end()) return Integer(0);
    if (const auto* integer = std::get_if<Integer>(&found->second)) return *integer;
    if (const auto* function = std::get_if<FunctionValue>(&found->second)) {
      MapValue map{{}, function->otherwise};
      for (const auto& [arguments, value] : function->entries) map.entries[arguments[0]] = value;
      return map;
    }
    return Integer(0);
  }
};

// "x = 1, mx = 2"
std::string joined(const NamedValues& values) {
  std::string text;
  for (const auto& [name, value] : values) text += (text.empty() ? "" : ", ") + name + " = " + value;
  return text;
}

// The versions of the store that a literal speaks of.
std::set<std::int32_t> versions_in(const FormulaTable& table, Literal literal) {
  std::set<std::int32_t> versions;
  const Node root{true, index_of(formula_of(literal))};
  for (Node node : parts_of(table, std::span(&root, 1)))
    if (!node.is_formula && table[TermId{node.index}].kind == TermKind::var) versions.insert(table[TermId{node.index}].operand[1]);
  return versions;
}

// The part of an operation that is false on the path that the counterexample takes through the weakest precondition; if none is
// known to be false, the last one that may be, since the truth of a quantified part is not known and the path goes on behind it.
const PartLabel* violated_part(const ProvedConditions& proved, const Counterexample& model, Literal weakest) {
  const FormulaTable& table = proved.problem.table;
  std::vector<Literal> todo{weakest};
  std::set<Literal> seen;
  const PartLabel* candidate = nullptr;
  while (!todo.empty()) {
    const Literal literal = todo.back();
    todo.pop_back();
    const std::optional<bool> truth = model.truth(literal);
    if (truth == true || !seen.insert(literal).second) continue;
    const auto label = std::ranges::find(proved.labels, literal, &PartLabel::literal);
    if (label != proved.labels.end()) {
      if (truth == false) return &*label;
      candidate = &*label;
      continue;
    }
    const FormulaId id = formula_of(literal);
    const FormulaKind kind = table[id].kind;
    if (literal < 0 || (kind != FormulaKind::and_ && kind != FormulaKind::or_)) continue;
    const auto parts = table.operands(id);
    for (std::size_t i = parts.size(); i-- > 0;) todo.push_back(parts[i]);
  }
  return candidate;
}

const CoreStatement& statement_of(const CoreProgram& program, std::uint32_t number) {
  return program.statements.at(number - 1);
}

std::string quoted(const CoreStatement& statement) { return statement.text.empty() ? "this statement" : "'" + statement.text + "'"; }

// The conjunct of a formula of the program that a condition's literal was copied from is not known; say it by its role.
std::string describe_part(const CoreProgram& program, const PartLabel& label, const CoreStatement& statement) {
  switch (label.part) {
    case PartLabel::Part::gate: return fmt::format("{} may go wrong: its gate may be false", quoted(statement));
    case PartLabel::Part::post: return fmt::format("{} may go wrong", quoted(statement));
    case PartLabel::Part::guarantee:
      return fmt::format("{} may break what the thread guarantees: another thread's rely{} or the invariant", quoted(statement),
                         program.guarantee != 0 ? ", the program's guarantee" : "");
    case PartLabel::Part::assertion:
      return fmt::format("{} may not hold when it is reached",
                         statement.kind == CoreStatement::Kind::atomic ? "'" + statement.assertion_text + "'" : quoted(statement));
  }
  return {};
}

void add_stores(ConditionFailure& failure, const CoreProgram& program, const ProvedConditions& proved, const Counterexample& model,
                const Condition& condition, const PartLabel* part) {
  std::set<std::int32_t> versions;
  if (part != nullptr) {
    versions = versions_in(proved.problem.table, part->literal);
  } else {
    for (Literal literal : condition.literals) versions.merge(versions_in(proved.problem.table, literal));
  }
  versions.erase(0);
  // Which of all the stores on the way matter is not known then: the first one is where it starts.
  if (part == nullptr && versions.size() > 3) versions = {*versions.begin()};
  const bool is_global = is_about_program(condition.origin.kind);
  CounterexampleText found{.thread = is_global ? "" : model.thread(0), .other = {}, .parameters = model.parameters(), .stores = {}};
  if (condition.origin.kind == Kind::guarantee_implies) found.other = model.thread(1);
  if (!is_global)
    failure.notes.push_back("in thread " + found.thread + (found.other.empty() ? "" : ", against thread " + found.other));
  if (!program.parameters.empty()) failure.notes.push_back("with " + joined(found.parameters));
  std::size_t index = 0;
  const char* names[] = {"before", "after", "later"};
  std::vector<std::int32_t> in_order(versions.begin(), versions.end());
  // The kernel works backwards through a statement: the store before an operation has the higher number.
  if (part != nullptr) std::ranges::reverse(in_order);
  for (std::int32_t version : in_order) {
    const std::string when = versions.size() == 1 ? "" : names[std::min<std::size_t>(index++, 2)];
    NamedValues store = model.store(version);
    if (store.empty()) continue;
    failure.notes.push_back((when.empty() ? "where " : when + ": ") + joined(store));
    found.stores.push_back({when, std::move(store)});
  }
  failure.counterexample = std::move(found);
}

std::string short_text(const CoreProgram& program, Literal formula) {
  constexpr std::size_t budget = 60;   // symbols
  return "'" + core_assertion_text(program, formula, budget) + "'";
}

// What each thread says that it ensures, or that it says nothing.
void add_posts(ConditionFailure& failure, const CoreProgram& program) {
  for (const CoreFamily& family : program.families)
    failure.notes.push_back(is_trivial(program, family.post)
                                ? fmt::format("thread '{}' ensures nothing", family.name)
                                : fmt::format("thread '{}' ensures {} (line {})", family.name, short_text(program, family.post), family.post_place.line));
}

ConditionFailure describe(const CoreProgram& program, const ProvedConditions& proved, std::size_t number) {
  const Condition& condition = proved.conditions[number];
  const ConditionResult& result = proved.results[number];
  const CoreFamily& family = program.families.at(condition.origin.family);   // the first one if it is about the program
  ConditionFailure failure{.condition = number, .where = family.where, .message = {}, .notes = {}};
  const PartLabel* part = nullptr;
  std::optional<Counterexample> model;
  if (result.counterexample) {
    model.emplace(program, proved, *result.counterexample);
    if (condition.origin.kind == Kind::thread || condition.origin.kind == Kind::body || condition.origin.kind == Kind::after ||
        condition.origin.kind == Kind::step)
      part = violated_part(proved, *model, -condition.literals.back());
  }
  const auto loop = [&]() -> const CoreStatement& { return statement_of(program, condition.origin.statement); };
  switch (condition.origin.kind) {
    case Kind::rely_reflexive:
      failure.message = fmt::format("the rely of thread '{}' is not reflexive: it forbids that nothing happens", family.name);
      failure.notes.push_back("a rely must hold when a store is followed by itself");
      break;
    case Kind::rely_transitive:
      failure.message = fmt::format("the rely of thread '{}' is not transitive: two steps of the others may do what one may not", family.name);
      failure.notes.push_back("strengthen the rely to what any number of steps of the others may do");
      break;
    case Kind::guarantee_reflexive:
      failure.message = fmt::format("the guarantee of thread '{}' is not reflexive: it forbids that nothing happens", family.name);
      break;
    case Kind::guarantee_implies:
      failure.message = fmt::format("the guarantee of thread '{}' does not imply the rely of thread '{}'", family.name,
                                    program.families.at(condition.origin.other).name);
      break;
    case Kind::invariant_initially:
      failure.message = "the invariant does not hold initially";
      failure.where = {};
      break;
    case Kind::invariant_preserved:
      failure.message = fmt::format("the guarantee of thread '{}' does not preserve the invariant", family.name);
      break;
    case Kind::stable: {
      const bool is_before_step = loop().kind == CoreStatement::Kind::atomic;
      failure.where = is_before_step ? loop().assertion_place : loop().where;
      failure.message = fmt::format("{} is not stable: another thread may make it false",
                                    is_before_step                                    ? "'" + loop().assertion_text + "'"
                                    : loop().kind == CoreStatement::Kind::loop ? "this loop's invariant"
                                                                                      : quoted(loop()));
      failure.notes.push_back("add to the rely what keeps it true, or weaken it");
      break;
    }
    case Kind::post_stable:
      failure.where = family.post_place;
      failure.message = fmt::format("what thread '{}' ensures is not stable: another thread may make it false after it has ended", family.name);
      failure.notes.push_back("add to the rely what keeps it true, or weaken it");
      break;
    case Kind::postconditions:
      failure.where = program.post_place;
      failure.message = "when all threads have ended, what they ensure does not imply what the program ensures";
      add_posts(failure, program);
      break;
    case Kind::environment_implies:
      failure.where = program.rely_place;
      failure.message = fmt::format("what the program relies on does not imply what thread '{}' relies on", family.name);
      failure.notes.push_back(fmt::format("the program relies on {} (line {})", short_text(program, program.rely), program.rely_place.line));
      failure.notes.push_back(fmt::format("thread '{}' relies on {} (line {})", family.name, short_text(program, family.rely), family.where.line));
      break;
    case Kind::environment_preserves:
      failure.where = program.rely_place;
      failure.message = "what the program relies on does not preserve the invariant";
      failure.notes.push_back(fmt::format("the program relies on {}", short_text(program, program.rely)));
      failure.notes.push_back(fmt::format("the invariant is '{}'", core_formula_text(program, program.whole_invariant, 60)));
      break;
    case Kind::guarantee_kept:
      failure.where = program.guarantee_place;
      failure.message = fmt::format("the guarantee of thread '{}' does not imply what the program guarantees", family.name);
      failure.notes.push_back(fmt::format("the thread guarantees {} (line {})", short_text(program, family.guarantee), family.where.line));
      break;
    case Kind::thread: case Kind::after: case Kind::body: case Kind::step:
      failure.message = is_trivial(program, family.post)
                            ? fmt::format("thread '{}' is not proved", family.name)
                            : fmt::format("thread '{}' is not proved: it may end where what it ensures is false", family.name);
      if (part == nullptr && !is_trivial(program, family.post))
        failure.notes.push_back(fmt::format("it ensures {} (line {})", short_text(program, family.post), family.post_place.line));
      if (condition.origin.statement != 0) failure.where = loop().where;
      break;
  }
  if (part != nullptr) {
    const CoreStatement& statement = statement_of(program, part->statement);
    failure.where = statement.where;
    if (part->part == PartLabel::Part::assertion && statement.kind == CoreStatement::Kind::atomic) failure.where = statement.assertion_place;
    if (part->part == PartLabel::Part::assertion && statement.kind == CoreStatement::Kind::loop) {
      failure.message = condition.origin.kind == Kind::body && condition.origin.statement == part->statement
                            ? "the loop's body may not preserve its invariant"
                            : "the loop's invariant may not hold when the loop is reached";
    } else {
      failure.message = describe_part(program, *part, statement);
    }
  } else if (condition.origin.kind == Kind::body) {
    failure.message = "the loop's body may not preserve its invariant";
  }
  switch (result.status) {
    case ConditionResult::Status::fails:
      if (model) add_stores(failure, program, proved, *model, condition, part);
      else failure.notes.push_back("Z3 has a counterexample, but not one that can be told in values of the program");
      break;
    case ConditionResult::Status::uncertified:
      failure.message = "uncertified: Z3 finds no counterexample, and no refutation for the kernel was found (" + result.reason + "): " + failure.message;
      break;
    case ConditionResult::Status::unknown: failure.message = "unknown (" + result.reason + "): " + failure.message; break;
    default: break;
  }
  return failure;
}

}   // namespace

std::vector<ConditionFailure> describe_failures(const CoreProgram& program, const ProvedConditions& proved) {
  std::vector<ConditionFailure> failures;
  for (std::size_t i = 0; i < proved.results.size(); ++i) {
    const auto status = proved.results[i].status;
    if (status != ConditionResult::Status::proved && status != ConditionResult::Status::not_tried)
      failures.push_back(describe(program, proved, i));
  }
  return failures;
}

std::string render_failures(const std::vector<ConditionFailure>& failures, std::string_view file, std::string_view source) {
  std::string text;
  for (const ConditionFailure& failure : failures) {
    if (failure.where.line == 0) {
      text += fmt::format("{}: not proved: {}\n", file, failure.message);
    } else {
      text += fmt::format("{}:{}:{}: not proved: {}\n", file, failure.where.line, failure.where.column, failure.message);
      text += source_window(source, failure.where.line, failure.where.column);
    }
    for (const std::string& note : failure.notes) text += "  note: " + note + "\n";
  }
  return text;
}

std::string claim_text(const CoreProgram& program) {
  std::vector<std::string> parts = {"no interleaving goes wrong"};
  if (!is_trivial(program, program.invariant)) parts.push_back("the invariant holds in every reachable store");
  if (!is_trivial(program, program.guarantee)) parts.push_back("every step keeps the guarantee");
  if (!is_trivial(program, program.post)) parts.push_back("when all threads have ended, what the program ensures holds");
  std::string text = program.rely != 0 ? "in every environment that the program relies on, " : "";
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : i + 1 == parts.size() ? ", and " : ", ") + parts[i];
  return text;
}

std::string describe_certified(const CoreProgram& program, const ProvedConditions& proved, std::string_view path) {
  std::string text = fmt::format("certified {}: {}", path, claim_text(program));
  text += fmt::format("\n  {} condition{}, each with a refutation that the kernel checked\n", proved.conditions.size(),
                      proved.conditions.size() == 1 ? "" : "s");
  for (const CoreFamily& family : program.families)
    text += fmt::format("  thread {}: every identifier with {}\n", family.name, core_formula_text(program, family.members));
  return text;
}

}   // namespace plato
