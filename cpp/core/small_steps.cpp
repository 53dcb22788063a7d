// See small_steps.hpp. Recursion is bounded by the depth of statements.

#include "core/small_steps.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/footprint.hpp"
#include "logic/formula_builder.hpp"
#include "logic/replace_term.hpp"

namespace plato {
namespace {

using Variables = std::set<std::size_t>;

// What is known somewhere: formulas, in the order in which they came to be known, and the variables that they are
// about.
class Facts {
 public:
  void add(Literal formula, Variables about) {
    constexpr std::size_t most = 24;
    if (facts_.size() < most && !has(formula)) facts_.push_back({formula, std::move(about)});
  }
  // Each fact becomes what the function makes of it, or is forgotten.
  template <class Function>
  void rewrite(const Function& function) {
    std::vector<Fact> kept;
    for (Fact& fact : facts_)
      if (const std::optional<Literal> formula = function(fact.formula))
        kept.push_back({*formula, std::move(fact.about)});
    facts_ = std::move(kept);
  }
  void forget(const Variables& changed) {
    std::erase_if(facts_, [&](const Fact& fact) {
      return std::ranges::any_of(fact.about, [&](std::size_t v) { return changed.contains(v); });
    });
  }
  void keep_common(const Facts& other) {
    std::erase_if(facts_, [&](const Fact& fact) { return !other.has(fact.formula); });
  }
  bool has(Literal formula) const { return std::ranges::find(facts_, formula, &Fact::formula) != facts_.end(); }
  std::vector<Literal> formulas() const {
    std::vector<Literal> all;
    for (const Fact& fact : facts_) all.push_back(fact.formula);
    return all;
  }

 private:
  struct Fact {
    Literal formula;
    Variables about;
  };
  std::vector<Fact> facts_;
};

class Splitting {
 public:
  Splitting(const CoreProgram& core, Carried carried)
      : old_(core),
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
      if (!old_.outline.families[f].is_explicit) thread(f);
    copy();
    return std::move(made_);
  }

 private:
  const CoreProgram& old_;
  Carried carried_;
  SmallSteps made_;
  FormulaTable& table_;
  std::vector<Variables> written_;   // by each procedure
  // What is asserted before a step, and added to what is asserted at a cut or loop.
  std::map<StatementId, Literal> before_, further_;
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
      found.variables.insert(number);
      if (t.operand[1] != 0 || !is_private(old_.program.variables[number])) found.is_own = false;
    }
    // A variable that every thread has is the thread's own at its identifier alone.
    for (const Node node : parts)
      if (!node.is_formula && table_[TermId{node.index}].kind == TermKind::select) {
        const Term& t = table_[TermId{node.index}];
        if (is_own_index(t.term(1))) own_maps.insert(static_cast<std::uint32_t>(t.term(0)));
      }
    for (const Node node : parts)
      if (!node.is_formula && table_[TermId{node.index}].kind == TermKind::var && !own_maps.contains(node.index) &&
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
        facts.forget(changed);
        for (std::size_t i = 0; i < c.places.size(); ++i) assigned(c.places[i], c.values[i], changed, facts);
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

  // x is e now, if nothing in e changes with it.
  void assigned(const CorePlace& place, TermId value, const Variables& changed, Facts& facts) {
    const CoreVariable& variable = old_.program.variables[place.variable];
    if (is_map(variable) && !place.index) return;
    // Terms of a command are about the store in which it starts.
    for (const TermId term : {value, place.index.value_or(value)})
      for (std::size_t v : about({false, static_cast<std::uint32_t>(term)}).variables)
        if (changed.contains(v)) return;
    TermId term = table_.var(static_cast<std::int32_t>(place.variable), 0);
    if (place.index) term = table_.binary(TermKind::select, term, *place.index);
    learn(facts, equal(table_, term, value), carried_ == Carried::tested);
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
    std::optional<Facts> now = facts;
    is_first_ = true;
    statement(old_.program.families[f].body, now);
  }
  bool is_first_ = true;   // no step has come yet, so there is nothing to cut

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
        now->forget(changed_in(id));
        is_first_ = false;
        break;
      case Kind::scope:
        statement(s.first, now);
        if (now) now->forget({s.variables.begin(), s.variables.end()});
        is_first_ = false;
        break;
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
      StatementId made = add(std::move(statement), std::move(outline), from);
      if (const auto asserted = before_.find(id); asserted != before_.end()) {
        const StatementId cut =
            add({.kind = CoreStatement::Kind::skip}, {.assertion = both(table_, asserted->second, invariant)},
                {.where = from.where, .text = "before " + from.text});
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

SmallSteps in_small_steps(const CoreProgram& core, Carried carried) { return Splitting(core, carried).run(); }

}   // namespace plato
