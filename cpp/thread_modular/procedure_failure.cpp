// See procedure_failure.hpp.

#include "thread_modular/procedure_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "thread_modular/violated_clause.hpp"

namespace plato {
namespace {

const ProcedureOutline& outline_of(const CoreProgram& core, ProcedureId p) {
  return core.outline.procedures.at(p - 1).value();
}
const ProcedureProvenance& stated_of(const CoreProgram& core, ProcedureId p) {
  return core.provenance.specifications.at(p - 1).value();
}

const std::string& witness_name(const CoreProgram& core) {
  return core.program.variables[core.outline.witness.value()].name;
}

// How many actions are still to come in that store, if it is known.
std::optional<Integer> still_to_come(const CoreProgram& core, const Counterexample& model, std::int32_t version) {
  if (version == 0) return std::nullopt;
  const NamedValues store = model.store(version);
  const auto is_witness = [&](const auto& named) { return named.first == witness_name(core); };
  if (std::ranges::none_of(store, is_witness)) return std::nullopt;
  const ModelValue value = model.value(static_cast<std::int32_t>(*core.outline.witness), version);
  return std::get<Integer>(value);
}

// The next action, where so many are still to come.
std::optional<std::size_t> next_action(const ProcedureOutline& outline, const std::optional<Integer>& left) {
  for (std::size_t i = 0; left && i < outline.steps.size(); ++i)
    if (*left == Integer(static_cast<std::int64_t>(outline.steps.size() - i))) return i;
  return std::nullopt;
}

SourceRange place_of(const ActionProvenance& action) { return action.ensures ? action.ensures->where : action.where; }

// The conjuncts of an action.
std::vector<Literal> conjuncts(const FormulaTable& table, Literal formula) {
  if (formula < 0 || table[formula_of(formula)].kind != FormulaKind::and_) return {formula};
  const auto parts = table.operands(formula_of(formula));
  return {parts.begin(), parts.end()};
}

// x' == x, or x'[tid] == x[tid]: the variable.
std::optional<std::size_t> unchanged_variable(const FormulaTable& table, Literal formula) {
  if (formula < 0) return std::nullopt;
  const FormulaId id = formula_of(formula);
  if (table[id].kind != FormulaKind::eq && table[id].kind != FormulaKind::map_eq) return std::nullopt;
  Term left = table[table.left(id)], right = table[table.right(id)];
  if (left.kind == TermKind::select && right.kind == TermKind::select && left.term(1) == right.term(1)) {
    left = table[left.term(0)];
    right = table[right.term(0)];
  }
  const bool is_frame = left.kind == TermKind::var && right.kind == TermKind::var &&
                        left.operand[0] == right.operand[0] && left.operand[1] == 1 && right.operand[1] == 0;
  return is_frame ? std::optional(static_cast<std::size_t>(left.operand[0])) : std::nullopt;
}

constexpr std::string_view result_help =
    "an action gives the result '{0}' its value, and no other step may change it: let one atomic step do all that the "
    "action says, or say in 'ensures' what '{0}' is";

// What is wrong with a step that should be one of these.
class StepDescription {
 public:
  StepDescription(const CoreProgram& core, Counterexample& model, ProcedureId procedure, std::int32_t before,
                  std::int32_t after, const std::vector<std::size_t>& assigned, Message& message)
      : core_(core),
        table_(core.program.table),
        model_(model),
        outline_(outline_of(core, procedure)),
        name_(procedure_of(core.program, procedure).name),
        before_(before),
        after_(after),
        assigned_(assigned),
        message_(message) {}

  // Whether it is clear that the step itself is at fault, whatever is known before it.
  bool run(const ProcedureProvenance& stated, const std::string& step) {
    const std::optional<Integer> left = still_to_come(core_, model_, before_),
                                 then = still_to_come(core_, model_, after_);
    const std::optional<std::size_t> next = next_action(outline_, left);
    const bool is_commit = left && then && *left != *then;
    message_.code = MessageCode::procedure_step;
    message_.text = fmt::format("{} may be no step of procedure '{}': neither idle nor its next action", step, name_);
    if (is_commit && !next) {
      message_.text = fmt::format("{} may be one more action of procedure '{}', all of whose actions are done by then",
                                  step, name_);
      message_.related.push_back({stated.where, fmt::format("the specification of '{}'", name_)});
      message_.help.push_back("add an 'action' for it, or name what it changes in 'modifies' of the procedure");
      return false;
    }
    if (is_commit) {
      message_.text = fmt::format("{} may not be the next action of procedure '{}'", step, name_);
      return why(step, outline_.steps[*next], &stated.actions[*next], true);
    }
    if (left) message_.text = fmt::format("{} may be no idle step of procedure '{}'", step, name_);
    return why(step, outline_.idle, next ? &stated.actions[*next] : nullptr, false);
  }

