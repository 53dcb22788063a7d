// See derivation.hpp. Recursion is bounded by `deepest_statement` for each procedure, since sequences are
// flattened.

#include "thread_modular/derivation.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "thread_modular/condition_kinds.hpp"

namespace plato {
namespace {

using Rule = DerivationNode::Rule;
using Indices = std::vector<std::size_t>;   // of conditions, ascending

class DerivationBuilder {
 public:
  DerivationBuilder(const Program& program, const Outline& outline, const std::vector<Condition>& conditions)
      : program_(program), outline_(outline), conditions_(conditions) {
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      const ConditionOrigin& o = conditions[i].origin;
      if (const auto statement = statement_of(o)) by_label_[{o.family, *statement}].push_back(i);
      for (const ShownPart& shown : conditions[i].shows) {
        Indices& found = shown_in_[{o.family, shown.statement, is_reached(shown.part)}];
        if (found.empty() || found.back() != i) found.push_back(i);
      }
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
      const std::size_t body = add(program_.families[f].body, f);
      nodes_[at].children.push_back(body);
      if (outline_.families[f].post) nodes_[at].shown_in = shown_in(f, 0, true);
      nodes_[0].children.push_back(at);
    }
    return std::move(nodes_);
  }

 private:
  const Program& program_;
  const Outline& outline_;
  const std::vector<Condition>& conditions_;
  std::vector<DerivationNode> nodes_;
  std::map<std::pair<std::uint32_t, StatementId>, Indices> by_label_;          // family, statement
  std::map<std::tuple<std::uint32_t, StatementId, bool>, Indices> shown_in_;   // and whether it is what holds there

  // What must hold where a statement is reached, rather than what its own step must do.
  static bool is_reached(ShownPart::Part part) {
    return part == ShownPart::Part::assertion || part == ShownPart::Part::ensures;
  }
  Indices shown_in(std::uint32_t family, StatementId statement, bool reached) const {
    const auto found = shown_in_.find({family, statement, reached});
    return found == shown_in_.end() ? Indices{} : found->second;
  }
  Indices labelled(std::uint32_t family, StatementId statement) const {
    const auto found = by_label_.find({family, statement});
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

  std::size_t add(StatementId statement, std::uint32_t family) {
    const CoreStatement& s = program_.statements[statement - 1];
    const bool has_assertion = outline_.statements[statement - 1].assertion.has_value();
    switch (s.kind) {
      case CoreStatement::Kind::skip:
        if (!has_assertion) return make(Rule::skip, family, statement);
        return rest_on_label(make(Rule::cut, family, statement), family, statement);
      case CoreStatement::Kind::atomic: {
        const std::size_t at = make(Rule::atomic, family, statement);
        if (has_assertion) return rest_on_label(at, family, statement);
        nodes_[at].shown_in = shown_in(family, statement, false);
        return at;
      }
      case CoreStatement::Kind::seq: {
        const std::size_t at = make(Rule::seq, family, 0);
        for (StatementId part : flattened(statement)) adopt(at, add(part, family));
        return at;
      }
      case CoreStatement::Kind::choice: {
        const std::size_t at = make(Rule::choice, family, statement);
        adopt(at, add(s.first, family));
        adopt(at, add(s.second, family));
        return at;
      }
      case CoreStatement::Kind::loop: {
        const std::size_t at = make(Rule::loop, family, statement);
        adopt(at, add(s.first, family));
        return rest_on_label(at, family, statement);
      }
      case CoreStatement::Kind::block: {
        const std::size_t at = make(Rule::block, family, statement);
        adopt(at, add(s.first, family));
        return at;
      }
      case CoreStatement::Kind::exit: return make(Rule::exit, family, statement);
      case CoreStatement::Kind::call: {
        const std::size_t at = make(Rule::call, family, statement);
        adopt(at, add(procedure_of(program_, s.procedure).body, family));
        return at;
      }
      case CoreStatement::Kind::scope: return add(s.first, family);
    }
    return 0;
  }
  void adopt(std::size_t parent, std::size_t child) { nodes_[parent].children.push_back(child); }

  // A loop's invariant or an assertion has conditions of its own; those before it show that it holds when it is
  // reached.
  std::size_t rest_on_label(std::size_t at, std::uint32_t family, StatementId statement) {
    nodes_[at].conditions = labelled(family, statement);
    std::ranges::set_difference(shown_in(family, statement, true), nodes_[at].conditions,
                                std::back_inserter(nodes_[at].shown_in));
    return at;
  }
};

}   // namespace

std::vector<DerivationNode> derivation(const Program& program, const Outline& outline,
                                       const std::vector<Condition>& conditions) {
  return DerivationBuilder(program, outline, conditions).run();
}

}   // namespace plato
