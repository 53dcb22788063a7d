// What is said of steps, ends and calls of procedures that are not as specified, for given stores.

#include "thread_modular/procedure_failure.hpp"

#include "support/program_text.hpp"
#include "thread_modular/condition_text.hpp"
#include "thread_modular/derivation.hpp"
#include "thread_modular/proof_unit.hpp"
#include "thread_modular/shown_store.hpp"

using namespace plato;

namespace {

const std::string program =
    "var x: int = 0 var y: int = 0 var c: int\n"
    "procedure p(n: int)\n"
    "  requires n > 0\n"
    "  modifies c\n"
    "  action modifies x ensures x' == x + 1\n"
    "  action modifies x ensures x' == 0\n"
    "  ensures x == old(x)\n"
    "{ x := x + 1; x := 0; y := 0; }\n"
    "procedure q() requires true { p(1); }\n"
    "thread T {\n  rely x' <= 3\n  p(1); }\nthread U { skip; }";

// Values of variables by name, in versions 1 and 2 of the store, which are before and after a step.
using Values = std::vector<std::pair<std::string, std::int64_t>>;

class Stores {
 public:
  Stores(const Values& before, const Values& after) {
    give(1, before);
    give(2, after);
    ProblemSymbol tid{.name = "tid", .arguments = {}, .result = Sort::integer, .number = 0};
    proved_.problem.symbols.push_back(tid);
    model_.symbols.emplace_back(Integer(2));   // thread U
  }
  Message step(const std::string& procedure = "p", const std::vector<std::size_t>& assigned = {}) {
    return told([&](Counterexample& model, Message& m) {
      tell_of_step(core_, model, number(procedure), "'x := 1'", 1, 2, assigned, m);
    });
  }
  Message end() {
    return told([&](Counterexample& model, Message& m) { tell_of_missing_actions(core_, model, number("p"), 1, m); });
  }
  Message call() {
    return told(
        [&](Counterexample& model, Message& m) { tell_of_requirement(core_, model, number("p"), "'p(1)'", 1, m); });
  }
  const CoreProgram& core() const { return core_; }

 private:
  CoreProgram core_ = program_of(program);
  ProvedConditions proved_{};
  ProblemModel model_{};

  ProcedureId number(const std::string& name) const {
    for (ProcedureId p = 1;; ++p)
      if (procedure_of(core_.program, p).name == name) return p;
  }
  void give(std::int32_t version, const Values& values) {
    for (const auto& [name, value] : values)
      for (std::size_t v = 0; v < core_.program.variables.size(); ++v)
        if (core_.program.variables[v].name == name)
          model_.variables[{static_cast<std::int32_t>(v), version}] = Integer(value);
  }
  template <class Tell>
  Message told(const Tell& tell) {
    Counterexample counterexample(core_.program, proved_, model_);
    Message message;
    tell(counterexample, message);
    return message;
  }
};

}   // namespace

TEST_CASE("a step that is not the next action") {
  const Message m =
      Stores({{"_witness", 2}, {"x", 0}, {"y", 0}, {"c", 0}}, {{"_witness", 1}, {"x", 5}, {"y", 0}, {"c", 0}}).step();
  CHECK(m.text == "'x := 1' may not be the next action of procedure 'p'");
  REQUIRE(m.related.size() == 1);
  CHECK(m.related[0].where.line == 5);   // the first of two actions is expected
  CHECK(m.related[0].text == "this is the action that is expected next");
  // With one action left it is the second.
  const Message last =
      Stores({{"_witness", 1}, {"x", 0}, {"y", 0}, {"c", 0}}, {{"_witness", 0}, {"x", 5}, {"y", 0}, {"c", 0}}).step();
  REQUIRE(last.related.size() == 1);
  CHECK(last.related[0].where.line == 6);
}

TEST_CASE("an action that changes more than it says") {
  const Message m =
      Stores({{"_witness", 2}, {"x", 0}, {"y", 0}, {"c", 0}}, {{"_witness", 1}, {"x", 1}, {"y", 1}, {"c", 0}}).step();
  CHECK(m.text == "'x := 1' may not be the next action of procedure 'p': it changes 'y'");
  CHECK(m.help == std::vector<std::string>{"name 'y' in 'modifies' of the action, or of the procedure"});
}

TEST_CASE("a step that is taken for the action, and assigns the value that the variable has") {
  const Message m = Stores({{"_witness", 2}, {"x", 0}, {"y", 0}}, {{"_witness", 1}, {"x", 0}, {"y", 0}}).step("p", {1});
  CHECK(m.text == "'x := 1' may not be the next action of procedure 'p': it changes 'y'");
}

TEST_CASE("a step that is not idle") {
  const Message m =
      Stores({{"_witness", 2}, {"x", 0}, {"y", 0}, {"c", 0}}, {{"_witness", 2}, {"x", 1}, {"y", 0}, {"c", 3}}).step();
  CHECK(m.text == "'x := 1' may be no idle step of procedure 'p': it changes 'x'");
  CHECK(m.help ==
        std::vector<std::string>{"name 'x' in 'modifies' of the procedure, or write 'commit' if this is the action"});
  REQUIRE(m.related.size() == 1);
  CHECK(m.related[0].where.line == 5);
}

