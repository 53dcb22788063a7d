// Lowering declarations, relies and guarantees; see lower_to_core.hpp.

#include "core/lower_to_core.hpp"

#include <algorithm>
#include <iterator>

#include "core/lower_branches.hpp"
#include "core/lower_call_maps.hpp"
#include "core/lower_control_points.hpp"
#include "core/lower_counts.hpp"
#include "core/lower_expressions.hpp"
#include "core/lower_specifications.hpp"
#include "core/lower_statements.hpp"
#include "core/pending_actions.hpp"
#include "logic/formula_builder.hpp"

namespace plato {
namespace {

constexpr std::int32_t tid_variable = 0;   // the logic variable that is the thread's identifier

class ProgramLowering {
 public:
  ProgramLowering(const CheckedProgram& program, std::string_view text, Diagnostics& diagnostics,
                  const ControlPoints* points = nullptr)
      : program_(program), text_(text), diagnostics_(diagnostics), branches_(program, numbers_, core_) {
    numbers_.points = points;
    numbers_.written = &written_;
  }

  CoreProgram run() {
    number_symbols();
    find_zero_members();
    ExpressionLowering global(program_, numbers_, table(), table().logic(tid_variable));
    core_.program.assumption = assumptions(global);
    invariants(global);
    initial_stores();
    specification(global);
    declare_witness(program_, core_);
    numbers_.witness = core_.outline.witness;
    for (std::size_t i : procedures_in_order()) procedure(i, global);
    families();
    branches_.add_outlines(whole_invariant_, kept_invariant_);
    if (numbers_.points != nullptr) ControlLowering(program_, numbers_, core_).add_moves();
    add_counts(program_, numbers_, global, core_, diagnostics_);
    if (core_.outline.witness) {
      lower_specifications(program_, core_, numbers_, any_thread());
      assert_pending_actions(program_, numbers_, core_);
    }
    if (numbers_.points != nullptr) ControlLowering(program_, numbers_, core_).add_assertions();
    core_.provenance.counted_assertions = program_.tree.counted_assertions;
    quote_formulas();
    return std::move(core_);
  }

 private:
  const CheckedProgram& program_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  CoreProgram core_;
  SymbolNumbers numbers_;
  std::unordered_map<Literal, ExpressionIndex> written_;
  BranchLowering branches_;
  Literal whole_invariant_ = 0;     // I: what is claimed and what is added to it for the proof
  Literal kept_invariant_ = 0;      // I ==> I'
  std::vector<Literal> relies_;     // of the threads: what they rely on, the invariant aside
  std::vector<bool> may_be_zero_;   // of the threads: a family's formula may be true of the identifier 0

  FormulaTable& table() { return core_.program.table; }

  // What is short enough for a line, and has no comments in it.
  void quote_formulas() {
    constexpr std::size_t longest = 200;
    for (const auto& [formula, expression] : written_) {
      const Expression& e = program_.tree[expression];
      if (e.begin >= e.end || e.end > text_.size() || e.end - e.begin > longest) continue;
      std::string line;
      for (const char c : text_.substr(e.begin, e.end - e.begin)) {
        const bool is_space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (!is_space) line += c;
        if (is_space && !line.ends_with(' ')) line += ' ';
      }
      if (line.find("//") == std::string::npos && line.find("/*") == std::string::npos)
        core_.provenance.written.emplace(formula, std::move(line));
    }
  }
  FrameLowering frames() { return {program_, numbers_, core_.program}; }
  Literal stays(SymbolIndex symbol) { return frames().stays(symbol); }
  const ThreadDeclaration& declaration(std::size_t thread) const { return program_.tree.threads[thread]; }

  // What is assumed of the parameters, and that they are values of their types.
  Literal assumptions(ExpressionLowering& global) {
    std::vector<Literal> literals = {global.formulas(program_.tree.assumptions)};
    for (SymbolIndex i = 1; i < program_.symbols.size(); ++i)
      if (const auto parameter = numbers_.parameters.find(i); parameter != numbers_.parameters.end())
        literals.push_back(global.value_in_range(i, table().logic(parameter->second)));
    return conjunction(table(), literals);
  }

