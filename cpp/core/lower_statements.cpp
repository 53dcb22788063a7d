// Lowering statements; see lower_statements.hpp. Recursion is bounded by `deepest_statement`.

#include "core/lower_statements.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>

#include "core/lower_branches.hpp"
#include "core/lower_exits.hpp"
#include "core/lower_frames.hpp"
#include "core/lower_recursion.hpp"
#include "core/lower_witness.hpp"
#include "types/procedure_checker.hpp"

namespace plato {
namespace {

using Kind = SyntaxStatement::Kind;
using Origin = StatementProvenance::Origin;
using Ends = ExitLowering::Ends;

class StatementLowering {
 public:
  StatementLowering(const CheckedProgram& program, CoreProgram& core, ExpressionLowering& expressions,
                    Literal invariant)
      : program_(program),
        core_(core),
        expressions_(expressions),
        atomics_(program, expressions, core.program),
        invariant_(invariant) {}

  StatementId thread(const ThreadDeclaration& thread) {
    is_outline_ = thread.is_outline;
    const Asserted required = require(thread);
    const std::size_t number = static_cast<std::size_t>(&thread - program_.tree.threads.data());
    for (const auto* clauses : {&thread.requires_, &thread.required}) know(*clauses, program_.kept_locals[number]);
    const std::optional<StatementId> body = whole(thread.body, required);
    if (!body) return skip();
    return required_ ? in_order({*required_, *body}) : *body;
  }
  StatementId procedure(std::size_t number) {
    procedure_ = number;
    if (is_specified(program_.tree.procedures[number])) {
      keep_parameters();
      invariant_ = both(core_.program.table, invariant_,
                        earlier_calls_stay(program_, number, expressions_, core_.program.table));
    }
    if (!program_.procedures[number].hosts.empty() && core_.outline.witness)
      witness_.emplace(core_.program, *core_.outline.witness,
                       visible_in(program_, number, expressions_.numbers(), core_.program));
    return *whole(program_.tree.procedures[number].body, {});
  }
  // One branch of a `par`, with the step that gives its own variables their first values.
  StatementId branch_of_par(const SyntaxStatement& s, std::size_t branch, std::optional<std::size_t> procedure) {
    procedure_ = procedure;
    std::vector<StatementId> parts;
    if (const auto enter = atomics_.enter_branch(locals_of_branch(program_, s.par, branch)))
      parts.push_back(atomic(*enter, s, "start of a branch of " + s.text, Origin::typed));
    parts.push_back(*whole(s.branches[branch], {}));
    return in_order(parts);
  }

 private:
  // In an outline: what is asserted at this place, for the step that comes next. Nothing otherwise.
  struct Asserted {
    std::optional<Literal> formula{};
    SourceRange where{};
    std::string text{};
  };
  const CheckedProgram& program_;
  CoreProgram& core_;
  ExpressionLowering& expressions_;
  AtomicLowering atomics_;
  Literal invariant_;
  bool is_outline_ = false;
  std::optional<std::size_t> procedure_;   // whose statements these are
  std::optional<StatementId> required_;    // the cut that says what the thread requires
  Asserted asserted_;
  ExitLowering exits_;
  std::optional<WitnessLowering> witness_;   // where a procedure with a specification runs these statements

  // Parameters that are never assigned to are the arguments at all loops and cuts, and what is required of them is
  // true.
  void keep_parameters() {
    const CheckedProcedure& p = program_.procedures[*procedure_];
    FormulaTable& table = core_.program.table;
    know(program_.tree.procedures[*procedure_].specification.requires_, p.kept_parameters);
    for (SymbolIndex v : p.kept_parameters) {
      const auto value = [&](std::int32_t version) {
        return select_from(table, table.var(expressions_.number_of(v), version), expressions_.self());
      };
      invariant_ = both(table, invariant_, equal(table, value(0), value(1)));
    }
  }

  // What is required of variables that no step changes is known at all loops and cuts.
  void know(const std::vector<ExpressionIndex>& clauses, const std::set<SymbolIndex>& kept) {
    for (ExpressionIndex e : clauses)
      if (mentions_only(program_, e, kept)) invariant_ = both(core_.program.table, invariant_, expressions_.formula(e));
  }

