// The kernel prints the program of a claim as source, from the certificate alone. Reading the print gives the same
// claim again, whatever the program is.

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "certificate/program_writer.hpp"
#include "core/read_program.hpp"
#include "kernel/kernel_bridge.hpp"
#include "support/carried_types.hpp"
#include "support/how_much.hpp"
#include "surface_programs.hpp"
#include "system/input_file.hpp"

using namespace plato;
using namespace plato_test;
using namespace plato_test::surface;

namespace {

std::string printed(const std::string& source) {
  const auto core = read_program(source);
  if (!core) return "not read:\n" + source;
  const auto print = source_from_kernel(as_bytes(write_program(*core)));
  return print ? *print : "not printed: " + print.error().message + "\n" + source;
}

}   // namespace

TEST_CASE("the print of a random program is read as the same program", "[programs]") {
  std::mt19937 random(20261117);
  for (int programs = is_long_run() ? 5'000 : 300; programs > 0; --programs) {
    const std::string source = random_surface_program(random);
    const auto core = read_program(source);
    if (!core) continue;
    const std::string print = printed(source);
    INFO(source);
    REQUIRE(printed(print) == print);
    // Types and owners are no part of a claim: whichever are carried, what is read from the print is the program.
    const std::string certificate = write_program(*core);
    const auto at_random = [&](std::size_t) { return random() % 2 == 0; };
    const auto any = [&](std::size_t) { return random(); };
    const std::string typed = with_types(certificate, at_random), owned = with_owners(certificate, any),
                      both = with_owners(typed, any);
    for (const std::string& carried : {certificate, typed, owned, both}) {
      const auto again = source_from_kernel(as_bytes(carried));
      REQUIRE(again.has_value());
      INFO(*again);
      const auto reread = read_program(*again);
      REQUIRE(reread.has_value());
      const std::string other = write_program(*reread);
      REQUIRE(compare_in_kernel(as_bytes(carried), as_bytes(other)).value() == Comparison::same);
    }
  }
}