 private:
  const CoreProgram& core_;
  const FormulaTable& table_;
  Counterexample& model_;
  const ProcedureOutline& outline_;
  const std::string& name_;
  std::int32_t before_, after_;
  const std::vector<std::size_t>& assigned_;
  Message& message_;

  bool is_false(Literal part) {
    return model_.truth({.formula = part, .thread = model_.thread(0), .before = before_, .after = after_}) == false;
  }
  // The first conjunct that is false; 0 if it is not known.
  Literal violated(Literal action) {
    if (before_ == 0) return 0;
    for (Literal part : conjuncts(table_, action))
      if (is_false(part)) return part;
    return 0;
  }
  // A variable that changes, although the action leaves it alone; or that is assigned to by a step that is taken for
  // the action, even if it happens to have the value.
  std::optional<std::size_t> changed(Literal action, bool is_commit) {
    if (before_ == 0) return std::nullopt;
    for (Literal part : conjuncts(table_, action))
      if (const auto variable = unchanged_variable(table_, part))
        if (is_false(part) || (is_commit && std::ranges::find(assigned_, *variable) != assigned_.end()))
          return variable;
    return std::nullopt;
  }

  bool why(const std::string& step, Literal action, const ActionProvenance* expected, bool is_commit) {
    const RelatedPlace next{expected == nullptr ? SourceRange{} : place_of(*expected),
                            "this is the action that is expected next"};
    if (const std::optional<std::size_t> variable = changed(action, is_commit)) {
      if (expected != nullptr) message_.related.push_back(next);
      tell_of_change(*variable, expected != nullptr, is_commit);
      return true;
    }
    const Literal part = violated(action);
    const std::vector<Literal> idle = conjuncts(table_, outline_.idle);
    const bool is_promise = part == 0 || std::ranges::find(idle, part) != idle.end();
    if (before_ != 0 && is_promise && tell_of_promise(step)) return false;
    if (expected != nullptr) message_.related.push_back(next);
    if (is_commit) tell_of_result();
    return false;
  }

  // Why it is taken for the action, if it only gives a result its value.
  void tell_of_result() {
    for (Literal part : conjuncts(table_, outline_.idle)) {
      const std::optional<std::size_t> variable = unchanged_variable(table_, part);
      if (!variable || !is_of_procedure(core_.program.variables[*variable])) continue;
      if (std::ranges::find(assigned_, *variable) != assigned_.end())
        return message_.help.push_back(fmt::format(result_help, core_.program.variables[*variable].name));
    }
  }

  void tell_of_change(std::size_t number, bool has_next, bool is_commit) {
    const CoreVariable& variable = core_.program.variables[number];
    message_.text += fmt::format(": it changes '{}'", variable.name);
    if (is_of_procedure(variable)) message_.help.push_back(fmt::format(result_help, variable.name));
    if (is_private(variable)) return;
    message_.help.push_back(
        is_commit  ? fmt::format("name '{}' in 'modifies' of the action, or of the procedure", variable.name)
        : has_next ? fmt::format("name '{}' in 'modifies' of the procedure, or write 'commit' if this is the action",
                                 variable.name)
                   : fmt::format("add an action for it: 'action modifies {0}'; or name '{0}' in 'modifies' of the "
                                 "procedure, if callers need not know when it changes",
                                 variable.name));
  }

