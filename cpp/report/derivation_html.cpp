// See derivation_html.hpp. Recursion is bounded, as the tree is only as deep as the source is nested.

#include "report/derivation_html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/core_text.hpp"
#include "report/html_text.hpp"
#include "thread_modular/condition_text.hpp"
#include "thread_modular/proof_unit.hpp"

namespace plato {
namespace {

using Rule = DerivationNode::Rule;
using Status = ConditionResult::Status;

constexpr std::size_t formula_budget = 400;   // symbols of a formula that are shown

NodeStatus worse(NodeStatus a, NodeStatus b) { return std::max(a, b); }

class DerivationPrinter {
 public:
  DerivationPrinter(const std::vector<DerivationNode>& nodes, const Checked& checked)
      : nodes_(nodes),
        checked_(checked),
        core_(*checked.program),
        program_(core_.program),
        statuses_(node_statuses(nodes, checked)) {}

  std::string run() {
    print(0);
    return std::move(out_);
  }

 private:
  const std::vector<DerivationNode>& nodes_;
  const Checked& checked_;
  const CoreProgram& core_;
  const Program& program_;
  const std::vector<NodeStatus> statuses_;
  std::string out_;

  std::string code(const std::string& text) const { return "<code>" + escape_html(text) + "</code>"; }
  // A long one is folded behind its beginning.
  std::string formula(Literal literal) const { return folded(core_formula_text(program_, literal, formula_budget)); }
  // It may be about a call, with old(x) for values at its entry.
  std::string asserted(Literal literal) const { return folded(core_call_text(program_, literal, formula_budget)); }
  std::string folded(const std::string& text) const {
    constexpr std::size_t short_enough = 160;
    if (text.size() <= short_enough) return code(text);
    return "<details class=\"formula\"><summary>" + code(shortened_text(text, short_enough)) + "</summary>" +
           code(text) + "</details>";
  }

  std::string heading(const DerivationNode& node) const {
    switch (node.rule) {
      case Rule::program: return "threads in parallel";
      case Rule::family: return "thread " + code(ProofUnit(core_, node.unit).name());
      case Rule::procedure: return "procedure " + code(ProofUnit(core_, node.unit).name());
      case Rule::seq: return fmt::format("{} statements, one after the other", node.children.size());
      case Rule::skip: return code("skip");
      case Rule::call:
        return "procedure " + code(procedure_of(program_, statement_of(program_, node.statement).procedure).name);
      default: break;
    }
    const StatementProvenance& s = core_.provenance.statements[node.statement - 1];
    std::string text = code(s.text.empty() ? "choose" : s.text);
    if (s.where.line != 0) text += fmt::format(" <a class=\"line\" href=\"#line-{0}\">line {0}</a>", s.where.line);
    return text;
  }

  // Terms and their descriptions: what the rule was used with.
  std::string details(const DerivationNode& node) const {
    std::string out;
    const auto entry = [&](const char* name, const std::string& html) {
      out += fmt::format("<dt>{}</dt><dd>{}</dd>", name, html);
    };
    const auto clause = [&](const char* name, const std::optional<Literal>& literal) {
      if (!is_trivial(program_, literal)) entry(name, formula(*literal));
    };
    if (node.rule == Rule::program) {
      clause("assume", program_.assumption);
      clause("init", initial_stores(program_, core_.outline));
      clause("invariant", core_.specification.invariant);
      clause("invariant of the proof", core_.outline.lemma);
      clause("rely", core_.specification.rely);
      clause("guarantee", core_.specification.guarantee);
      clause("ensures", core_.specification.post);
    } else if (node.rule == Rule::family) {
      const FamilyOutline& family = core_.outline.families[node.unit];
      entry("for every", formula(program_.families[node.unit].members));
      entry("rely", formula(family.rely));
      entry("guarantee", formula(family.guarantee));
      for (const CallOutline& call : family.calls) entry("during calls", formula(call.through));
      clause("ensures", family.post);
    } else if (node.rule == Rule::procedure) {
      const ProcedureOutline& procedure = core_.outline.procedures[ProofUnit(core_, node.unit).procedure() - 1].value();
      entry("requires", formula(procedure.pre));
      entry("rely", formula(procedure.rely));
      for (const CallOutline& call : procedure.calls) entry("during calls", formula(call.through));
      entry("idle", formula(procedure.idle));
      for (Literal step : procedure.steps) entry("action", formula(step));
      entry("ensures", asserted(procedure.post));
    } else if (node.rule == Rule::par) {
      const BranchOutline& branches = core_.outline.statements[node.statement - 1].branches.value();
      entry("requires of a branch", formula(branches.pre));
      entry("rely", formula(branches.rely));
      entry("guarantee", formula(branches.guarantee));
      entry("meanwhile", formula(branches.through));
      entry("ensures of a branch", formula(branches.post));
    } else if (node.statement != 0) {
      const std::optional<Literal>& assertion = core_.outline.statements[node.statement - 1].assertion;
      if (node.rule == Rule::atomic) {
        if (!is_trivial(program_, assertion)) entry("holds before", asserted(*assertion));
        entry("step", folded(core_command_text(program_, proof_command(program_, core_.outline, node.statement),
                                               formula_budget)));
      }
      if (node.rule == Rule::loop) entry("invariant", asserted(assertion.value()));
      if (node.rule == Rule::cut) entry("holds here", asserted(assertion.value()));
    }
    if (!node.shown_in.empty()) {
      std::string links;
      for (std::size_t i : node.shown_in)
        links += fmt::format("{}<a href=\"#condition-{}\">condition {}</a>", links.empty() ? "" : ", ", i + 1, i + 1);
      entry(node.rule == Rule::family || node.rule == Rule::procedure ? "ensured by" : "right by", links);
    }
    return out.empty() ? "" : "<dl>" + out + "</dl>\n";
  }

