// See pending_actions.hpp. Recursion is bounded by `deepest_statement`, and on calls by the number of procedures.

#include "core/pending_actions.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/lower_frames.hpp"
#include "core/lower_statements.hpp"
#include "logic/formula_builder.hpp"

namespace plato {
namespace {

// A set of numbers of actions, one bit for each.
using Counts = std::uint64_t;
constexpr std::size_t most_actions = 62;

// The possible numbers where a truth value is false, and where it is true; without one, all are at `false`.
struct Reached {
  std::array<Counts, 2> where{};

  Reached& operator|=(const Reached& other) {
    for (std::size_t i = 0; i < 2; ++i) where[i] |= other.where[i];
    return *this;
  }
  Counts all() const { return where[0] | where[1]; }
  bool is_none() const { return all() == 0; }
  friend bool operator==(const Reached&, const Reached&) = default;
};

// A truth value that is the procedure's own, and what it is first, if that is known.
struct TruthValue {
  std::size_t variable = 0;
  std::optional<bool> first{};
};

// One run over the body of a procedure.
class CountingRun {
 public:
  CountingRun(const CoreProgram& core, std::optional<TruthValue> tracked) : core_(core), tracked_(tracked) {}

  // What is reached at each loop and cut; none if that takes too long.
  std::optional<std::map<StatementId, Reached>> run(ProcedureId procedure) {
    const Counts first = Counts{1} << core_.outline.procedures[procedure - 1]->steps.size();
    Reached start{{first, 0}};
    if (tracked_ && !tracked_->first) start = forgotten(start);
    if (tracked_ && tracked_->first == true) start = {{0, first}};
    statement(procedure_of(program(), procedure).body, start);
    if (effort_ == 0) return std::nullopt;
    return std::move(reached_);
  }

 private:
  const CoreProgram& core_;
  std::optional<TruthValue> tracked_;
  std::map<StatementId, Reached> reached_;
  std::vector<Reached> blocks_;        // what is reached where each block around the statement is left
  std::vector<ProcedureId> running_;   // procedures without a specification, whose statements are run at calls
  std::size_t effort_ = 1'000'000;     // statements

  const Program& program() const { return core_.program; }
  const FormulaTable& table() const { return core_.program.table; }
  bool is_witness(const CorePlace& place) const { return place.variable == *core_.outline.witness; }
  bool is_tracked(const CorePlace& place) const { return tracked_ && place.variable == tracked_->variable; }
  // Nothing is known of the truth value.
  Reached forgotten(const Reached& now) const { return tracked_ ? Reached{{now.all(), now.all()}} : now; }

  // ---- statements

  Reached statement(StatementId s, Reached now) {
    using Kind = CoreStatement::Kind;
    if (effort_ == 0) return {};
    --effort_;
    const CoreStatement& c = statement_of(program(), s);
    switch (c.kind) {
      case Kind::skip:
        if (is_cut(program(), core_.outline, s)) reached_[s] |= now;
        return now;
      case Kind::atomic: return command(witness_command(program(), core_.outline, s), now);
      case Kind::choice: {
        Reached end = statement(c.first, now);
        return end |= statement(c.second, now);
      }
      case Kind::seq: return statement(c.second, statement(c.first, now));
      case Kind::loop: return loop(s, now);
      case Kind::block: {
        blocks_.emplace_back();
        Reached end = statement(c.first, now);
        end |= blocks_.back();
        blocks_.pop_back();
        return end;
      }
      case Kind::exit: blocks_[blocks_.size() - 1 - c.passed] |= now; return {};
      case Kind::call: return call(s, now);
      case Kind::scope: return scope(c, now);
      case Kind::par: return now;   // never in a procedure with a specification
    }
    return now;
  }

  Reached loop(StatementId s, Reached now) {
    for (bool is_stable = false; !is_stable && effort_ != 0;) {
      Reached next = now;
      next |= statement(statement_of(program(), s).first, now);
      is_stable = next == now;
      now = next;
    }
    reached_[s] |= now;
    return now;
  }

