// See lower_witness.hpp. Nothing recurses on commands.

#include "core/lower_witness.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/lower_frames.hpp"
#include "logic/formula_builder.hpp"

namespace plato {

using Kind = CoreCommand::Kind;

TermId WitnessLowering::one_less() {
  FormulaTable& table = program_.table;
  return table.binary(TermKind::sub, table.var(static_cast<std::int32_t>(witness_), 0), table.num(1));
}
CommandId WitnessLowering::one_action() {
  if (one_ == 0) one_ = add_command(program_.commands, {.places = {{.variable = witness_}}, .values = {one_less()}});
  return one_;
}
CommandId WitnessLowering::no_action() {
  if (none_ == 0) none_ = add_command(program_.commands, {});
  return none_;
}
CommandId WitnessLowering::sequence(CommandId first, CommandId second) {
  return add_command(program_.commands, {.kind = Kind::seq, .first = first, .second = second});
}

CommandId WitnessLowering::committing(CoreCommand assign, Literal condition) {
  FormulaTable& table = program_.table;
  const TermId now = table.var(static_cast<std::int32_t>(witness_), 0), less = one_less();
  assign.places.push_back({.variable = witness_});
  assign.values.push_back(conditional_term(table, condition, less, now));
  return add_command(program_.commands, std::move(assign));
}

bool WitnessLowering::writes_visible(const CoreCommand& command) const {
  return std::ranges::any_of(command.places, [&](const CorePlace& p) { return is_visible_[p.variable]; });
}

// Where the assignment changes something visible: x := if c then e else x, as a cas does, changes it where c holds. The
// literal `true` if there is no such condition, or not one for all.
Literal WitnessLowering::condition_of(const CoreCommand& assign) const {
  FormulaTable& table = program_.table;
  Literal common = 0;
  for (std::size_t i = 0; i < assign.places.size(); ++i) {
    const CorePlace& place = assign.places[i];
    if (!is_visible_[place.variable]) continue;
    const Term& value = table[assign.values[i]];
    if (value.kind != TermKind::ite) return table.truth();
    const Literal test = value.operand[0];
    const TermId yes = value.term(1), no = value.term(2);
    const TermId whole = table.var(static_cast<std::int32_t>(place.variable), 0);
    const TermId kept = place.index ? select_from(table, whole, *place.index) : whole;
    const Literal condition = no == kept ? test : yes == kept ? -test : 0;
    if (condition == 0 || (common != 0 && common != condition)) return table.truth();
    common = condition;
  }
  return common == 0 ? table.truth() : common;
}

CommandId WitnessLowering::inferred(CommandId command) {
  struct Commits {
    bool may = false, always = false;
    CommandId committed = 0;   // if it may
  };
  std::unordered_map<CommandId, Commits> found;
  for (CommandId part : parts_of_command(program_.commands, command)) {
    const CoreCommand c = command_of(program_, part);   // a copy: new commands are made
    Commits& here = found[part];
    switch (c.kind) {
      case Kind::assume:
      case Kind::assert_: break;
      case Kind::assign: {
        if (!writes_visible(c)) break;
        const Literal condition = condition_of(c);
        here = {true, condition == program_.table.truth(), committing(c, condition)};
        break;
      }
      case Kind::havoc:
      case Kind::operation:
        if (writes_visible(c)) here = {true, true, sequence(part, one_action())};
        break;
      case Kind::if_:
      case Kind::choice: {
        const Commits first = found.at(c.first), second = found.at(c.second);
        if (!first.may && !second.may) break;
        CoreCommand made = c;
        if (first.may) made.first = first.committed;
        if (second.may) made.second = second.committed;
        here = {true, first.always && second.always, add_command(program_.commands, std::move(made))};
        break;
      }
      case Kind::seq: {
        const Commits first = found.at(c.first), second = found.at(c.second);
        if (first.always || (first.may && !second.may))
          here = {true, first.always, sequence(first.committed, c.second)};
        else if (second.always || (second.may && !first.may))
          here = {true, second.always, sequence(c.first, second.committed)};
        break;
      }
    }
  }
  const Commits& whole = found.at(command);
  return whole.may ? whole.committed : command;
}

CommandId WitnessLowering::at_end(CommandId command) {
  const CommandId action = one_action();
  return sequence(command, action);
}

CommandId WitnessLowering::if_succeeds(CommandId command, Literal succeeds) {
  // Guards come first; the last part is the assignment, or two of them under `if`.
  std::vector<CommandId> firsts;
  while (command_of(program_, command).kind == Kind::seq) {
    firsts.push_back(command_of(program_, command).first);
    command = command_of(program_, command).second;
  }
  CoreCommand last = command_of(program_, command);
  CommandId made = 0;
  if (last.kind == Kind::if_) {
    last.first = at_end(last.first);
    made = add_command(program_.commands, std::move(last));
  } else {
    made = committing(std::move(last), succeeds);
  }
  for (std::size_t i = firsts.size(); i-- > 0;) made = sequence(firsts[i], made);
  return made;
}

std::vector<CommandId> WitnessLowering::of_actions(const std::vector<std::set<SymbolIndex>>& changed,
                                                   const SymbolNumbers& numbers) {
  std::vector<CommandId> commits;
  for (const std::set<SymbolIndex>& of_one : changed) {
    const bool is_seen = std::ranges::any_of(of_one, [&](SymbolIndex symbol) {
      return is_visible_[static_cast<std::size_t>(numbers.variables.at(symbol))];
    });
    commits.push_back(is_seen ? one_action() : no_action());
  }
  return commits;
}

std::vector<bool> visible_in(const CheckedProgram& program, std::size_t procedure, const SymbolNumbers& numbers,
                             const Program& core) {
  std::vector<bool> is_visible(core.variables.size());
  for (std::size_t host : program.procedures[procedure].hosts) {
    if (program.tree.procedures[host].specification.actions.empty()) continue;
    for (std::size_t v = 0; v < numbers.symbols.size(); ++v)
      if (!is_private(core.variables[v]) && !program.procedures[host].modifies.contains(numbers.symbols[v]))
        is_visible[v] = true;
    for (SymbolIndex result : results_of_actions(program.procedures[host]))
      is_visible[static_cast<std::size_t>(numbers.variables.at(result))] = true;
  }
  return is_visible;
}

}   // namespace plato
