// See lower_control_points.hpp.

#include "core/lower_control_points.hpp"

#include <algorithm>
#include <array>

#include "core/lower_frames.hpp"
#include "core/lower_statements.hpp"
#include "logic/formula_builder.hpp"
#include "source/control_points.hpp"

namespace plato {

// ---- the ghosts

SymbolIndex ControlLowering::symbol(const ControlUnit& unit, const char* name) const {
  const std::string wanted =
      unit.par == 0 ? name : branch_control_variable(program_.tree.threads[unit.thread], unit.par);
  const auto found = std::ranges::find_if(program_.symbols, [&](const Symbol& s) {
    return s.kind == Symbol::Kind::variable && s.name == wanted &&
           s.thread == (unit.par == 0 ? static_cast<std::int32_t>(unit.thread) : -1);
  });
  return found == program_.symbols.end() ? 0 : static_cast<SymbolIndex>(found - program_.symbols.begin());
}
std::size_t ControlLowering::variable(const ControlUnit& unit, const char* name) const {
  return static_cast<std::size_t>(numbers_.variables.at(symbol(unit, name)));
}
bool ControlLowering::has_stack(const ControlUnit& unit) const {
  return unit.par == 0 && symbol(unit, stack_variable) != 0;
}
CorePlace ControlLowering::own(const ControlUnit& unit, const char* name) const {
  CorePlace place{.variable = variable(unit, name)};
  if (unit.par != 0 || program_.tree.threads[unit.thread].is_family) place.index = table_.logic(0);
  return place;
}
TermId ControlLowering::value(const ControlUnit& unit, const char* name, std::int32_t version) const {
  const CorePlace place = own(unit, name);
  const TermId whole = table_.var(static_cast<std::int32_t>(place.variable), version);
  return place.index ? table_.binary(TermKind::select, whole, *place.index) : whole;
}
CorePlace ControlLowering::stacked(const ControlUnit& unit, TermId at) const {
  if (program_.tree.threads[unit.thread].is_family) at = table_.binary(TermKind::pair, table_.logic(0), at);
  return {.variable = variable(unit, stack_variable), .index = at};
}
TermId ControlLowering::stacked(const ControlUnit& unit, TermId at, std::int32_t version) const {
  const CorePlace place = stacked(unit, at);
  return table_.binary(TermKind::select, table_.var(static_cast<std::int32_t>(place.variable), version), *place.index);
}
// forall k :: k < below ==> stack[k] == old(stack[k])
Literal ControlLowering::stack_stays(const ControlUnit& unit, TermId below) const {
  const TermId k = table_.bound(0);
  const Literal same = table_.eq(stacked(unit, k, 0), stacked(unit, k, 1));
  return for_all(table_, implication(table_, -at_most(table_, below, k), same));
}
Literal ControlLowering::is_member(const ControlUnit& unit) const {
  return core_.program.families[unit.thread].members;
}

// ---- steps

// A step of the thread's own statements is taken at one place alone.
Literal ControlLowering::moves_if(const ControlUnit& unit, const ControlMove& move) const {
  return is_one_of(table_, where(unit), move.from);
}

CoreCommand ControlLowering::moves_of(const ControlUnit& unit, StatementId step) const {
  const std::vector<ControlMove>& moves = unit.moves.at(step);
  const bool is_shared = core_.provenance.statements[step - 1].procedure != 0;
  const TermId now = where(unit), one = table_.num(1);
  const bool has_frames = has_stack(unit);
  const TermId deep = has_frames ? depth(unit) : now;
  TermId next = now, next_depth = deep, top = has_frames ? stacked(unit, deep, 0) : now;
  bool pushes = false, returns = false;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const ControlMove& move = moves[i];
    // The last one is taken otherwise, unless somebody else may take the step.
    const Literal here = i == 0 && unit.par == 0 ? table_.truth() : moves_if(unit, move);
    const auto here_or = [&](TermId yes, TermId no) { return conditional_term(table_, here, yes, no); };
    const TermId to = move.returns ? stacked(unit, table_.binary(TermKind::sub, deep, one), 0) : table_.num(move.to);
    next = here_or(to, next);
    const TermId deeper = move.pushes    ? table_.binary(TermKind::add, deep, one)
                          : move.returns ? table_.binary(TermKind::sub, deep, one)
                                         : deep;
    if (has_frames) next_depth = here_or(deeper, next_depth);
    if (has_frames) top = here_or(move.pushes ? table_.num(*move.pushes) : stacked(unit, deep, 0), top);
    pushes = pushes || move.pushes;
    returns = returns || move.returns;
  }
  CoreCommand command;
  const auto assign = [&](const CorePlace& place, TermId value, TermId former) {
    if (is_shared && unit.par == 0) value = conditional_term(table_, is_member(unit), value, former);
    command.places.push_back(place);
    command.values.push_back(value);
  };
  assign(own(unit), next, now);
  if (pushes || returns) assign(own(unit, depth_variable), next_depth, deep);
  if (pushes) assign(stacked(unit, deep), top, stacked(unit, deep, 0));
  return command;
}

