// Which identifiers a family has, from its formula.
#include "explore/family_members.hpp"

#include "support/program_text.hpp"

using namespace plato;

namespace {

FamilyMembers members(const std::string& formula, std::size_t most = 1000, std::size_t few = 2) {
  const Program program = program_of("const n: int var x: int = 0 thread T[i] for " + formula + " { x := i; }").program;
  MapPool maps;
  ConcreteEvaluation evaluation(program, maps);
  const std::vector<std::int64_t> parameters = {5};   // n
  return find_members(program, program.families[0].members, most, few, evaluation, {.parameters = parameters});
}

using Identifiers = std::vector<std::int64_t>;

}   // namespace

TEST_CASE("bounded families have all their members, wherever they are") {
  for (const auto& [formula, expected] :
       std::vector<std::pair<std::string, Identifiers>>{{"0 <= i < 3", {0, 1, 2}},
                                                        {"1000 < i <= 1002", {1001, 1002}},
                                                        {"-200 <= i && i < -198", {-200, -199}},
                                                        {"0 < i < n", {1, 2, 3, 4}},
                                                        {"0 < 2 * i <= n", {1, 2}},
                                                        {"n - i >= 4 && i + n > 4", {0, 1}},
                                                        {"i == 7 || i == 9", {7, 9}},
                                                        {"!(i < 3 || i > 4)", {3, 4}},
                                                        {"0 <= i < 10 && i mod 4 == 1", {1, 5, 9}},
                                                        {"-2 * i == 6", {-3}},
                                                        {"i < 3 && i > 4", {}},
                                                        {"3 * i >= 10 && 3 * i <= 11", {}}}) {
    INFO(formula);
    const FamilyMembers found = members(formula);
    CHECK(found.identifiers == expected);
    CHECK(found.are_all);
    CHECK_FALSE(found.is_endless);
  }
}

TEST_CASE("families without bounds have a few, from the end that is there") {
  CHECK(members("i > 500").identifiers == Identifiers{501, 502});
  CHECK(members("i < -500").identifiers == Identifiers{-501, -502});
  CHECK(members("i * i > 30").identifiers == Identifiers{6, 7});   // nothing linear bounds it
  CHECK(members("i != 0").is_endless);
  CHECK_FALSE(members("i > 500").are_all);
}

TEST_CASE("there is a limit, and then it is known that there are more") {
  const FamilyMembers some = members("0 <= i < 100", 10);
  CHECK(some.identifiers.size() == 10);
  CHECK_FALSE(some.are_all);
  CHECK_FALSE(members("0 <= i < 100000").are_all);
}
