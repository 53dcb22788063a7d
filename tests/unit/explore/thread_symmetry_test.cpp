// Symmetry changes how much is seen, not what is found; and schedules are schedules of the program.

#include "explore/thread_symmetry.hpp"

#include <algorithm>
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
                "t, x := x, t", "havoc m", "u := tid", "atomic { havoc b; if (b) { x := x + 1; b := false; } } skip"}) +
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

using Store = std::vector<ModelValue>;

// Follows a schedule by the logic's own evaluator.
class Follower {
 public:
  Follower(const Program& program, const ScheduleStep& step, Store store)
      : program_(program), step_(step), store_(std::move(store)) {}

  // Whether it ends (true) or goes wrong (false); none where it depends on a quantifier, or is blocked.
  std::optional<bool> run() {
    std::vector<CommandId> left{statement_of(program_, step_.statement).command};
    while (!left.empty()) {
      const CoreCommand& c = command_of(program_, left.back());
      left.pop_back();
      const std::optional<bool> condition = c.condition == 0 ? std::optional(true) : truth(c.condition, store_, store_);
      if (!condition) return std::nullopt;
      switch (c.kind) {
        case CoreCommand::Kind::assume: REQUIRE(*condition); break;
        case CoreCommand::Kind::assert_:
          if (!*condition) return false;
          break;
        case CoreCommand::Kind::if_: left.push_back(*condition ? c.first : c.second); break;
        case CoreCommand::Kind::seq: left.insert(left.end(), {c.second, c.first}); break;
        case CoreCommand::Kind::choice: FAIL("the random programs have no choice inside of a step"); break;
        case CoreCommand::Kind::assign: assign(c); break;
        case CoreCommand::Kind::havoc: change(c); break;
        case CoreCommand::Kind::operation: {
          if (!*condition) return false;
          const Store before = store_;
          change(c);
          const auto action = truth(c.action, before, store_), post = truth(c.post, before, store_);
          if (!action || !post) return std::nullopt;
          REQUIRE(*action);
          if (!*post) return false;
        }
      }
    }
    REQUIRE(used_ == step_.inputs.size());
    return true;
  }
  const Store& store() const { return store_; }

 private:
  const Program& program_;
  const ScheduleStep& step_;
  Store store_;
  std::size_t used_ = 0;

  EvaluationInput input(const Store& before, const Store& after) const {
    return {.term = [&](TermId id) -> std::optional<ModelValue> {
              const Term& t = program_.table[id];
              if (t.kind == TermKind::logic) return ModelValue(Integer(step_.thread.identifier));
              if (t.kind != TermKind::var) return std::nullopt;
              return (t.operand[1] == 0 ? before : after)[static_cast<std::size_t>(t.operand[0])];
            },
            .formula = {},
            .bound = {}};
  }
  std::optional<bool> truth(Literal literal, const Store& before, const Store& after) const {
    return evaluate(program_.table, literal, input(before, after));
  }
  ModelValue value(TermId term) const { return evaluate_term(program_.table, term, input(store_, store_)).value(); }
  void write(const CoreCommand& c, const std::vector<ModelValue>& values) {
    std::vector<ModelValue> indices;
    for (const CorePlace& place : c.places) indices.push_back(place.index ? value(*place.index) : ModelValue{});
    for (std::size_t i = 0; i < c.places.size(); ++i) {
      ModelValue& cell = store_[c.places[i].variable];
      if (c.places[i].index)
        std::get<MapValue>(cell).entries[std::get<Integer>(indices[i])] = std::get<Integer>(values[i]);
      else
        cell = values[i];
    }
  }
  void assign(const CoreCommand& c) {
    std::vector<ModelValue> values;
    for (TermId term : c.values) values.push_back(value(term));
    write(c, values);
  }
  void change(const CoreCommand& c) {
    std::vector<ModelValue> values;
    for (const CorePlace& place : c.places) {
      REQUIRE(used_ < step_.inputs.size());
      CHECK(step_.inputs[used_].variable == place.variable);
      values.push_back(step_.inputs[used_++].value);
    }
    write(c, values);
  }
};

bool same_store(const Store& a, const Store& b) {
  return std::ranges::equal(a, b, [](const ModelValue& x, const ModelValue& y) {
    if (x.index() != y.index()) return false;
    if (const auto* map = std::get_if<MapValue>(&x)) return same_map(*map, std::get<MapValue>(y));
    return std::get<Integer>(x) == std::get<Integer>(y);
  });
}

void check_schedule(const Program& program, const Exploration& e) {
  for (std::size_t i = 0; i < e.schedule.steps.size(); ++i) {
    const bool is_wrong = i + 1 == e.schedule.steps.size() && e.verdict == Exploration::Verdict::goes_wrong;
    Follower follower(program, e.schedule.steps[i], e.schedule.stores[i]);
    const std::optional<bool> ends = follower.run();
    if (!ends) continue;
    CHECK(*ends != is_wrong);
    CHECK(same_store(follower.store(), e.schedule.stores[std::min(i + 1, e.schedule.stores.size() - 1)]));
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

TEST_CASE("threads inside of calls can be exchanged, too") {
  for (const std::string end : {"x < 6", "x <= 6"}) {
    const CoreProgram core = program_of(
        "var x: int = 0 procedure down(n: int) returns (r: int) { if (n <= 0) { return 0; } r := down(n - 1); x := x + "
        "1; "
        "} thread w[tid] { var t: int = 0 t := down(2); assert " +
        end + "; }");
    const Exploration with = explore(core, {.threads_per_family = 3}),
                      without = explore(core, {.threads_per_family = 3, .uses_symmetry = false});
    CHECK(with.verdict == without.verdict);
    CHECK(with.verdict == (end == "x < 6" ? Exploration::Verdict::goes_wrong : Exploration::Verdict::no_violation));
    CHECK(with.schedule.steps.size() == without.schedule.steps.size());
    CHECK(2 * with.states < without.states);
  }
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
