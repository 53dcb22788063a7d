// The derivation has a node for each statement, and each condition where it comes from.

#include "thread_modular/derivation.hpp"

#include "support/program_text.hpp"
#include "thread_modular/condition_kinds.hpp"

using namespace plato;

namespace {

using Kind = ConditionKind;
using Rule = DerivationNode::Rule;

StatementId first_loop(const CoreProgram& core) {
  for (StatementId s = 1; s <= core.program.statements.size(); ++s)
    if (statement_of(core.program, s).kind == CoreStatement::Kind::loop) return s;
  return 0;
}
StatementId first_cut(const CoreProgram& core) {
  for (StatementId s = 1; s <= core.program.statements.size(); ++s)
    if (is_cut(core.program, core.outline, s)) return s;
  return 0;
}

std::vector<DerivationNode> derivation_of(const CoreProgram& core, const std::vector<Condition>& conditions) {
  return derivation(core.program, core.outline, conditions);
}

Condition condition(Kind kind, StatementId statement = 0) {
  return {.origin = {.rule = std::string(row_of(kind).word), .family = 0, .second = statement}, .literals = {}};
}

std::vector<Rule> rules(const std::vector<DerivationNode>& nodes) {
  std::vector<Rule> all;
  for (const DerivationNode& node : nodes) all.push_back(node.rule);
  return all;
}

}   // namespace

TEST_CASE("a loop starts a condition for its body and one for what follows") {
  const CoreProgram program =
      program_of("var x: int = 0 thread T { x := 1; while (*) invariant x > 0 { x := x + 1; } assert x > 0; }");
  const StatementId loop = first_loop(program);
  const auto nodes = derivation_of(
      program, {condition(Kind::invariant_initially), condition(Kind::rely_reflexive), condition(Kind::stable, loop),
                condition(Kind::body, loop), condition(Kind::after, loop), condition(Kind::thread)});
  CHECK(rules(nodes) ==
        std::vector{Rule::program, Rule::family, Rule::seq, Rule::atomic, Rule::loop, Rule::atomic, Rule::atomic});
  using Indices = std::vector<std::size_t>;
  CHECK(nodes[0].conditions == Indices{0});
  CHECK(nodes[1].conditions == Indices{1, 5});
  CHECK(nodes[2].children == Indices{3, 4, 6});
  CHECK(nodes[3].shown_in == Indices{5});
  CHECK(nodes[4].shown_in == Indices{5});
  CHECK(nodes[4].conditions == Indices{2, 3, 4});
  CHECK(nodes[5].shown_in == Indices{3});
  CHECK(nodes[6].shown_in == Indices{4});
}

TEST_CASE("after a choice with a cut in one branch, two conditions go on") {
  const CoreProgram program = program_of("var x: int = 0 thread T { choose { cut x == 0; } or { x := 2; } x := 3; }");
  const StatementId cut = first_cut(program);
  const auto nodes =
      derivation_of(program, {condition(Kind::stable, cut), condition(Kind::after, cut), condition(Kind::thread)});
  CHECK(rules(nodes) ==
        std::vector{Rule::program, Rule::family, Rule::seq, Rule::choice, Rule::cut, Rule::atomic, Rule::atomic});
  CHECK(nodes.back().shown_in == std::vector<std::size_t>{1, 2});
}

TEST_CASE("a long sequence is one node") {
  std::string text = "var x: int = 0 thread T {";
  for (int i = 0; i < 20000; ++i) text += " x := 1;";
  const auto nodes = derivation_of(program_of(text + " }"), {});
  CHECK(nodes.size() == 20003);
  CHECK(nodes[2].children.size() == 20000);
}