void ControlLowering::add_moves() {
  for (const ControlUnit& unit : numbers_.points->units) {
    core_.program.variables[variable(unit)].places = unit.names;
    for (const auto& [step, moves] : unit.moves)
      add_ghosts(core_, step, add_command(core_.program.commands, moves_of(unit, step)));
  }
}

// ---- what is known

Literal ControlLowering::same_depth(const ControlUnit& unit) const {
  if (!has_stack(unit)) return table_.truth();
  return both(table_, equal(table_, depth(unit), depth(unit, 1)), stack_stays(unit, depth(unit, 1)));
}

Literal ControlLowering::has_ended(const ControlUnit& unit, const ControlEntry& entry) const {
  const TermId before = entry.is_tail ? table_.binary(TermKind::sub, depth(unit, 1), table_.num(1)) : 0;
  const std::array at_tail =
      entry.is_tail ? std::array{equal(table_, where(unit), stacked(unit, before, 1)),
                                 equal(table_, depth(unit), before), stack_stays(unit, before)}
                    : std::array{is_one_of(table_, where(unit), entry.to), same_depth(unit), table_.truth()};
  const Literal ended = conjunction(table_, at_tail);
  if (!entry.passes) return ended;
  const Literal is_there = both(table_, equal(table_, where(unit), where(unit, 1)), same_depth(unit));
  const std::array ways{ended, is_there};
  return disjunction(table_, ways);
}

Literal ControlLowering::is_here(const ControlUnit& unit, const ControlEntry& entry, StatementId s) const {
  const auto here = entry.here.find(s);
  if (here == entry.here.end()) return has_ended(unit, entry);
  const Literal is_there = is_one_of(table_, where(unit), here->second);
  if (!entry.is_stacked) return both(table_, is_there, same_depth(unit));
  const TermId first = depth(unit, 1);
  std::vector<Literal> ways, parts{is_there, stack_stays(unit, first)};
  if (entry.is_tail) {
    parts.push_back(equal(table_, depth(unit), first));
  } else {
    parts.push_back(equal(table_, depth(unit), table_.binary(TermKind::add, first, table_.num(1))));
    parts.push_back(is_one_of(table_, stacked(unit, first, 0), entry.to));
  }
  if (!here->second.empty()) ways.push_back(conjunction(table_, parts));
  const std::array enters{is_one_of(table_, where(unit), entry.entering.at(s)),
                          equal(table_, where(unit), where(unit, 1)), same_depth(unit)};
  if (!entry.entering.at(s).empty()) ways.push_back(conjunction(table_, enters));
  return disjunction(table_, ways);
}