  Asserted require(const ThreadDeclaration& thread) {
    if (thread.requires_.empty()) return {};
    const Literal holds = both(core_.program.table, expressions_.formulas(thread.requires_), invariant_);
    const SourceRange where = beginning_of(program_.tree, thread.requires_[0]);
    const std::string text = "requires of " + thread.name;
    if (!is_outline_ || !is_taken_on(thread.body, 0)) required_ = cut(holds, where, text);
    return is_outline_ ? Asserted{holds, where, text} : Asserted{};
  }
  // All statements of the thread or procedure: `return` ends them.
  std::optional<StatementId> whole(const std::vector<SyntaxIndex>& body, const Asserted& asserted) {
    exits_.begin(SyntaxIndex::none, Ends::statement);
    std::optional<StatementId> statements = sequence(body, asserted);
    if (exits_.end()) statements = block(*statements, {});
    exits_.number_exits(core_.program);
    return statements;
  }
  StatementId cut(Literal holds, const SourceRange& where, const std::string& text) {
    return add({.kind = CoreStatement::Kind::skip}, {.where = where, .text = text}, {.assertion = holds});
  }
  bool is_choice(const SyntaxStatement& s) const { return program_.tree[s.condition].kind == Expression::Kind::star; }

  // In an outline: nothing if nothing is done and nothing is asserted.
  std::optional<StatementId> sequence(const std::vector<SyntaxIndex>& statements, Asserted asserted) {
    std::vector<StatementId> parts;
    asserted_ = asserted;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const SyntaxStatement& s = program_.tree[statements[i]];
      if (s.kind == Kind::cut && is_outline_) {
        // Before a loop and at the end it is a statement of its own; elsewhere it belongs to the step that follows.
        asserted_ = {both(core_.program.table, expressions_.formula(s.condition), invariant_), s.where, s.text};
        if (!is_taken_on(statements, i + 1)) parts.push_back(cut(*asserted_.formula, s.where, s.text));
        continue;
      }
      if (s.kind == Kind::skip && is_outline_) continue;
      parts.push_back(statement(statements[i]));
      if (s.kind != Kind::skip && !(s.kind == Kind::while_ && is_choice(s))) asserted_ = {};
    }
    // Where an outline does nothing, its assertion must still be proved.
    if (parts.empty() && asserted_.formula) parts.push_back(cut(*asserted_.formula, asserted_.where, asserted_.text));
    if (parts.empty() && is_outline_) return std::nullopt;
    return in_order(parts);
  }
  // Whether the statement there has steps that a cut before it is for.
  bool is_taken_on(const std::vector<SyntaxIndex>& statements, std::size_t place) const {
    while (place < statements.size() && program_.tree[statements[place]].kind == Kind::skip) ++place;
    if (place == statements.size()) return false;
    const Kind kind = program_.tree[statements[place]].kind;
    return kind != Kind::while_ && kind != Kind::cut;
  }

  StatementId add(CoreStatement s, StatementProvenance from, const StatementOutline& outline = {}) {
    if (procedure_) from.procedure = number_of(program_, *procedure_);
    core_.program.statements.push_back(std::move(s));
    core_.outline.statements.push_back(outline);
    core_.provenance.statements.push_back(std::move(from));
    return static_cast<StatementId>(core_.program.statements.size());
  }
  StatementId skip() { return add({.kind = CoreStatement::Kind::skip}, {.text = "skip"}); }
  // S1; S2; … as a balanced tree: the kernel limits how deep statements may be, and shares what follows the first half
  // of a long sequence.
  StatementId in_order(std::span<const StatementId> parts) {
    if (parts.empty()) return skip();
    if (parts.size() == 1) return parts[0];
    const StatementId first = in_order(parts.first(parts.size() / 2)),
                      second = in_order(parts.subspan(parts.size() / 2));
    return add({.kind = CoreStatement::Kind::seq, .first = first, .second = second}, {});
  }
  StatementId in_order(std::initializer_list<StatementId> parts) {
    return in_order(std::span(parts.begin(), parts.size()));
  }
  StatementId choice(StatementId a, StatementId b, const SyntaxStatement& s) {
    const auto origin = s.kind == Kind::if_ ? Origin::branch : Origin::other;
    return add({.kind = CoreStatement::Kind::choice, .first = a, .second = b},
               {.origin = origin, .where = s.where, .text = s.text});
  }
  StatementId atomic(const AtomicCommand& a, const SyntaxStatement& s, const std::string& text, Origin origin) {
    return add({.kind = CoreStatement::Kind::atomic, .command = a.command},
               {.origin = origin,
                .where = s.where,
                .text = text,
                .assertion_place = asserted_.where,
                .assertion_text = asserted_.text},
               {.assertion = asserted_.formula, .ghost_command = a.ghost_command, .witness_command = committing(a, s)});
  }
  // The command of a step that commits an action; none if it does not.
  std::optional<CommandId> committing(const AtomicCommand& a, const SyntaxStatement& s) {
    if (!witness_) return std::nullopt;
    const CommandId plain = a.ghost_command.value_or(a.command);
    const bool is_cas = s.kind == Kind::assign && program_.tree[s.values[0]].kind == Expression::Kind::cas;
    const CommandId committed = s.commit.line == 0 ? witness_->inferred(plain)
                                : is_cas           ? witness_->if_succeeds(plain, atomics_.succeeds(s.values[0]))
                                                   : witness_->at_end(plain);
    return committed == plain ? std::nullopt : std::optional(committed);
  }
  StatementId atomic(const AtomicCommand& a, const SyntaxStatement& s) {
    return atomic(a, s, s.text,
                  s.kind == Kind::assert_                        ? Origin::assertion
                  : s.kind == Kind::release                      ? Origin::release
                  : s.kind == Kind::block || s.kind == Kind::raw ? Origin::other
                                                                 : Origin::typed);
  }

