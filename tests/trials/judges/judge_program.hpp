// Two answers about a certificate of a program: the kernel's and, where that accepts, a second opinion. Any
// disagreement is a flaw.
#pragma once

#include <optional>
#include <string>

#include "kernel/kernel_bridge.hpp"

namespace plato_test {

struct ProgramJudgement {
  plato::KernelReport kernel;
  // What supports an accepted claim: "explored", "followed", "looked through", or "known" (the program is that of the
  // original).
  std::string second_opinion;
  std::optional<std::string> flaw;
};

// `original` is a certificate whose claim is known to be right, or empty.
ProgramJudgement judge_program(const std::string& certificate, const std::string& original);

}   // namespace plato_test