  // The variables whose type says more than that they hold integers.
  std::vector<SymbolIndex> variables_with_range(ExpressionLowering& global) const {
    std::vector<SymbolIndex> found;
    for (SymbolIndex i = 1; i < program_.symbols.size(); ++i)
      if (program_.symbols[i].kind == Symbol::Kind::variable && global.has_range(i)) found.push_back(i);
    return found;
  }
  // That the variable is a value of its type, before or after a step; of a family, in every thread, and of a procedure,
  // for all integers, threads or not.
  Literal has_value_of_type(SymbolIndex symbol, ExpressionLowering& expressions) {
    const std::int32_t thread = program_.symbols[symbol].thread;
    const Literal own = expressions.range_of(symbol);
    if (procedure_of(program_.tree, thread) || program_.symbols[symbol].par != 0)
      return for_all(table(), replace_in_literal(table(), own, of_bound_thread()));
    return thread < 0 ? own : of_all_members(static_cast<std::size_t>(thread), own, false);
  }
  // The thread's identifier is the variable of a quantifier.
  Replacement of_bound_thread() { return replacing(tid_variable, table().bound(0)); }

  void invariants(ExpressionLowering& global) {
    std::vector<ExpressionIndex> claimed, lemmas;
    for (std::size_t i = 0; i < program_.tree.invariants.size(); ++i)
      (program_.is_lemma[i] ? lemmas : claimed).push_back(program_.tree.invariants[i]);
    whole_invariant_ = global.formulas(claimed);
    std::vector<CoreClause> ranges;
    Literal unclaimed_ranges = table().truth();
    for (SymbolIndex i : variables_with_range(global)) {
      ranges.push_back({has_value_of_type(i, global), program_.symbols[i].where});
      Literal& part = program_.symbols[i].is_ghost || is_of_activations(i) ? unclaimed_ranges : whole_invariant_;
      part = both(table(), part, ranges.back().formula);
    }
    if (whole_invariant_ != table().truth()) core_.specification.invariant = whole_invariant_;
    for (SymbolIndex i : program_.race_free)
      core_.specification.races.push_back(static_cast<std::size_t>(numbers_.variables.at(i)));
    for (ExpressionIndex e : program_.tree.race_free) core_.provenance.race_free.push_back(program_.tree[e].where);
    const std::vector<SymbolIndex> of_calls = call_maps_with_value(program_);
    Literal new_maps = table().truth();
    for (SymbolIndex i : of_calls) {
      ranges.push_back({are_new(program_, i, 0, global, table()), program_.symbols[i].where});
      new_maps = both(table(), new_maps, ranges.back().formula);
    }
    if (!lemmas.empty() || unclaimed_ranges != table().truth() || !of_calls.empty()) {
      core_.outline.lemma = both(table(), both(table(), global.formulas(lemmas), unclaimed_ranges), new_maps);
      whole_invariant_ = both(table(), whole_invariant_, *core_.outline.lemma);
    }
    // One conjunct for each stated invariant, so that a message can name the one that breaks.
    ExpressionLowering after_step = global.in({.version = 1});
    std::vector<Literal> kept;
    for (ExpressionIndex e : program_.tree.invariants)
      kept.push_back(implication(table(), whole_invariant_, after_step.formula(e)));
    for (SymbolIndex i : variables_with_range(global))
      kept.push_back(implication(table(), whole_invariant_, has_value_of_type(i, after_step)));
    for (SymbolIndex i : of_calls)
      kept.push_back(implication(table(), whole_invariant_, are_new(program_, i, 1, after_step, table())));
    kept_invariant_ = conjunction(table(), kept);
    core_.provenance.invariants = global.clauses(program_.tree.invariants);
    for (ExpressionIndex e : lemmas)
      if (!is_law_of_count(e)) core_.provenance.lemmas.push_back(beginning_of(program_.tree, e));
    std::ranges::move(ranges, std::back_inserter(core_.provenance.invariants));
    if (whole_invariant_ == table().truth()) return;
    core_.provenance.whole_invariant = whole_invariant_;
    core_.provenance.kept_invariant = kept_invariant_;
  }

  // Each activation of the procedure has its own. Nobody else can name it, so that it is in its range is claimed by
  // what assigns to it alone.
  bool is_of_activations(SymbolIndex symbol) const {
    const auto procedure = procedure_of(program_.tree, program_.symbols[symbol].thread);
    return procedure && program_.procedures[*procedure].is_recursive;
  }

  // What the tool says of the ghosts of a count is nothing that anybody would have claimed.
  bool is_law_of_count(ExpressionIndex e) const {
    return std::ranges::any_of(program_.tree.counts, [&](const CountDeclaration& count) {
      return std::ranges::find(count.laws, e) != count.laws.end();
    });
  }

