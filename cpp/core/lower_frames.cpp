// See lower_frames.hpp.

#include "core/lower_frames.hpp"

#include <algorithm>
#include <iterator>

#include "logic/formula_builder.hpp"
#include "source/control_points.hpp"

namespace plato {

Literal FrameLowering::stays(SymbolIndex symbol) const {
  const std::int32_t number = numbers_.variables.at(symbol);
  const CoreVariable& v = core_.variables[static_cast<std::size_t>(number)];
  const TermId before = core_.table.var(number, 0), after = core_.table.var(number, 1);
  return is_map(v) ? core_.table.map_eq(after, before) : core_.table.eq(after, before);
}

Literal FrameLowering::own_stay(const std::vector<SymbolIndex>& symbols, TermId self) const {
  FormulaTable& table = core_.table;
  std::vector<Literal> literals;
  for (const SymbolIndex symbol : symbols) {
    const std::int32_t number = numbers_.variables.at(symbol);
    const TermId before = table.var(number, 0), after = table.var(number, 1);
    const CoreVariable& v = core_.variables[static_cast<std::size_t>(number)];
    if (v.is_local && is_map_type(v.type)) {   // all that the thread's own map holds
      const TermId place = row_index(table, {self}, v.inner + 1);
      const Literal same =
          table.eq(table.binary(TermKind::select, after, place), table.binary(TermKind::select, before, place));
      literals.push_back(for_all(table, same, v.inner + 1));
    } else if (v.is_local) {
      literals.push_back(
          table.eq(table.binary(TermKind::select, after, self), table.binary(TermKind::select, before, self)));
    } else {
      literals.push_back(stays(symbol));
    }
  }
  return conjunction(table, literals);
}

std::vector<SymbolIndex> FrameLowering::variables_of(std::int32_t thread, const std::set<std::size_t>& procedures,
                                                     const std::set<std::size_t>& but) const {
  std::vector<SymbolIndex> found;
  for (SymbolIndex i = 1; i < program_.symbols.size(); ++i) {
    const Symbol& s = program_.symbols[i];
    if (s.kind != Symbol::Kind::variable || s.par != 0) continue;   // what a branch has to itself is no thread's
    const auto procedure = procedure_of(program_.tree, s.thread);
    if (procedure ? procedures.contains(*procedure) && !but.contains(*procedure) : s.thread >= 0 && s.thread == thread)
      found.push_back(i);
  }
  return found;
}

std::vector<SymbolIndex> FrameLowering::during_calls(std::int32_t thread, const std::set<std::size_t>& procedures,
                                                     const std::set<std::size_t>& abstracted) const {
  std::vector<SymbolIndex> found = variables_of(thread, procedures, with_reached(program_, abstracted));
  std::erase_if(found, [&](SymbolIndex v) { return is_made_by_tool(program_, program_.symbols[v]); });
  for (std::size_t p : abstracted) {
    const bool is_run_by_another = std::ranges::any_of(
        abstracted, [&](std::size_t q) { return q != p && program_.procedures[q].reached.contains(p); });
    if (!is_run_by_another) std::ranges::copy(results_of_actions(program_.procedures[p]), std::back_inserter(found));
  }
  return found;
}

bool is_made_by_tool(const CheckedProgram& program, const Symbol& symbol) {
  if (!symbol.is_ghost) return false;
  if (symbol.thread >= 0 && symbol.name.starts_with(control_variable)) return true;
  return std::ranges::any_of(program.tree.counts, [&](const CountDeclaration& c) {
    return symbol.name == c.name || symbol.name == c.at || symbol.name == c.place || symbol.name == c.held;
  });
}

std::set<SymbolIndex> results_of_actions(const CheckedProcedure& procedure) {
  std::set<SymbolIndex> results;
  for (const std::set<SymbolIndex>& of_one : procedure.action_results) results.insert(of_one.begin(), of_one.end());
  return results;
}

std::vector<Literal> conjuncts(const FormulaTable& table, Literal conjunction) {
  std::vector<Literal> open{conjunction}, found;
  while (!open.empty()) {
    const Literal part = open.back();
    open.pop_back();
    if (part > 0 && table[formula_of(part)].kind == FormulaKind::and_) {
      const auto parts = table.operands(formula_of(part));
      open.insert(open.end(), parts.rbegin(), parts.rend());
    } else {
      found.push_back(part);
    }
  }
  return found;
}

Literal without_mention(FormulaTable& table, Literal conjunction, const std::set<std::int32_t>& variables) {
  if (variables.empty()) return conjunction;
  std::vector<Literal> kept = conjuncts(table, conjunction);
  std::erase_if(kept, [&](Literal part) {
    return std::ranges::any_of(variables_in(table, part),
                               [&](const auto& variable) { return variables.contains(variable.first); });
  });
  return plato::conjunction(table, kept);
}

std::set<std::int32_t> idle_changes(const CheckedProgram& program, const std::set<std::size_t>& procedures,
                                    const SymbolNumbers& numbers) {
  std::set<std::int32_t> found;
  for (std::size_t p : procedures)
    for (SymbolIndex symbol : program.procedures[p].modifies) found.insert(numbers.variables.at(symbol));
  return found;
}

std::vector<TermId> restored(FormulaTable& table, const std::vector<std::size_t>& variables) {
  std::vector<TermId> terms;
  for (std::size_t v : variables) {
    const auto number = static_cast<std::int32_t>(v);
    const TermId tid = table.logic(0), own = table.binary(TermKind::select, table.var(number, 1), tid);
    terms.push_back(table.store(table.var(number, 0), tid, own));
  }
  return terms;
}

std::set<std::size_t> with_reached(const CheckedProgram& program, const std::set<std::size_t>& procedures) {
  std::set<std::size_t> all = procedures;
  for (std::size_t p : procedures)
    all.insert(program.procedures[p].reached.begin(), program.procedures[p].reached.end());
  return all;
}

}   // namespace plato
