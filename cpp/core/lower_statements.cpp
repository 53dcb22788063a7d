// Lowering statements; see lower_statements.hpp. Recursion is bounded by `deepest_statement`.

#include "core/lower_statements.hpp"

#include <initializer_list>
#include <ranges>
#include <span>

namespace plato {
namespace {

using Kind = SyntaxStatement::Kind;

class StatementLowering {
 public:
  StatementLowering(const ThreadDeclaration& thread, const CheckedProgram& program, CoreProgram& core,
                    ExpressionLowering& expressions, const ConjunctionTree& frame, Literal invariant)
      : thread_(thread),
        program_(program),
        core_(core),
        expressions_(expressions),
        atomics_(program, expressions, core.table, frame),
        invariant_(invariant) {}

  StatementId run() {
    const StatementId body = sequence(thread_.body, require());
    if (body == 0) return skip();
    return required_ == 0 ? body : in_order({required_, body});
  }

 private:
  // In an outline: what is asserted at this place, for the step that comes next. Nothing otherwise.
  struct Asserted {
    Literal formula = 0;
    SourceRange where{};
    std::string text{};
  };
  const ThreadDeclaration& thread_;
  const CheckedProgram& program_;
  CoreProgram& core_;
  ExpressionLowering& expressions_;
  AtomicLowering atomics_;
  Literal invariant_;
  StatementId required_ = 0;   // the cut that says what the thread requires
  Asserted asserted_;

  Asserted require() {
    if (thread_.requires_.empty()) return {};
    const Literal holds = both(core_.table, expressions_.formulas(thread_.requires_), invariant_);
    const SourceRange where = beginning_of(program_.tree, thread_.requires_[0]);
    const std::string text = "requires of " + thread_.name;
    if (!thread_.is_outline || !is_taken_on(thread_.body, 0)) required_ = cut(holds, where, text);
    return thread_.is_outline ? Asserted{holds, where, text} : Asserted{};
  }
  StatementId cut(Literal holds, const SourceRange& where, const std::string& text) {
    return add({.kind = CoreStatement::Kind::cut, .assertion = holds, .where = where, .text = text});
  }
  bool is_choice(const SyntaxStatement& s) const { return program_.tree[s.condition].kind == Expression::Kind::star; }

  StatementId sequence(const std::vector<SyntaxIndex>& statements, Asserted asserted) {
    std::vector<StatementId> parts;
    asserted_ = asserted;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const SyntaxStatement& s = program_.tree[statements[i]];
      if (s.kind == Kind::cut && thread_.is_outline) {
        // Before a loop and at the end it stands by itself; elsewhere it belongs to the step that follows.
        asserted_ = {both(core_.table, expressions_.formula(s.condition), invariant_), s.where, s.text};
        if (!is_taken_on(statements, i + 1)) parts.push_back(cut(asserted_.formula, s.where, s.text));
        continue;
      }
      if (s.kind == Kind::skip && thread_.is_outline) continue;
      parts.push_back(statement(statements[i]));
      if (s.kind != Kind::skip && !(s.kind == Kind::while_ && is_choice(s))) asserted_ = {};
    }
    // Where nothing is done in an outline, what is asserted is still there to be shown.
    if (parts.empty() && asserted_.formula != 0)
      parts.push_back(cut(asserted_.formula, asserted_.where, asserted_.text));
    if (parts.empty() && thread_.is_outline) return 0;
    return in_order(parts);
  }
  // Whether the statement there has steps that a cut before it is for.
  bool is_taken_on(const std::vector<SyntaxIndex>& statements, std::size_t place) const {
    while (place < statements.size() && program_.tree[statements[place]].kind == Kind::skip) ++place;
    if (place == statements.size()) return false;
    const Kind kind = program_.tree[statements[place]].kind;
    return kind != Kind::while_ && kind != Kind::cut;
  }

  StatementId add(CoreStatement s) {
    core_.statements.push_back(std::move(s));
    return static_cast<StatementId>(core_.statements.size());
  }
  StatementId skip() { return add({.kind = CoreStatement::Kind::skip, .where = {}, .text = "skip"}); }
  // S1; (S2; (S3; …)), and of very many parts the sequence of two halves: the kernel limits how deep statements may be.
  StatementId in_order(std::span<const StatementId> parts) {
    if (parts.empty()) return skip();
    constexpr std::size_t longest = 512;
    if (parts.size() > longest) {
      const StatementId first = in_order(parts.first(parts.size() / 2)),
                        second = in_order(parts.subspan(parts.size() / 2));
      return sequence_of(first, second);
    }
    StatementId whole = parts.back();
    for (StatementId part : parts | std::views::reverse | std::views::drop(1)) whole = sequence_of(part, whole);
    return whole;
  }
  StatementId in_order(std::initializer_list<StatementId> parts) {
    return in_order(std::span(parts.begin(), parts.size()));
  }
  StatementId sequence_of(StatementId first, StatementId second) {
    return add({.kind = CoreStatement::Kind::seq, .first = first, .second = second, .where = {}, .text = ""});
  }
  StatementId choice(StatementId a, StatementId b, const SyntaxStatement& s) {
    return add({.kind = CoreStatement::Kind::choice, .first = a, .second = b, .where = s.where, .text = s.text});
  }
  StatementId atomic(const AtomicOperation& a, const SyntaxStatement& s, const std::string& text) {
    return add({.kind = CoreStatement::Kind::atomic,
                .gate = a.gate,
                .step = a.step,
                .post = a.post,
                .proof_step = a.proof_step,
                .assertion = asserted_.formula,
                .where = s.where,
                .text = text,
                .assertion_place = asserted_.where,
                .assertion_text = asserted_.text});
  }