  StatementId block(StatementId body, const SourceRange& where) {
    return add({.kind = CoreStatement::Kind::block, .first = body}, {.where = where, .text = "block"});
  }
  StatementId exit_to(const SyntaxStatement& s, SyntaxIndex target, Ends ends) {
    const StatementId exit = add({.kind = CoreStatement::Kind::exit}, {.where = s.where, .text = s.text});
    exits_.add(exit, target, ends);
    return exit;
  }

  // The step that finds the condition true, or false; nothing if there is nothing to find.
  std::optional<StatementId> test(const SyntaxStatement& s, bool outcome, const std::string& text) {
    const bool has_ghosts = outcome && !s.ghosts.empty();
    const std::optional<AtomicCommand> step = test_command(s, outcome, has_ghosts);
    if (!step) return std::nullopt;
    return atomic(has_ghosts ? atomics_.with_ghosts(*step, s.ghosts) : *step, s, text, Origin::test);
  }
  // `is_needed`: even if there is nothing to find.
  std::optional<AtomicCommand> test_command(const SyntaxStatement& s, bool outcome, bool is_needed) {
    const Expression& c = program_.tree[s.condition];
    if (c.kind == Expression::Kind::star) return std::nullopt;
    if (c.kind == Expression::Kind::cas) return atomics_.cas(s.condition, outcome);
    if (c.kind == Expression::Kind::negation && program_.tree[c.parts[0]].kind == Expression::Kind::cas)
      return atomics_.cas(c.parts[0], !outcome);
    const Literal condition = expressions_.formula(s.condition), truth = core_.program.table.truth();
    const Literal defined = expressions_.defined(s.condition);
    if (!is_needed && defined == truth && condition == (outcome ? truth : -truth)) return std::nullopt;
    return atomics_.assumption(outcome ? condition : -condition, defined);
  }
  // In an outline even an empty statement has an assertion.
  StatementId or_nothing(const std::optional<StatementId>& s) {
    if (s) return *s;
    return asserted_.formula ? cut(*asserted_.formula, asserted_.where, asserted_.text) : skip();
  }
  Literal loop_invariant(const SyntaxStatement& s) {
    return both(core_.program.table, expressions_.formulas(s.invariants), invariant_);
  }
  std::optional<StatementId> after(const std::optional<StatementId>& test, const std::optional<StatementId>& body) {
    if (!test || !body) return test ? test : body;
    return in_order({*test, *body});
  }

  // An assertion before an `if` belongs to the test; it belongs to the branches only if there is no test.
  StatementId branch(const SyntaxStatement& s) {
    const Asserted here = asserted_, inside = is_choice(s) ? here : Asserted{};
    const std::optional<StatementId> body = sequence(s.body, inside);
    asserted_ = here;
    const std::optional<StatementId> yes = after(test(s, true, s.text), body);
    const std::optional<StatementId> other = sequence(s.other, inside);
    asserted_ = here;
    const std::optional<StatementId> no = after(test(s, false, "else of " + s.text), other);
    const StatementId second = or_nothing(no);
    return choice(or_nothing(yes), second, s);
  }

  // The body of a loop; `continue` ends it, but for the last step of a `for`. Outlines have no jumps.
  std::optional<StatementId> round(SyntaxIndex index, const Asserted& asserted) {
    const SyntaxStatement& s = program_.tree[index];
    if (is_outline_) return sequence(s.body, asserted);
    std::vector<SyntaxIndex> body = s.body, last;
    if (s.is_counting && body.size() > 1) {
      last = {body.back()};
      body.pop_back();
    }
    exits_.begin(index, Ends::round);
    StatementId inside = *sequence(body, asserted);
    if (exits_.end()) inside = block(inside, s.where);
    return last.empty() ? inside : in_order({inside, *sequence(last, {})});
  }

