// Checking a program: front end, conditions from the kernel, proofs, certificate, and the kernel's word on it.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "exit_code.hpp"
#include "prove_conditions.hpp"

namespace plato {

struct CheckOptions {
  std::optional<std::string> certificate_path;                // where to write the certificate
  double seconds = std::numeric_limits<double>::infinity();   // limit for all proofs together
};

struct CheckedProgram {
  ExitCode code = ExitCode::bad_input;
  std::string text{};                            // for people: the verdict's word first; lines end with a line feed
  std::string message{};                         // the claim, or why there is none
  std::optional<CoreProgram> program{};          // if the source is right
  std::optional<ProvedConditions> conditions{};  // if the kernel accepts the program
  std::size_t certificate_bytes = 0;
  double kernel_seconds = 0;
};

// `certified` is said only if the kernel accepted the certificate (the bytes on disk, if it is written to a file).
CheckedProgram check_program_file(const std::string& path, const CheckOptions& options);

}   // namespace plato
