// The input and the answer of proving a problem.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "certificate/claim_kind.hpp"
#include "kernel/recheck.hpp"
#include "messages/message_code.hpp"
#include "system/deadline.hpp"
#include "system/input_file.hpp"

namespace plato {

struct ProveOptions {
  double effort = 1;           // times the usual counted budgets, for SMT-LIB
  Deadline deadline{};         // for the search
  std::size_t megabytes = 0;   // limit for the solvers' memory; 0: none
  std::size_t question = 0;    // of a file that asks several, from 1; 0: all
};

struct Proved {
  enum class Answer {
    unsat,   // the kernel accepted a certificate of it, as of `sat`
    sat,
    uncertified,   // Z3 finds no model, and we find no certificate of that
    unknown,
    bad_input,    // the file is no problem
    unreadable,   // there is no file to be read
  };
  Answer answer = Answer::unknown;
  std::optional<MessageCode> code{};   // of an answer without a certificate
  bool is_limit = false;               // uncertified, unreadable: because of a limit
  std::string message{};               // the claim, or why there is none
  std::size_t line = 0;                // of bad input, from 1; else 0
  std::size_t column = 0;
  std::size_t question_line = 0;       // of the `check-sat` that is answered, where there are several; else 0
  std::string window{};                // of bad input: that line; lines end with a line feed
  std::string needed{};                // uncertified: the assertions that Z3 needed, one a line
  std::optional<Rechecked> kernel{};   // unsat, sat: its answer
  std::string certificate{};           // the bytes that it accepted
  std::vector<long> model{};           // satisfiable DIMACS: a literal for each variable
  std::string smt_model{};             // satisfiable SMT-LIB: the definitions
};

// The answer for people: its word first, then the file; lines end with a line feed.
std::string describe(const std::string& path, const Proved& proved);

// ---- answers without a certificate

Proved unreadable(const FileError& error);
Proved unknown(std::string message, MessageCode code = MessageCode::unknown);

// Something is wrong with the text at this place of it.
struct TextError {
  MessageCode code;
  std::size_t line = 0, column = 0;
  std::string message;
};
Proved bad_input(const TextError& error, std::string_view text);

// A certificate that is still to be shown to the kernel, and the model it is about, if its claim is that there is one.
struct UncheckedCertificate {
  ClaimKind claim = ClaimKind::unsatisfiable;
  std::string bytes;
  std::vector<long> model{};
  std::string smt_model{};
};
// What a prover comes up with: a certificate, or an answer without one.
using ProverResult = tl::expected<UncheckedCertificate, Proved>;

}   // namespace plato
