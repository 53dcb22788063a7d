// See small_steps.hpp. Recursion is bounded by the depth of statements.

#include "core/small_steps.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/footprint.hpp"
#include "core/known_facts.hpp"
#include "core/lower_frames.hpp"
#include "core/pending_actions.hpp"
#include "logic/formula_builder.hpp"
#include "logic/replace_term.hpp"

namespace plato {
namespace {

class Splitting {
 public:
  Splitting(const CoreProgram& core, const SplitUnits& units, Carried carried)
      : old_(core),
        units_(units),
        carried_(carried),
        made_{.core = core},
        table_(made_.core.program.table),
        written_(written_variables(core.program, core.outline)) {
    made_.core.program.statements.clear();
    made_.core.outline.statements.clear();
    made_.core.provenance.statements.clear();
  }

  SmallSteps run() {
    for (std::size_t f = 0; f < old_.program.families.size(); ++f)
      if (units_.families.contains(f) && !old_.outline.families[f].is_explicit) thread(f);
    for (ProcedureId p : units_.procedures)
      if (is_abstracted(old_.outline, p) && !procedure_of(old_.program, p).is_recursive) procedure(p);
    for (StatementId par : units_.pars) branch(par);
    copy();
    assert_pending_actions(made_.core, in_procedures_);
    return std::move(made_);
  }

 private:
  const CoreProgram& old_;
  const SplitUnits& units_;
  Carried carried_;
  SmallSteps made_;
  FormulaTable& table_;
  std::vector<Variables> written_;   // by each procedure
  // What is asserted before a step, and added to what is asserted at a cut or loop.
  std::map<StatementId, Literal> before_, further_;
  std::set<StatementId> in_procedures_;         // new statements: cuts and loops in bodies of procedures
  std::vector<std::optional<Facts>> outside_;   // at the ends of the blocks around, the nearest last

  // ---- what formulas are about

  struct About {
    Variables variables;
    bool is_own = true;   // of the thread, read at its own identifier if every thread has it
  };
  About about(Node root) const {
    About found;
    std::set<std::uint32_t> own_maps;
    const std::vector<Node> parts = parts_of(table_, std::span(&root, 1));
    for (const Node node : parts) {
      if (node.is_formula) continue;
      const Term& t = table_[TermId{node.index}];
      if (t.kind != TermKind::var) continue;
      const auto number = static_cast<std::size_t>(t.operand[0]);
      if (t.operand[1] != 0) continue;   // where the procedure was entered: nothing changes it
      found.variables.insert(number);
      if (!is_private(old_.program.variables[number])) found.is_own = false;
    }
    // A variable that every thread has is the thread's own at its identifier alone.
    for (const Node node : parts)
      if (!node.is_formula && table_[TermId{node.index}].kind == TermKind::select) {
        const Term& t = table_[TermId{node.index}];
        if (is_own_index(t.term(1))) own_maps.insert(static_cast<std::uint32_t>(t.term(0)));
      }
    for (const Node node : parts)
      if (!node.is_formula && table_[TermId{node.index}].kind == TermKind::var &&
          table_[TermId{node.index}].operand[1] == 0 && !own_maps.contains(node.index) &&
          old_.program.variables[static_cast<std::size_t>(table_[TermId{node.index}].operand[0])].is_local)
        found.is_own = false;
    return found;
  }
  bool is_own_index(TermId term) const {
    const Term& t = table_[term];
    return (t.kind == TermKind::logic && t.operand[0] == 0) || (t.kind == TermKind::pair && is_own_index(t.term(0)));
  }

  void learn(Facts& facts, Literal formula, bool also_shared) {
    if (formula > 0 && table_[formula_of(formula)].kind == FormulaKind::and_) {
      const auto parts = table_.operands(formula_of(formula));
      for (const std::int32_t part : std::vector<std::int32_t>(parts.begin(), parts.end()))
        learn(facts, part, also_shared);
      return;
    }
    if (formula == table_.truth() || is_invariant(formula)) return;
    About found = about({true, index_of(formula_of(formula))});
    if (old_.outline.witness && found.variables.contains(*old_.outline.witness)) return;   // it is counted later
    if (found.is_own || also_shared) facts.add(formula, std::move(found.variables));
  }
  bool is_invariant(Literal formula) const {
    return old_.provenance.whole_invariant && formula == *old_.provenance.whole_invariant;
  }

