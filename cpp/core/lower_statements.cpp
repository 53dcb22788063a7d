// Lowering statements; see lower_statements.hpp. Recursion is bounded by `deepest_statement`.

#include "core/lower_statements.hpp"

#include <initializer_list>
#include <optional>
#include <span>

namespace plato {
namespace {

using Kind = SyntaxStatement::Kind;
using Origin = StatementProvenance::Origin;

class StatementLowering {
 public:
  StatementLowering(const ThreadDeclaration& thread, const CheckedProgram& program, CoreProgram& core,
                    ExpressionLowering& expressions, Literal invariant)
      : thread_(thread),
        program_(program),
        core_(core),
        expressions_(expressions),
        atomics_(program, expressions, core.program),
        invariant_(invariant) {}

  StatementId run() {
    const std::optional<StatementId> body = sequence(thread_.body, require());
    if (!body) return skip();
    return required_ ? in_order({*required_, *body}) : *body;
  }

 private:
  // In an outline: what is asserted at this place, for the step that comes next. Nothing otherwise.
  struct Asserted {
    std::optional<Literal> formula{};
    SourceRange where{};
    std::string text{};
  };
  const ThreadDeclaration& thread_;
  const CheckedProgram& program_;
  CoreProgram& core_;
  ExpressionLowering& expressions_;
  AtomicLowering atomics_;
  Literal invariant_;
  std::optional<StatementId> required_;   // the cut that says what the thread requires
  Asserted asserted_;

  Asserted require() {
    if (thread_.requires_.empty()) return {};
    const Literal holds = both(core_.program.table, expressions_.formulas(thread_.requires_), invariant_);
    const SourceRange where = beginning_of(program_.tree, thread_.requires_[0]);
    const std::string text = "requires of " + thread_.name;
    if (!thread_.is_outline || !is_taken_on(thread_.body, 0)) required_ = cut(holds, where, text);
    return thread_.is_outline ? Asserted{holds, where, text} : Asserted{};
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
      if (s.kind == Kind::cut && thread_.is_outline) {
        // Before a loop and at the end it is a statement of its own; elsewhere it belongs to the step that follows.
        asserted_ = {both(core_.program.table, expressions_.formula(s.condition), invariant_), s.where, s.text};
        if (!is_taken_on(statements, i + 1)) parts.push_back(cut(*asserted_.formula, s.where, s.text));
        continue;
      }
      if (s.kind == Kind::skip && thread_.is_outline) continue;
      parts.push_back(statement(statements[i]));
      if (s.kind != Kind::skip && !(s.kind == Kind::while_ && is_choice(s))) asserted_ = {};
    }
    // Where an outline does nothing, its assertion must still be proved.
    if (parts.empty() && asserted_.formula) parts.push_back(cut(*asserted_.formula, asserted_.where, asserted_.text));
    if (parts.empty() && thread_.is_outline) return std::nullopt;
    return in_order(parts);
  }
  // Whether the statement there has steps that a cut before it is for.
  bool is_taken_on(const std::vector<SyntaxIndex>& statements, std::size_t place) const {
    while (place < statements.size() && program_.tree[statements[place]].kind == Kind::skip) ++place;
    if (place == statements.size()) return false;
    const Kind kind = program_.tree[statements[place]].kind;
    return kind != Kind::while_ && kind != Kind::cut;
  }

  StatementId add(const CoreStatement& s, StatementProvenance from, const StatementOutline& outline = {}) {
    core_.program.statements.push_back(s);
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
               {.assertion = asserted_.formula, .ghost_command = a.ghost_command});
  }
  StatementId atomic(const AtomicCommand& a, const SyntaxStatement& s) {
    return atomic(a, s, s.text,
                  s.kind == Kind::assert_                        ? Origin::assertion
                  : s.kind == Kind::release                      ? Origin::release
                  : s.kind == Kind::block || s.kind == Kind::raw ? Origin::other
                                                                 : Origin::typed);
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

  StatementId loop(const SyntaxStatement& s) {
    const Asserted here =
        thread_.is_outline ? Asserted{loop_invariant(s), s.where, "invariant of " + s.text} : Asserted{};
    const std::optional<StatementId> inside = sequence(s.body, is_choice(s) ? here : Asserted{});
    asserted_ = here;
    const StatementId body = or_nothing(after(test(s, true, s.text), inside));
    const Literal invariant = loop_invariant(s);
    const StatementId whole = add({.kind = CoreStatement::Kind::loop, .first = body},
                                  {.where = s.where, .text = s.text, .invariants = expressions_.clauses(s.invariants)},
                                  {.assertion = invariant});
    const std::optional<StatementId> done = test(s, false, "end of " + s.text);
    return done ? in_order({whole, *done}) : whole;
  }

  StatementId statement(SyntaxIndex index) {
    const SyntaxStatement& s = program_.tree[index];
    switch (s.kind) {
      case Kind::skip: return add({.kind = CoreStatement::Kind::skip}, {.where = s.where, .text = s.text});
      case Kind::if_: return branch(s);
      case Kind::while_: return loop(s);
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
      case Kind::assign:
        if (program_.tree[s.values[0]].kind == Expression::Kind::cas)
          return atomic(atomics_.cas_into(s.places[0], s.values[0], s.ghosts), s);
        [[fallthrough]];
      default: return atomic(atomics_.block({index}), s);
    }
  }
};

}   // namespace

StatementId lower_statements(const ThreadDeclaration& thread, const CheckedProgram& program, CoreProgram& core,
                             ExpressionLowering& expressions, Literal invariant) {
  return StatementLowering(thread, program, core, expressions, invariant).run();
}

}   // namespace plato
