// What calls of procedures do to variables; see lower_atomic.hpp.

#include "core/lower_atomic.hpp"

#include <utility>

namespace plato {

// The body of a recursive procedure is that of all threads, and so is the scope in which it is called: both name the
// thread in the same way, so that it can be seen that what the procedure has to itself is each thread's own.
TermId AtomicLowering::caller(bool of_recursive) const {
  const TermId self = expressions_.self();
  return of_recursive && table_[self].kind == TermKind::num ? table_.logic(0) : self;
}
TermId AtomicLowering::caller(SymbolIndex variable) const {
  const auto procedure = procedure_of(program_.tree, program_.symbols[variable].thread);
  return caller(procedure && program_.procedures[*procedure].is_recursive);
}

CorePlace AtomicLowering::own_place(SymbolIndex variable) const {
  return {.variable = static_cast<std::size_t>(expressions_.number_of(variable)), .index = caller(variable)};
}

TermId AtomicLowering::own_value(SymbolIndex variable) const {
  return select_from(table_, table_.var(expressions_.number_of(variable), 0), caller(variable));
}

std::vector<std::size_t> AtomicLowering::variables_of(std::size_t procedure) const {
  const CheckedProcedure& p = program_.procedures[procedure];
  std::vector<std::size_t> numbers;
  for (const std::vector<SymbolIndex>* list : {&p.parameters, &p.locals, &p.results})
    for (SymbolIndex v : *list)
      if (!program_.symbols[v].is_ghost && call_of_map(program_, v) == 0)   // other calls have other maps
        numbers.push_back(static_cast<std::size_t>(expressions_.number_of(v)));
  return numbers;
}

std::optional<AtomicCommand> AtomicLowering::enter(std::size_t procedure,
                                                   const std::vector<ExpressionIndex>& arguments) const {
  const CheckedProcedure& p = program_.procedures[procedure];
  std::vector<CommandId> parts;
  if (!arguments.empty()) give(p.parameters, arguments, parts);
  const ExpressionLowering inside = expressions_.in_procedure(caller(p.is_recursive));
  const AtomicLowering there(program_, inside, core_);
  if (p.calls != 0) parts.push_back(there.count_call(p));
  if (!p.read_early.empty()) parts.push_back(there.havoc(p.read_early));
  for (SymbolIndex v : p.locals)
    if (const ExpressionIndex initial = program_.symbols[v].initial; initial != 0 && call_of_map(program_, v) == 0)
      there.give({v}, {initial}, parts);
  if (parts.empty()) return std::nullopt;
  return with_ghosts(plato::in_sequence(core_.commands, parts));
}

// The maps of the call are those that no call has had before.
CommandId AtomicLowering::count_call(const CheckedProcedure& p) const {
  const TermId number = table_.binary(TermKind::add, own_value(p.calls), table_.num(1));
  if (p.call == p.calls) return add({.places = {own_place(p.calls)}, .values = {number}});
  return add({.places = {own_place(p.calls), own_place(p.call)}, .values = {number, number}});
}

// Without a first value it is any.
std::optional<AtomicCommand> AtomicLowering::enter_branch(const std::vector<SymbolIndex>& locals) const {
  std::vector<CommandId> parts;
  std::set<SymbolIndex> unknown;
  for (SymbolIndex v : locals)
    if (program_.symbols[v].initial == 0 && !program_.symbols[v].is_ghost) unknown.insert(v);
  if (!unknown.empty()) parts.push_back(havoc(unknown));
  for (SymbolIndex v : locals)
    if (const ExpressionIndex initial = program_.symbols[v].initial; initial != 0) give({v}, {initial}, parts);
  if (parts.empty()) return std::nullopt;
  return with_ghosts(plato::in_sequence(core_.commands, parts));
}

CommandId AtomicLowering::havoc(const std::set<SymbolIndex>& variables) const {
  ExpressionLowering here = expressions_.in({});
  std::vector<CorePlace> places;
  std::vector<Literal> ranges;
  for (SymbolIndex v : variables) {
    places.push_back(own_place(v));
    ranges.push_back(here.range_of(v, true));
  }
  return havoc(std::move(places), conjunction(table_, ranges));
}

// As in an assignment, what is given to a ghost cannot go wrong.
void AtomicLowering::give(const std::vector<SymbolIndex>& variables, const std::vector<ExpressionIndex>& values,
                          std::vector<CommandId>& parts) const {
  CoreCommand command;
  std::vector<Literal> needed;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    command.places.push_back(own_place(variables[i]));
    command.values.push_back(stored(values[i]));
    if (program_.symbols[variables[i]].is_ghost) continue;
    needed.push_back(defined(values[i]));
    needed.push_back(fits_variable(variables[i], command.values[i]));
  }
  guard(conjunction(table_, needed), parts);
  parts.push_back(add(std::move(command)));
}

AtomicCommand AtomicLowering::give(const std::vector<SymbolIndex>& variables,
                                   const std::vector<ExpressionIndex>& values) const {
  std::vector<CommandId> parts;
  give(variables, values, parts);
  return {plato::in_sequence(core_.commands, parts)};
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
  std::vector<Literal> needed;
  for (std::size_t i = 0; i < places.size(); ++i) {
    command.values.push_back(own_value(from[i]));
    if (is_ghost(places[i])) continue;
    needed.push_back(defined(places[i]));
    needed.push_back(fits(places[i], command.values[i]));
  }
  std::vector<CommandId> parts;
  guard(conjunction(table_, needed), parts);
  parts.push_back(add(std::move(command)));
  return with_ghosts(plato::in_sequence(core_.commands, parts));
}

}   // namespace plato
