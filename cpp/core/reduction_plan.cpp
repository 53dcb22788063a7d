// See reduction_plan.hpp. Recursion is bounded by the depth of statements.

#include "core/reduction_plan.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "logic/formula_builder.hpp"

namespace plato {
namespace {

using Kind = CoreStatement::Kind;

// ---- what a thread knows at each command: which locks it holds, and what it has found out about its own variables

struct Facts {
  std::map<std::size_t, Literal> held{};              // locks, with what says so
  std::map<Literal, std::set<std::size_t>> known{};   // with the variables in it

  void forget(std::size_t variable) {
    held.erase(variable);
    std::erase_if(known, [&](const auto& fact) { return fact.second.contains(variable); });
  }
  void meet(const Facts& other) {
    std::erase_if(held, [&](const auto& fact) { return !other.held.contains(fact.first); });
    std::erase_if(known, [&](const auto& fact) { return !other.known.contains(fact.first); });
  }
};

// At the end of a statement, and where exits leave it, by the blocks that they pass; nothing where it is not left so.
struct FactsAfter {
  std::optional<Facts> end{};
  std::map<std::uint32_t, Facts> exits{};

  static void meet(std::optional<Facts>& facts, const std::optional<Facts>& other) {
    if (!facts)
      facts = other;
    else if (other)
      facts->meet(*other);
  }
  void join(const FactsAfter& other) {
    meet(end, other.end);
    for (const auto& [passed, facts] : other.exits) {
      const auto [at, is_new] = exits.try_emplace(passed, facts);
      if (!is_new) at->second.meet(facts);
    }
  }
};

class KnownFacts {
 public:
  explicit KnownFacts(CoreProgram& core) : program_(core.program), plan_(core.program.statements.size()) {}

  ReductionPlan run() {
    for (std::size_t s = 0; s < plan_.size(); ++s)
      plan_[s].is_right = plan_[s].is_left = program_.statements[s].kind == Kind::atomic;
    for (const CoreProcedure& procedure : program_.procedures) walk(procedure.body, {});
    for (const CoreFamily& family : program_.families) walk(family.body, {});
    return std::move(plan_);
  }

 private:
  Program& program_;
  ReductionPlan plan_;

  bool is_shared_integer(std::size_t v) const {
    return !is_map(program_.variables[v]) && !is_private(program_.variables[v]);
  }
  bool writes_shared(CommandId command) const {
    return std::ranges::any_of(parts_of_command(program_.commands, command), [&](CommandId c) {
      return std::ranges::any_of(command_of(program_, c).places, [&](const CorePlace& place) {
        return !is_private(program_.variables[place.variable]);
      });
    });
  }

  // A variable that gets the thread's own identifier is taken for a lock that it holds then.
  void run_command(CommandId command, Facts& facts) {
    for (CommandId c : parts_of_command(program_.commands, command)) {
      const CoreCommand& part = command_of(program_, c);
      for (std::size_t i = 0; i < part.places.size(); ++i) {
        const std::size_t v = part.places[i].variable;
        facts.forget(v);
        if (part.kind == CoreCommand::Kind::assign && !part.places[i].index && is_shared_integer(v) &&
            part.values[i] == program_.table.logic(0))
          facts.held[v] =
              equal(program_.table, program_.table.var(static_cast<std::int32_t>(v), 0), program_.table.logic(0));
      }
    }
    const CoreCommand& whole = command_of(program_, command);
    if (whole.kind != CoreCommand::Kind::assume) return;
    std::set<std::size_t> variables;
    for (const auto& [variable, version] : variables_in(program_.table, whole.condition))
      variables.insert(static_cast<std::size_t>(variable));
    if (!variables.empty() &&
        std::ranges::all_of(variables, [&](std::size_t v) { return is_private(program_.variables[v]); }))
      facts.known[whole.condition] = variables;
  }

  void forget_changed(StatementId s, Facts& facts) const {
    const CoreStatement& statement = statement_of(program_, s);
    if (statement.kind == Kind::atomic)
      for (CommandId c : parts_of_command(program_.commands, statement.command))
        for (const CorePlace& place : command_of(program_, c).places) facts.forget(place.variable);
    if (statement.kind == Kind::call) forget_changed(procedure_of(program_, statement.procedure).body, facts);
    if (statement.first != 0) forget_changed(statement.first, facts);
    if (statement.second != 0) forget_changed(statement.second, facts);
  }

