// See lower_specifications.hpp.

#include "core/lower_specifications.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/footprint.hpp"
#include "core/lower_control_points.hpp"
#include "core/lower_recursion.hpp"
#include "core/lower_statements.hpp"
#include "logic/formula_builder.hpp"

namespace plato {
namespace {

class SpecificationLowering {
 public:
  SpecificationLowering(const CheckedProgram& program, CoreProgram& core, const SymbolNumbers& numbers,
                        const AnyThread& any)
      : program_(program),
        core_(core),
        numbers_(numbers),
        any_(any),
        frames_(program, numbers, core.program),
        expressions_(program, numbers, core.program.table, core.program.table.logic(0)),
        written_(written_variables(core.program, core.outline)) {
    for (Literal promise : any.keeps) {
      changed_in_.emplace_back();
      for (const auto& [variable, version] : variables_in(core.program.table, promise))
        if (version == 1) changed_in_.back().insert(static_cast<std::size_t>(variable));
    }
  }

  void run(std::size_t procedure) {
    const std::size_t place = program_.procedures[procedure].place;
    core_.outline.procedures[place] = outline(procedure);
    core_.provenance.specifications[place] = provenance(procedure);
  }

 private:
  const CheckedProgram& program_;
  CoreProgram& core_;
  const SymbolNumbers& numbers_;
  const AnyThread& any_;
  FrameLowering frames_;
  ExpressionLowering expressions_;
  std::vector<std::set<std::size_t>> written_;      // by procedures, as core Plato numbers them
  std::vector<std::set<std::size_t>> changed_in_;   // of what every thread keeps: the variables after the step

  FormulaTable& table() { return core_.program.table; }
  const ProcedureSpecification& stated(std::size_t procedure) const {
    return program_.tree.procedures[procedure].specification;
  }
  // Where it ends, a parameter is the argument: the body may have assigned to it.
  ExpressionLowering at_end(std::size_t procedure) const {
    return expressions_.in({.at_entry = &program_.procedures[procedure].parameters});
  }

  ProcedureOutline outline(std::size_t procedure) {
    const CheckedProcedure& p = program_.procedures[procedure];
    const std::set<std::size_t> reached = with_reached(program_, {procedure});
    ProcedureOutline made;
    made.writes = written_[p.place];
    made.rely = relies(procedure, {}, frames_.variables_of(-1, reached));
    made.pre = pre(procedure);
    made.post = post(procedure);
    if (numbers_.points != nullptr) {
      ControlLowering places(program_, numbers_, core_);
      made.rely = both(table(), made.rely, places.rely(procedure));
      made.pre = both(table(), made.pre, places.pre(procedure));
      made.post = both(table(), made.post, places.post(procedure));
    }
    made.idle = change({kept(made.writes), results_stay(p, {})}, made.writes, reached, p.modifies);
    for (std::size_t i = 0; i < p.action_modifies.size(); ++i) {
      std::set<SymbolIndex> changed = p.modifies;
      changed.insert(p.action_modifies[i].begin(), p.action_modifies[i].end());
      const ExpressionIndex clause = stated(procedure).actions[i].ensures;
      const Literal says = clause == 0 ? table().truth() : expressions_.formula(clause);
      made.steps.push_back(
          change({says, kept(made.writes), results_stay(p, p.action_results[i])}, made.writes, reached, changed));
    }
    made.calls = lower_calls_of(program_, p.abstracted, [&](const std::set<std::size_t>& group) {
      return relies(procedure, idle_changes(program_, group, numbers_),
                    frames_.during_calls(-1, reached, p.abstracted));
    });
    return made;
  }

  // A result that an action gives a value is changed by actions alone, and not by others than these.
  Literal results_stay(const CheckedProcedure& p, const std::set<SymbolIndex>& given) {
    std::vector<SymbolIndex> stay;
    std::ranges::copy_if(results_of_actions(p), std::back_inserter(stay),
                         [&](SymbolIndex result) { return !given.contains(result); });
    return frames_.own_stay(stay, expressions_.self());
  }
  // What it relies on, as far as variables do not change anyhow; and those of `own` are its own.
  Literal relies(std::size_t procedure, const std::set<std::int32_t>& changing, const std::vector<SymbolIndex>& own) {
    const Literal clauses[] = {expressions_.formulas(program_.tree.relies),
                               expressions_.formulas(stated(procedure).relies)};
    const Literal wished = without_mention(table(), conjunction(table(), clauses), changing);
    return both(table(), both(table(), wished, frames_.own_stay(own, expressions_.self())), any_.kept_invariant);
  }
  Literal pre(std::size_t procedure) {
    const Literal parts[] = {expressions_.formulas(stated(procedure).requires_), any_.whole_invariant, any_.is_one,
                             first_values(procedure), begins_last_call(program_, procedure, expressions_, table())};
    return conjunction(table(), parts);
  }
  Literal post(std::size_t procedure) {
    const Literal parts[] = {at_end(procedure).formulas(stated(procedure).ensures), any_.whole_invariant,
                             earlier_calls_stay(program_, procedure, expressions_, table())};
    return conjunction(table(), parts);
  }
  // Local variables get their first values in the step of the call. Others may have changed since what a value was
  // worked out from, unless it is the call's own.
  Literal first_values(std::size_t procedure) {
    std::vector<Literal> literals;
    for (SymbolIndex v : program_.procedures[procedure].locals) {
      if (program_.symbols[v].initial == 0 || call_of_map(program_, v) != 0) continue;
      const TermId own = table().binary(TermKind::select, table().var(expressions_.number_of(v), 0), table().logic(0));
      const Literal is_first = equal(table(), own, expressions_.stored(program_.symbols[v].initial));
      const auto is_own = [&](const auto& variable) {
        return is_of_procedure(core_.program.variables[static_cast<std::size_t>(variable.first)]);
      };
      if (std::ranges::all_of(variables_in(table(), is_first), is_own)) literals.push_back(is_first);
    }
    return conjunction(table(), literals);
  }
  // What every thread keeps, as far as these variables can break it.
  Literal kept(const std::set<std::size_t>& written) {
    std::vector<Literal> literals;
    for (std::size_t i = 0; i < any_.keeps.size(); ++i)
      if (std::ranges::any_of(changed_in_[i], [&](std::size_t v) { return written.contains(v); }))
        literals.push_back(any_.keeps[i]);
    return conjunction(table(), literals);
  }
  // What the literals say, and of what is written nothing else changes but these variables, and those of the
  // procedures.
  Literal change(std::vector<Literal> literals, const std::set<std::size_t>& written,
                 const std::set<std::size_t>& procedures, const std::set<SymbolIndex>& changed) {
    for (std::size_t v : written) {
      if (v >= numbers_.symbols.size()) continue;
      const SymbolIndex i = numbers_.symbols[v];
      if (changed.contains(i) || is_made_by_tool(program_, program_.symbols[i])) continue;
      const auto owner = procedure_of(program_.tree, program_.symbols[i].thread);
      if (!owner || !procedures.contains(*owner)) literals.push_back(frames_.stays(i));
    }
    return conjunction(table(), literals);
  }