  Reached call(StatementId s, Reached now) {
    const ProcedureId callee = statement_of(program(), s).procedure;
    if (is_abstracted(core_.outline, callee)) {
      for (CommandId c : core_.outline.statements[s - 1].commits) now = command(c, now);
      // Only a recursive procedure may change the truth value, which is the caller's own; a scope gives it back.
      return procedure_of(program(), callee).is_recursive ? forgotten(now) : now;
    }
    if (std::ranges::find(running_, callee) != running_.end()) return {};   // there is no proof of that
    running_.push_back(callee);
    now = statement(procedure_of(program(), callee).body, now);
    running_.pop_back();
    return now;
  }

  Reached scope(const CoreStatement& c, const Reached& now) {
    const bool is_given_back = tracked_ && std::ranges::find(c.variables, tracked_->variable) != c.variables.end();
    if (!is_given_back) return statement(c.first, now);
    Reached end;
    for (std::size_t i = 0; i < 2; ++i) {
      Reached start;
      start.where[i] = now.where[i];
      end.where[i] = statement(c.first, start).all();
    }
    return end;
  }

  // ---- commands

  Reached command(CommandId id, Reached now) {
    using Kind = CoreCommand::Kind;
    if (now.is_none()) return now;
    const CoreCommand& c = command_of(program(), id);
    switch (c.kind) {
      case Kind::assign: return assign(c, now);
      case Kind::havoc:
      case Kind::operation: {
        const bool is_any = std::ranges::any_of(c.places, [&](const CorePlace& p) { return is_tracked(p); });
        return is_any ? forgotten(now) : now;
      }
      case Kind::assume:
      case Kind::assert_: return those(c.condition, now);
      case Kind::if_: {
        Reached end = command(c.first, those(c.condition, now));
        return end |= command(c.second, those(-c.condition, now));
      }
      case Kind::choice: {
        Reached end = command(c.first, now);
        return end |= command(c.second, now);
      }
      case Kind::seq: return command(c.second, command(c.first, now));
    }
    return now;
  }

  // What is left where the formula holds, as far as it is about the truth value alone.
  Reached those(Literal formula, Reached now) const {
    for (std::size_t i = 0; i < 2; ++i)
      if (truth(formula, i == 1) == false) now.where[i] = 0;
    return now;
  }
  std::optional<bool> truth(Literal formula, bool tracked) const {
    const FormulaId id = formula_of(formula);
    std::optional<bool> found;
    switch (table()[id].kind) {
      case FormulaKind::true_: found = true; break;
      case FormulaKind::eq:   // x[tid] == 0: it is false
        if (is_number(table().right(id), 0) && is_own_value(table().left(id))) found = !tracked;
        break;
      case FormulaKind::and_:
      case FormulaKind::or_: {
        const bool decides = table()[id].kind == FormulaKind::or_;
        const auto parts = table().operands(id);
        const auto is = [&](bool value) {
          return [this, tracked, value](Literal part) { return truth(part, tracked) == value; };
        };
        if (std::ranges::any_of(parts, is(decides))) found = decides;
        if (std::ranges::all_of(parts, is(!decides))) found = !decides;
        break;
      }
      default: break;
    }
    if (found && formula < 0) found = !*found;
    return found;
  }
  bool is_number(TermId term, std::int64_t value) const {
    return table()[term].kind == TermKind::num && table().value(term) == Integer(value);
  }
  bool is_own_value(TermId term) const {
    if (!tracked_ || table()[term].kind != TermKind::select) return false;
    const Term& map = table()[table()[term].term(0)];
    return map.kind == TermKind::var && static_cast<std::size_t>(map.operand[0]) == tracked_->variable &&
           table()[table()[term].term(1)].kind == TermKind::logic;
  }

