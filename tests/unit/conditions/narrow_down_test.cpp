// Which of the things that a condition shows is the one that cannot be shown.

#include "conditions/narrow_down.hpp"

#include <algorithm>

#include "certificate/program_writer.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

// As if the condition of the first thread were unknown.
ConditionResult narrowed(const std::string& statements) {
  const CoreProgram core = program_of("var x, y: int thread T { " + statements + " } thread U { }");
  auto conditions = ask_for_conditions(write_program(core));
  REQUIRE(conditions);
  const ProvedConditions proved = prove_briefly(core.program, *std::move(conditions), {.most_failures = 0});
  const auto own = std::ranges::find_if(
      proved.conditions, [](const Condition& c) { return c.origin.rule == "thread" && c.origin.family == 0; });
  REQUIRE(own != proved.conditions.end());
  return narrow_down(proved, *own, {.status = ConditionResult::Status::unknown, .reason = "a test"}, {});
}

}   // namespace

TEST_CASE("a counterexample to one part is one to the condition") {
  const ConditionResult result = narrowed("x := 1; assert x * x >= 0; assert y == 2; assert y * y >= 0;");
  CHECK(result.status == ConditionResult::Status::fails);
  CHECK(result.counterexample.has_value());
}

TEST_CASE("parts that can be shown are not suspected") {
  const ConditionResult result = narrowed("x := 1; assert x + y == y + x; assert y * y >= 0;");
  CHECK(result.status == ConditionResult::Status::unknown);
  CHECK(result.reason == "a test");
  CHECK(result.suspects.empty());
}

TEST_CASE("a conjunct that is false is found among those that can be shown") {
  const ConditionResult result = narrowed("x := 1; cut x + y == y + x && y * y >= 0 && x == 2;");
  CHECK(result.status == ConditionResult::Status::fails);
}
