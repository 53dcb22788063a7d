// What answers become at the edge of the programs: exit codes.
#pragma once

#include "kernel/recheck.hpp"
#include "system/exit_code.hpp"

namespace plato {

constexpr ExitCode exit_code(KernelReport::Verdict verdict) {
  switch (verdict) {
    case KernelReport::Verdict::certified: return ExitCode::certified;
    case KernelReport::Verdict::rejected: return ExitCode::bad_input;
    case KernelReport::Verdict::limit: return ExitCode::limit;
    case KernelReport::Verdict::refuted: return ExitCode::refuted;
  }
  return ExitCode::bad_input;
}

}   // namespace plato