Literal ControlLowering::at_statement(const ControlUnit& unit, StatementId s) const {
  const ProcedureId procedure = core_.provenance.statements[s - 1].procedure;
  if (procedure == 0) return is_one_of(table_, where(unit), unit.here.at(s));
  if (unit.par != 0) return table_.truth();
  std::vector<Literal> known;
  const auto entries = unit.entries.find(procedure);
  const bool is_border = core_.outline.procedures[procedure - 1].has_value();
  if (!is_border) known.push_back(is_one_of(table_, where(unit), unit.here.at(s)));
  if (is_border && entries != unit.entries.end())
    for (const ControlEntry& entry : entries->second)
      known.push_back(implication(table_, is_one_of(table_, where(unit, 1), entry.from), is_here(unit, entry, s)));
  return implication(table_, is_member(unit), conjunction(table_, known));
}

void ControlLowering::add_assertions() {
  for (const ControlUnit& unit : numbers_.points->units)
    for (const auto& [s, numbers] : unit.here) {
      Literal& assertion = *core_.outline.statements[s - 1].assertion;
      assertion = both(table_, assertion, at_statement(unit, s));
    }
}

// ---- procedures

Literal ControlLowering::rely(std::size_t procedure) {
  const FrameLowering frames(program_, numbers_, core_.program);
  std::vector<Literal> literals;
  for (const ControlUnit& unit : numbers_.points->units) {
    if (!unit.entries.contains(number_of(program_, procedure))) continue;
    std::vector<SymbolIndex> own{symbol(unit, control_variable)};
    if (has_stack(unit)) own.insert(own.end(), {symbol(unit, depth_variable), symbol(unit, stack_variable)});
    literals.push_back(implication(table_, is_member(unit), frames.own_stay(own, table_.logic(0))));
  }
  return conjunction(table_, literals);
}

Literal ControlLowering::pre(std::size_t procedure) {
  std::vector<Literal> literals;
  for (const ControlUnit& unit : numbers_.points->units) {
    const auto entries = unit.entries.find(number_of(program_, procedure));
    if (entries == unit.entries.end()) continue;
    PlaceNumbers from;
    for (const ControlEntry& entry : entries->second) from.insert(entry.from.begin(), entry.from.end());
    literals.push_back(implication(table_, is_member(unit), is_one_of(table_, where(unit), from)));
  }
  return conjunction(table_, literals);
}

Literal ControlLowering::post(std::size_t procedure) {
  std::vector<Literal> literals;
  for (const ControlUnit& unit : numbers_.points->units) {
    const auto entries = unit.entries.find(number_of(program_, procedure));
    if (entries == unit.entries.end()) continue;
    std::vector<Literal> ways;
    for (const ControlEntry& entry : entries->second)
      ways.push_back(implication(table_, is_one_of(table_, where(unit, 1), entry.from), has_ended(unit, entry)));
    literals.push_back(implication(table_, is_member(unit), conjunction(table_, ways)));
  }
  return conjunction(table_, literals);
}

// ---- formulas and commands

Literal is_one_of(FormulaTable& table, TermId term, const std::set<std::int64_t>& values) {
  std::vector<Literal> ranges;
  for (auto low = values.begin(); low != values.end();) {
    auto high = low;
    auto next = std::next(low);
    while (next != values.end() && *next == *high + 1) high = next++;
    ranges.push_back(low == high
                         ? equal(table, term, table.num(*low))
                         : both(table, at_most(table, table.num(*low), term), at_most(table, term, table.num(*high))));
    low = next;
  }
  return disjunction(table, ranges);
}

void add_ghosts(CoreProgram& core, StatementId step, CommandId ghosts) {
  StatementOutline& outline = core.outline.statements[step - 1];
  const auto with = [&](CommandId command) {
    if (does_nothing(command_of(core.program, command))) return ghosts;
    const std::array parts{command, ghosts};
    return in_sequence(core.program.commands, parts);
  };
  if (outline.witness_command) outline.witness_command = with(*outline.witness_command);
  outline.ghost_command = with(proof_command(core.program, core.outline, step));
}

}   // namespace plato