  // Several branches may have variables of one name.
  std::string free_name(const std::string& name) const {
    std::string found = name;
    const auto is_taken = [&] {
      return std::ranges::find(core_.program.variables, found, &CoreVariable::name) != core_.program.variables.end();
    };
    for (std::size_t i = 2; is_taken(); ++i) found = name + "_" + std::to_string(i);
    return found;
  }

  void number_symbols() {
    for (SymbolIndex i = 1; i < program_.symbols.size(); ++i) {
      const Symbol& s = program_.symbols[i];
      if (s.kind == Symbol::Kind::variable) {
        numbers_.variables[i] = static_cast<std::int32_t>(core_.program.variables.size());
        numbers_.symbols.push_back(i);
        CoreVariable variable{.name = s.name, .type = s.variable_type, .is_ghost = s.is_ghost, .inner = s.type.inner};
        if (const auto procedure = procedure_of(program_.tree, s.thread)) {
          variable.name = program_.tree.procedures[*procedure].name + "." + s.name;
          variable.is_local = true;
        } else if (s.par != 0) {
          variable.name = declaration(static_cast<std::size_t>(s.thread)).name + "." + s.name;
          variable.is_local = true;
        } else if (s.thread >= 0) {
          variable.owner = static_cast<std::size_t>(s.thread);
          variable.name = declaration(*variable.owner).name + "." + s.name;
          variable.is_local = declaration(*variable.owner).is_family;
        }
        if (s.par != 0) variable.name = free_name(variable.name);
        core_.program.variables.push_back(std::move(variable));
        core_.provenance.variables.push_back(s.where);
      } else if (s.kind == Symbol::Kind::constant && s.initial == 0) {
        core_.program.parameters.push_back({s.name, s.variable_type, s.type.inner});
        numbers_.parameters[i] = static_cast<std::int32_t>(core_.program.parameters.size());
      } else if (s.kind == Symbol::Kind::constant) {
        ExpressionLowering closed(program_, numbers_, table(), table().num(0));
        numbers_.constants[i] = closed.lower(s.initial);
      }
    }
    mark_call_maps(program_, numbers_, core_.program.variables);
  }

  TermId self_of(std::size_t thread) {
    return declaration(thread).is_family ? table().logic(tid_variable) : table().num(program_.identifiers[thread]);
  }

  static std::vector<CoreClause> clauses(ExpressionLowering& expressions, const std::vector<ExpressionIndex>& of_all,
                                         const std::vector<ExpressionIndex>& own) {
    std::vector<CoreClause> both = expressions.clauses(of_all);
    std::ranges::move(expressions.clauses(own), std::back_inserter(both));
    return both;
  }

  // The environment leaves the local variables of threads and procedures alone.
  void specification(ExpressionLowering& global) {
    const ProgramSpecification& s = program_.tree.specification;
    if (!s.guarantees.empty()) core_.specification.guarantee = global.formulas(s.guarantees);
    if (!s.ensures.empty()) core_.specification.post = global.formulas(s.ensures);
    core_.provenance.guarantees = global.clauses(s.guarantees);
    core_.provenance.ensures = global.clauses(s.ensures);
    if (s.relies.empty()) return;
    std::vector<Literal> literals = {global.formulas(s.relies)};
    core_.provenance.relies = global.clauses(s.relies);
    const std::vector<CoreVariable>& variables = core_.program.variables;
    for (std::size_t v = 0; v < variables.size(); ++v)
      if (is_private(variables[v]) && !variables[v].is_ghost) literals.push_back(stays(numbers_.symbols[v]));
    ExpressionLowering after_step = global.in({.version = 1});
    for (SymbolIndex i : variables_with_range(global))
      if (program_.symbols[i].thread < 0 && !program_.symbols[i].is_ghost)
        literals.push_back(implication(table(), has_value_of_type(i, global), has_value_of_type(i, after_step)));
    const Literal rely = conjunction(table(), literals);
    core_.specification.rely = rely;
    std::vector<Literal> with_ghosts = {rely};
    for (std::size_t v = 0; v < variables.size(); ++v)
      if (variables[v].is_ghost) with_ghosts.push_back(stays(numbers_.symbols[v]));
    if (with_ghosts.size() > 1) core_.outline.rely = table().connective(FormulaKind::and_, with_ghosts);
  }

