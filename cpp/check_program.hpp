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

// What a search of the real interleavings says, and the kernel's word on its schedule.
struct ExploredProgram {
  Exploration exploration;
  std::string table{};                    // the schedule, for people; empty if nothing is wrong
  bool is_certified = false;              // the kernel replayed the schedule
  std::string certificate{};
  std::string claim{};                    // the kernel's, or why it does not accept the schedule
};
ExploredProgram explore_program(const CoreProgram& program, const ExploreOptions& options);

struct CheckOptions {
  std::optional<std::string> certificate_path;                // where to write the certificate
  double seconds = std::numeric_limits<double>::infinity();   // limit for all proofs together
  // If it is not proved: how many states to explore for a schedule that shows the program wrong; 0 for no exploration.
  std::size_t most_states = 300'000;
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
  std::optional<ExploredProgram> explored{};     // if the proof failed
  double conditions_seconds = 0;                 // of processor time, for the kernel to compute them
  std::size_t certificate_bytes = 0;
  double kernel_seconds = 0;                     // of processor time, for the certificate
};

// `certified` is said only if the kernel accepted the certificate (the bytes on disk, if it is written to a file).
Checked check_program_file(const std::string& path, const CheckOptions& options);

}   // namespace plato
