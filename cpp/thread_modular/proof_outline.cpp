// See proof_outline.hpp. Recursion is bounded, as the derivation is only as deep as the source is nested.

#include "thread_modular/proof_outline.hpp"

#include "core/core_text.hpp"
#include "thread_modular/condition_kinds.hpp"
#include "thread_modular/derivation.hpp"
#include "thread_modular/proof_unit.hpp"

namespace plato {
namespace {

using Kind = ConditionKind;
using Origin = StatementProvenance::Origin;
using Rule = DerivationNode::Rule;

class OutlinePrinter {
 public:
  OutlinePrinter(const CoreProgram& core, const std::vector<Condition>& conditions)
      : core_(core),
        program_(core.program),
        conditions_(conditions),
        nodes_(derivation(core.program, core.outline, conditions)) {}

  std::string run() {
    specification();
    for (std::size_t child : nodes_[0].children)
      nodes_[child].rule == Rule::procedure ? procedure(nodes_[child]) : family(nodes_[child]);
    return put_together();
  }

 private:
  struct Line {
    std::size_t depth = 0;
    std::string text, why;
  };
  const CoreProgram& core_;
  const Program& program_;
  const std::vector<Condition>& conditions_;
  const std::vector<DerivationNode> nodes_;
  std::vector<Line> lines_;

  void line(std::size_t depth, std::string text, std::string why = {}) {
    lines_.push_back({depth, std::move(text), std::move(why)});
  }
  std::string formula(const std::optional<Literal>& l) const { return l ? core_assertion_text(core_, *l) : "true"; }
  // What is asserted may be about a call, with old(x) for values at its entry.
  std::string asserted(const std::optional<Literal>& l) const {
    return "{ " + (l ? core_assertion_text(core_, *l, 2000, true) : "true") + " }";
  }

  std::string put_together() const {
    constexpr std::size_t reasons = 80, indent = 2;   // the column of the reasons
    std::string out;
    for (const Line& l : lines_) {
      std::string text = std::string(indent * l.depth, ' ') + l.text;
      if (!l.why.empty())
        text += std::string(text.size() + indent < reasons ? reasons - text.size() : indent, ' ') + "-- " + l.why;
      out += text + "\n";
    }
    return out;
  }

  // "stable 3, body 4"
  std::string told(const std::vector<std::size_t>& conditions, std::initializer_list<Kind> kinds) const {
    std::string text;
    for (Kind kind : kinds)
      for (std::size_t i : conditions)
        if (kind_of(conditions_[i].origin) == kind)
          text += (text.empty() ? "" : ", ") + std::string(row_of(kind).role) + " " + std::to_string(i + 1);
    return text;
  }
  static std::string numbers(const std::vector<std::size_t>& conditions) {
    std::string text;
    for (std::size_t i : conditions) text += (text.empty() ? "" : ", ") + std::to_string(i + 1);
    return text;
  }
  static std::string joined(const std::string& a, const std::string& b) {
    return a.empty() || b.empty() ? a + b : a + "; " + b;
  }
  // What shows that an assertion holds when it is reached.
  static std::string reached(const DerivationNode& node) {
    return node.shown_in.empty() ? "" : "reached by " + numbers(node.shown_in);
  }

  void specification() {
    const std::vector<std::size_t>& own = nodes_[0].conditions;
    line(0, "program", "parallel");
    if (!is_trivial(program_, program_.assumption)) line(1, "where " + formula(program_.assumption));
    line(1, "pre   " + core_formula_text(program_, initial_stores(program_, core_.outline)));
    const Specification& claimed = core_.specification;
    line(1, claimed.rely ? "rely  " + formula(claimed.rely) : "rely  false: nothing runs beside it");
    line(1, "guar  " + formula(claimed.guarantee));
    line(1, "post  " + formula(claimed.post), told(own, {Kind::postconditions}));
    const std::optional<Literal>& invariant = core_.provenance.whole_invariant;
    line(1, "I     " + (invariant ? core_formula_text(program_, *invariant) : "true"),
         told(own, {Kind::invariant_initially, Kind::environment_preserves}));
  }

  void family(const DerivationNode& node) {
    const CoreFamily& threads = program_.families[node.unit];
    const FamilyOutline& f = core_.outline.families[node.unit];
    line(0, "");
    line(0, "thread " + threads.name + "[tid] for " + core_formula_text(program_, threads.members),
         joined(f.is_explicit ? "outline" : "block", told(node.conditions, {Kind::members_apart})));
    line(1, "rely  " + formula(f.rely),
         told(node.conditions, {Kind::rely_reflexive, Kind::rely_transitive, Kind::environment_implies}));
    line(1, "guar  " + formula(f.guarantee),
         told(node.conditions,
              {Kind::guarantee_reflexive, Kind::guarantee_implies, Kind::invariant_preserved, Kind::guarantee_kept}));
    through(f.calls, node);
    line(1, "{ pre }", told(node.conditions, {Kind::thread}));
    for (std::size_t child : node.children) statement(nodes_[child], 1);
    line(1, asserted(f.post), joined(told(node.conditions, {Kind::post_stable}), reached(node)));
  }