  StatementId loop(SyntaxIndex index) {
    const SyntaxStatement& s = program_.tree[index];
    const Asserted here = is_outline_ ? Asserted{loop_invariant(s), s.where, "invariant of " + s.text} : Asserted{};
    const std::optional<StatementId> inside = round(index, is_choice(s) ? here : Asserted{});
    asserted_ = here;
    const StatementId body = or_nothing(after(test(s, true, s.text), inside));
    const Literal invariant = loop_invariant(s);
    const StatementId whole = add({.kind = CoreStatement::Kind::loop, .first = body},
                                  {.where = s.where, .text = s.text, .invariants = expressions_.clauses(s.invariants)},
                                  {.assertion = invariant});
    const std::optional<StatementId> done = test(s, false, "end of " + s.text);
    return done ? in_order({whole, *done}) : whole;
  }

  // return e; gives the results their values before it leaves.
  StatementId leave(const SyntaxStatement& s) {
    std::vector<StatementId> parts;
    if (!s.values.empty())
      parts.push_back(atomic(atomics_.give(program_.procedures[*procedure_].results, s.values), s));
    parts.push_back(exit_to(s, SyntaxIndex::none, Ends::statement));
    return in_order(parts);
  }

  StatementId call(const SyntaxStatement& s) {
    const std::string& name = program_.tree[s.values[0]].name;
    const auto number =
        static_cast<std::size_t>(std::ranges::find(program_.tree.procedures, name, &ProcedureDeclaration::name) -
                                 program_.tree.procedures.begin());
    const CheckedProcedure& procedure = program_.procedures[number];
    const bool waits = procedure.is_recursive && mention_variables_of(number, s.places, program_);
    const auto take = [&](const AtomicCommand& results) {
      return atomic(results, s, "result of " + s.text, Origin::typed);
    };
    std::vector<StatementId> parts;
    if (const auto enter = atomics_.enter(number, program_.tree[s.values[0]].parts)) parts.push_back(atomic(*enter, s));
    parts.push_back(add({.kind = CoreStatement::Kind::call, .procedure = number_of(program_, number)},
                        {.where = s.where, .text = s.text},
                        {.commits = witness_ ? witness_->of_actions(procedure.action_modifies, expressions_.numbers())
                                             : std::vector<CommandId>{}}));
    if (!s.places.empty())
      parts.push_back(take(waits ? atomics_.copy(procedure.registers, procedure.results)
                                 : atomics_.take(s.places, procedure.results)));
    const StatementId whole = in_order(parts);
    std::vector<std::size_t> own = atomics_.variables_of(number);
    if (!procedure.is_recursive || own.empty()) return whole;
    const std::vector<TermId> after =
        core_.outline.witness ? restored(core_.program.table, own) : std::vector<TermId>{};
    const StatementId scope = add({.kind = CoreStatement::Kind::scope, .first = whole, .variables = std::move(own)},
                                  {.where = s.where, .text = "end of " + s.text}, {.restored = after});
    return waits ? in_order({scope, take(atomics_.take(s.places, procedure.registers))}) : scope;
  }

  StatementId scope(const SyntaxStatement& s) {
    std::vector<std::size_t> variables;
    for (ExpressionIndex e : s.places)
      variables.push_back(static_cast<std::size_t>(expressions_.number_of(program_.info[e].symbol)));
    const StatementId body = *sequence(s.body, {});
    std::vector<TermId> after = restored(core_.program.table, variables);
    return add({.kind = CoreStatement::Kind::scope, .first = body, .variables = std::move(variables)},
               {.where = s.where, .text = "end of " + s.text}, {.restored = std::move(after)});
  }

  // What is known of the number of a branch throughout, whatever the store is.
  Literal fixed_number(const SyntaxStatement& s, std::size_t branch, TermId low, TermId high) {
    FormulaTable& table = core_.program.table;
    const TermId number = number_of_branch(table, table.logic(0));
    if (s.values.empty()) return equal(table, number, table.num(static_cast<std::int64_t>(branch)));
    return number_in_range(table, number, low, high);
  }

