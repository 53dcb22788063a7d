// See lower_branches.hpp. Recursion is bounded by how deep `par` statements and calls are nested; a procedure that
// starts its own branches again has no proof, and is left out.

#include "core/lower_branches.hpp"

#include <algorithm>
#include <iterator>

#include "logic/formula_builder.hpp"
#include "source/control_points.hpp"
#include "types/procedure_checker.hpp"

namespace plato {

namespace {

// It depends neither on the store nor on the thread.
bool is_fixed(const FormulaTable& table, TermId term) {
  const Node root{false, term};
  return std::ranges::none_of(parts_of(table, std::span(&root, 1)), [&](Node part) {
    if (part.is_formula) return false;
    const Term& t = table[TermId{part.index}];
    return t.kind == TermKind::var || t.kind == TermKind::branch || (t.kind == TermKind::logic && t.operand[0] == 0);
  });
}

}   // namespace

TermId last_number(FormulaTable& table, const SyntaxStatement& par, ExpressionLowering& expressions) {
  const TermId last = expressions.stored(par.values[1]);
  return par.is_open ? table.binary(TermKind::sub, last, table.num(1)) : last;
}

Literal number_in_range(FormulaTable& table, TermId number, TermId low, TermId high) {
  std::vector<Literal> bounds;
  if (is_fixed(table, low)) bounds.push_back(at_most(table, low, number));
  if (is_fixed(table, high)) bounds.push_back(at_most(table, number, high));
  return conjunction(table, bounds);
}

std::vector<SymbolIndex> locals_of_branch(const CheckedProgram& program, std::uint32_t par, std::size_t branch) {
  std::vector<SymbolIndex> locals;
  for (SymbolIndex i = 1; i < program.symbols.size(); ++i) {
    const Symbol& s = program.symbols[i];
    if (s.kind == Symbol::Kind::variable && s.par == par && s.branch == branch) locals.push_back(i);
  }
  return locals;
}

// ---- names

ExpressionLowering BranchLowering::expressions_in(ParIndex par, TermId self) const {
  const auto around = static_cast<std::uint32_t>(structure_.pars[par].around.size());
  return ExpressionLowering(program_, numbers_, table_, self).in_branch(around + 1, self);
}

// That the branch is the one with this place: of several, each has its own clauses, and of a range, what is outside of
// it says nothing.
Literal BranchLowering::is_it(ParIndex par, std::size_t branch, const ExpressionLowering& inside) const {
  const TermId number = number_of_branch(table_, inside.self());
  const SyntaxStatement& s = *structure_.pars[par].statement;
  if (s.values.empty()) return equal(table_, number, table_.num(static_cast<std::int64_t>(branch)));
  const auto around = static_cast<std::uint32_t>(structure_.pars[par].around.size());
  ExpressionLowering parent =
      ExpressionLowering(program_, numbers_, table_, tid()).in_branch(around, parent_of_branch(table_, inside.self()));
  return number_in_range(table_, number, parent.stored(s.values[0]), last_number(table_, s, parent));
}

Literal BranchLowering::clauses(ParIndex par, const std::vector<ExpressionIndex> ParBranch::*list,
                                ExpressionLowering& inside) const {
  std::vector<Literal> literals;
  for (const CoreClause& clause : stated(par, list, inside)) literals.push_back(clause.formula);
  return conjunction(table_, literals);
}
std::vector<CoreClause> BranchLowering::stated(ParIndex par, const std::vector<ExpressionIndex> ParBranch::*list,
                                               ExpressionLowering& inside) const {
  std::vector<CoreClause> all;
  const std::vector<ParBranch>& branches = program_.tree.pars[par].branches;
  for (std::size_t i = 0; i < branches.size(); ++i)
    for (CoreClause clause : inside.clauses(branches[i].*list)) {
      clause.formula = implication(table_, is_it(par, i, inside), clause.formula);
      all.push_back(clause);
    }
  return all;
}

// ---- variables

std::vector<SymbolIndex> BranchLowering::own_variables(ParIndex par) const {
  std::vector<SymbolIndex> own = frames().variables_of(-1, structure_.pars[par].runs);
  for (std::size_t i = 0; i < program_.tree.pars[par].branches.size(); ++i)
    std::ranges::copy(locals_of_branch(program_, par + 1, i), std::back_inserter(own));
  return own;
}

// Nobody else changes where the branch is, if that is asked about.
Literal BranchLowering::place_stays(ParIndex par) const {
  const std::int32_t thread = structure_.pars[par].scope;
  if (thread < 0 || static_cast<std::size_t>(thread) >= program_.tree.threads.size()) return table_.truth();
  const std::string name = branch_control_variable(program_.tree.threads[static_cast<std::size_t>(thread)], par + 1);
  const auto found = std::ranges::find(program_.symbols, name, &Symbol::name);
  if (found == program_.symbols.end()) return table_.truth();
  const std::int32_t number = numbers_.variables.at(static_cast<SymbolIndex>(found - program_.symbols.begin()));
  const auto place = [&](std::int32_t version) {
    return table_.binary(TermKind::select, table_.var(number, version), tid());
  };
  return table_.eq(place(1), place(0));
}

// What is declared around the `par` and what no branch next to the present ones assigns to stays.
Literal BranchLowering::outer_stay(ParIndex par, const std::set<SymbolIndex>& but) const {
  const ParStructure& here = structure_.pars[par];
  std::vector<ParIndex> chain;   // the `par` of depth 1, 2, …
  for (const auto& [outer, branch] : here.around) chain.push_back(outer);
  chain.push_back(par);
  std::vector<std::set<SymbolIndex>> assigned;
  for (ParIndex one : chain) {
    assigned.emplace_back();
    for (const auto& body : structure_.pars[one].statement->branches)
      assigned.back().merge(assigned_in(body, program_));
  }
  std::vector<Literal> literals;
  for (SymbolIndex i = 1; i < program_.symbols.size(); ++i) {
    const Symbol& s = program_.symbols[i];
    if (s.kind != Symbol::Kind::variable || s.thread != here.scope || s.depth >= chain.size() || but.contains(i))
      continue;
    const bool is_visible =
        s.par == 0 || here.around[s.depth - 1] == std::pair<ParIndex, std::size_t>(s.par - 1, s.branch);
    if (!is_visible || assigned[s.depth].contains(i)) continue;
    TermId owner = tid();
    for (std::size_t depth = s.depth; depth < chain.size(); ++depth) owner = parent_of_branch(table_, owner);
    literals.push_back(frames().own_stay({i}, owner));
  }
  return conjunction(table_, literals);
}

// ---- relies

Literal BranchLowering::about_parent(Literal formula) const {
  return replace_in_literal(table_, formula, replacing(0, parent_of_branch(table_, tid())));
}

// ∀ u. parent_of(u) = parent ∧ u < 0 → formula about u
Literal BranchLowering::for_branches(Literal formula, TermId parent) const {
  if (formula == table_.truth()) return formula;
  const TermId branch = table_.bound(0);
  const Literal is_one =
      both(table_, table_.eq(parent_of_branch(table_, branch), parent), at_most(table_, branch, table_.num(-1)));
  const Literal said = replace_in_literal(table_, formula, replacing(0, branch));
  return for_all(table_, implication(table_, is_one, said));
}

// ∀ n. what the clauses of the branch with the number n say. It follows from what is said of all branches, since there
// is one for each number; but no prover knows that.
Literal BranchLowering::for_numbers(ParIndex par, TermId parent) const {
  const auto number = static_cast<std::int32_t>(core_.program.parameters.size()) + 1;   // a variable that is free
  ExpressionLowering inside = expressions_in(par, branch_of(table_, parent, table_.logic(number)));
  const Literal said = clauses(par, &ParBranch::relies, inside);
  return for_all(table_, replace_in_literal(table_, said, replacing(number, table_.bound(0))));
}

Respected BranchLowering::of_started(const std::vector<ParIndex>& pars, TermId parent) {
  std::vector<Literal> whole, locals;
  for (ParIndex par : pars) {
    const Rely& rely = rely_of(par);
    whole.push_back(for_branches(rely.whole, parent));
    whole.push_back(for_numbers(par, parent));
    locals.push_back(for_branches(rely.locals, parent));
  }
  return {conjunction(table_, whole), conjunction(table_, locals)};
}

Respected BranchLowering::of_thread(std::size_t thread, TermId self) {
  return of_started(structure_.started[thread], self);
}

const BranchLowering::Rely& BranchLowering::rely_of(ParIndex par) {
  if (relies_[par].is_known) return relies_[par];
  const Literal truth = table_.truth();
  relies_[par] = {.wished = truth, .locals = truth, .whole = truth, .is_known = true};   // of a recursion
  ExpressionLowering inside = expressions_in(par);
  const Literal wished = both(table_, inside.formulas(program_.tree.relies), clauses(par, &ParBranch::relies, inside));
  const Literal variables = both(table_, frames().own_stay(own_variables(par), tid()), place_stays(par));
  const Literal own = both(table_, variables, outer_stay(par, {}));
  const Respected started = of_started(structure_.pars[par].starts, tid());
  const Literal whole[] = {wished, own, started.whole};
  relies_[par].wished = wished;
  relies_[par].locals = both(table_, own, started.locals);
  relies_[par].whole = conjunction(table_, whole);
  return relies_[par];
}

// ---- outlines

// With several starters, what belongs to one is said only where the parent is one of them.
Literal BranchLowering::only_for(const ParStructure& par, const Starter& starter, Literal formula) const {
  if (par.starters.size() == 1 || formula == table_.truth()) return formula;
  const Literal is_one =
      starter.is_branch ? at_most(table_, tid(), table_.num(-1)) : core_.program.families[starter.number].members;
  return implication(table_, is_one, formula);
}

// About the parent: what the program says, and what no branch assigns to.
Literal BranchLowering::through_of(ParIndex par, Literal kept_invariant) {
  const ParStructure& here = structure_.pars[par];
  ExpressionLowering of_parent(program_, numbers_, table_, tid());
  std::vector<Literal> literals = {of_parent.formulas(program_.tree.relies)};
  std::set<SymbolIndex> assigned;
  for (const auto& body : here.statement->branches) assigned.merge(assigned_in(body, program_));
  for (const Starter& starter : here.starters) {
    std::vector<SymbolIndex> own = starter.is_branch ? own_variables(static_cast<ParIndex>(starter.number))
                                                     : frames().variables_of(static_cast<std::int32_t>(starter.number),
                                                                             program_.reached[starter.number]);
    std::erase_if(own, [&](SymbolIndex v) { return assigned.contains(v); });
    Literal stay = frames().own_stay(own, tid());
    if (starter.is_branch) stay = both(table_, stay, outer_stay(static_cast<ParIndex>(starter.number), assigned));
    literals.push_back(only_for(here, starter, stay));
  }
  literals.push_back(kept_invariant);
  return conjunction(table_, literals);
}

Literal BranchLowering::guarantee_of(ParIndex par, Literal kept_invariant) {
  if (const auto known = guarantees_.find(par); known != guarantees_.end()) return known->second;
  guarantees_[par] = table_.truth();   // of a recursion
  const ParStructure& here = structure_.pars[par];
  std::vector<Literal> promises;
  for (const Starter& starter : here.starters)
    promises.push_back(
        about_parent(only_for(here, starter,
                              starter.is_branch ? guarantee_of(static_cast<ParIndex>(starter.number), kept_invariant)
                                                : core_.outline.families[starter.number].guarantee)));
  promises.push_back(about_parent(through_of(par, kept_invariant)));
  // ∀ v. a branch of the same parent with another number relies on this
  const TermId other = table_.bound(0), self = tid();
  const Literal is_sibling[] = {table_.eq(parent_of_branch(table_, other), parent_of_branch(table_, self)),
                                at_most(table_, other, table_.num(-1)),
                                -table_.eq(number_of_branch(table_, other), number_of_branch(table_, self))};
  const Literal said = replace_in_literal(table_, rely_of(par).whole, replacing(0, other));
  if (rely_of(par).whole != table_.truth())
    promises.push_back(for_all(table_, implication(table_, conjunction(table_, is_sibling), said)));
  return guarantees_[par] = conjunction(table_, promises);
}

// The number of a branch lies between those that its parent has found.
Literal BranchLowering::is_among(const CoreStatement& par) const {
  const Replacement by = replacing(0, parent_of_branch(table_, tid()));
  const TermId number = number_of_branch(table_, tid());
  const Literal above = at_most(table_, replace_in_term(table_, par.low, by), number),
                below = at_most(table_, number, replace_in_term(table_, par.high, by));
  return both(table_, above, below);
}

void BranchLowering::add_outlines(Literal whole_invariant, Literal kept_invariant) {
  for (StatementId s = 1; s <= core_.program.statements.size(); ++s) {
    StatementProvenance& from = core_.provenance.statements[s - 1];
    if (from.par == 0) continue;
    const ParIndex par = from.par - 1;
    ExpressionLowering inside = expressions_in(par);
    BranchOutline outline;
    outline.rely = both(table_, rely_of(par).whole, kept_invariant);
    outline.guarantee = guarantee_of(par, kept_invariant);
    outline.through = through_of(par, kept_invariant);
    const Literal pre[] = {is_among(core_.program.statements[s - 1]), clauses(par, &ParBranch::requires_, inside),
                           whole_invariant};
    outline.pre = conjunction(table_, pre);
    outline.post = both(table_, clauses(par, &ParBranch::ensures, inside), whole_invariant);
    core_.outline.statements[s - 1].branches = outline;
    from.relies = inside.clauses(program_.tree.relies);
    std::ranges::move(stated(par, &ParBranch::relies, inside), std::back_inserter(from.relies));
    from.requires_ = stated(par, &ParBranch::requires_, inside);
    from.ensures = stated(par, &ParBranch::ensures, inside);
  }
}

}   // namespace plato
