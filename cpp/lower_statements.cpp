// Lowering statements; see lower_statements.hpp. Recursion is bounded by `deepest_statement`.

#include "lower_statements.hpp"

#include <ranges>

namespace plato {
namespace {

using Kind = SyntaxStatement::Kind;

class StatementLowering {
 public:
  StatementLowering(const CheckedProgram& program, CoreProgram& core, ExpressionLowering& expressions,
                    const ConjunctionTree& frame, Literal invariant)
      : program_(program),
        core_(core),
        expressions_(expressions),
        atomics_(program, expressions, core.table, frame),
        invariant_(invariant) {}

  StatementId sequence(const std::vector<SyntaxIndex>& statements) {
    std::vector<StatementId> parts;
    for (SyntaxIndex s : statements) parts.push_back(statement(s));
    return in_order(parts);
  }

 private:
  const CheckedProgram& program_;
  CoreProgram& core_;
  ExpressionLowering& expressions_;
  AtomicLowering atomics_;
  Literal invariant_;

  StatementId add(CoreStatement s) {
    core_.statements.push_back(std::move(s));
    return static_cast<StatementId>(core_.statements.size());
  }
  StatementId skip() { return add({.kind = CoreStatement::Kind::skip, .where = {}, .text = "skip"}); }
  // S1; (S2; (S3; …))
  StatementId in_order(const std::vector<StatementId>& parts) {
    if (parts.empty()) return skip();
    StatementId whole = parts.back();
    for (StatementId part : parts | std::views::reverse | std::views::drop(1))
      whole = add({.kind = CoreStatement::Kind::seq, .first = part, .second = whole, .where = {}, .text = ""});
    return whole;
  }
  StatementId choice(StatementId a, StatementId b, const SyntaxStatement& s) {
    return add({.kind = CoreStatement::Kind::choice, .first = a, .second = b, .where = s.where, .text = s.text});
  }
  StatementId atomic(const AtomicOperation& a, const SyntaxStatement& s, const std::string& text) {
    return add({.kind = CoreStatement::Kind::atomic,
                .gate = a.gate,
                .step = a.step,
                .post = a.post,
                .where = s.where,
                .text = text});
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
  StatementId after(StatementId test, StatementId body) { return test == 0 ? body : in_order({test, body}); }

  StatementId statement(SyntaxIndex index) {
    const SyntaxStatement& s = program_.tree.statements[index];
    switch (s.kind) {
      case Kind::skip: return add({.kind = CoreStatement::Kind::skip, .where = s.where, .text = s.text});
      case Kind::if_: {
        const StatementId yes = after(test(s, true, s.text), sequence(s.body));
        const StatementId no = after(test(s, false, "else of " + s.text), sequence(s.other));
        return choice(yes, no, s);
      }
      case Kind::while_: {
        const StatementId body = after(test(s, true, s.text), sequence(s.body));
        const Literal holds = both(core_.table, expressions_.formulas(s.invariants), invariant_);
        const StatementId loop = add(
            {.kind = CoreStatement::Kind::loop, .assertion = holds, .first = body, .where = s.where, .text = s.text});
        const StatementId done = test(s, false, "end of " + s.text);
        return done == 0 ? loop : in_order({loop, done});
      }
      case Kind::choose: {
        std::vector<StatementId> branches;
        for (const auto& branch : s.branches) branches.push_back(sequence(branch));
        StatementId whole = branches.back();
        for (StatementId branch : branches | std::views::reverse | std::views::drop(1))
          whole = choice(branch, whole, s);
        return whole;
      }
      case Kind::cut:
        return add({.kind = CoreStatement::Kind::cut,
                    .assertion = both(core_.table, expressions_.formula(s.condition), invariant_),
                    .where = s.where,
                    .text = s.text});
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

StatementId lower_statements(const std::vector<SyntaxIndex>& statements, const CheckedProgram& program,
                             CoreProgram& core, ExpressionLowering& expressions, const ConjunctionTree& frame,
                             Literal invariant) {
  return StatementLowering(program, core, expressions, frame, invariant).sequence(statements);
}

}   // namespace plato