  void initial_stores() {
    ExpressionLowering global(program_, numbers_, table(), table().logic(tid_variable));
    std::vector<Literal> literals, ghosts;
    std::vector<ExpressionIndex> inits;
    for (std::size_t i = 0; i < program_.tree.inits.size(); ++i)
      if (program_.initial_ghost[i] == 0) inits.push_back(program_.tree.inits[i]);
    for (SymbolIndex i = 1; i < program_.symbols.size(); ++i) {
      const Symbol& s = program_.symbols[i];
      const auto stated = std::ranges::find(program_.initial_ghost, i);
      if (stated != program_.initial_ghost.end())
        ghosts.push_back(global.same_store_value(
            program_.tree.inits[static_cast<std::size_t>(stated - program_.initial_ghost.begin())]));
      if (s.kind != Symbol::Kind::variable) continue;
      if (procedure_of(program_.tree, s.thread) || s.par != 0) {
        (s.is_ghost ? ghosts : literals).push_back(starts_unused(i, global));
        continue;
      }
      if (s.initial == 0 && !s.is_ghost && global.has_range(i)) literals.push_back(has_value_of_type(i, global));
      if (s.initial == 0) continue;
      const TermId self = s.thread >= 0 ? self_of(static_cast<std::size_t>(s.thread)) : table().logic(tid_variable);
      ExpressionLowering expressions(program_, numbers_, table(), self);
      (s.is_ghost ? ghosts : literals).push_back(starts_as(i, expressions));
    }
    literals.push_back(global.formulas(inits));
    for (ExpressionIndex e : program_.tree.specification.requires_) literals.push_back(global.formula(e));
    core_.program.init = conjunction(table(), literals);
    if (ghosts.empty()) return;
    ghosts.insert(ghosts.begin(), core_.program.init);
    core_.outline.initially = table().connective(FormulaKind::and_, ghosts);
  }

  // Of a procedure's variable, which nobody reads before a call gives it a value: some value of its type.
  Literal starts_unused(SymbolIndex symbol, ExpressionLowering& global) {
    if (call_of_map(program_, symbol) != 0) {
      const ExpressionIndex initial = program_.symbols[symbol].initial;
      if (initial == 0)   // calls read what is there
        return global.has_range(symbol) ? has_value_of_type(symbol, global) : table().truth();
      return equal_maps(table(), table().var(numbers_.variables.at(symbol), 0), global.stored(initial));
    }
    const SyntaxType& type = program_.symbols[symbol].declared;
    const TermId first = type.low == 0 ? table().num(0) : global.lower(type.low).term;
    const Literal is_first =
        equal_maps(table(), table().var(numbers_.variables.at(symbol), 0), table().constant(first));
    return both(table(), is_first, global.in_range(symbol, first));
  }
  // x = e; for a local variable of a family, of every identifier.
  Literal starts_as(SymbolIndex symbol, ExpressionLowering& expressions) {
    const TermId variable = table().var(numbers_.variables.at(symbol), 0);
    const TermId value = expressions.stored(program_.symbols[symbol].initial);
    if (!expressions.is_per_thread(symbol))
      return expressions.is_map(symbol) ? equal_maps(table(), variable, value) : equal(table(), variable, value);
    if (is_map(program_.symbols[symbol].type)) return row_starts_as(symbol, variable, value);
    const TermId of_one = replace_in_term(table(), value, of_bound_thread());
    if (of_one == value) return equal_maps(table(), variable, table().constant(value));
    return table().all(table().eq(table().binary(TermKind::select, variable, table().bound(0)), of_one));
  }

  // Every element of the map that each thread has is that of the value.
  Literal row_starts_as(SymbolIndex symbol, TermId variable, TermId value) {
    const std::uint32_t indices = program_.symbols[symbol].type.inner + 1;
    const TermId thread = table().bound(static_cast<std::int32_t>(indices));
    const TermId of_one = replace_in_term(table(), value, replacing(tid_variable, thread));
    if (of_one == value && table()[value].kind == TermKind::const_) return equal_maps(table(), variable, value);
    const TermId there = table().binary(TermKind::select, variable, row_index(table(), {thread}, indices)),
                 first = select_from(table(), of_one, row_index(table(), {}, indices));
    return for_all(table(), table().eq(there, first), indices + 1);
  }

