// What calls of procedures do to variables; see lower_atomic.hpp.

#include "core/lower_atomic.hpp"

namespace plato {

CorePlace AtomicLowering::own_place(SymbolIndex variable) const {
  return {.variable = static_cast<std::size_t>(expressions_.number_of(variable)), .index = expressions_.self()};
}

TermId AtomicLowering::own_value(SymbolIndex variable) const {
  return select_from(table_, table_.var(expressions_.number_of(variable), 0), expressions_.self());
}

std::vector<std::size_t> AtomicLowering::variables_of(std::size_t procedure) const {
  const CheckedProcedure& p = program_.procedures[procedure];
  std::vector<std::size_t> numbers;
  for (const std::vector<SymbolIndex>* list : {&p.parameters, &p.locals, &p.results})
    for (SymbolIndex v : *list)
      if (!program_.symbols[v].is_ghost) numbers.push_back(static_cast<std::size_t>(expressions_.number_of(v)));
  return numbers;
}

std::optional<AtomicCommand> AtomicLowering::enter(std::size_t procedure,
                                                   const std::vector<ExpressionIndex>& arguments) const {
  const CheckedProcedure& p = program_.procedures[procedure];
  std::vector<CommandId> parts;
  CoreCommand passed, havocked{.kind = CoreCommand::Kind::havoc};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    passed.places.push_back(own_place(p.parameters[i]));
    passed.values.push_back(stored(arguments[i]));
  }
  for (SymbolIndex v : p.read_early) havocked.places.push_back(own_place(v));
  if (!passed.places.empty()) parts.push_back(add(std::move(passed)));
  if (!havocked.places.empty()) parts.push_back(add(std::move(havocked)));
  for (SymbolIndex v : p.locals)
    if (const ExpressionIndex initial = program_.symbols[v].initial; initial != 0)
      parts.push_back(set(own_place(v), stored(initial)));
  if (parts.empty()) return std::nullopt;
  return with_ghosts(in_sequence(core_.commands, parts));
}

AtomicCommand AtomicLowering::give(const std::vector<SymbolIndex>& variables,
                                   const std::vector<ExpressionIndex>& values) const {
  CoreCommand command;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    command.places.push_back(own_place(variables[i]));
    command.values.push_back(stored(values[i]));
  }
  return {add(std::move(command))};
}

AtomicCommand AtomicLowering::copy(const std::vector<SymbolIndex>& to, const std::vector<SymbolIndex>& from) const {
  CoreCommand command;
  for (std::size_t i = 0; i < to.size(); ++i) {
    command.places.push_back(own_place(to[i]));
    command.values.push_back(own_value(from[i]));
  }
  return {add(std::move(command))};
}

AtomicCommand AtomicLowering::take(const std::vector<ExpressionIndex>& places,
                                   const std::vector<SymbolIndex>& from) const {
  CoreCommand command{.places = this->places(places)};
  for (SymbolIndex v : from) command.values.push_back(own_value(v));
  return with_ghosts(add(std::move(command)));
}

}   // namespace plato
