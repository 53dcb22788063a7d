// Sorting, showing and suggesting.

#include "source/diagnostic.hpp"

#include <catch2/catch.hpp>

using namespace plato;

TEST_CASE("similar names are suggested, others are not") {
  const std::vector<std::string> names = {"count", "counter", "x", "lock_held"};
  CHECK(most_similar("coutn", names) == "count");
  CHECK(most_similar("lock_hold", names) == "lock_held");
  CHECK(most_similar("y", names).empty());
  CHECK(most_similar("completely", names).empty());
  CHECK(most_similar(std::string(1000, 'a'), names).empty());
}

TEST_CASE("diagnostics are sorted, one for each place, and shown with the source") {
  Diagnostics diagnostics = {{MessageCode::wrong_type, {2, 3, 1}, "second", "do this", {}, {}},
                             {MessageCode::name_in_use, {1, 1, 1}, "first", "", {2, 1, 1}, "declared here"},
                             {MessageCode::wrong_type, {2, 3, 1}, "follows from the second", "", {}, {}}};
  sort_diagnostics(diagnostics);
  CHECK(render(diagnostics, "f.plato", "one\ntwo\n") ==
        "f.plato:1:1: error: first [P202]\n 1 | one\n   | ^\nf.plato:2:1: note: declared here\n 2 | two\n   | ^\n"
        "f.plato:2:3: error: second [P203]\n 2 | two\n   |   ^\n  help: do this\n");
}
