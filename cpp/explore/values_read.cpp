// See values_read.hpp.

#include "explore/values_read.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "core/value_text.hpp"

namespace plato {
namespace {

// A variable, in version 0 or 1, or a parameter, and of a map which element; none for the variable itself.
struct ReadPlace {
  bool is_parameter = false;
  std::size_t variable = 0;
  std::int32_t version = 0;
  std::optional<Integer> index{};
  friend auto operator<=>(const ReadPlace&, const ReadPlace&) = default;
};

EvaluationInput input_in(const Program& program, const ReadingPlace& place) {
  EvaluationInput input;
  input.term = [&program, &place](TermId id) -> std::optional<ModelValue> {
    const Term& t = program.table[id];
    if (t.kind == TermKind::var)
      return (t.operand[1] == 0 ? place.before : place.after)[static_cast<std::size_t>(t.operand[0])];
    if (t.kind != TermKind::logic) return std::nullopt;
    return t.operand[0] == 0 ? ModelValue{place.thread} : place.parameters[static_cast<std::size_t>(t.operand[0]) - 1];
  };
  return input;
}

// The variable or parameter that a term is; none if it is another term.
std::optional<ReadPlace> variable_of(const Term& t) {
  if (t.kind == TermKind::var) return ReadPlace{false, static_cast<std::size_t>(t.operand[0]), t.operand[1]};
  if (t.kind == TermKind::logic && t.operand[0] > 0) return ReadPlace{true, static_cast<std::size_t>(t.operand[0]) - 1};
  return std::nullopt;
}

const ModelValue& value_of(const ReadPlace& read, const ReadingPlace& place) {
  return (read.is_parameter ? place.parameters : read.version == 0 ? place.before : place.after)[read.variable];
}

// The elements and variables that the formulas and terms read. What is inside of `store` terms is read, too.
std::set<ReadPlace> places_in(const Program& program, std::span<const Node> roots, const ReadingPlace& place) {
  const FormulaTable& table = program.table;
  const EvaluationInput input = input_in(program, place);
  std::set<ReadPlace> places;
  for (const Node node : parts_of(table, roots)) {
    if (node.is_formula) continue;
    const Term& t = table[TermId{node.index}];
    if (const auto read = variable_of(t); read && std::holds_alternative<Integer>(value_of(*read, place)))
      places.insert(*read);
    if (t.kind != TermKind::select || table[t.term(1)].loose != 0) continue;
    std::optional<ReadPlace> read = variable_of(table[t.term(0)]);
    const std::optional<ModelValue> index = evaluate_term(table, t.term(1), input);
    if (!read || !index || !std::holds_alternative<Integer>(*index)) continue;
    read->index = std::get<Integer>(*index);
    places.insert(*read);
  }
  return places;
}

// Nothing for what people do not see: ghosts, and the maps of calls, which have numbers of their own.
void tell(const Program& program, const ReadPlace& read, const ReadingPlace& place, std::vector<std::string>& texts) {
  CoreVariable variable;
  if (read.is_parameter) {
    const CoreParameter& parameter = program.parameters[read.variable];
    variable = {.name = parameter.name, .type = parameter.type, .inner = parameter.inner};
  } else {
    variable = program.variables[read.variable];
  }
  if (variable.is_ghost || variable.numbers_calls || variable.call) return;
  const ModelValue& value = value_of(read, place);
  std::string name = variable.name;
  if (read.index) {
    const std::string where = index_text(variable, *read.index);
    if (where.empty()) return;
    name += where;
  }
  if (read.version != 0) name += "'";
  const auto* map = std::get_if<MapValue>(&value);
  if (read.index && map)
    texts.push_back(name + " = " + element_text(variable.type, map->at(*read.index)));
  else if (!read.index && !map)
    texts.push_back(name + " = " + value_text(variable, value));
}

}   // namespace

std::vector<std::string> values_in(const Program& program, Literal formula, const ReadingPlace& place) {
  const Node root{true, index_of(formula_of(formula))};
  std::vector<std::string> texts;
  for (const ReadPlace& read : places_in(program, std::span(&root, 1), place)) tell(program, read, place, texts);
  return texts;
}

// Parts are looked at in the order in which they run; a variable that an earlier one may have changed is not read in
// the store in which the command starts.
std::vector<std::string> values_read(const Program& program, CommandId command, const ReadingPlace& place) {
  std::set<std::size_t> written;
  std::set<ReadPlace> reads;
  std::vector<CommandId> open{command};
  while (!open.empty()) {
    const CoreCommand& c = command_of(program, open.back());
    open.pop_back();
    const std::vector<Node> roots = reads_of(c);
    for (const ReadPlace& read : places_in(program, roots, place))
      if (!read.is_parameter && read.version == 0 && !written.contains(read.variable) &&
          !is_private(program.variables[read.variable]))
        reads.insert(read);
    for (const CorePlace& to : c.places) written.insert(to.variable);
    if (c.second != 0) open.push_back(c.second);
    if (c.first != 0) open.push_back(c.first);
  }
  std::vector<std::string> texts;
  for (const ReadPlace& read : reads) tell(program, read, place, texts);
  return texts;
}

std::set<std::size_t> changing_variables(const Program& program) {
  std::set<std::size_t> found;
  for (const CoreCommand& command : program.commands)
    for (const CorePlace& place : command.places)
      if (!is_private(program.variables[place.variable])) found.insert(place.variable);
  return found;
}

bool leaves_alone(const Program& program, CommandId command, const std::set<std::size_t>& variables) {
  return std::ranges::none_of(parts_of_command(program.commands, command), [&](CommandId part) {
    const CoreCommand& c = command_of(program, part);
    if (std::ranges::any_of(c.places, [&](const CorePlace& place) { return variables.contains(place.variable); }))
      return true;
    return std::ranges::any_of(parts_of(program.table, reads_of(c)), [&](Node node) {
      if (node.is_formula) return false;
      const Term& t = program.table[TermId{node.index}];
      return t.kind == TermKind::var && variables.contains(static_cast<std::size_t>(t.operand[0]));
    });
  });
}

}   // namespace plato
