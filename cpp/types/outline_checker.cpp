// See outline_checker.hpp. Recursion is bounded by `deepest_statement`; lowering passes the assertions on in the same
// way.

#include "types/outline_checker.hpp"

namespace plato {
namespace {

using Kind = SyntaxStatement::Kind;

class OutlineChecker {
 public:
  OutlineChecker(const std::string& name, const SyntaxTree& tree, ExpressionChecker& expressions)
      : name_(name), tree_(tree), expressions_(expressions) {}

  // `is_asserted`: something is asserted where the statements begin.
  void run(const std::vector<SyntaxIndex>& statements, bool is_asserted) {
    for (SyntaxIndex s : statements) is_asserted = after(tree_[s], is_asserted);
  }

 private:
  const std::string& name_;   // of the thread
  const SyntaxTree& tree_;
  ExpressionChecker& expressions_;

  bool is_choice(const SyntaxStatement& s) const { return tree_[s.condition].kind == Expression::Kind::star; }

  // Whether the assertion from before still applies to the next statement.
  bool after(const SyntaxStatement& s, bool is_asserted) {
    switch (s.kind) {
      case Kind::cut: return true;
      case Kind::skip: return is_asserted;
      case Kind::if_:
        need(s, is_asserted, is_choice(s) ? "this choice" : "this condition");
        run(s.body, is_choice(s));
        run_else(s, is_choice(s));
        return false;
      case Kind::while_:
        if (s.invariants.empty())
          expressions_.report(MessageCode::outline, s.where,
                              "an outline needs an assertion for each step, and this loop has no invariant",
                              "write 'while (…) invariant e { … }': e holds before each test of the condition");
        run(s.body, is_choice(s));
        return is_choice(s);
      case Kind::choose:
        need(s, is_asserted, "this choice");
        for (const auto& branch : s.branches) run(branch, true);
        return false;
      case Kind::call: refuse(s, "call procedures"); return false;
      case Kind::par: refuse(s, "have 'par'"); return false;
      case Kind::scope: refuse(s, "have 'scope'"); return false;
      case Kind::group: refuse(s, "have blocks"); return false;
      case Kind::return_:
      case Kind::break_:
      case Kind::continue_:
      case Kind::goto_: refuse(s, "have '" + s.text + "'"); return false;
      default: need(s, is_asserted, "this step"); return false;
    }
  }
  void run_else(const SyntaxStatement& s, bool is_asserted) {
    const bool is_else_if = s.other.size() == 1 && tree_[s.other[0]].kind == Kind::if_;
    if (!is_else_if || is_asserted) return run(s.other, is_asserted);
    expressions_.report(MessageCode::outline, tree_[s.other[0]].where,
                        "an outline needs an assertion before each step, and there is none before this condition",
                        "write 'else { cut e; if (…) { … } }' in the place of 'else if'");
  }
  void refuse(const SyntaxStatement& s, const std::string& what) {
    expressions_.report(MessageCode::outline, s.where,
                        "the thread '" + name_ + "' is proved by an explicit outline and cannot " + what,
                        "leave out 'by outline': the assertions between its steps are then found by the verifier");
  }
  void need(const SyntaxStatement& s, bool is_asserted, std::string_view what) {
    if (is_asserted) return;
    expressions_.report(MessageCode::outline, s.where,
                        "an outline needs an assertion before each step, and there is none before " + std::string(what),
                        "write 'cut e;' before it: e holds here whatever the other threads do");
  }
};

}   // namespace

void check_outline(const ThreadDeclaration& thread, const SyntaxTree& tree, ExpressionChecker& expressions) {
  OutlineChecker(thread.name, tree, expressions).run(thread.body, !thread.requires_.empty());
}

}   // namespace plato
