// Lowering declarations, relies and guarantees; see lower_to_core.hpp.

#include "lower_to_core.hpp"

#include "formula_builder.hpp"
#include "lower_expressions.hpp"
#include "lower_statements.hpp"

namespace plato {
namespace {

constexpr std::int32_t tid_variable = 0;   // the logic variable that is the thread's identifier

class ProgramLowering {
 public:
  explicit ProgramLowering(const CheckedProgram& program) : program_(program) {}

  CoreProgram run() {
    number_symbols();
    ExpressionLowering global(program_, numbers_, table(), table().logic(tid_variable));
    core_.assumption = global.formulas(program_.tree.assumptions);
    core_.invariant = global.formulas(program_.tree.invariants);
    // One conjunct for each stated invariant, so that a failure is told of the one that breaks.
    global.read_in(1);
    std::vector<Literal> kept;
    for (ExpressionIndex e : program_.tree.invariants)
      kept.push_back(implication(table(), core_.invariant, global.formula(e)));
    kept_ = conjunction(table(), kept);
    initial_stores();
    families();
    return std::move(core_);
  }

 private:
  const CheckedProgram& program_;
  CoreProgram core_;
  SymbolNumbers numbers_;
  Literal kept_ = 0;   // I ⇒ I'

  FormulaTable& table() { return core_.table; }
  const ThreadDeclaration& declaration(std::size_t thread) const { return program_.tree.threads[thread]; }

  void number_symbols() {
    for (SymbolIndex i = 1; i < program_.symbols.size(); ++i) {
      const Symbol& s = program_.symbols[i];
      if (s.kind == Symbol::Kind::variable) {
        numbers_.variables[i] = static_cast<std::int32_t>(core_.variables.size());
        numbers_.symbols.push_back(i);
        const bool is_local = s.thread >= 0;
        const std::string owner = is_local ? declaration(static_cast<std::size_t>(s.thread)).name + "." : "";
        core_.variables.push_back({owner + s.name, s.variable_type,
                                   is_local && declaration(static_cast<std::size_t>(s.thread)).is_family, s.where});
      } else if (s.kind == Symbol::Kind::constant && s.initial == 0) {
        core_.parameters.push_back(s.name);
        numbers_.parameters[i] = static_cast<std::int32_t>(core_.parameters.size());
      } else if (s.kind == Symbol::Kind::constant) {
        ExpressionLowering closed(program_, numbers_, table(), table().num(0));
        numbers_.constants[i] = closed.lower(s.initial);
      }
    }
  }

  TermId self_of(std::size_t thread) {
    return declaration(thread).is_family ? table().logic(tid_variable) : table().num(program_.identifiers[thread]);
  }

  void initial_stores() {
    std::vector<Literal> literals;
    for (SymbolIndex i = 1; i < program_.symbols.size(); ++i) {
      const Symbol& s = program_.symbols[i];
      if (s.kind != Symbol::Kind::variable || s.initial == 0) continue;
      const TermId self = s.thread >= 0 ? self_of(static_cast<std::size_t>(s.thread)) : table().logic(tid_variable);
      ExpressionLowering expressions(program_, numbers_, table(), self);
      literals.push_back(starts_as(i, expressions));
    }
    ExpressionLowering global(program_, numbers_, table(), table().logic(tid_variable));
    literals.push_back(global.formulas(program_.tree.inits));
    core_.init = conjunction(table(), literals);
  }

  // x = e; for a local variable of a family, of every identifier.
  Literal starts_as(SymbolIndex symbol, ExpressionLowering& expressions) {
    const TermId variable = table().var(numbers_.variables.at(symbol), 0);
    const TermId value = expressions.stored(program_.symbols[symbol].initial);
    if (!expressions.is_per_thread(symbol))
      return expressions.is_map(symbol) ? equal_maps(table(), variable, value) : equal(table(), variable, value);
    const Replacement by{.logic = {{tid_variable, table().bound(0)}}, .atoms = {}, .bound = {}, .lift = 0};
    const TermId of_one = replace_in_term(table(), value, by);
    if (of_one == value) return equal_maps(table(), variable, table().constant(value));
    return table().all(table().eq(table().binary(TermKind::select, variable, table().bound(0)), of_one));
  }

  Literal members_of(std::size_t thread) {
    const TermId tid = table().logic(tid_variable);
    if (!declaration(thread).is_family) return equal(table(), tid, self_of(thread));
    std::vector<Literal> literals = {is_nonzero(table(), tid)};
    for (std::size_t i = 0; i < program_.tree.threads.size(); ++i)
      if (!declaration(i).is_family) literals.push_back(-equal(table(), tid, self_of(i)));
    if (declaration(thread).members != 0) {
      ExpressionLowering expressions(program_, numbers_, table(), tid);
      literals.push_back(expressions.formula(declaration(thread).members));
    }
    return conjunction(table(), literals);
  }

