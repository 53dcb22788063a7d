// The derivation has a node for each statement, and each condition where it comes from.

#include "thread_modular/derivation.hpp"

#include <algorithm>

#include "certificate/program_writer.hpp"
#include "support/how_much.hpp"
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

// A program's derivation, with the conditions that the kernel has for it.
struct Derived {
  CoreProgram core;
  std::vector<Condition> conditions;
  std::vector<DerivationNode> nodes;

  explicit Derived(const std::string& text)
      : core(program_of(text)),
        conditions(ask_for_conditions(write_program(core)).value().conditions),
        nodes(derivation(core.program, core.outline, conditions)) {}

  // The index of the condition of this kind.
  std::size_t at(Kind kind, StatementId statement = 0) const {
    for (std::size_t i = 0; i < conditions.size(); ++i)
      if (kind_of(conditions[i].origin) == kind && conditions[i].origin.second == statement) return i;
    FAIL("no such condition");
    return 0;
  }
};

std::vector<Rule> rules(const std::vector<DerivationNode>& nodes) {
  std::vector<Rule> all;
  for (const DerivationNode& node : nodes) all.push_back(node.rule);
  return all;
}

}   // namespace

TEST_CASE("a loop starts a condition for its body and one for what follows") {
  const Derived derived("var x: int = 0 thread T { x := 1; while (*) invariant x > 0 { x := x + 1; } assert x > 0; }");
  const auto& nodes = derived.nodes;
  const StatementId loop = first_loop(derived.core);
  CHECK(rules(nodes) ==
        std::vector{Rule::program, Rule::family, Rule::seq, Rule::atomic, Rule::loop, Rule::atomic, Rule::atomic});
  using Indices = std::vector<std::size_t>;
  const std::size_t start = derived.at(Kind::thread), body = derived.at(Kind::body, loop),
                    after = derived.at(Kind::after, loop);
  CHECK(nodes[0].conditions == Indices{derived.at(Kind::invariant_initially)});
  CHECK(std::ranges::count(nodes[1].conditions, derived.at(Kind::rely_reflexive)) == 1);
  CHECK(std::ranges::count(nodes[1].conditions, start) == 1);
  CHECK(nodes[2].children == Indices{3, 4, 6});
  CHECK(nodes[3].shown_in == Indices{start});
  CHECK(nodes[4].shown_in == Indices{start});
  CHECK(nodes[4].conditions == Indices{derived.at(Kind::stable, loop), body, after});
  CHECK(nodes[5].shown_in == Indices{body});
  CHECK(nodes[6].shown_in == Indices{after});
}

TEST_CASE("after a choice with a cut in one branch, two conditions go on") {
  const Derived derived("var x: int = 0 thread T { choose { cut x == 0; } or { x := 2; } x := 3; }");
  const StatementId cut = first_cut(derived.core);
  CHECK(rules(derived.nodes) ==
        std::vector{Rule::program, Rule::family, Rule::seq, Rule::choice, Rule::cut, Rule::atomic, Rule::atomic});
  CHECK(derived.nodes.back().shown_in ==
        std::vector<std::size_t>{derived.at(Kind::after, cut), derived.at(Kind::thread)});
}

TEST_CASE("what two branches share is shown by each condition that reaches it, once") {
  std::string text = "var x: int = 0 thread T {";
  for (int i = 0; i < 40; ++i) text += " choose { x := 1; } or { x := 2; }";
  const Derived derived(text + " x := 3; }");
  CHECK(derived.nodes.back().shown_in == std::vector<std::size_t>{derived.at(Kind::thread)});
}

TEST_CASE("a long sequence is one node") {
  std::string text = "var x: int = 0 thread T {";
  constexpr std::size_t length = plato_test::is_sanitized ? 4'000 : 20'000;
  for (std::size_t i = 0; i < length; ++i) text += " x := 1;";
  const Derived derived(text + " }");
  CHECK(derived.nodes.size() == length + 3);
  CHECK(derived.nodes[2].children.size() == length);
  CHECK(derived.nodes.back().shown_in == std::vector<std::size_t>{derived.at(Kind::thread)});
}