  // What every thread keeps, whatever procedure it runs.
  bool tell_of_promise(const std::string& step) {
    const BrokenPromise broken = broken_promise(core_, model_, std::nullopt, before_, after_);
    if (broken.clause == nullptr) return false;
    const auto tell = [&](MessageCode code, const std::string& what, const std::string& related) {
      message_.code = code;
      message_.text = fmt::format("{} in procedure '{}' may break {}", step, name_, what);
      message_.related.push_back({broken.clause->where, related});
    };
    switch (broken.kind) {
      case BrokenPromise::Kind::rely: {
        const std::string& whose = core_.program.families[broken.family].name;
        tell(MessageCode::breaks_rely, fmt::format("what another thread '{}' relies on", whose),
             fmt::format("thread '{}' relies on this", whose));
        break;
      }
      case BrokenPromise::Kind::invariant:
        tell(MessageCode::breaks_invariant, "the invariant", "this invariant");
        break;
      case BrokenPromise::Kind::branch:   // of branches alone
      case BrokenPromise::Kind::guarantee:
      case BrokenPromise::Kind::program_guarantee:
        tell(MessageCode::breaks_guarantee, "what the program guarantees", "this guarantee");
        break;
    }
    message_.help.push_back("say in 'requires' what makes it right; that is known here if others keep it true");
    return true;
  }
};

}   // namespace

std::vector<std::size_t> assigned_in(const CoreProgram& core, StatementId s) {
  std::vector<std::size_t> variables;
  if (statement_of(core.program, s).kind != CoreStatement::Kind::atomic) return variables;
  for (CommandId part : parts_of_command(core.program.commands, proof_command(core.program, core.outline, s)))
    for (const CorePlace& place : command_of(core.program, part).places) variables.push_back(place.variable);
  return variables;
}

bool tell_of_step(const CoreProgram& core, Counterexample& model, ProcedureId procedure, const std::string& step,
                  std::int32_t before, std::int32_t after, const std::vector<std::size_t>& assigned, Message& message) {
  return StepDescription(core, model, procedure, before, after, assigned, message)
      .run(stated_of(core, procedure), step);
}

void tell_of_suspected_step(const CoreProgram& core, ProcedureId procedure, const std::vector<std::size_t>& assigned,
                            Message& message) {
  const ProcedureOutline& outline = outline_of(core, procedure);
  const auto leaves_alone = [&](Literal action, std::size_t variable) {
    return std::ranges::any_of(conjuncts(core.program.table, action),
                               [&](Literal part) { return unchanged_variable(core.program.table, part) == variable; });
  };
  for (std::size_t v : assigned) {
    const auto leaves_it = [&](Literal action) { return leaves_alone(action, v); };
    if (!leaves_it(outline.idle) || !std::ranges::all_of(outline.steps, leaves_it)) continue;
    const std::string& name = core.program.variables[v].name;
    message.help.push_back(fmt::format("it changes '{}', which no clause of the procedure names in 'modifies'", name));
    break;
  }
  message.related.push_back({stated_of(core, procedure).where,
                             fmt::format("the specification of '{}'", procedure_of(core.program, procedure).name)});
}

void tell_of_missing_actions(const CoreProgram& core, const Counterexample& model, ProcedureId procedure,
                             std::int32_t end, Message& message) {
  message.code = MessageCode::missing_actions;
  message.text =
      fmt::format("procedure '{}' may end before all its actions are done", procedure_of(core.program, procedure).name);
  const ProcedureProvenance& stated = stated_of(core, procedure);
  if (const auto next = next_action(outline_of(core, procedure), still_to_come(core, model, end)))
    message.related.push_back({place_of(stated.actions[*next]), "this action may still be to come"});
  else if (!stated.actions.empty())
    message.related.push_back({place_of(stated.actions.back()), "its last action"});
  message.help.push_back(
      "the verifier takes a step for an action if it assigns to what others see; 'commit' before a "
      "step says that it is one");
}

void tell_of_requirement(const CoreProgram& core, Counterexample& model, ProcedureId procedure, const std::string& call,
                         std::int32_t there, Message& message) {
  const std::string& name = procedure_of(core.program, procedure).name;
  message.code = MessageCode::callee_requires;
  message.text = fmt::format("{} may call '{}' where what that requires is false", call, name);
  const std::vector<CoreClause>& required = stated_of(core, procedure).requires_;
  const CoreClause* clause = there == 0 ? nullptr : violated_clause(model, required, model.thread(0), there, there);
  if (clause == nullptr && !required.empty()) clause = &required.front();
  if (clause != nullptr) message.related.push_back({clause->where, fmt::format("'{}' requires this", name)});
}

}   // namespace plato
