// The table of kinds: each sentence can be filled in, and says what it should.

#include "thread_modular/condition_text.hpp"

#include <catch2/catch.hpp>

#include "support/program_text.hpp"

using namespace plato;

namespace {

ConditionOrigin origin_of(ConditionKind kind, std::uint32_t second) {
  return {.rule = std::string(row_of(kind).word), .family = 0, .second = second};
}

}   // namespace

TEST_CASE("every sentence about a condition can be filled in") {
  const CoreProgram core =
      program_of("var x: int = 0 procedure p() requires true { } thread A { while (*) { x := 1; } } thread B { p(); }");
  StatementId loop = 1;
  while (statement_of(core.program, loop).kind != CoreStatement::Kind::loop) ++loop;
  for (std::size_t i = 0; i < condition_kinds; ++i) {
    const auto kind = static_cast<ConditionKind>(i);
    const bool is_about_statement = row_of(kind).about == ConditionRow::About::statement;
    const ConditionOrigin origin = origin_of(kind, is_about_statement ? loop : 1);
    INFO(origin.rule);
    CHECK(kind_of(origin) == kind);
    for (const std::string& text : {condition_text(core, origin), filled_in(row_of(kind).fails, core, origin),
                                    filled_in(row_of(kind).relation, core, origin)})
      CHECK(text.find_first_of("{}") == std::string::npos);
  }
}

TEST_CASE("what conditions say") {
  const CoreProgram core =
      program_of("var x: int = 0\nthread A {\n  while (x < 3) { x := 1; }\n}\nthread B[i] { skip; }");
  CHECK(condition_text(core, origin_of(ConditionKind::rely_reflexive, 0)) == "the rely of thread 'A' is reflexive");
  CHECK(condition_text(core, origin_of(ConditionKind::guarantee_implies, 1)) ==
        "the guarantee of thread 'A' implies the rely of thread 'B'");
  CHECK(condition_text(core, origin_of(ConditionKind::guarantee_implies, 0)) ==
        "thread 'A' is the only one of its kind, so its guarantee need not imply its own rely");
  CHECK(condition_text(core, {.rule = "guarantee-implies", .family = 1, .second = 1}) ==
        "the guarantee of a thread 'B' implies the rely of every other one");
  CHECK_THROWS(row_of(ConditionOrigin{.rule = "no such rule"}));
}
