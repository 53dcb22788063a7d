// Which exit code a run over several files has.
#include "system/exit_code.hpp"

#include <catch2/catch.hpp>

using plato::ExitCode;
using plato::worst;

TEST_CASE("the exit codes are the documented numbers") {
  CHECK(static_cast<int>(ExitCode::certified) == 0);
  CHECK(static_cast<int>(ExitCode::not_proved) == 1);
  CHECK(static_cast<int>(ExitCode::bad_input) == 2);
  CHECK(static_cast<int>(ExitCode::limit) == 3);
  CHECK(static_cast<int>(ExitCode::refuted) == 4);
}

TEST_CASE("the most alarming code wins, in either order") {
  const ExitCode by_alarm[] = {ExitCode::certified, ExitCode::not_proved, ExitCode::refuted, ExitCode::limit,
                               ExitCode::bad_input};
  for (int low = 0; low < 5; ++low) {
    for (int high = low; high < 5; ++high) {
      CHECK(worst(by_alarm[low], by_alarm[high]) == by_alarm[high]);
      CHECK(worst(by_alarm[high], by_alarm[low]) == by_alarm[high]);
    }
  }
}
