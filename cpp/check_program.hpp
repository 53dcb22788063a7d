// Checking a program: front end, conditions from the kernel, proofs, certificate, and the kernel's word on it.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "condition_failure.hpp"
#include "diagnostic.hpp"
#include "exit_code.hpp"
#include "explore.hpp"
#include "prove_conditions.hpp"

namespace plato {

struct CheckOptions {
  std::optional<std::string> certificate_path;                // where to write the certificate
  double seconds = std::numeric_limits<double>::infinity();   // limit for all proofs together
  // If it is not proved: how many states to explore for a schedule that shows the program wrong; 0 for no exploration.
  std::size_t most_states = 0;
};

struct Checked {
  ExitCode code = ExitCode::bad_input;
  std::string text{};                            // for people: the verdict's word first; lines end with a line feed
  std::string message{};                         // the claim, or why there is none
  std::string source{};                          // the text of the program
  Diagnostics diagnostics{};                     // what is wrong with it as written
  std::optional<CoreProgram> program{};          // if nothing is
  std::optional<ProvedConditions> conditions{};  // if the kernel accepts the program
  std::vector<ConditionFailure> failures{};      // the conditions that are not proved
  std::optional<Exploration> exploration{};      // if there was one
  double conditions_seconds = 0;                 // of processor time, for the kernel to compute them
  std::size_t certificate_bytes = 0;
  double kernel_seconds = 0;                     // of processor time, for the certificate
};

// `certified` is said only if the kernel accepted the certificate (the bytes on disk, if it is written to a file).
Checked check_program_file(const std::string& path, const CheckOptions& options);

}   // namespace plato