  std::string conditions(const DerivationNode& node) const {
    if (node.conditions.empty()) return {};
    std::string out = "<ul class=\"conditions\">\n";
    for (std::size_t i : node.conditions)
      out += fmt::format("<li>{} <a href=\"#condition-{}\">{}</a> {}</li>\n",
                         status_html(checked_.conditions->results[i].status), i + 1, i + 1,
                         escape_html(condition_text(core_, checked_.conditions->conditions[i].origin)));
    return out + "</ul>\n";
  }

  void print(std::size_t at) {
    const DerivationNode& node = nodes_[at];
    constexpr const char* rules[] = {"parallel", "thread", "skip",  "atomic", "choice", "seq",
                                     "loop",     "cut",    "block", "exit",   "call",   "procedure"};
    const bool is_guarded =
        node.rule == Rule::atomic && core_.outline.statements[node.statement - 1].assertion.has_value();
    constexpr const char* names[] = {"proved", "open", "fails"};
    constexpr const char* words[] = {"proved", "not proved", "fails"};
    const auto status = static_cast<std::size_t>(statuses_[at]);
    const bool is_leaf = node.rule == Rule::atomic || node.rule == Rule::skip;
    const std::string summary =
        fmt::format("<span class=\"rule {}\" title=\"{}\">{}</span> {}", names[status], words[status],
                    is_guarded ? "outline" : rules[static_cast<std::size_t>(node.rule)], heading(node));
    const std::string inside = details(node) + conditions(node);
    if (inside.empty() && node.children.empty()) {
      out_ += "<div class=\"leaf\">" + summary + "</div>\n";
      return;
    }
    out_ += fmt::format("<details{}><summary>{}</summary>\n{}", is_leaf && status != 2 ? "" : " open=\"open\"", summary,
                        inside);
    for (std::size_t child : node.children) print(child);
    out_ += "</details>\n";
  }
};

}   // namespace

std::vector<NodeStatus> node_statuses(const std::vector<DerivationNode>& nodes, const Checked& checked) {
  const auto of_condition = [&](std::size_t i) {
    const Status status = checked.conditions->results[i].status;
    return status == Status::proved  ? NodeStatus::proved
           : status == Status::fails ? NodeStatus::fails
                                     : NodeStatus::open;
  };
  // A failing condition is about a statement if the failure is reported there; the other statements on its path are
  // merely not proved.
  const auto fails_here = [&](const DerivationNode& node) {
    const SourceRange where = node.statement == 0 ? ProofUnit(*checked.program, node.unit).where()
                                                  : checked.program->provenance.statements[node.statement - 1].where;
    return std::ranges::any_of(failures_of(checked), [&](const ConditionFailure& f) {
      return f.message.where.line == where.line && f.message.where.column == where.column &&
             std::ranges::find(node.shown_in, f.condition) != node.shown_in.end();
    });
  };
  std::vector<NodeStatus> statuses(nodes.size(), NodeStatus::proved);
  for (std::size_t at = nodes.size(); at-- > 0;) {   // children come after their parents
    const DerivationNode& node = nodes[at];
    for (std::size_t i : node.conditions) statuses[at] = worse(statuses[at], of_condition(i));
    for (std::size_t i : node.shown_in)
      if (of_condition(i) != NodeStatus::proved)
        statuses[at] = worse(statuses[at], fails_here(node) ? NodeStatus::fails : NodeStatus::open);
    for (std::size_t child : node.children) statuses[at] = worse(statuses[at], statuses[child]);
  }
  return statuses;
}

std::string derivation_html(const std::vector<DerivationNode>& nodes, const Checked& checked) {
  return DerivationPrinter(nodes, checked).run();
}

std::string status_html(ConditionResult::Status status) {
  constexpr const char* names[] = {"proved", "fails", "open", "open", "open"};
  constexpr const char* words[] = {"✓ proved", "✗ fails", "? uncertified", "? unknown", "– not tried"};
  return fmt::format("<span class=\"status {}\">{}</span>", names[static_cast<std::size_t>(status)],
                     words[static_cast<std::size_t>(status)]);
}

}   // namespace plato
