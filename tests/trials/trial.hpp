// One program through the whole pipeline, and through the explorer: two independent opinions of it.
#pragma once

#include <optional>
#include <string>

#include "pipeline/check_program.hpp"

namespace plato_test {

struct Trial {
  enum class Verdict {
    unreadable,   // no program
    certified,    // the kernel has accepted a certificate of it
    not_proved,
    refused,   // everything was proved, and the kernel does not accept the certificate
  };
  Verdict verdict = Verdict::unreadable;
  std::string message;   // diagnostics, or the kernel's
  std::optional<plato::CoreProgram> program;
  std::string certificate;                          // if everything was proved
  std::optional<plato::ExploredProgram> explored;   // if it is a program
};

// `source` is checked by the pieces of check_program.cpp, from the text to the kernel's answer. `seconds` are for all
// proofs together: for a condition that neither Z3 nor the search can decide soon; hardly ever needed.
Trial check_source(const std::string& source, double seconds);

// The same, and it is explored in any case.
Trial try_program(const std::string& source);

// How programs of trials are run.
plato::ExploreOptions trial_exploration();

// Why the two opinions cannot both be right, or that a schedule was not replayed; none if they agree.
std::optional<std::string> disagreement(const Trial& trial);

// The same of the trial's verdict and a run of something that it should be true of.
std::optional<std::string> disagreement(const Trial& trial, const plato::ExploredProgram& explored);

}   // namespace plato_test
