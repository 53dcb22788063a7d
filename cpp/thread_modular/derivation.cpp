// See derivation.hpp. Recursion is bounded by `deepest_statement` for each procedure, since sequences are
// flattened.

#include "thread_modular/derivation.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "thread_modular/condition_kinds.hpp"
#include "thread_modular/proof_unit.hpp"

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
        {.rule = Rule::program, .unit = 0, .statement = 0, .conditions = {}, .shown_in = {}, .children = {}});
    for (std::size_t i = 0; i < conditions_.size(); ++i)
      if (is_about_program(conditions_[i].origin)) nodes_[0].conditions.push_back(i);
    for (std::uint32_t f = 0; f < program_.families.size(); ++f)
      add_unit(Rule::family, f, program_.families[f].body, outline_.families[f].post.has_value());
    for (std::uint32_t p = 0; p < outline_.procedures.size(); ++p)
      if (outline_.procedures[p])
        add_unit(Rule::procedure, static_cast<std::uint32_t>(program_.families.size()) + p, program_.procedures[p].body,
                 true);
    return std::move(nodes_);
  }

 private:
  const Program& program_;
  const Outline& outline_;
  const std::vector<Condition>& conditions_;
  std::vector<DerivationNode> nodes_;
  std::map<std::pair<std::uint32_t, StatementId>, Indices> by_label_;          // unit, statement
  std::map<std::tuple<std::uint32_t, StatementId, bool>, Indices> shown_in_;   // and whether it is what holds there

  // The conditions that are about the unit and none of its statements.
  Indices of_unit(std::uint32_t unit) const {
    Indices found;
    for (std::size_t i = 0; i < conditions_.size(); ++i) {
      const ConditionOrigin& o = conditions_[i].origin;
      if (!is_about_program(o) && o.family == unit && !statement_of(o)) found.push_back(i);
    }
    return found;
  }
  void add_unit(Rule rule, std::uint32_t unit, StatementId body, bool has_post) {
    const std::size_t at = make(rule, unit, 0);
    nodes_[at].conditions = of_unit(unit);
    const std::size_t child = add(body, unit);
    nodes_[at].children.push_back(child);
    if (has_post) nodes_[at].shown_in = shown_in(unit, 0, true);
    nodes_[0].children.push_back(at);
  }

  // What must hold where a statement is reached, rather than what its own step must do.
  static bool is_reached(ShownPart::Part part) {
    return part == ShownPart::Part::assertion || part == ShownPart::Part::ensures || part == ShownPart::Part::actions;
  }
  Indices shown_in(std::uint32_t unit, StatementId statement, bool reached) const {
    const auto found = shown_in_.find({unit, statement, reached});
    return found == shown_in_.end() ? Indices{} : found->second;
  }
  Indices labelled(std::uint32_t unit, StatementId statement) const {
    const auto found = by_label_.find({unit, statement});
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

  std::size_t make(Rule rule, std::uint32_t unit, StatementId statement) {
    nodes_.push_back(
        {.rule = rule, .unit = unit, .statement = statement, .conditions = {}, .shown_in = {}, .children = {}});
    return nodes_.size() - 1;
  }

  std::size_t add(StatementId statement, std::uint32_t unit) {
    const CoreStatement& s = program_.statements[statement - 1];
    const bool has_assertion = outline_.statements[statement - 1].assertion.has_value();
    switch (s.kind) {
      case CoreStatement::Kind::skip:
        if (!has_assertion) return make(Rule::skip, unit, statement);
        return rest_on_label(make(Rule::cut, unit, statement), unit, statement);
      case CoreStatement::Kind::atomic: {
        const std::size_t at = make(Rule::atomic, unit, statement);
        if (has_assertion) return rest_on_label(at, unit, statement);
        nodes_[at].shown_in = shown_in(unit, statement, false);
        return at;
      }
      case CoreStatement::Kind::seq: {
        const std::size_t at = make(Rule::seq, unit, 0);
        for (StatementId part : flattened(statement)) adopt(at, add(part, unit));
        return at;
      }
      case CoreStatement::Kind::choice: {
        const std::size_t at = make(Rule::choice, unit, statement);
        adopt(at, add(s.first, unit));
        adopt(at, add(s.second, unit));
        return at;
      }
      case CoreStatement::Kind::loop: {
        const std::size_t at = make(Rule::loop, unit, statement);
        adopt(at, add(s.first, unit));
        return rest_on_label(at, unit, statement);
      }
      case CoreStatement::Kind::block: {
        const std::size_t at = make(Rule::block, unit, statement);
        adopt(at, add(s.first, unit));
        return at;
      }
      case CoreStatement::Kind::exit: return make(Rule::exit, unit, statement);
      case CoreStatement::Kind::call: {
        const std::size_t at = make(Rule::call, unit, statement);
        if (is_abstracted(outline_, s.procedure)) {
          nodes_[at].shown_in = shown_in(unit, statement, false);
          return at;
        }
        adopt(at, add(procedure_of(program_, s.procedure).body, unit));
        return at;
      }
      case CoreStatement::Kind::scope: return add(s.first, unit);
      case CoreStatement::Kind::par: {
        const std::size_t at = make(Rule::par, unit, statement);
        nodes_[at].shown_in = shown_in(unit, statement, false);
        const auto branches = static_cast<std::uint32_t>(branch_unit(program_, statement));
        nodes_[at].conditions = of_unit(branches);
        adopt(at, add(s.first, branches));
        return at;
      }
    }
    return 0;
  }
  void adopt(std::size_t parent, std::size_t child) { nodes_[parent].children.push_back(child); }

  // A loop's invariant or an assertion has conditions of its own; those before it show that it holds when it is
  // reached.
  std::size_t rest_on_label(std::size_t at, std::uint32_t unit, StatementId statement) {
    nodes_[at].conditions = labelled(unit, statement);
    std::ranges::set_difference(shown_in(unit, statement, true), nodes_[at].conditions,
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