  // An assignment may depend on one condition: x, ok := if c then e else x, if c then 1 else 0.
  Reached assign(const CoreCommand& c, const Reached& now) const {
    Literal condition = 0;
    for (std::size_t i = 0; i < c.places.size(); ++i)
      if ((is_witness(c.places[i]) || is_tracked(c.places[i])) && table()[c.values[i]].kind == TermKind::ite)
        condition = table()[c.values[i]].operand[0];
    if (condition == 0) return assigned(c, 0, now);
    Reached end = assigned(c, condition, those(condition, now));
    return end |= assigned(c, -condition, those(-condition, now));
  }
  // Where that condition holds.
  Reached assigned(const CoreCommand& c, Literal condition, Reached now) const {
    for (std::size_t i = 0; i < c.places.size(); ++i) {
      const TermId value = under(c.values[i], condition);
      if (is_witness(c.places[i]) && table()[value].kind == TermKind::sub)
        for (Counts& counts : now.where) counts >>= 1;   // where none was left, the step is refused
      if (is_tracked(c.places[i])) now = given(value, now);
    }
    return now;
  }
  TermId under(TermId value, Literal condition) const {
    const Term& term = table()[value];
    if (term.kind != TermKind::ite || condition == 0) return value;
    if (term.operand[0] == condition) return term.term(1);
    return term.operand[0] == -condition ? term.term(2) : value;
  }
  Reached given(TermId value, const Reached& now) const {
    if (is_own_value(value)) return now;
    if (table()[value].kind != TermKind::num) return forgotten(now);
    Reached end;
    end.where[is_number(value, 0) ? 0 : 1] = now.all();
    return end;
  }
};

class PendingAssertions {
 public:
  // `is_precise`: also where a truth value can only be one of the two.
  PendingAssertions(CoreProgram& core, bool is_precise) : core_(core), is_precise_(is_precise) {}

  // `truth_values` answers for a procedure.
  template <class Function>
  void run(const Function& truth_values) {
    for (const CoreFamily& family : core_.program.families) find_statements(family.body);
    for (ProcedureId p = 1; p <= core_.program.procedures.size(); ++p)
      if (is_abstracted(core_.outline, p)) procedure(p, truth_values(p));
  }
  void add_all() {
    for (const auto& [s, counts] : counts_)
      if (counts != 0 && !of_threads_.contains(s)) add(s, one_of(counts));
    for (const auto& [s, formula] : depending_)
      if (!of_threads_.contains(s)) add(s, formula);
  }
  void add_to(const std::set<StatementId>& cuts) {
    std::erase_if(counts_, [&](const auto& found) { return !cuts.contains(found.first); });
    std::erase_if(depending_, [&](const auto& found) { return !cuts.contains(found.first); });
    add_all();
  }

 private:
  CoreProgram& core_;
  bool is_precise_;
  std::map<StatementId, Counts> counts_;   // by loop or cut, for all procedures that run it
  std::vector<std::pair<StatementId, Literal>> depending_;
  std::set<StatementId> of_threads_;

  FormulaTable& table() { return core_.program.table; }

  // Those that a thread runs as its own.
  void find_statements(StatementId first) {
    std::vector<StatementId> open{first};
    while (!open.empty()) {
      const StatementId s = open.back();
      open.pop_back();
      if (s == 0 || !of_threads_.insert(s).second) continue;
      const CoreStatement& c = statement_of(core_.program, s);
      open.insert(open.end(), {c.first, c.second});
      if (c.kind == CoreStatement::Kind::call && !is_abstracted(core_.outline, c.procedure))
        open.push_back(procedure_of(core_.program, c.procedure).body);
    }
  }

