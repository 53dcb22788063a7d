// What checking a program answers, as a value. Reports and messages are made of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conditions/prove_conditions.hpp"
#include "explore/schedule.hpp"
#include "pipeline/vacuity.hpp"
#include "pipeline/verdict.hpp"
#include "source/diagnostic.hpp"
#include "thread_modular/condition_failure.hpp"

namespace plato {

// What a search of the real interleavings says, and the kernel's word on its schedule.
struct ExploredProgram {
  Exploration exploration;
  std::string table{};       // the schedule, for people; empty if nothing is wrong
  bool is_refuted = false;   // the kernel replayed the schedule
  std::string certificate{};
  std::string claim{};   // the kernel's, or why it does not accept the schedule
};

struct Checked {
  Verdict verdict = Verdict::bad_input;
  std::string text{};                             // for people: the verdict's word first; lines end with a line feed
  std::string message{};                          // the claim, or why there is none
  std::string source{};                           // the text of the program
  Diagnostics diagnostics{};                      // what is wrong with it as written
  std::optional<CoreProgram> program{};           // if nothing is
  std::optional<ProvedConditions> conditions{};   // if the kernel accepts the program
  std::vector<ConditionFailure> failures{};       // the conditions that are not proved
  std::optional<ExploredProgram> explored{};      // if the proof failed
  std::optional<Vacuity> vacuity{};               // if it did not
  std::string certificate{};       // that the kernel accepted: of the claim, or if the program is refuted, of that
  double conditions_seconds = 0;   // of processor time, for the kernel to compute them
  double kernel_seconds = 0;       // of processor time, for the certificate
};

}   // namespace plato
