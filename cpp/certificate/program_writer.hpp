// Writing down a core program as the first part of a certificate.
#pragma once

#include <string>
#include <string_view>

#include "certificate/claim_kind.hpp"
#include "certificate/table_writer.hpp"
#include "core/core_program.hpp"
#include "core/reduction_plan.hpp"

namespace plato {

// What is claimed of a program.
enum class ProgramClaim { verified, goes_wrong, breaks_invariant, breaks_guarantee, breaks_post, has_race };

// What a certificate claims, by its second line; `verified` unless it says otherwise.
ProgramClaim program_claim(std::string_view certificate);

// The beginning of a certificate about a program: the claim, the program with its specification, the method, and for
// `verified` the proof outline up to and including the line `proof`. Statements have the program's own numbers.
std::string write_program(const CoreProgram& core, ProgramClaim claim = ProgramClaim::verified);

// The claim that the program satisfies its specification, and the program, up to the line that names the method.
std::string write_specified_program(const CoreProgram& core);

// The claim, the program, and the steps of a reduction with the outline of the program after it, up to and including
// the line `proof`.
std::string write_reduced_program(const CoreProgram& core, const std::vector<ReductionStep>& steps);

// The same as `write_program`, and the numbers that terms and formulas have there.
struct WrittenProgram {
  std::string text;
  CertificateNumbers numbers;
};
WrittenProgram write_numbered_program(const CoreProgram& core, ProgramClaim claim);

}   // namespace plato
