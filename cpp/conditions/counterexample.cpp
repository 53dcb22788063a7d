// See counterexample.hpp.

#include "conditions/counterexample.hpp"

#include <algorithm>
#include <set>

#include "core/call_rows.hpp"
#include "core/value_text.hpp"
#include "logic/branch_identifiers.hpp"
#include "logic/pair_parts.hpp"

namespace plato {
namespace {

constexpr std::int32_t first_parameter = 2;     // of the condition's logic variables; 0 and 1 are threads
constexpr std::size_t most_integers = 24;       // that universal formulas are tried with
constexpr std::size_t most_instances = 5'000;   // of universal formulas, for one reading

// `indices`: of a map.
void add_integers(std::set<Integer>& all, const ModelValue& value, std::uint32_t indices) {
  if (const auto* integer = std::get_if<Integer>(&value)) {
    all.insert(*integer);
    return;
  }
  for (const auto& [index, element] : std::get<MapValue>(value).entries) {
    all.insert(element);
    if (const auto parts = indices_in(index, indices)) all.insert(parts->begin(), parts->end());
  }
}

// The index that a solver's number stands for; none if it is none of so many indices.
std::optional<Integer> index_of_solver(const ProblemModel& model, const Integer& number, std::uint32_t indices) {
  if (indices < 2) return number;
  const auto found = model.pairs.find(number);
  if (found == model.pairs.end()) return std::nullopt;
  const auto rest = index_of_solver(model, found->second.second, indices - 1);
  return rest ? std::optional(pair_value(found->second.first, *rest)) : std::nullopt;
}

ModelValue of_solver(const ProblemModel& model, ModelValue value, std::uint32_t indices) {
  const auto* map = std::get_if<MapValue>(&value);
  if (map == nullptr || indices < 2) return value;
  MapValue found{{}, map->otherwise};
  for (const auto& [number, element] : map->entries)
    if (const auto index = index_of_solver(model, number, indices)) found.entries[*index] = element;
  return found;
}

}   // namespace

Counterexample::Counterexample(const Program& program, const ProvedConditions& proved, const ProblemModel& model)
    : program_(program),
      table_(proved.problem.table),
      model_(model),
      values_(to_logic_model(proved.problem, model)),
      instances_(program.table) {
  integers_ = mentioned_integers();
}

std::optional<bool> Counterexample::truth(Literal literal) const {
  EvaluationInput input;
  input.term = [&](TermId term) -> std::optional<ModelValue> {
    const Term& t = table_[term];
    if (t.kind == TermKind::var) return value(t.operand[0], t.operand[1]);
    if (t.kind != TermKind::logic) return std::nullopt;
    const auto parameter_number = static_cast<std::size_t>(t.operand[0] - first_parameter);
    if (t.operand[0] >= first_parameter && parameter_number < program_.parameters.size())
      return parameter(parameter_number);
    const auto found = values_.logic.find(t.operand[0]);
    return found == values_.logic.end() ? ModelValue{Integer(0)} : found->second;
  };
  input.branch = branches();
  return evaluate(table_, literal, input);
}

std::function<std::optional<Integer>(const Integer&, const Integer&)> Counterexample::branches() const {
  if (!model_.branch) return {};
  return [this](const Integer& branch, const Integer& question) { return about(branch, question); };
}

Integer Counterexample::about(const Integer& branch, const Integer& question) const {
  if (!model_.branch) return about_branch(branch, question);
  for (const auto& [arguments, value] : model_.branch->entries)
    if (arguments[0] == branch && arguments[1] == question) return value;
  return model_.branch->otherwise;
}

std::optional<bool> Counterexample::truth(const ProgramReading& reading) {
  std::size_t budget = most_instances;
  return truth(reading, budget);
}

// Recursion is bounded by how deep quantifiers are nested, which the parser bounds.
std::optional<bool> Counterexample::truth(const ProgramReading& reading, std::size_t& budget) {
  std::map<FormulaId, std::optional<bool>> universal;
  const Node root{true, index_of(formula_of(reading.formula))};
  for (Node node : parts_of(instances_, std::span(&root, 1))) {
    const auto id = static_cast<FormulaId>(node.index);
    if (!node.is_formula || instances_[id].kind != FormulaKind::all || instances_[id].loose != 0) continue;
    std::optional<bool>& known = universal[id];
    for (const Integer& integer : integers_) {
      if (budget == 0) break;
      --budget;
      ProgramReading instance = reading;
      instance.formula = instantiate(instances_, instances_.operands(id)[0], instances_.num(integer));
      if (truth(instance, budget) != false) continue;
      known = false;
      break;
    }
  }
  EvaluationInput input = reading_input(reading);
  input.formula = [&](FormulaId id) -> std::optional<bool> {
    const auto found = universal.find(id);
    return found == universal.end() ? std::nullopt : found->second;
  };
  return evaluate(instances_, reading.formula, input);
}

EvaluationInput Counterexample::reading_input(const ProgramReading& reading) const {
  EvaluationInput input;
  input.term = [this, reading](TermId term) -> std::optional<ModelValue> {
    const Term& t = instances_[term];
    if (t.kind == TermKind::var) return value(t.operand[0], t.operand[1] == 0 ? reading.before : reading.after);
    if (t.kind != TermKind::logic) return std::nullopt;
    return t.operand[0] == 0 ? ModelValue{reading.thread} : parameter(static_cast<std::size_t>(t.operand[0]) - 1);
  };
  input.branch = branches();
  return input;
}

Integer Counterexample::thread(std::int32_t number) const {
  const auto found = values_.logic.find(number);
  if (found == values_.logic.end()) return 0;
  const auto* integer = std::get_if<Integer>(&found->second);
  return integer != nullptr ? *integer : Integer(0);
}

ModelValue Counterexample::value(std::int32_t variable, std::int32_t version) const {
  if (version >= first_reached)
    return reached_[static_cast<std::size_t>(version - first_reached)].values[static_cast<std::size_t>(variable)];
  const auto found = model_.variables.find({variable, version});
  if (found == model_.variables.end()) return Integer(0);
  if (const auto* integer = std::get_if<Integer>(&found->second)) return *integer;
  if (const auto* function = std::get_if<FunctionValue>(&found->second)) {
    MapValue map{{}, function->otherwise};
    for (const auto& [arguments, value] : function->entries) map.entries[arguments[0]] = value;
    return of_solver(model_, std::move(map), index_count(program_.variables[static_cast<std::size_t>(variable)]));
  }
  return Integer(0);
}

ModelValue Counterexample::parameter(std::size_t index) const {
  const auto found = values_.logic.find(static_cast<std::int32_t>(index) + first_parameter);
  const std::uint32_t indices = index_count(program_.parameters[index]);
  if (found != values_.logic.end()) return of_solver(model_, found->second, indices);
  return is_map_type(program_.parameters[index].type) ? ModelValue{MapValue{}} : ModelValue{Integer(0)};
}

NamedValues Counterexample::store(std::int32_t version) const {
  NamedValues values;
  for (std::size_t v = 0; v < program_.variables.size(); ++v) {
    const auto number = static_cast<std::int32_t>(v);
    const bool is_shown = version >= first_reached
                              ? reached_[static_cast<std::size_t>(version - first_reached)].is_shown[v]
                              : model_.variables.contains({number, version});
    if (!is_shown || program_.variables[v].numbers_calls) continue;
    const auto in_store = [&](std::size_t i) { return value(static_cast<std::int32_t>(i), version); };
    const std::optional<std::string>& shown = program_.variables[v].shown;
    if (shown && shown->empty()) continue;
    values.emplace_back(shown.value_or(program_.variables[v].name), shown_text(program_, v, in_store));
  }
  return values;
}

NamedValues Counterexample::parameters() const {
  NamedValues values;
  for (std::size_t i = 0; i < program_.parameters.size(); ++i)
    values.emplace_back(program_.parameters[i].name, value_text(program_.parameters[i], parameter(i)));
  return values;
}

std::vector<Integer> Counterexample::mentioned_integers() const {
  std::set<Integer> all = {0, 1, 2};
  for (std::int32_t number : {0, 1}) all.insert(thread(number));
  for (std::size_t i = 0; i < program_.parameters.size(); ++i)
    add_integers(all, parameter(i), index_count(program_.parameters[i]));
  for (const auto& [which, unused] : model_.variables)
    add_integers(all, value(which.first, which.second),
                 index_count(program_.variables[static_cast<std::size_t>(which.first)]));
  std::vector<Integer> ascending(all.begin(), all.end());
  // The largest ones are the least likely to be of use: Z3 likes to make them up.
  std::ranges::stable_sort(ascending, {}, [](const Integer& i) { return i.sign() < 0 ? -i : i; });
  ascending.resize(std::min(ascending.size(), most_integers));
  std::ranges::sort(ascending);
  return ascending;
}

std::vector<std::int64_t> integers_of_counterexamples(const Program& program, const ProvedConditions& proved) {
  std::vector<std::int64_t> values;
  for (const ConditionResult& result : proved.results) {
    if (!result.counterexample) continue;
    const Counterexample found(program, proved, *result.counterexample);
    for (const Integer& integer : found.integers())
      if (integer.is_small()) values.push_back(integer.small());
  }
  return values;
}

}   // namespace plato
