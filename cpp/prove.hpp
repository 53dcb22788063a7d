// The certifying prover on its own: a problem goes in, a certificate that the kernel has accepted comes out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "claim_kind.hpp"
#include "deadline.hpp"
#include "exit_code.hpp"

namespace plato {

struct ProveOptions {
  double effort = 1;           // times the usual counted budgets, for SMT-LIB
  Deadline deadline{};         // for the search
  std::size_t megabytes = 0;   // limit for the solvers' memory; 0: none
};

struct Proved {
  // uncertified: Z3 finds no model, and we find no certificate of that
  enum class Answer { unsat, sat, uncertified, unknown, bad_input };
  Answer answer = Answer::unknown;
  ExitCode code = ExitCode::limit;
  std::string text{};      // for people: the answer's word first; lines end with a line feed
  std::string message{};   // the claim, or why there is none
  std::size_t line = 0;    // of bad input, from 1; else 0
  std::size_t column = 0;
  bool is_certified = false;   // the kernel accepted a certificate of the answer
  std::string certificate{};   // those bytes
  std::vector<long> model{};        // satisfiable DIMACS: a literal for each variable
  std::string smt_model{};          // satisfiable SMT-LIB: the definitions
};

// A certificate that is still to be shown to the kernel, and the model it is about, if its claim is that there is one.
struct UncheckedCertificate {
  ClaimKind claim = ClaimKind::unsatisfiable;
  std::string bytes;
  std::string model_text{};
  std::vector<long> model{};
};
// What a prover comes up with: a certificate, or an answer without one.
using ProverResult = std::variant<UncheckedCertificate, Proved>;

// Decides the file, SMT-LIB or DIMACS by its name or contents. `unsat` and `sat` are answered only if the kernel accepted the
// certificate in the answer.
Proved prove_file(const std::string& path, const ProveOptions& options);

// Whether the certificate's claim is what would be claimed of this file: its problem must be the file's, byte for byte, and of a
// program, that it is right, or with `wants_refutation` that it is wrong. The sentence says what is different.
std::optional<std::string> difference_from(const std::string& path, std::string_view certificate, bool wants_refutation = false);

}   // namespace plato