  // Who holds a lock matters to all commands, what a thread knows of its own variables to those that write others.
  FactsAfter after_command(StatementId s, CommandId command, Facts facts) {
    std::vector<Literal> asserted;
    for (const auto& [lock, fact] : facts.held) asserted.push_back(fact);
    if (writes_shared(command))
      for (const auto& [fact, variables] : facts.known) asserted.push_back(fact);
    if (!asserted.empty()) plan_[s - 1].gate = conjunction(program_.table, asserted);
    const CoreCommand& whole = command_of(program_, command);
    if (whole.kind == CoreCommand::Kind::assume && whole.condition == -program_.table.truth()) return {};
    run_command(command, facts);
    return {.end = std::move(facts)};
  }

  FactsAfter walk(StatementId s, Facts facts) {
    const CoreStatement statement = statement_of(program_, s);
    switch (statement.kind) {
      case Kind::atomic: return after_command(s, statement.command, std::move(facts));
      case Kind::seq: {
        FactsAfter first = walk(statement.first, std::move(facts));
        const FactsAfter second = walk(statement.second, first.end.value_or(Facts{}));
        const bool goes_on = first.end.has_value();
        first.end.reset();
        if (goes_on) first.join(second);
        return first;
      }
      case Kind::choice: {
        FactsAfter first = walk(statement.first, facts);
        first.join(walk(statement.second, std::move(facts)));
        return first;
      }
      case Kind::loop: {
        forget_changed(statement.first, facts);
        FactsAfter body = walk(statement.first, facts);
        body.end = std::move(facts);
        return body;
      }
      case Kind::block: {
        const FactsAfter body = walk(statement.first, std::move(facts));
        FactsAfter after{.end = body.end};
        for (const auto& [passed, left] : body.exits)
          if (passed == 0)
            FactsAfter::meet(after.end, left);
          else
            after.exits[passed - 1] = left;
        return after;
      }
      case Kind::exit: return {.exits = {{statement.passed, std::move(facts)}}};
      case Kind::call: forget_changed(s, facts); return {.end = std::move(facts)};
      case Kind::skip: return {.end = std::move(facts)};
      default: return {.end = Facts{}};
    }
  }
};

// ---- what might be an invariant

// Among the parts of a rely that hold by themselves; recursion is bounded by the depth of formulas.
void find_kept(const Program& program, Literal rely, std::vector<Literal>& found) {
  if (rely < 0) return;
  const FormulaTable& table = program.table;
  const FormulaId formula = formula_of(rely);
  const auto operands = table.operands(formula);
  if (table[formula].kind == FormulaKind::and_)
    for (Literal part : operands) find_kept(program, part, found);
  if (table[formula].kind != FormulaKind::implies) return;
  const auto is_shared_in = [&](Literal literal, std::int32_t in_version) {
    const auto variables = variables_in(table, literal);
    return !variables.empty() && std::ranges::all_of(variables, [&](const auto& v) {
      return v.second == in_version && !is_private(program.variables[static_cast<std::size_t>(v.first)]);
    });
  };
  if (is_shared_in(operands[0], 0) && is_shared_in(operands[1], 1) &&
      std::ranges::find(found, operands[0]) == found.end())
    found.push_back(operands[0]);
}

// ---- what is read, and need not be

class ForgottenReads {
 public:
  ForgottenReads(CoreProgram& core, ReductionPlan& plan, StillKnown known)
      : program_(core.program), plan_(plan), known_(known) {}

  std::size_t run() {
    for (const CoreProcedure& procedure : program_.procedures) walk(procedure.body, false);
    for (const CoreFamily& family : program_.families) walk(family.body, false);
    return found_;
  }

 private:
  Program& program_;
  ReductionPlan& plan_;
  StillKnown known_;
  std::size_t found_ = 0;

  bool has_loop(StatementId s) const {
    if (s == 0) return false;
    const CoreStatement& statement = statement_of(program_, s);
    return statement.kind == Kind::loop || has_loop(statement.first) || has_loop(statement.second);
  }

  // The statement is in a loop, or one comes after it.
  void walk(StatementId s, bool is_tried) {
    const CoreStatement& statement = statement_of(program_, s);
    if (statement.kind == Kind::atomic) {
      if (is_tried) forget(s);
    } else if (statement.kind == Kind::seq) {
      walk(statement.first, is_tried || has_loop(statement.second));
      walk(statement.second, is_tried);
    } else {
      if (statement.first != 0) walk(statement.first, is_tried || statement.kind == Kind::loop);
      if (statement.second != 0) walk(statement.second, is_tried);
    }
  }