  // What may happen between the actions of procedures that are called by their abstractions.
  void through(const std::vector<CallOutline>& calls, const DerivationNode& node) {
    for (const CallOutline& call : calls)
      line(1, "calls " + formula(call.through),
           &call != &calls.front()
               ? ""
               : told(node.conditions, {Kind::through_reflexive, Kind::through_transitive, Kind::rely_through,
                                        Kind::rely_calls, Kind::idle_through, Kind::idle_kept}));
  }

  void procedure(const DerivationNode& node) {
    const ProofUnit unit(core_, node.unit);
    const ProcedureOutline& p = core_.outline.procedures.at(unit.procedure() - 1).value();
    line(0, "");
    line(0, "procedure " + unit.name(), "abstraction");
    line(1, "rely  " + formula(p.rely), told(node.conditions, {Kind::rely_reflexive, Kind::rely_transitive}));
    line(1, "idle  " + formula(p.idle), told(node.conditions, {Kind::idle_reflexive}));
    for (Literal step : p.steps) line(1, "does  " + formula(step));
    through(p.calls, node);
    line(1, asserted(p.pre), told(node.conditions, {Kind::procedure}));
    for (std::size_t child : node.children) statement(nodes_[child], 1);
    line(1, asserted(p.post), reached(node));
  }

  // A test is an assumption, and of a `cas` the change after it.
  std::string test_text(StatementId statement) const {
    const std::string text = core_command_text(program_, proof_command(program_, core_.outline, statement));
    constexpr std::string_view assume = "assume ";
    return "test " + (text.starts_with(assume) ? text.substr(assume.size()) : text);
  }

  void statement(const DerivationNode& node, std::size_t depth) {
    if (node.rule == Rule::seq) {
      for (std::size_t child : node.children) statement(nodes_[child], depth);
      return;
    }
    const std::optional<Literal>& assertion = core_.outline.statements[node.statement - 1].assertion;
    const StatementProvenance& s = core_.provenance.statements[node.statement - 1];
    switch (node.rule) {
      case Rule::skip: return line(depth, "skip", "skip");
      case Rule::cut:
        return line(depth, asserted(assertion),
                    joined("cut: " + told(node.conditions, {Kind::stable, Kind::after}), reached(node)));
      case Rule::atomic: {
        const std::string text = s.origin == Origin::test ? test_text(node.statement) : s.text;
        if (!assertion) return line(depth, text, "block: " + numbers(node.shown_in));
        line(depth, asserted(assertion), joined("outline: " + told(node.conditions, {Kind::stable}), reached(node)));
        return line(depth, text, told(node.conditions, {Kind::step}));
      }
      case Rule::loop:
        line(depth, s.text, "loop");
        line(depth, asserted(assertion),
             joined(told(node.conditions, {Kind::stable, Kind::body, Kind::after}), reached(node)));
        line(depth, "do");
        for (std::size_t child : node.children) statement(nodes_[child], depth + 1);
        return line(depth, "od");
      case Rule::choice: {
        const bool is_if = s.origin == Origin::branch;
        line(depth, is_if ? s.text + " {" : "choose {", "choice");
        statement(nodes_[node.children[0]], depth + 1);
        line(depth, is_if ? "} else {" : "} or {");
        statement(nodes_[node.children[1]], depth + 1);
        return line(depth, "}");
      }
      case Rule::exit: return line(depth, s.text, "exit");
      case Rule::par: return branches(node, depth);
      case Rule::block: return inside("block {", node, depth, "block");
      case Rule::call: {
        const ProcedureId called = statement_of(program_, node.statement).procedure;
        const std::string text = "call " + procedure_of(program_, called).name;
        if (is_abstracted(core_.outline, called)) return line(depth, text, "abstraction: " + numbers(node.shown_in));
        return inside(text + " {", node, depth, "call");
      }
      default: return;
    }
  }
  // The proof of one branch stands for that of all.
  void branches(const DerivationNode& node, std::size_t depth) {
    const BranchOutline& b = core_.outline.statements[node.statement - 1].branches.value();
    line(depth, core_.provenance.statements[node.statement - 1].text + " {", "par: " + numbers(node.shown_in));
    line(depth + 1, "rely  " + formula(b.rely),
         told(node.conditions, {Kind::rely_reflexive, Kind::rely_transitive, Kind::branch_rely}));
    line(depth + 1, "guar  " + formula(b.guarantee),
         told(node.conditions, {Kind::guarantee_reflexive, Kind::branch_guarantee, Kind::branch_siblings}));
    line(depth + 1, "while " + formula(b.through),
         told(node.conditions,
              {Kind::through_reflexive, Kind::through_transitive, Kind::rely_through, Kind::branch_through}));
    line(depth + 1, asserted(b.pre), told(node.conditions, {Kind::branch}));
    for (std::size_t child : node.children) statement(nodes_[child], depth + 1);
    line(depth + 1, asserted(b.post), told(node.conditions, {Kind::post_stable}));
    line(depth, "}");
  }
  void inside(std::string head, const DerivationNode& node, std::size_t depth, std::string rule) {
    line(depth, std::move(head), std::move(rule));
    for (std::size_t child : node.children) statement(nodes_[child], depth + 1);
    line(depth, "}");
  }
};

}   // namespace

std::string proof_outline(const CoreProgram& core, const std::vector<Condition>& conditions) {
  return OutlinePrinter(core, conditions).run();
}

}   // namespace plato
