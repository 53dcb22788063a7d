// See jump_checker.hpp. Recursion is bounded by `deepest_statement`.

#include "types/jump_checker.hpp"

#include <algorithm>

namespace plato {
namespace {

using Kind = SyntaxStatement::Kind;

class JumpChecker {
 public:
  JumpChecker(const std::vector<SyntaxIndex>& body, CheckedProgram& program, ExpressionChecker& expressions)
      : body_(body), program_(program), expressions_(expressions) {
    program_.jump_targets.resize(program_.tree.statements.size());
  }

  void run(const std::vector<SyntaxIndex>& statements) {
    for (SyntaxIndex s : statements) statement(s);
  }

 private:
  const std::vector<SyntaxIndex>& body_;
  CheckedProgram& program_;
  ExpressionChecker& expressions_;
  std::vector<SyntaxIndex> around_;   // the statements around the present one, and it, innermost last

  const SyntaxStatement& at(SyntaxIndex s) const { return program_.tree[s]; }

  void statement(SyntaxIndex index) {
    const SyntaxStatement& s = at(index);
    if (s.kind == Kind::block) return;   // one step, which nothing leaves
    labels(s);
    around_.push_back(index);
    if (s.kind == Kind::return_) check_leaves_no_branch(s, around_.begin());
    if (s.kind == Kind::break_ || s.kind == Kind::continue_ || s.kind == Kind::goto_)
      program_.jump_targets[static_cast<std::size_t>(index)] = target_of(s);
    run(s.body);
    run(s.other);
    for (const auto& branch : s.branches) run(branch);
    around_.pop_back();
  }

  static const SyntaxLabel* label_in(const SyntaxStatement& s, const std::string& name) {
    const auto found = std::ranges::find(s.labels, name, &SyntaxLabel::name);
    return found == s.labels.end() ? nullptr : &*found;
  }
  void labels(const SyntaxStatement& s) {
    for (const SyntaxLabel& label : s.labels) {
      const SyntaxLabel* first = label_in(s, label.name);
      for (SyntaxIndex outer : around_)
        if (const SyntaxLabel* same = label_in(at(outer), label.name)) first = same;
      if (first != &label)
        expressions_.report(MessageCode::name_in_use, label.where,
                            "the label '" + label.name + "' already belongs to a statement around this one",
                            "choose another name", first->where, "it was given here");
    }
  }

  // A jump to the end of that statement, or of all, must not be in a branch of a `par` inside of it.
  void check_leaves_no_branch(const SyntaxStatement& s, std::vector<SyntaxIndex>::const_iterator target) {
    const auto is_par = [&](SyntaxIndex inner) { return at(inner).kind == Kind::par || at(inner).kind == Kind::scope; };
    const auto par = std::find_if(target, around_.cend(), is_par);
    if (par == around_.cend()) return;
    if (at(*par).kind == Kind::scope)
      return expressions_.report(MessageCode::jump, s.where,
                                 "'" + s.text + "' cannot leave a scope, which gives values back at its end",
                                 "end the scope before it", at(*par).where, "the scope begins here");
    expressions_.report(MessageCode::jump, s.where, "'" + s.text + "' cannot leave a branch of 'par'",
                        "a branch is a thread of its own and ends at its '}'", at(*par).where,
                        "the branches start here");
  }

  SyntaxIndex target_of(const SyntaxStatement& s) { return s.target.name.empty() ? nearest_loop(s) : labelled(s); }
  SyntaxIndex nearest_loop(const SyntaxStatement& s) {
    const auto is_loop = [&](SyntaxIndex outer) { return at(outer).kind == Kind::while_; };
    const auto found = std::find_if(around_.rbegin(), around_.rend(), is_loop);
    if (found != around_.rend()) {
      check_leaves_no_branch(s, found.base() - 1);
      return *found;
    }
    expressions_.report(MessageCode::jump, s.where, "'" + s.text + "' is not inside of a loop",
                        s.kind == Kind::break_ ? "'goto L;' leaves any statement with the label L" : "");
    return SyntaxIndex::none;
  }
  SyntaxIndex labelled(const SyntaxStatement& s) {
    const auto is_labelled = [&](SyntaxIndex outer) { return label_in(at(outer), s.target.name) != nullptr; };
    const auto found = std::find_if(around_.rbegin(), around_.rend(), is_labelled);
    if (found == around_.rend()) {
      report_unknown(s);
      return SyntaxIndex::none;
    }
    if (s.kind == Kind::goto_ || at(*found).kind == Kind::while_) {
      // a `par` may be left as a whole, by no branch of it
      check_leaves_no_branch(s, found.base() - 1);
      return *found;
    }
    expressions_.report(MessageCode::jump, s.target.where,
                        "expected the label of a loop, but '" + s.target.name + "' labels no loop",
                        s.kind == Kind::break_ ? "leave the statement with 'goto " + s.target.name + ";'" : "",
                        label_in(at(*found), s.target.name)->where, "the label is here");
    return SyntaxIndex::none;
  }
  void report_unknown(const SyntaxStatement& s) {
    const SyntaxLabel* elsewhere = nullptr;
    std::vector<std::string> names;
    for_each_statement(program_.tree, body_, [&](const SyntaxStatement& other) {
      if (const SyntaxLabel* same = label_in(other, s.target.name)) elsewhere = same;
      for (const SyntaxLabel& label : other.labels) names.push_back(label.name);
    });
    const std::string& name = s.target.name;
    if (elsewhere != nullptr)
      return expressions_.report(MessageCode::jump, s.target.where,
                                 "the statement with the label '" + name + "' is not around this one",
                                 "a jump leaves a statement that it is inside of, and leads nowhere else",
                                 elsewhere->where, "the label is here");
    const std::string similar = most_similar(name, names);
    expressions_.report(MessageCode::jump, s.target.where, "unknown label '" + name + "'",
                        similar.empty() ? "write '" + name + ":' before a statement around this one"
                                        : "did you mean '" + similar + "'?");
  }
};

}   // namespace

void check_jumps(const std::vector<SyntaxIndex>& body, CheckedProgram& program, ExpressionChecker& expressions) {
  JumpChecker(body, program, expressions).run(body);
}

}   // namespace plato