  // 0 is a member exactly when the family's formula may be true of it. The question adds nothing to the program's
  // table.
  void find_zero_members() {
    FormulaTable scratch = table();
    ExpressionLowering of_zero(program_, numbers_, scratch, scratch.num(0));
    for (const ThreadDeclaration& t : program_.tree.threads)
      may_be_zero_.push_back(t.members != 0 && of_zero.formula(t.members) != -scratch.truth());
  }
  bool is_array_of_locks(std::size_t variable) const {
    return program_.symbols[numbers_.symbols[variable]].declared.kind == SyntaxType::Kind::lock_map;
  }
  // In a program with locks, no thread is 0: a lock that is 0 is free.
  void check_zero(std::size_t thread) {
    if (!may_be_zero_[thread]) return;
    for (std::size_t v = 0; v < numbers_.symbols.size(); ++v)
      if (core_.program.variables[v].type == VariableType::lock || is_array_of_locks(v))
        return diagnostics_.push_back(
            {MessageCode::identifiers, declaration(thread).where,
             "the identifier 0 may be one of '" + declaration(thread).name + "', but a lock that is 0 is free",
             "leave it out, as in 'for 1 <= " + declaration(thread).index + " <= n'", core_.provenance.variables[v],
             "this lock could not say who holds it"});
  }

  Literal members_of(std::size_t thread) {
    const TermId tid = table().logic(tid_variable);
    if (!declaration(thread).is_family) return equal(table(), tid, self_of(thread));
    std::vector<Literal> literals;
    if (declaration(thread).members == 0) literals.push_back(is_nonzero(table(), tid));
    for (std::size_t i = 0; i < program_.tree.threads.size(); ++i)
      if (!declaration(i).is_family) literals.push_back(-equal(table(), tid, self_of(i)));
    if (declaration(thread).members != 0) {
      ExpressionLowering expressions(program_, numbers_, table(), tid);
      literals.push_back(expressions.formula(declaration(thread).members));
    }
    const Literal members = conjunction(table(), literals);
    return program_.tree.pars.empty() || excludes_branches(members)
               ? members
               : both(table(), members, at_most(table(), table().num(0), tid));
  }

  // It says that the identifier is not below 0, or which it is.
  bool excludes_branches(Literal members) {
    const Literal not_below = at_most(table(), table().num(0), table().logic(tid_variable));
    for (Literal part : conjuncts(table(), members)) {
      if (part == not_below) return true;
      if (part < 0 || table()[formula_of(part)].kind != FormulaKind::eq) continue;
      for (TermId side : {table().left(formula_of(part)), table().right(formula_of(part))})
        if (table()[side].kind == TermKind::num && table().value(side).sign() >= 0) return true;
    }
    return false;
  }

  // Nobody else changes the thread's local variables, or its own values of those of procedures that it may run.
  Literal locals_stay(std::size_t thread) {
    const auto number = static_cast<std::int32_t>(thread);
    return frames().own_stay(frames().variables_of(number, program_.reached[thread]), self_of(thread));
  }
  // While abstractions of procedures are run, what they run has these variables to itself.
  void calls_of(std::size_t thread, Literal wished, FamilyOutline& outline) {
    const std::set<std::size_t>& abstracted = program_.abstracted[thread];
    if (abstracted.empty()) return;
    const std::vector<SymbolIndex> kept =
        frames().during_calls(static_cast<std::int32_t>(thread), program_.reached[thread], abstracted);
    const Literal own = frames().own_stay(kept, self_of(thread));
    // What idle steps of callees change, nothing is known of: it is also why others may do what they do then.
    outline.calls = lower_calls_of(program_, abstracted, [&](const std::set<std::size_t>& group) {
      const Literal left = without_mention(table(), wished, idle_changes(program_, group, numbers_));
      return both(table(), both(table(), left, own), kept_invariant_);
    });
  }
  // Whatever thread runs a procedure, it keeps what every other one relies on: part by part, so that a procedure has to
  // do only with those about what it writes.
  AnyThread any_thread() {
    const TermId tid = table().logic(tid_variable);
    std::vector<Literal> promises, members;
    for (std::size_t i = 0; i < relies_.size(); ++i) {
      const bool is_family = declaration(i).is_family;
      for (Literal part : conjuncts(table(), relies_[i]))
        promises.push_back(is_family ? of_all_members(i, part, true)
                                     : implication(table(), -equal(table(), tid, self_of(i)), part));
      members.push_back(core_.program.families[i].members);
    }
    std::ranges::copy(conjuncts(table(), kept_invariant_), std::back_inserter(promises));
    if (core_.specification.guarantee) promises.push_back(*core_.specification.guarantee);
    return {.keeps = std::move(promises),
            .is_one = disjunction(table(), members),
            .whole_invariant = whole_invariant_,
            .kept_invariant = kept_invariant_};
  }

