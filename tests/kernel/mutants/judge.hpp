// Holds the kernel's answer about some bytes against two others: that of the oracle, a second checker of the format,
// and that of trying all valuations, or many small values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernel/kernel_bridge.hpp"

namespace plato_test {

struct Judgement {
  plato::KernelReport kernel;
  // What is wrong with the kernel's answer, if anything: it accepts a claim that is wrong, or one that cannot be
  // read; or the oracle's verdict or line is another.
  std::optional<std::string> flaw;
};

Judgement judge(std::string_view certificate);

}   // namespace plato_test