  // ---- what steps do to them

  void command(CommandId id, Facts& facts) {
    const CoreCommand& c = command_of(old_.program, id);
    using Kind = CoreCommand::Kind;
    Variables changed;
    for (const CorePlace& place : c.places) changed.insert(place.variable);
    switch (c.kind) {
      case Kind::assign:
        if (shift(c, facts)) break;
        assign(c, changed, facts);
        break;
      case Kind::havoc: facts.forget(changed); break;
      case Kind::operation: facts.forget(changed); break;
      case Kind::assume:
      case Kind::assert_: learn(facts, c.condition, carried_ == Carried::tested); break;
      case Kind::if_:
      case Kind::choice: {
        Facts other = facts;
        command(c.first, facts);
        command(c.second, other);
        facts.keep_common(other);
        break;
      }
      case Kind::seq:
        command(c.first, facts);
        command(c.second, facts);
        break;
    }
  }
  // x := x + e: what was known of x is known of x - e now.
  bool shift(const CoreCommand& c, Facts& facts) {
    if (c.places.size() != 1 || is_map(old_.program.variables[c.places[0].variable]) != c.places[0].index.has_value())
      return false;
    TermId place = table_.var(static_cast<std::int32_t>(c.places[0].variable), 0);
    if (c.places[0].index) place = table_.binary(TermKind::select, place, *c.places[0].index);
    const Term value = table_[c.values[0]];
    if ((value.kind != TermKind::add && value.kind != TermKind::sub) || value.term(0) != place) return false;
    if (about({false, static_cast<std::uint32_t>(value.term(1))}).variables.contains(c.places[0].variable))
      return false;
    const TermId former =
        table_.binary(value.kind == TermKind::add ? TermKind::sub : TermKind::add, place, value.term(1));
    facts.rewrite([&](Literal formula) -> std::optional<Literal> {
      const Variables variables = about({true, index_of(formula_of(formula))}).variables;
      if (!variables.contains(c.places[0].variable)) return formula;
      const std::optional<Literal> shifted = replace_term(table_, formula, place, former);
      // Elements at other indices may be the same.
      if (!shifted || (c.places[0].index && reads_elsewhere(formula, place))) return std::nullopt;
      return shifted;
    });
    return true;
  }
  bool reads_elsewhere(Literal formula, TermId place) const {
    const Node root{true, index_of(formula_of(formula))};
    const TermId map = table_[place].term(0);
    return std::ranges::any_of(parts_of(table_, std::span(&root, 1)), [&](Node node) {
      if (node.is_formula || TermId{node.index} == place) return false;
      const Term& t = table_[TermId{node.index}];
      return t.kind == TermKind::select && t.term(0) == map;
    });
  }

