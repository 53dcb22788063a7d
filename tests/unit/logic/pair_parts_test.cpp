// Pairs the other way.

#include "logic/pair_parts.hpp"

#include <catch2/catch.hpp>

#include "logic/model_evaluation.hpp"

using namespace plato;

TEST_CASE("a pair has the parts that it was made of") {
  for (std::int64_t a = -20; a <= 20; ++a)
    for (std::int64_t b = -20; b <= 20; ++b) {
      const auto parts = parts_of_pair(pair_value(a, b));
      REQUIRE(parts);
      CHECK((parts->first == Integer(a) && parts->second == Integer(b)));
    }
  // Beside squares that a double rounds.
  for (std::int64_t a : {0LL, 1LL, -1LL, 600'000'000LL, -759'250'124LL})
    for (std::int64_t b : {0LL, 759'250'123LL, -759'250'124LL}) {
      const auto parts = parts_of_pair(pair_value(a, b));
      REQUIRE(parts);
      CHECK((parts->first == Integer(a) && parts->second == Integer(b)));
    }
  CHECK(!parts_of_pair(-1));
  CHECK(!parts_of_pair(3));   // 1² + 1 is the last pair whose parts count 1 together, and 2² the next one
}

TEST_CASE("several indices are nested pairs") {
  const Integer large = parse_integer("1000000000000000000000");
  const auto three = indices_in(pair_value(-3, pair_value(large, 5)), 3);
  REQUIRE(three);
  CHECK(*three == std::vector<Integer>{-3, large, 5});
  CHECK(*indices_in(7, 1) == std::vector<Integer>{7});
  CHECK(!indices_in(pair_value(1, 3), 3));   // 3 is no pair
}
