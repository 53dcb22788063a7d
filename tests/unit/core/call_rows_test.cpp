// What is shown of maps that each call has.

#include "core/call_rows.hpp"

#include <catch2/catch.hpp>

using namespace plato;

namespace {

// Thread 1 is in its second call, thread 2 in its first.
const Program program = [] {
  Program p;
  p.variables = {{.name = "p.a", .type = VariableType::map, .is_local = true, .inner = 1, .call = 1},
                 {.name = "p.calls", .is_local = true, .numbers_calls = true},
                 {.name = "T.b", .type = VariableType::bool_map, .is_local = true, .owner = 0}};
  return p;
}();

Integer at(int thread, int call, int index) { return pair_value(thread, pair_value(call, index)); }

const MapValue rows{{{at(1, 1, 0), 5}, {at(1, 2, 0), 6}, {at(1, 2, 3), 7}, {at(2, 1, 0), 8}, {at(2, 2, 0), 9}}, 0};
ModelValue store(std::size_t v) {
  if (v == 0) return rows;
  if (v == 1) return MapValue{{{1, 2}, {2, 1}}, 0};
  return MapValue{{{pair_value(1, 4), 1}}, 0};
}

}   // namespace

TEST_CASE("of each thread the map of its last call is shown") {
  CHECK(shown_text(program, 0, store) == "[[1][0]: 6, [2][0]: 8, [1][3]: 7, otherwise 0]");
  CHECK(shown_text_of(program, 0, store, 1) == "[0: 6, 3: 7, otherwise 0]");
  CHECK(shown_text_of(program, 0, store, 3) == "map(0)");
  CHECK(shown_text_of(program, 2, store, 1) == "[4: true, otherwise false]");
}

TEST_CASE("a counterexample may have no numbers of calls") {
  const auto without = [](std::size_t v) { return v == 0 ? ModelValue{rows} : ModelValue{Integer(0)}; };
  CHECK(shown_text(program, 0, without) == "map(0)");
}