TEST_CASE("one action too many") {
  const Message m = Stores({{"_witness", 0}, {"x", 0}, {"y", 0}}, {{"_witness", -1}, {"x", 1}, {"y", 0}}).step();
  CHECK(m.text == "'x := 1' may be one more action of procedure 'p', all of whose actions are done by then");
  REQUIRE(m.related.size() == 1);
  CHECK(m.related[0].where.line == 3);
}

TEST_CASE("a step that breaks what another thread relies on") {
  const Message m = Stores({{"_witness", 2}, {"x", 3}, {"y", 1}}, {{"_witness", 1}, {"x", 4}, {"y", 1}}).step();
  CHECK(m.text == "'x := 1' in procedure 'p' may break what another thread 'T' relies on");
  REQUIRE(m.related.size() == 1);
  CHECK(m.related[0].where.line == 11);
}

TEST_CASE("a step of which not even the stores are known") {
  const Message m = Stores({}, {}).step("q");
  CHECK(m.text == "'x := 1' may be no step of procedure 'q': neither idle nor its next action");
}

TEST_CASE("an end before all actions, and a call where something is required") {
  const Message end = Stores({{"_witness", 1}}, {}).end();
  CHECK(end.text == "procedure 'p' may end before all its actions are done");
  REQUIRE(end.related.size() == 1);
  CHECK(end.related[0].where.line == 6);
  const Message call = Stores({}, {}).call();
  CHECK(call.text == "'p(1)' may call 'p' where what that requires is false");
  REQUIRE(call.related.size() == 1);
  CHECK(call.related[0].where.line == 3);
}

TEST_CASE("units are families, and after them procedures") {
  const CoreProgram core = program_of(program);
  CHECK(ProofUnit(core, 1).title() == "thread 'U'");
  CHECK(!ProofUnit(core, 1).is_procedure());
  const ProofUnit p(core, 2);
  CHECK(p.title() == "procedure 'p'");
  CHECK(p.procedure() == 1);
  CHECK(p.where().line == 2);
  CHECK(p.ensures().size() == 1);
  CHECK(condition_text(core, {.rule = "procedure", .family = 2, .second = 0}) ==
        "where what it requires holds, procedure 'p' does not go wrong and keeps to its specification, and ends after "
        "all its actions, where what it ensures holds");
  CHECK(condition_text(core, {.rule = "rely-calls", .family = 0, .second = 1}) ==
        "what thread 'T' relies on implies what procedure 'p', which it calls, relies on");
  CHECK(condition_text(core, {.rule = "rely-reflexive", .family = 3, .second = 0}) ==
        "the rely of procedure 'q' is reflexive");
  CHECK(condition_place(core, {.rule = "idle-reflexive", .family = 3, .second = 0}).line == 9);
}

TEST_CASE("stores are shown without the witness, and of a procedure without what others have to themselves") {
  const CoreProgram core = program_of(
      "var x: int procedure h(k: bool) { } procedure p(n: int) modifies x { h(true); } procedure q(m: int) modifies x "
      "{ "
      "} thread T { var t: int p(1); q(1); }");
  ProvedConditions proved{};
  ProblemModel model{};
  for (std::size_t v = 0; v < core.program.variables.size(); ++v)
    model.variables[{static_cast<std::int32_t>(v), 1}] =
        is_map(core.program.variables[v]) ? SymbolValue(FunctionValue{{{{Integer(2)}, Integer(7)}}, Integer(0)})
                                          : SymbolValue(Integer(5));
  proved.problem.symbols.push_back({.name = "tid", .arguments = {}, .result = Sort::integer, .number = 0});
  model.symbols.emplace_back(Integer(2));
  const Counterexample counterexample(core.program, proved, model);
  const auto unit_of = [&](const std::string& name) {
    std::size_t unit = 0;
    while (ProofUnit(core, unit).name() != name) ++unit;
    return ProofUnit(core, unit);
  };
  CHECK(shown_store(core, unit_of("p"), counterexample, 1) == NamedValues{{"x", "5"}, {"h.k", "true"}, {"p.n", "7"}});
  CHECK(shown_store(core, unit_of("T"), counterexample, 1).size() == 5);
}

TEST_CASE("a procedure with a specification has a derivation of its own, and calls of it have nothing below them") {
  const CoreProgram core = program_of(program);
  const std::vector<Condition> conditions = {
      {.origin = {.rule = "procedure", .family = 2}, .literals = {}, .shows = {{1, ShownPart::Part::abstraction}}},
      {.origin = {.rule = "rely-calls", .family = 3, .second = 1}, .literals = {}}};
  const std::vector<DerivationNode> nodes = derivation(core.program, core.outline, conditions);
  using Rule = DerivationNode::Rule;
  std::size_t procedures = 0;
  for (const DerivationNode& node : nodes) {
    if (node.rule == Rule::procedure) {
      ++procedures;
      CHECK(node.conditions == std::vector<std::size_t>{node.unit == 2 ? 0U : 1U});
    }
    if (node.rule == Rule::call) CHECK(node.children.empty());
    if (node.statement == 1) CHECK(node.shown_in == std::vector<std::size_t>{0});
  }
  CHECK(procedures == 2);
}
