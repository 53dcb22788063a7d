// Running commands in the stores of a counterexample; see counterexample.hpp. Recursion is bounded by how deep commands
// are nested: as deep as the source, and sequences are balanced.

#include <algorithm>

#include "conditions/counterexample.hpp"

namespace plato {

using Kind = CoreCommand::Kind;

std::int32_t count_inputs(const Program& program, CommandId command) {
  std::size_t count = 0;
  for (CommandId part : parts_of_command(program.commands, command)) {
    const CoreCommand& c = command_of(program, part);
    if (c.kind == Kind::havoc || c.kind == Kind::operation) count += c.places.size();
    if (c.kind == Kind::choice) ++count;
  }
  return static_cast<std::int32_t>(count);
}

std::optional<std::int32_t> Counterexample::run(CommandId command, std::int32_t before, std::int32_t inputs) {
  ReachedStore store;
  for (std::size_t v = 0; v < program_.variables.size(); ++v) {
    const auto number = static_cast<std::int32_t>(v);
    store.values.push_back(value(number, before));
    store.is_shown.push_back(before < first_reached && model_.variables.contains({number, before}));
  }
  reached_.push_back(store);   // the store that is being read, last
  const Outcome outcome = run(command, inputs, store);
  reached_.back() = std::move(store);
  if (outcome == Outcome::unknown) {
    reached_.pop_back();
    return std::nullopt;
  }
  return first_reached + static_cast<std::int32_t>(reached_.size() - 1);
}

std::optional<bool> Counterexample::holds_in(Literal formula, const ReachedStore& store) {
  reached_.back() = store;
  const std::int32_t here = first_reached + static_cast<std::int32_t>(reached_.size() - 1);
  return truth({.formula = formula, .thread = thread(0), .before = here, .after = here});
}

std::optional<ModelValue> Counterexample::value_in(TermId term, const ReachedStore& store) {
  reached_.back() = store;
  const std::int32_t here = first_reached + static_cast<std::int32_t>(reached_.size() - 1);
  return evaluate_term(instances_, term,
                       reading_input({.formula = 0, .thread = thread(0), .before = here, .after = here}));
}

bool Counterexample::write(const CorePlace& place, const ModelValue& value, const ReachedStore& before,
                           ReachedStore& store) {
  ModelValue& cell = store.values[place.variable];
  store.is_shown[place.variable] = true;
  if (!place.index) {
    cell = value;
    return true;
  }
  const std::optional<ModelValue> index = value_in(*place.index, before);
  const auto *at = index ? std::get_if<Integer>(&*index) : nullptr, *element = std::get_if<Integer>(&value);
  if (at == nullptr || element == nullptr) return false;
  MapValue map = std::holds_alternative<MapValue>(cell) ? std::get<MapValue>(cell) : MapValue{};
  map.entries.insert_or_assign(*at, *element);
  cell = std::move(map);
  return true;
}

Counterexample::Outcome Counterexample::run(CommandId command, std::int32_t inputs, ReachedStore& store) {
  const CoreCommand& c = command_of(program_, command);
  const ReachedStore before = store;
  const auto decided = [](const std::optional<bool>& truth) {
    return !truth ? Outcome::unknown : *truth ? Outcome::ends : Outcome::stops;
  };
  switch (c.kind) {
    case Kind::assume:
    case Kind::assert_: return decided(holds_in(c.condition, store));
    case Kind::assign:
      for (std::size_t i = 0; i < c.places.size(); ++i) {
        const std::optional<ModelValue> value = value_in(c.values[i], before);
        if (!value || !write(c.places[i], *value, before, store)) return Outcome::unknown;
      }
      return Outcome::ends;
    case Kind::havoc:
    case Kind::operation:
      if (c.kind == Kind::operation && holds_in(c.condition, store) == false) return Outcome::stops;
      for (std::size_t i = 0; i < c.places.size(); ++i) {
        const CorePlace& place = c.places[i];
        ModelValue fresh = value(static_cast<std::int32_t>(place.variable), inputs + static_cast<std::int32_t>(i));
        if (place.index) {   // the element of a new map at that index
          const std::optional<ModelValue> index = value_in(*place.index, before);
          if (!index || !std::holds_alternative<Integer>(*index)) return Outcome::unknown;
          const auto* map = std::get_if<MapValue>(&fresh);
          fresh = map != nullptr ? map->at(std::get<Integer>(*index)) : Integer(0);
        }
        if (!write(place, fresh, before, store)) return Outcome::unknown;
      }
      return Outcome::ends;
    case Kind::seq: {
      const Outcome first = run(c.first, inputs, store);
      return first == Outcome::ends ? run(c.second, inputs + count_inputs(program_, c.first), store) : first;
    }
    case Kind::if_:
    case Kind::choice: {
      const bool is_choice = c.kind == Kind::choice;
      std::optional<bool> is_first;
      if (is_choice) {
        const ModelValue unknown = value(0, inputs++);
        is_first = !std::holds_alternative<Integer>(unknown) || std::get<Integer>(unknown).is_zero();
      } else {
        is_first = holds_in(c.condition, store);
      }
      if (!is_first) return Outcome::unknown;
      return *is_first ? run(c.first, inputs, store) : run(c.second, inputs + count_inputs(program_, c.first), store);
    }
  }
  return Outcome::unknown;
}

}   // namespace plato
