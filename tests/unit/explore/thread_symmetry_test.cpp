// Symmetry changes how much is seen, not what is found; and schedules are schedules of the program.

#include "explore/thread_symmetry.hpp"

#include <random>

#include "explore/explore.hpp"
#include "support/how_much.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

// A random program of one family that may or may not go wrong.
std::string random_program(std::mt19937& random) {
  const auto any = [&](std::initializer_list<const char*> of) { return std::string(of.begin()[random() % of.size()]); };
  const auto condition = [&] {
    return any({"x == 0", "x > t", "b", "!b", "m == tid", "m == 0", "tid in s", "tid !in s", "s == {}", "t < 2",
                "(forall i :: i in s ==> m != i)", "u == tid"});
  };
  const auto simple = [&]() -> std::string {
    return any({"x := t", "t := x", "t := t + 1", "x := x + 1", "b := !b", "s := s + {tid}", "s := s - {tid}",
                "m := tid", "m := 0", "acquire(m)", "x := 0", "havoc b", "b := tid in s", "b := cas(m, 0, tid)", "skip",
                "t, x := x, t", "havoc m", "u := tid"}) +
           "; ";
  };
  std::string body;
  for (std::size_t i = 2 + random() % 5; i > 0; --i) {
    switch (random() % 7) {
      case 0: body += "if (" + condition() + ") { " + simple() + "} else { " + simple() + "} "; break;
      case 1: body += "await " + condition() + "; "; break;
      case 2: body += "assert " + condition() + " || " + condition() + "; "; break;
      case 3: body += "choose { " + simple() + "} or { " + simple() + simple() + "} "; break;
      case 4:
        body += "atomic modifies m, t: (m' == tid || m' == m) && t' == x ensures " + condition() + " || m' == m; ";
        break;
      default: body += simple(); break;
    }
  }
  return "var x: int = 0 var b: bool = false var m: lock = 0 var u: " + any({"lock", "int"}) + " = 0 var s: set = {} " +
         (random() % 2 ? "invariant x < 3 || b " : "") + "thread w[tid] { var t: int = 0 " + body + "}";
}

// The formula in two stores, by the logic's own evaluator; none where there is a quantifier.
std::optional<bool> truth(const Program& program, Literal literal, std::int64_t tid,
                          const std::vector<ModelValue>& before, const std::vector<ModelValue>* after) {
  const EvaluationInput input{.term = [&](TermId id) -> std::optional<ModelValue> {
                                const Term& t = program.table[id];
                                if (t.kind == TermKind::logic) return ModelValue(Integer(tid));
                                if (t.kind != TermKind::var) return std::nullopt;
                                return (t.operand[1] == 0 ? before : *after)[static_cast<std::size_t>(t.operand[0])];
                              },
                              .formula = {},
                              .bound = {}};
  return evaluate(program.table, literal, input);
}

void check_schedule(const Program& program, const Exploration& e) {
  for (std::size_t i = 0; i < e.schedule.steps.size(); ++i) {
    const CoreStatement& s = program.statements[e.schedule.steps[i].statement - 1];
    const std::int64_t tid = e.schedule.steps[i].thread.identifier;
    const bool is_wrong = i + 1 == e.schedule.steps.size() && e.verdict == Exploration::Verdict::goes_wrong;
    const bool gate = truth(program, s.gate, tid, e.schedule.stores[i], nullptr).value_or(!is_wrong);
    if (i + 1 == e.schedule.stores.size()) {
      CHECK((is_wrong && !gate));
      continue;
    }
    CHECK(gate);
    CHECK(truth(program, s.step, tid, e.schedule.stores[i], &e.schedule.stores[i + 1]).value_or(true));
    CHECK(truth(program, s.post, tid, e.schedule.stores[i], &e.schedule.stores[i + 1]).value_or(!is_wrong) != is_wrong);
  }
}

}   // namespace

TEST_CASE("programs that look at identifiers are not symmetric") {
  const auto alike = [](const std::string& body) {
    const CoreProgram core =
        program_of("var x: int var m: lock var s: set var a: int[] thread w[tid] { var t: int " + body + " }");
    return treats_identifiers_alike(core.program, core.specification, {1, 2});
  };
  CHECK(alike("acquire(m); t := t + 1; s := s + {tid}; assert m == tid && m != 0; release(m);"));
  CHECK(alike("assert forall i :: i in s ==> m == i; s := {tid};"));
  CHECK(alike("x := a[t]; a[x] := t;"));
  CHECK_FALSE(alike("x := tid;"));
  CHECK_FALSE(alike("t := m;"));
  CHECK_FALSE(alike("assert m < 3;"));
  CHECK_FALSE(alike("assert m == 2;"));
  CHECK(alike("assert m != 7;"));
  CHECK_FALSE(alike("a[tid] := 1;"));
  CHECK_FALSE(alike("a := a[m := 0];"));
  CHECK_FALSE(alike("s := s + {1};"));
  CHECK_FALSE(alike("assert forall i :: i in s ==> i > 0;"));
}

TEST_CASE("with and without symmetry the same is found") {
  std::mt19937 random(17);
  std::size_t wrong = 0, fewer = 0;
  constexpr std::size_t rounds = plato_test::is_sanitized ? 100 : 500;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::string text = random_program(random);
    INFO(text);
    const CoreProgram program = program_of(text);
    const Exploration with = explore(program, {.threads_per_family = 3}),
                      without = explore(program, {.threads_per_family = 3, .uses_symmetry = false});
    const auto is_wrong = [](const Exploration& e) { return e.verdict != Exploration::Verdict::no_violation; };
    REQUIRE(is_wrong(with) == is_wrong(without));   // of several violations after as many steps, any may be reported
    REQUIRE(with.schedule.steps.size() == without.schedule.steps.size());
    if (!is_wrong(with)) CHECK(with.states <= without.states);
    check_schedule(program.program, with);
    check_schedule(program.program, without);
    wrong += is_wrong(with);
    fewer += with.states < without.states;
  }
  CHECK(wrong > rounds / 8);
  CHECK(wrong < rounds * 7 / 8);
  CHECK(fewer > rounds / 5);
}
