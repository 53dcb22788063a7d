// Identifiers of branches: below 0, different for different threads and numbers, and read back.

#include "logic/branch_identifiers.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace plato;

TEST_CASE("a branch has one parent and one number") {
  std::set<Integer> met;
  for (std::int64_t parent = -30; parent <= 30; ++parent)
    for (std::int64_t number = -30; number <= 30; ++number) {
      const Integer branch = branch_of(parent, number);
      CHECK(branch.sign() < 0);
      CHECK(branch != Integer(parent));
      CHECK(parent_of(branch) == Integer(parent));
      CHECK(number_of(branch) == Integer(number));
      CHECK(about_branch(branch, 0) == Integer(parent));
      CHECK(about_branch(branch, 7) == Integer(number));
      CHECK(met.insert(branch).second);
    }
}

TEST_CASE("what is no branch is its own parent") {
  for (const std::int64_t other : {0, 1, 12, -4, -8, -9}) {
    CHECK(parent_of(other) == Integer(other));
    CHECK(number_of(other) == Integer(0));
  }
}

TEST_CASE("branches of branches have large identifiers") {
  Integer branch = 1;
  for (std::int64_t depth = 0; depth < 8; ++depth) branch = branch_of(branch, depth);
  CHECK_FALSE(branch.is_small());
  for (std::int64_t depth = 8; depth-- > 0;) {
    CHECK(number_of(branch) == Integer(depth));
    branch = parent_of(branch);
  }
  CHECK(branch == Integer(1));
}