  // Nobody else changes the thread's local variables.
  Literal locals_stay(std::size_t thread, TermId self) {
    std::vector<Literal> literals;
    for (const auto& v : in_order(thread)) {
      const TermId before = table().var(v.number, 0), after = table().var(v.number, 1);
      if (declaration(thread).is_family)
        literals.push_back(
            table().eq(table().binary(TermKind::select, after, self), table().binary(TermKind::select, before, self)));
      else
        literals.push_back(stays(v.symbol));
    }
    return conjunction(table(), literals);
  }
  struct Local {
    SymbolIndex symbol;
    std::int32_t number;
  };
  std::vector<Local> in_order(std::size_t thread) const {
    std::vector<Local> locals;
    for (SymbolIndex i = 1; i < program_.symbols.size(); ++i)
      if (program_.symbols[i].kind == Symbol::Kind::variable &&
          program_.symbols[i].thread == static_cast<std::int32_t>(thread))
        locals.push_back({i, numbers_.variables.at(i)});
    return locals;
  }
  Literal stays(SymbolIndex symbol) {
    const std::int32_t number = numbers_.variables.at(symbol);
    const CoreVariable& v = core_.variables[static_cast<std::size_t>(number)];
    const TermId before = table().var(number, 0), after = table().var(number, 1);
    const bool is_map = v.is_local || v.type == VariableType::map || v.type == VariableType::bool_map ||
                        v.type == VariableType::thread_set;
    return is_map ? table().map_eq(after, before) : table().eq(after, before);
  }

  // What others must respect: of a given thread the formula, of a family for every member, or every one but `except`.
  Literal of_all_members(std::size_t thread, Literal formula, bool but_self) {
    if (!declaration(thread).is_family || formula == table().truth()) return formula;
    const Replacement by{.logic = {{tid_variable, table().bound(0)}}, .atoms = {}, .bound = {}, .lift = 0};
    Literal who = replace_in_literal(table(), members_of(thread), by);
    if (but_self) who = both(table(), who, -table().eq(table().bound(0), table().logic(tid_variable)));
    return for_all(table(), implication(table(), who, replace_in_literal(table(), formula, by)));
  }

  void families() {
    const std::size_t count = program_.tree.threads.size();
    std::vector<Literal> frame, relies, locals, respected, respected_locals;
    for (SymbolIndex i = 1; i < program_.symbols.size(); ++i)
      if (program_.symbols[i].kind == Symbol::Kind::variable) frame.push_back(stays(i));
    for (std::size_t i = 0; i < count; ++i) {
      ExpressionLowering expressions(program_, numbers_, table(), self_of(i));
      const Literal wished[] = {expressions.formulas(program_.tree.relies),
                                expressions.formulas(declaration(i).relies)};
      locals.push_back(locals_stay(i, self_of(i)));
      relies.push_back(both(table(), conjunction(table(), wished), locals.back()));
      respected.push_back(of_all_members(i, relies.back(), false));
      respected_locals.push_back(of_all_members(i, locals.back(), false));
    }
    const ConjunctionTree frames(table(), frame), all_relies(table(), respected), all_locals(table(), respected_locals);
    for (std::size_t i = 0; i < count; ++i) {
      ExpressionLowering expressions(program_, numbers_, table(), self_of(i));
      const ThreadDeclaration& t = declaration(i);
      CoreFamily family{.name = t.name, .where = t.where};
      family.members = members_of(i);
      family.rely = both(table(), relies[i], kept_);
      const bool is_stated = !t.guarantees.empty() || !program_.tree.guarantees.empty();
      std::vector<Literal> promises;
      if (is_stated) promises = {expressions.formulas(program_.tree.guarantees), expressions.formulas(t.guarantees)};
      promises.push_back((is_stated ? all_locals : all_relies).all_except(table(), std::span(&i, 1)));
      if (t.is_family) promises.push_back(of_all_members(i, is_stated ? locals[i] : relies[i], true));
      promises.push_back(kept_);
      family.guarantee = conjunction(table(), promises);
      family.body = lower_statements(t.body, program_, core_, expressions, frames, core_.invariant);
      core_.families.push_back(std::move(family));
    }
  }
};

}   // namespace

CoreProgram lower_to_core(const CheckedProgram& program) {
  return ProgramLowering(program).run();
}

}   // namespace plato