  // x is e now, if nothing in e changes with it, or what changes was known to be something else.
  void assign(const CoreCommand& c, const Variables& changed, Facts& facts) {
    std::vector<Literal> learned;
    for (std::size_t i = 0; i < c.places.size(); ++i) {
      const CorePlace& place = c.places[i];
      if (is_map(old_.program.variables[place.variable]) && !place.index) continue;
      const std::optional<TermId> value = without(c.values[i], changed, facts);
      if (!value || (place.index && mentions(*place.index, changed))) continue;
      learned.push_back(equal(table_, term_of(place), *value));
    }
    for (Literal fact : of_conditional(c, changed)) learned.push_back(fact);
    facts.forget(changed);
    for (Literal fact : learned) learn(facts, fact, carried_ == Carried::tested);
  }
  // b := c; x := if c then e else …, as a cas does: where b is true now, x is e.
  std::vector<Literal> of_conditional(const CoreCommand& c, const Variables& changed) {
    std::vector<Literal> found;
    for (std::size_t b = 0; b < c.places.size(); ++b) {
      const Term answer = table_[c.values[b]];
      if (answer.kind != TermKind::ite || answer.term(1) != table_.num(1) || answer.term(2) != table_.num(0)) continue;
      for (std::size_t i = 0; i < c.places.size(); ++i) {
        const Term value = table_[c.values[i]];
        if (i == b || value.kind != TermKind::ite || value.operand[0] != answer.operand[0]) continue;
        if (mentions(value.term(1), changed) || (c.places[i].index && mentions(*c.places[i].index, changed))) continue;
        found.push_back(implication(table_, is_nonzero(table_, term_of(c.places[b])),
                                    equal(table_, term_of(c.places[i]), value.term(1))));
      }
    }
    return found;
  }
  TermId term_of(const CorePlace& place) {
    const TermId whole = table_.var(static_cast<std::int32_t>(place.variable), 0);
    return place.index ? table_.binary(TermKind::select, whole, *place.index) : whole;
  }
  bool mentions(TermId term, const Variables& changed) const {
    const Variables variables = about({false, static_cast<std::uint32_t>(term)}).variables;
    return std::ranges::any_of(variables, [&](std::size_t v) { return changed.contains(v); });
  }
  // Terms of a command are about the store in which it starts. What is known there may say the same without the
  // variables that change.
  std::optional<TermId> without(TermId value, const Variables& changed, const Facts& facts) {
    constexpr std::size_t most_parts = 60;
    if (!mentions(value, changed)) return value;
    const TermId stands_for = table_.logic(static_cast<std::int32_t>(old_.program.parameters.size()) + 1);
    Literal equation = table_.eq(stands_for, value);
    for (Literal fact : facts.formulas()) {
      if (fact < 0 || table_[formula_of(fact)].kind != FormulaKind::eq) continue;
      const TermId left = table_.left(formula_of(fact)), right = table_.right(formula_of(fact));
      if (mentions(left, changed) == mentions(right, changed)) continue;
      const TermId known = mentions(left, changed) ? left : right;
      if (table_[known].kind != TermKind::var && table_[known].kind != TermKind::select) continue;
      const auto replaced = replace_term(table_, equation, known, known == left ? right : left);
      if (!replaced || *replaced < 0 || table_[formula_of(*replaced)].kind != FormulaKind::eq) return std::nullopt;
      equation = *replaced;
    }
    const FormulaId id = formula_of(equation);
    const TermId found = table_.left(id) == stands_for ? table_.right(id) : table_.left(id);
    const Node root{false, static_cast<std::uint32_t>(found)};
    if (mentions(found, changed) || parts_of(table_, std::span(&root, 1)).size() > most_parts) return std::nullopt;
    return found;
  }

  Variables changed_in(StatementId s) const {
    Variables changed;
    std::vector<StatementId> open{s};
    while (!open.empty()) {
      const StatementId id = open.back();
      const CoreStatement& statement = statement_of(old_.program, id);
      open.pop_back();
      if (statement.kind == CoreStatement::Kind::atomic)
        for (CommandId part : parts_of_command(old_.program.commands, proof_command(old_.program, old_.outline, id)))
          for (const CorePlace& place : command_of(old_.program, part).places) changed.insert(place.variable);
      if (statement.kind == CoreStatement::Kind::call) {
        const Variables& of_callee = written_[statement.procedure - 1];
        changed.insert(of_callee.begin(), of_callee.end());
      }
      changed.insert(statement.variables.begin(), statement.variables.end());
      for (StatementId part : {statement.first, statement.second})
        if (part != 0) open.push_back(part);
    }
    return changed;
  }

  // ---- statements