  // The step that finds the condition true, or false; 0 if there is nothing to find.
  StatementId test(const SyntaxStatement& s, bool outcome, const std::string& text) {
    const Expression& c = program_.tree[s.condition];
    if (c.kind == Expression::Kind::star) return 0;
    if (c.kind == Expression::Kind::cas) return atomic(atomics_.cas(s.condition, outcome), s, text);
    if (c.kind == Expression::Kind::negation && program_.tree[c.parts[0]].kind == Expression::Kind::cas)
      return atomic(atomics_.cas(c.parts[0], !outcome), s, text);
    const Literal condition = expressions_.formula(s.condition);
    if (condition == (outcome ? core_.table.truth() : -core_.table.truth())) return 0;
    return atomic(atomics_.assumption(outcome ? condition : -condition), s, text);
  }
  // In an outline even nothing has an assertion.
  StatementId or_nothing(StatementId s) {
    if (s != 0) return s;
    return asserted_.formula == 0 ? skip() : cut(asserted_.formula, asserted_.where, asserted_.text);
  }
  Literal loop_invariant(const SyntaxStatement& s) {
    return both(core_.table, expressions_.formulas(s.invariants), invariant_);
  }
  StatementId after(StatementId test, StatementId body) {
    if (test == 0 || body == 0) return test == 0 ? body : test;
    return in_order({test, body});
  }

  StatementId statement(SyntaxIndex index) {
    const SyntaxStatement& s = program_.tree[index];
    switch (s.kind) {
      case Kind::skip: return add({.kind = CoreStatement::Kind::skip, .where = s.where, .text = s.text});
      case Kind::if_: {
        // What is asserted here is for the test, and for the branches only if there is none.
        const Asserted here = asserted_, inside = is_choice(s) ? here : Asserted{};
        const StatementId body = sequence(s.body, inside);
        asserted_ = here;
        const StatementId yes = after(test(s, true, s.text), body);
        const StatementId other = sequence(s.other, inside);
        asserted_ = here;
        const StatementId no = after(test(s, false, "else of " + s.text), other);
        return choice(or_nothing(yes), or_nothing(no), s);
      }
      case Kind::while_: {
        const Asserted here =
            thread_.is_outline ? Asserted{loop_invariant(s), s.where, "invariant of " + s.text} : Asserted{};
        const StatementId inside = sequence(s.body, is_choice(s) ? here : Asserted{});
        asserted_ = here;
        const StatementId body = or_nothing(after(test(s, true, s.text), inside));
        const StatementId loop = add({.kind = CoreStatement::Kind::loop,
                                      .assertion = loop_invariant(s),
                                      .first = body,
                                      .where = s.where,
                                      .text = s.text,
                                      .invariants = expressions_.clauses(s.invariants)});
        const StatementId done = test(s, false, "end of " + s.text);
        return done == 0 ? loop : in_order({loop, done});
      }
      case Kind::choose: {
        std::vector<StatementId> branches;
        const Asserted here = asserted_;
        for (const auto& branch : s.branches) branches.push_back(sequence(branch, here));
        StatementId whole = branches.back();
        for (StatementId branch : branches | std::views::reverse | std::views::drop(1))
          whole = choice(branch, whole, s);
        return whole;
      }
      case Kind::cut: return cut(both(core_.table, expressions_.formula(s.condition), invariant_), s.where, s.text);
      case Kind::block: return atomic(atomics_.block(s.body), s, s.text);
      case Kind::raw: return atomic(atomics_.raw(s), s, s.text);
      case Kind::release: return atomic(atomics_.release(s), s, s.text);
      case Kind::assign:
        if (program_.tree[s.values[0]].kind == Expression::Kind::cas)
          return atomic(atomics_.cas_into(s.places[0], s.values[0]), s, s.text);
        [[fallthrough]];
      default: return atomic(atomics_.block({index}), s, s.text);
    }
  }
};

}   // namespace

StatementId lower_statements(const ThreadDeclaration& thread, const CheckedProgram& program, CoreProgram& core,
                             ExpressionLowering& expressions, const ConjunctionTree& frame, Literal invariant) {
  return StatementLowering(thread, program, core, expressions, frame, invariant).run();
}

}   // namespace plato