  // par { A } and { B } is one statement that finds out by its number which of them it is.
  StatementId par(const SyntaxStatement& s) {
    FormulaTable& table = core_.program.table;
    std::vector<StatementId> parts;
    std::vector<Literal> defined;
    for (ExpressionIndex e : s.values) defined.push_back(expressions_.defined(e));
    if (const Literal needed = conjunction(table, defined); needed != table.truth())
      parts.push_back(atomic(atomics_.assumption(table.truth(), needed), s, s.text, Origin::typed));
    const bool is_range = !s.values.empty();
    const TermId low = is_range ? expressions_.stored(s.values[0]) : table.num(0);
    const TermId high =
        is_range ? last_number(table, s, expressions_) : table.num(static_cast<std::int64_t>(s.branches.size()) - 1);
    ExpressionLowering inside = expressions_.in_branch();
    std::vector<StatementId> branches;
    for (std::size_t i = 0; i < s.branches.size(); ++i) {
      const Literal known = both(table, invariant_, fixed_number(s, i, low, high));
      branches.push_back(StatementLowering(program_, core_, inside, known).branch_of_par(s, i, procedure_));
    }
    StatementId body = branches.back();
    for (std::size_t i = branches.size() - 1; i-- > 0;) {
      const Literal is_it =
          equal(table, number_of_branch(table, inside.self()), table.num(static_cast<std::int64_t>(i)));
      const auto test = [&](Literal outcome, const std::string& text) {
        return atomic(atomics_.assumption(outcome, table.truth()), s, text, Origin::test);
      };
      const StatementId yes = test(is_it, "branch " + std::to_string(i) + " of par"),
                        first = in_order({yes, branches[i]});
      const StatementId no = test(-is_it, "another branch of par"), second = in_order({no, body});
      body = choice(first, second, s);
    }
    parts.push_back(add({.kind = CoreStatement::Kind::par, .first = body, .low = low, .high = high},
                        {.origin = Origin::par, .where = s.where, .text = s.text, .par = s.par}));
    return in_order(parts);
  }

  StatementId statement(SyntaxIndex index) {
    const SyntaxStatement& s = program_.tree[index];
    if (s.kind != Kind::while_ && s.labels.empty()) return unlabelled(index);
    exits_.begin(index, Ends::statement);
    const StatementId inside = unlabelled(index);
    const StatementId whole = exits_.end() ? block(inside, s.where) : inside;
    if (!s.labels.empty()) core_.provenance.labelled[index] = whole;
    return whole;
  }
  StatementId unlabelled(SyntaxIndex index) {
    const SyntaxStatement& s = program_.tree[index];
    const SyntaxIndex target = program_.jump_targets[static_cast<std::size_t>(index)];
    switch (s.kind) {
      case Kind::skip: return add({.kind = CoreStatement::Kind::skip}, {.where = s.where, .text = s.text});
      case Kind::if_: return branch(s);
      case Kind::while_: return loop(index);
      case Kind::choose: {
        std::vector<StatementId> branches;
        const Asserted here = asserted_;
        for (const auto& branch : s.branches) branches.push_back(or_nothing(sequence(branch, here)));
        StatementId whole = branches.back();
        for (std::size_t i = branches.size() - 1; i-- > 0;) whole = choice(branches[i], whole, s);
        return whole;
      }
      case Kind::cut:
        return cut(both(core_.program.table, expressions_.formula(s.condition), invariant_), s.where, s.text);
      case Kind::block: return atomic(atomics_.block(s.body), s);
      case Kind::group: return *sequence(s.body, {});
      case Kind::call: return call(s);
      case Kind::par: return par(s);
      case Kind::scope: return scope(s);
      case Kind::return_: return leave(s);
      case Kind::break_:
      case Kind::goto_: return exit_to(s, target, Ends::statement);
      case Kind::continue_: return exit_to(s, target, Ends::round);
      case Kind::assign:
        if (program_.tree[s.values[0]].kind == Expression::Kind::cas)
          return atomic(atomics_.cas_into(s.places[0], s.values[0], s.ghosts), s);
        [[fallthrough]];
      default: return atomic(atomics_.block({index}), s);
    }
  }
};

}   // namespace

StatementId lower_thread(const ThreadDeclaration& thread, const CheckedProgram& program, CoreProgram& core,
                         ExpressionLowering& expressions, Literal invariant) {
  return StatementLowering(program, core, expressions, invariant).thread(thread);
}

StatementId lower_procedure(std::size_t procedure, const CheckedProgram& program, CoreProgram& core,
                            ExpressionLowering& expressions, Literal invariant) {
  return StatementLowering(program, core, expressions, invariant).procedure(procedure);
}

}   // namespace plato