  // What others must respect: for an individually declared thread the formula itself; for a family the formula for
  // every member, or for all except `except`.
  Literal of_all_members(std::size_t thread, Literal formula, bool but_self) {
    if (!declaration(thread).is_family || formula == table().truth()) return formula;
    const Replacement by = of_bound_thread();
    Literal who = replace_in_literal(table(), members_of(thread), by);
    if (but_self) who = both(table(), who, -table().eq(table().bound(0), table().logic(tid_variable)));
    return for_all(table(), implication(table(), who, replace_in_literal(table(), formula, by)));
  }

  std::vector<std::size_t> procedures_in_order() const {
    std::vector<std::size_t> order(program_.procedures.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[program_.procedures[i].place] = i;
    return order;
  }
  void procedure(std::size_t number, ExpressionLowering& expressions) {
    const ProcedureDeclaration& p = program_.tree.procedures[number];
    const StatementId body = lower_procedure(number, program_, core_, expressions, whole_invariant_);
    core_.program.procedures.push_back(
        {.name = p.name, .body = body, .is_recursive = program_.procedures[number].is_recursive});
    core_.outline.procedures.emplace_back();
    core_.provenance.procedures.push_back(p.where);
    core_.provenance.specifications.emplace_back();
  }

  void families() {
    const std::size_t count = program_.tree.threads.size();
    std::vector<Literal> wishes, locals, respected, respected_locals;
    for (std::size_t i = 0; i < count; ++i) {
      ExpressionLowering expressions(program_, numbers_, table(), self_of(i));
      const Literal wished[] = {expressions.formulas(program_.tree.relies),
                                expressions.formulas(declaration(i).relies)};
      const Respected by_branches = branches_.of_thread(i, self_of(i));
      const Literal own = locals_stay(i);
      locals.push_back(both(table(), own, by_branches.locals));
      wishes.push_back(conjunction(table(), wished));
      relies_.push_back(both(table(), both(table(), wishes.back(), own), by_branches.whole));
      respected.push_back(of_all_members(i, relies_.back(), false));
      respected_locals.push_back(of_all_members(i, locals.back(), false));
    }
    const ConjunctionTree all_relies(table(), respected), all_locals(table(), respected_locals);
    for (std::size_t i = 0; i < count; ++i) {
      ExpressionLowering expressions(program_, numbers_, table(), self_of(i));
      const ThreadDeclaration& t = declaration(i);
      check_zero(i);
      FamilyOutline outline{.is_explicit = t.is_outline};
      FamilyProvenance from{.where = t.where};
      const Literal members = members_of(i);
      if (t.members != 0) from.members = expressions.formula(t.members);
      outline.rely = both(table(), relies_[i], kept_invariant_);
      calls_of(i, wishes[i], outline);
      const bool is_stated = !t.guarantees.empty() || !program_.tree.guarantees.empty();
      std::vector<Literal> promises;
      if (is_stated) promises = {expressions.formulas(program_.tree.guarantees), expressions.formulas(t.guarantees)};
      promises.push_back((is_stated ? all_locals : all_relies).all_except(table(), std::span(&i, 1)));
      if (t.is_family) promises.push_back(of_all_members(i, is_stated ? locals[i] : relies_[i], true));
      promises.push_back(kept_invariant_);
      if (core_.specification.guarantee) promises.push_back(*core_.specification.guarantee);
      outline.guarantee = conjunction(table(), promises);
      if (!t.ensures.empty() || t.is_outline) outline.post = expressions.formulas(t.ensures);
      from.relies = clauses(expressions, program_.tree.relies, t.relies);
      from.guarantees = clauses(expressions, program_.tree.guarantees, t.guarantees);
      from.ensures = expressions.clauses(t.ensures);
      const StatementId body = lower_thread(t, program_, core_, expressions, whole_invariant_);
      core_.program.families.push_back({.name = t.name, .members = members, .body = body});
      core_.outline.families.push_back(outline);
      core_.provenance.families.push_back(std::move(from));
    }
  }
};

}   // namespace

CoreProgram lower_to_core(const CheckedProgram& program, std::string_view text, Diagnostics& diagnostics) {
  if (has_control_points(program)) {
    Diagnostics of_first;
    CoreProgram without = ProgramLowering(program, text, of_first).run();
    const ControlPoints points = control_points(program, without, diagnostics);
    if (!diagnostics.empty()) return without;
    return ProgramLowering(program, text, diagnostics, &points).run();
  }
  return ProgramLowering(program, text, diagnostics).run();
}

}   // namespace plato