  void thread(std::size_t f) {
    Facts facts;
    learn_first_values(f, facts);
    begin(old_.program.families[f].body, std::move(facts));
  }
  // What it requires is known where its body begins, and its own variables are as they are there.
  void procedure(ProcedureId p) {
    const ProcedureOutline& outline = *old_.outline.procedures[p - 1];
    const std::string name = procedure_of(old_.program, p).name + ".";
    Facts facts;
    for (std::size_t v = 0; v < old_.program.variables.size(); ++v)
      if (is_of_procedure(old_.program.variables[v]) && !is_map_type(old_.program.variables[v].type) &&
          (outline.writes.contains(v) || old_.program.variables[v].name.starts_with(name)))
        learn(facts, equal(table_, own_value(v, 0), own_value(v, 1)), false);
    learn(facts, outline.pre, carried_ == Carried::tested);
    begin(procedure_of(old_.program, p).body, std::move(facts));
  }
  TermId own_value(std::size_t variable, std::int32_t version) {
    return table_.binary(TermKind::select, table_.var(static_cast<std::int32_t>(variable), version), table_.logic(0));
  }
  void branch(StatementId par) {
    Facts facts;
    learn(facts, old_.outline.statements[par - 1].branches->pre, carried_ == Carried::tested);
    begin(statement_of(old_.program, par).first, std::move(facts));
  }
  void begin(StatementId body, Facts facts) {
    std::optional<Facts> now = std::move(facts);
    is_first_ = true;
    statement(body, now);
  }
  bool is_first_ = true;   // no step has come yet, so there is nothing to cut
  std::size_t runs_ = 0;   // of procedures without a specification

  // Values that the thread's own variables have at the start.
  void learn_first_values(std::size_t f, Facts& facts) {
    std::vector<Literal> open{initial_stores(old_.program, old_.outline)};
    while (!open.empty()) {
      const Literal literal = open.back();
      open.pop_back();
      if (literal <= 0) continue;
      const FormulaId id = formula_of(literal);
      const FormulaKind kind = table_[id].kind;
      if (kind == FormulaKind::and_)
        for (const std::int32_t part : table_.operands(id)) open.push_back(part);
      if (kind != FormulaKind::eq && kind != FormulaKind::map_eq) continue;
      const Term& left = table_[table_.left(id)];
      if (left.kind != TermKind::var) continue;
      const auto number = static_cast<std::size_t>(left.operand[0]);
      if (old_.program.variables[number].owner != f) continue;
      if (kind == FormulaKind::eq) {
        learn(facts, literal, false);
      } else if (const Term right = table_[table_.right(id)]; right.kind == TermKind::const_) {
        const TermId own = table_.binary(TermKind::select, table_.left(id), table_.logic(0));
        learn(facts, equal(table_, own, right.term(0)), false);
      }
    }
  }

  // What is known after a statement; nothing if its end is not reached.
  void statement(StatementId id, std::optional<Facts>& now) {
    if (!now) return;
    const CoreStatement& s = statement_of(old_.program, id);
    using Kind = CoreStatement::Kind;
    const StatementOutline& outline = old_.outline.statements[id - 1];
    switch (s.kind) {
      case Kind::skip:
        if (!outline.assertion) break;
        further_[id] = conjunction(table_, now->formulas());
        keep_own(*now);
        learn(*now, *outline.assertion, true);
        break;
      case Kind::atomic:
        if (!is_first_) before_[id] = conjunction(table_, now->formulas());
        is_first_ = false;
        command(proof_command(old_.program, old_.outline, id), *now);
        break;
      case Kind::seq:
        statement(s.first, now);
        statement(s.second, now);
        break;
      case Kind::choice: {
        std::optional<Facts> other = now;
        const bool was_first = is_first_;
        statement(s.first, now);
        is_first_ = was_first;
        statement(s.second, other);
        is_first_ = false;
        join(now, other);
        break;
      }
      case Kind::loop: {
        now->forget(changed_in(s.first));
        further_[id] = conjunction(table_, now->formulas());
        learn(*now, *outline.assertion, true);
        std::optional<Facts> round = now;
        is_first_ = true;   // the loop's own assertion is before its first step
        statement(s.first, round);
        is_first_ = true;
        break;
      }
      case Kind::block: {
        outside_.emplace_back();
        statement(s.first, now);
        join(now, outside_.back());
        outside_.pop_back();
        break;
      }
      case Kind::exit:
        join(outside_[outside_.size() - 1 - s.passed], now);
        now.reset();
        break;
      case Kind::call:
      case Kind::par:
        if (s.kind == Kind::call && runs(s.procedure)) {
          run(s.procedure, now);
        } else {
          now->forget(changed_in(id));
          if (s.kind == Kind::call && is_abstracted(old_.outline, s.procedure)) learn_ensured(s.procedure, *now);
        }
        is_first_ = true;   // a cut after it would forget what it ensures
        break;
      case Kind::scope:
        statement(s.first, now);
        if (now) now->forget({s.variables.begin(), s.variables.end()});
        break;
    }
  }
  // A procedure without a specification, whose steps are looked at in the place of the call. They get no cuts: other
  // callers know other things there.
  bool runs(ProcedureId p) const {
    constexpr std::size_t most_runs = 1'000;
    return !is_abstracted(old_.outline, p) && !procedure_of(old_.program, p).is_recursive && runs_ < most_runs;
  }
  void run(ProcedureId p, std::optional<Facts>& now) {
    ++runs_;
    const auto before = before_, further = further_;
    statement(procedure_of(old_.program, p).body, now);
    before_ = before;
    further_ = further;
  }
  // What the specification says of the store after the call alone.
  void learn_ensured(ProcedureId p, Facts& facts) {
    for (Literal part : conjuncts(table_, old_.outline.procedures[p - 1]->post)) {
      const auto variables = variables_in(table_, part);
      if (std::ranges::all_of(variables, [](const auto& variable) { return variable.second == 0; }))
        learn(facts, part, carried_ == Carried::tested);
    }
  }
  static void join(std::optional<Facts>& now, const std::optional<Facts>& other) {
    if (now && other)
      now->keep_common(*other);
    else if (other)
      now = other;
  }
  // A cut forgets what is not the thread's own.
  void keep_own(Facts& facts) {
    Facts own;
    for (Literal formula : facts.formulas()) learn(own, formula, false);
    facts = std::move(own);
  }

