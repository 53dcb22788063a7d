// The exit codes of both programs; documented in the README and in --help.
#pragma once

namespace plato {

enum class ExitCode {
  certified = 0,    // the kernel accepted a certificate for what was asked
  not_proved = 1,   // it is not so, or not shown to be so
  bad_input = 2,    // a file is malformed or unreadable, a certificate is rejected, or the command line is wrong
  limit = 3,        // a limit on time, memory, stack or effort was reached
  refuted = 4,      // the kernel accepted a certificate that the program is wrong
};

// The exit code of a run over several files: the most alarming one.
constexpr ExitCode worst(ExitCode a, ExitCode b) {
  // bad input hides a limit, a limit hides "refuted", and that hides "not proved"; nothing is hidden by "certified"
  constexpr int alarm[] = {0, 1, 4, 3, 2};
  return alarm[static_cast<int>(a)] >= alarm[static_cast<int>(b)] ? a : b;
}

}   // namespace plato
