// Re-checking certificates with the kernel alone: what `plato recheck` and `plato-kernel` share.
#pragma once

#include <string>

#include "kernel/kernel_bridge.hpp"
#include "system/exit_code.hpp"

namespace plato {

// What became of one certificate.
struct Rechecked {
  ExitCode code = ExitCode::bad_input;
  std::string text;      // for people: the verdict word first; lines end with a line feed
  KernelReport report;   // the kernel's answer, or its verdict `rejected` with the reason if the file cannot be read
};

// Has the kernel check the certificate in the file.
Rechecked recheck_file(const std::string& path);

// The kernel's answer about the certificate in the file `path` with these bytes.
Rechecked recheck_bytes(const std::string& path, std::span<const std::byte> certificate);

}   // namespace plato