  ProcedureProvenance provenance(std::size_t procedure) {
    const ProcedureSpecification& s = stated(procedure);
    ProcedureProvenance from{.where = s.where,
                             .requires_ = expressions_.clauses(s.requires_),
                             .relies = expressions_.clauses(program_.tree.relies),
                             .ensures = at_end(procedure).clauses(s.ensures)};
    std::ranges::move(expressions_.clauses(s.relies), std::back_inserter(from.relies));
    for (const ProcedureAction& action : s.actions) {
      from.actions.push_back({.where = action.where});
      if (action.ensures != 0) from.actions.back().ensures = expressions_.clauses({action.ensures}).front();
    }
    return from;
  }
};

bool is_taken(const std::string& name, const Program& program) {
  return std::ranges::any_of(program.variables, [&](const CoreVariable& v) {
    std::string taken = v.name;
    std::ranges::replace(taken, '.', '_');   // as certificates name it
    return taken == name;
  });
}

}   // namespace

void declare_witness(const CheckedProgram& program, CoreProgram& core) {
  std::size_t most = 0;
  bool is_needed = false;
  for (const ProcedureDeclaration& p : program.tree.procedures) {
    is_needed = is_needed || is_specified(p);
    most = std::max(most, p.specification.actions.size());
  }
  if (!is_needed) return;
  std::string name = "_witness";
  while (is_taken(name, core.program)) name += '_';
  core.outline.witness = core.program.variables.size();
  core.program.variables.push_back({.name = std::move(name), .is_ghost = true});
  core.provenance.variables.emplace_back();
  FormulaTable& table = core.program.table;
  const TermId witness = table.var(static_cast<std::int32_t>(*core.outline.witness), 0);
  for (std::size_t k = 0; k <= most; ++k)
    core.outline.phases.push_back(table.eq(witness, table.num(static_cast<std::int64_t>(k))));
}

void lower_specifications(const CheckedProgram& program, CoreProgram& core, const SymbolNumbers& numbers,
                          const AnyThread& any) {
  SpecificationLowering lowering(program, core, numbers, any);
  for (std::size_t p = 0; p < program.procedures.size(); ++p)
    if (is_specified(program.tree.procedures[p])) lowering.run(p);
}

namespace {

std::vector<ProcedureId> numbers_of(const CheckedProgram& program, const std::set<std::size_t>& procedures) {
  std::vector<ProcedureId> numbers;
  for (std::size_t p : procedures) numbers.push_back(number_of(program, p));
  std::ranges::sort(numbers);
  return numbers;
}

}   // namespace

std::vector<CallOutline> lower_calls_of(const CheckedProgram& program, const std::set<std::size_t>& abstracted,
                                        const std::function<Literal(const std::set<std::size_t>&)>& through) {
  if (abstracted.empty()) return {};
  std::map<std::set<SymbolIndex>, std::set<std::size_t>> by_changes;
  for (std::size_t p : abstracted) by_changes[program.procedures[p].modifies].insert(p);
  std::vector<std::pair<Literal, std::set<std::size_t>>> groups;
  for (const auto& [modifies, procedures] : by_changes) {
    const Literal happens = through(procedures);
    const auto same = std::ranges::find(groups, happens, &std::pair<Literal, std::set<std::size_t>>::first);
    if (same == groups.end())
      groups.emplace_back(happens, procedures);
    else
      same->second.insert(procedures.begin(), procedures.end());
  }
  std::size_t lines = 0;
  for (const auto& group : groups) lines += group.second.size() / most_callees_on_a_line + 1;
  if (lines > most_lines_of_callees) groups = {{through(abstracted), abstracted}};
  std::vector<CallOutline> calls;
  for (const auto& [happens, procedures] : groups)
    calls.push_back({.through = happens, .callees = numbers_of(program, procedures)});
  std::ranges::sort(calls, {}, [](const CallOutline& call) { return call.callees.front(); });
  return calls;
}

}   // namespace plato