  // ---- the new statements

  StatementId add(CoreStatement statement, StatementOutline outline, StatementProvenance from) {
    made_.core.program.statements.push_back(std::move(statement));
    made_.core.outline.statements.push_back(std::move(outline));
    made_.core.provenance.statements.push_back(std::move(from));
    return static_cast<StatementId>(made_.core.program.statements.size());
  }

  // Parts come before wholes.
  void copy() {
    std::vector<StatementId> now{0};
    const Literal invariant = old_.provenance.whole_invariant.value_or(table_.truth());
    for (StatementId id = 1; id <= old_.program.statements.size(); ++id) {
      CoreStatement statement = statement_of(old_.program, id);
      statement.first = now[statement.first];
      statement.second = now[statement.second];
      StatementOutline outline = old_.outline.statements[id - 1];
      const StatementProvenance& from = old_.provenance.statements[id - 1];
      if (const auto more = further_.find(id); more != further_.end() && outline.assertion) {
        const Literal whole = both(table_, *outline.assertion, more->second);
        if (whole != *outline.assertion) ++made_.cuts;
        outline.assertion = whole;
      }
      const bool is_counted = from.procedure != 0 && further_.contains(id);
      StatementId made = add(std::move(statement), std::move(outline), from);
      if (is_counted) in_procedures_.insert(made);
      if (const auto asserted = before_.find(id); asserted != before_.end()) {
        const StatementId cut =
            add({.kind = CoreStatement::Kind::skip}, {.assertion = both(table_, asserted->second, invariant)},
                {.where = from.where, .text = "before " + from.text, .procedure = from.procedure});
        if (from.procedure != 0) in_procedures_.insert(cut);
        made = add({.kind = CoreStatement::Kind::seq, .first = cut, .second = made}, {}, {});
        ++made_.cuts;
      }
      now.push_back(made);
    }
    for (CoreFamily& family : made_.core.program.families) family.body = now[family.body];
    for (CoreProcedure& procedure : made_.core.program.procedures) procedure.body = now[procedure.body];
    for (auto& [syntax, id] : made_.core.provenance.labelled) id = now[id];
  }
};

}   // namespace

SmallSteps in_small_steps(const CoreProgram& core, const SplitUnits& units, Carried carried) {
  return Splitting(core, units, carried).run();
}

}   // namespace plato