  void procedure(ProcedureId number, const std::vector<TruthValue>& truth_values) {
    if (core_.outline.procedures[number - 1]->steps.size() > most_actions) return;
    const auto all = CountingRun(core_, std::nullopt).run(number);
    if (!all) return;
    for (const auto& [s, reached] : *all) counts_[s] |= reached.all();
    for (const TruthValue& value : truth_values)
      if (const auto depending = CountingRun(core_, value).run(number))
        for (const auto& [s, reached] : *depending) relate(number, s, value.variable, reached);
  }
  // What the truth value says about the number, in statements of the procedure itself.
  void relate(ProcedureId procedure, StatementId s, std::size_t variable, const Reached& reached) {
    const auto [if_false, if_true] = reached.where;
    if (core_.provenance.statements[s - 1].procedure != procedure) return;
    if (is_precise_ && (if_false == 0) != (if_true == 0)) depending_.emplace_back(s, one_of(reached.all()));
    if (if_false == if_true || if_false == 0 || if_true == 0) return;
    const TermId own =
        table().binary(TermKind::select, table().var(static_cast<std::int32_t>(variable), 0), table().logic(0));
    const Literal is_true = is_nonzero(table(), own);
    depending_.emplace_back(s, both(table(), implication(table(), is_true, one_of(if_true)),
                                    implication(table(), -is_true, one_of(if_false))));
  }

  Literal one_of(Counts counts) {
    std::vector<Literal> values;
    for (std::size_t k = 0; k < core_.outline.phases.size(); ++k)
      if ((counts >> k & 1) != 0) values.push_back(core_.outline.phases[k]);
    return disjunction(table(), values);
  }
  void add(StatementId s, Literal formula) {
    std::optional<Literal>& assertion = core_.outline.statements[s - 1].assertion;
    assertion = both(table(), *assertion, formula);
  }
};

std::vector<TruthValue> truth_values(const CheckedProgram& program, const SymbolNumbers& numbers, std::size_t p) {
  std::vector<TruthValue> found;
  const CheckedProcedure& checked = program.procedures[p];
  for (const std::vector<SymbolIndex>* list : {&checked.parameters, &checked.locals, &checked.results})
    for (SymbolIndex symbol : *list) {
      const Symbol& own = program.symbols[symbol];
      if (own.type != ValueType::boolean) continue;
      found.push_back({.variable = static_cast<std::size_t>(numbers.variables.at(symbol))});
      const Expression& initial = program.tree[own.initial];
      if (own.initial != 0 && initial.kind == Expression::Kind::truth) found.back().first = initial.is_true;
    }
  return found;
}

// Those that the procedure writes, with the first values that are required of them.
std::vector<TruthValue> truth_values(const CoreProgram& core, ProcedureId p) {
  const FormulaTable& table = core.program.table;
  std::vector<TruthValue> found;
  for (std::size_t v : core.outline.procedures[p - 1]->writes) {
    const CoreVariable& variable = core.program.variables[v];
    if (!is_of_procedure(variable) || variable.type != VariableType::boolean) continue;
    found.push_back({.variable = v});
    for (Literal part : conjuncts(table, core.outline.procedures[p - 1]->pre)) {
      if (part < 0 || table[formula_of(part)].kind != FormulaKind::eq) continue;
      const Term &left = table[table.left(formula_of(part))], &right = table[table.right(formula_of(part))];
      const bool is_value = left.kind == TermKind::select && right.kind == TermKind::num &&
                            table[left.term(0)].kind == TermKind::var &&
                            table[left.term(0)].operand[0] == static_cast<std::int32_t>(v);
      if (is_value) found.back().first = !table.value(table.right(formula_of(part))).is_zero();
    }
  }
  return found;
}

}   // namespace

void assert_pending_actions(const CheckedProgram& program, const SymbolNumbers& numbers, CoreProgram& core) {
  PendingAssertions assertions(core, false);
  assertions.run([&](ProcedureId p) {
    for (std::size_t i = 0; i < program.procedures.size(); ++i)
      if (number_of(program, i) == p) return truth_values(program, numbers, i);
    return std::vector<TruthValue>{};
  });
  assertions.add_all();
}

void assert_pending_actions(CoreProgram& core, const std::set<StatementId>& cuts) {
  if (cuts.empty()) return;
  PendingAssertions assertions(core, true);
  assertions.run([&](ProcedureId p) { return truth_values(core, p); });
  assertions.add_to(cuts);
}

}   // namespace plato
