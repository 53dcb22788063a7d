// See derivation.hpp. Recursion is bounded by `deepest_statement`, since sequences are flattened.

#include "thread_modular/derivation.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "thread_modular/condition_kinds.hpp"

namespace plato {
namespace {

using Kind = ConditionKind;
using Rule = DerivationNode::Rule;
using Indices = std::vector<std::size_t>;   // of conditions, ascending

class DerivationBuilder {
 public:
  DerivationBuilder(const Program& program, const Outline& outline, const std::vector<Condition>& conditions)
      : program_(program), outline_(outline), conditions_(conditions) {
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      const ConditionOrigin& o = conditions[i].origin;
      if (const auto statement = statement_of(o)) by_label_[{kind_of(o), o.family, *statement}].push_back(i);
    }
  }

  std::vector<DerivationNode> run() {
    nodes_.push_back(
        {.rule = Rule::program, .family = 0, .statement = 0, .conditions = {}, .shown_in = {}, .children = {}});
    for (std::size_t i = 0; i < conditions_.size(); ++i)
      if (is_about_program(conditions_[i].origin)) nodes_[0].conditions.push_back(i);
    for (std::uint32_t f = 0; f < program_.families.size(); ++f) {
      const std::size_t at = nodes_.size();
      nodes_.push_back(
          {.rule = Rule::family, .family = f, .statement = 0, .conditions = {}, .shown_in = {}, .children = {}});
      for (std::size_t i = 0; i < conditions_.size(); ++i) {
        const ConditionOrigin& o = conditions_[i].origin;
        if (!is_about_program(o) && o.family == f && !statement_of(o)) nodes_[at].conditions.push_back(i);
      }
      Indices context = of_kind(Kind::thread, f);
      const std::size_t body = add(program_.families[f].body, f, context);
      nodes_[at].children.push_back(body);
      if (outline_.families[f].post) nodes_[at].shown_in = context;
      nodes_[0].children.push_back(at);
    }
    return std::move(nodes_);
  }

 private:
  const Program& program_;
  const Outline& outline_;
  const std::vector<Condition>& conditions_;
  std::vector<DerivationNode> nodes_;
  std::map<std::tuple<Kind, std::uint32_t, StatementId>, Indices> by_label_;

  Indices of_kind(Kind kind, std::uint32_t family) const {
    Indices found;
    for (std::size_t i = 0; i < conditions_.size(); ++i)
      if (kind_of(conditions_[i].origin) == kind && conditions_[i].origin.family == family) found.push_back(i);
    return found;
  }
  Indices labelled(Kind kind, std::uint32_t family, StatementId statement) const {
    const auto found = by_label_.find({kind, family, statement});
    return found == by_label_.end() ? Indices{} : found->second;
  }

  // S1; S2; … however it is nested.
  std::vector<StatementId> flattened(StatementId statement) const {
    std::vector<StatementId> parts, rest{statement};
    while (!rest.empty()) {
      const StatementId s = rest.back();
      rest.pop_back();
      const CoreStatement& core = program_.statements[s - 1];
      if (core.kind != CoreStatement::Kind::seq) {
        parts.push_back(s);
        continue;
      }
      rest.push_back(core.second);
      rest.push_back(core.first);
    }
    return parts;
  }

  std::size_t make(Rule rule, std::uint32_t family, StatementId statement) {
    nodes_.push_back(
        {.rule = rule, .family = family, .statement = statement, .conditions = {}, .shown_in = {}, .children = {}});
    return nodes_.size() - 1;
  }

  // `context` are the conditions whose weakest precondition reaches the statement, and then those that go on after it.
  std::size_t add(StatementId statement, std::uint32_t family, Indices& context) {
    const CoreStatement& s = program_.statements[statement - 1];
    switch (s.kind) {
      case CoreStatement::Kind::skip:
        if (!outline_.statements[statement - 1].assertion) return make(Rule::skip, family, statement);
        return end_at_label(make(Rule::cut, family, statement), family, statement, context);
      case CoreStatement::Kind::atomic: {
        const std::size_t at = make(Rule::atomic, family, statement);
        if (outline_.statements[statement - 1].assertion) return end_at_label(at, family, statement, context);
        nodes_[at].shown_in = context;
        return at;
      }
      case CoreStatement::Kind::seq: {
        const std::size_t at = make(Rule::seq, family, 0);
        for (StatementId part : flattened(statement)) adopt(at, add(part, family, context));
        return at;
      }
      case CoreStatement::Kind::choice: {
        const std::size_t at = make(Rule::choice, family, statement);
        Indices other = context;
        adopt(at, add(s.first, family, context));
        adopt(at, add(s.second, family, other));
        Indices joint;
        std::ranges::set_union(context, other, std::back_inserter(joint));
        context = std::move(joint);
        return at;
      }
      case CoreStatement::Kind::loop: {
        const std::size_t at = make(Rule::loop, family, statement);
        Indices body = labelled(Kind::body, family, statement);
        adopt(at, add(s.first, family, body));
        return end_at_label(at, family, statement, context);
      }
    }
    return 0;
  }
  void adopt(std::size_t parent, std::size_t child) { nodes_[parent].children.push_back(child); }

  // A loop's invariant or an assertion ends the conditions before it; what follows is a condition of its own.
  std::size_t end_at_label(std::size_t at, std::uint32_t family, StatementId statement, Indices& context) {
    for (Kind kind : {Kind::stable, Kind::step, Kind::body, Kind::after}) {
      const Indices found = labelled(kind, family, statement);
      nodes_[at].conditions.insert(nodes_[at].conditions.end(), found.begin(), found.end());
    }
    nodes_[at].shown_in = context;
    const bool is_step = program_.statements[statement - 1].kind == CoreStatement::Kind::atomic;
    context = labelled(is_step ? Kind::step : Kind::after, family, statement);
    return at;
  }
};

}   // namespace

std::vector<DerivationNode> derivation(const Program& program, const Outline& outline,
                                       const std::vector<Condition>& conditions) {
  return DerivationBuilder(program, outline, conditions).run();
}

}   // namespace plato
