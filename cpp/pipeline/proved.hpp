// What proving a problem is asked for and what it answers.
#pragma once

#include <cstddef>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "certificate/claim_kind.hpp"
#include "system/deadline.hpp"
#include "system/exit_code.hpp"

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
  std::vector<long> model{};   // satisfiable DIMACS: a literal for each variable
  std::string smt_model{};     // satisfiable SMT-LIB: the definitions
};

// A certificate that is still to be shown to the kernel, and the model it is about, if its claim is that there is one.
struct UncheckedCertificate {
  ClaimKind claim = ClaimKind::unsatisfiable;
  std::string bytes;
  std::string model_text{};
  std::vector<long> model{};
};
// What a prover comes up with: a certificate, or an answer without one.
using ProverResult = tl::expected<UncheckedCertificate, Proved>;

}   // namespace plato