  // After the only value is read from a shared integer.
  std::optional<Literal> what_is_known(const CoreCommand& read) {
    FormulaTable& table = program_.table;
    if (known_ == StillKnown::nothing || read.places.size() != 1) return std::nullopt;
    const TermId value = read.values[0];
    const CorePlace& place = read.places[0];
    if (table[value].kind != TermKind::var) return std::nullopt;
    const CoreVariable& shared = program_.variables.at(static_cast<std::size_t>(table[value].operand[0]));
    if (is_map(shared) || is_private(shared)) return std::nullopt;
    const TermId whole = table.var(static_cast<std::int32_t>(place.variable), 0);
    const TermId kept = place.index ? table.binary(TermKind::select, whole, *place.index) : whole;
    return known_ == StillKnown::at_least ? at_most(table, kept, value) : at_most(table, value, kept);
  }

  void forget(StatementId s) {
    StatementMover& mover = plan_[s - 1];
    if (mover.is_right || mover.gate) return;
    const CoreCommand command = command_of(program_, statement_of(program_, s).command);
    if (command.kind == CoreCommand::Kind::assume) {
      mover.replacement = add_command(program_.commands, {});
    } else if (command.kind == CoreCommand::Kind::assign && !command.places.empty() &&
               std::ranges::all_of(command.places, [&](const CorePlace& place) {
                 return is_private(program_.variables[place.variable]);
               })) {
      mover.replacement = add_command(program_.commands, {.kind = CoreCommand::Kind::havoc, .places = command.places});
      if (const auto fact = what_is_known(command))
        mover.replacement = add_command(
            program_.commands,
            {.kind = CoreCommand::Kind::seq,
             .first = *mover.replacement,
             .second = add_command(program_.commands, {.kind = CoreCommand::Kind::assume, .condition = *fact})});
    } else {
      return;
    }
    ++found_;
  }
};

std::size_t count_commands(const Program& program) {
  return static_cast<std::size_t>(
      std::ranges::count(program.statements, CoreStatement::Kind::atomic, &CoreStatement::kind));
}

}   // namespace

std::optional<std::string_view> why_irreducible(const CoreProgram& core) {
  constexpr std::size_t most_commands = 40;
  const Specification& s = core.specification;
  const auto& statements = core.program.statements;
  if (s.rely) return "the program has an environment";
  if (s.guarantee) return "the program claims a guarantee";
  if (s.invariant)
    return "the program claims an invariant, which a range or an enumeration as the type of a shared variable is, too";
  if (core.outline.witness) return "a procedure has a specification";
  if (core.outline.lemma || std::ranges::any_of(core.program.variables, &CoreVariable::is_ghost))
    return "the program has ghosts, or invariants about where threads are";
  if (has_branches(statements)) return "the program has 'par'";
  if (std::ranges::any_of(statements, [](const CoreStatement& t) { return t.kind == Kind::scope; }) ||
      std::ranges::any_of(core.program.procedures, &CoreProcedure::is_recursive))
    return "a procedure is recursive";
  if (std::ranges::any_of(core.outline.families, &FamilyOutline::is_explicit)) return "a thread is proved by outline";
  if (count_commands(core.program) > most_commands) return "the program has more than 40 steps";
  return std::nullopt;
}

std::vector<Literal> invariant_candidates(const CoreProgram& core) {
  std::vector<Literal> found;
  for (const FamilyOutline& family : core.outline.families) find_kept(core.program, family.rely, found);
  return found;
}

ReductionPlan claim_all_movers(CoreProgram& core) { return KnownFacts(core).run(); }

std::size_t forget_what_is_read(CoreProgram& core, ReductionPlan& plan, StillKnown known) {
  return ForgottenReads(core, plan, known).run();
}

CommandId command_in(Program& program, const ReductionPlan& plan, StatementId s) {
  const CommandId command = plan[s - 1].replacement.value_or(statement_of(program, s).command);
  if (!plan[s - 1].gate) return command;
  const CommandId gate =
      add_command(program.commands, {.kind = CoreCommand::Kind::assert_, .condition = *plan[s - 1].gate});
  return add_command(program.commands, {.kind = CoreCommand::Kind::seq, .first = gate, .second = command});
}

}   // namespace plato
